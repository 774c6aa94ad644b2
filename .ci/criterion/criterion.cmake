# Criterion, and before it a libgit2 that is loaded when it is needed (git2.c): the library `criterion`.
pkg_check_modules(CRITERION REQUIRED IMPORTED_TARGET criterion)
add_library(criterion INTERFACE)
target_link_libraries(criterion INTERFACE PkgConfig::CRITERION)

# The version of the one that Criterion loads, as the 1.5 of libgit2.so.1.5; empty where it does without, or
# calls more of it than git2.c has.
find_library(CRITERION_LIBRARY criterion HINTS ${CRITERION_LIBRARY_DIRS})
mark_as_advanced(CRITERION_LIBRARY)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND CMAKE_OBJDUMP AND CRITERION_LIBRARY)
  execute_process(COMMAND ${CMAKE_OBJDUMP} -p -T ${CRITERION_LIBRARY} OUTPUT_VARIABLE told ERROR_QUIET)
  if(told MATCHES "NEEDED +libgit2\\.so\\.([0-9.]+)")
    set(git2_version ${CMAKE_MATCH_1})
  endif()
  string(REGEX MATCHALL "[ \t](git_|giterr_)[a-z0-9_]+" called "${told}")
  list(TRANSFORM called STRIP)
  list(REMOVE_ITEM called git_libgit2_init git_libgit2_shutdown git_diff_buffers)
  if(called)
    unset(git2_version)
  endif()
endif()
if(NOT GIT2_LIBRARY MATCHES "libgit2\\.so\\.${git2_version}$")
  unset(GIT2_LIBRARY CACHE)
endif()
if(git2_version)
  find_library(GIT2_LIBRARY libgit2.so.${git2_version})
  mark_as_advanced(GIT2_LIBRARY)
endif()
if(NOT git2_version OR NOT GIT2_LIBRARY)
  return()
endif()

add_library(criterion_git2 SHARED ${CMAKE_CURRENT_LIST_DIR}/git2.c)
target_compile_definitions(criterion_git2 PRIVATE GIT2_LIBRARY="${GIT2_LIBRARY}")
target_link_libraries(criterion_git2 PRIVATE ${CMAKE_DL_LIBS})
set_target_properties(criterion_git2 PROPERTIES OUTPUT_NAME git2 SOVERSION ${git2_version}
  LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/criterion)
# It is found from where a program is: a folder's name may have a comma, which ends what -Wl passes on.
set(CMAKE_BUILD_RPATH_USE_ORIGIN TRUE)
# No test calls it, which a linker takes for a reason to leave it out.
set(CMAKE_LINK_LIBRARY_USING_uncalled_SUPPORTED TRUE)
set(CMAKE_LINK_LIBRARY_USING_uncalled "LINKER:--push-state,--no-as-needed" "<LINK_ITEM>"
  "LINKER:--pop-state")
target_link_libraries(criterion INTERFACE "$<LINK_LIBRARY:uncalled,criterion_git2>")

# Where two texts differ is still told.
add_executable(criterion_different ${CMAKE_CURRENT_LIST_DIR}/different.c)
target_link_libraries(criterion_different PRIVATE criterion)
add_test(NAME criterion.difference COMMAND criterion_different)
set_tests_properties(criterion.difference PROPERTIES PASS_REGULAR_EXPRESSION "[+]\"third.n\"")
