# Criterion, and before it a libgit2 that is loaded when it is needed (git2.c): the library `criterion`.
pkg_check_modules(CRITERION REQUIRED IMPORTED_TARGET criterion)
add_library(criterion INTERFACE)
target_link_libraries(criterion INTERFACE PkgConfig::CRITERION)

# The name under which Criterion loads it, as libgit2.so.1.5; empty where it does without.
find_library(CRITERION_LIBRARY criterion HINTS ${CRITERION_LIBRARY_DIRS})
mark_as_advanced(CRITERION_LIBRARY)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND CMAKE_OBJDUMP AND CRITERION_LIBRARY)
  execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${CRITERION_LIBRARY} OUTPUT_VARIABLE needed
    ERROR_QUIET)
  string(REGEX MATCH "libgit2\\.so\\.[0-9.]+" git2_name "${needed}")
  if(git2_name)
    find_library(GIT2_LIBRARY ${git2_name})
    mark_as_advanced(GIT2_LIBRARY)
  endif()
endif()
if(NOT git2_name OR NOT GIT2_LIBRARY)
  return()
endif()

add_library(criterion_git2 SHARED ${CMAKE_CURRENT_LIST_DIR}/git2.c)
target_compile_definitions(criterion_git2 PRIVATE GIT2_LIBRARY="${GIT2_LIBRARY}")
target_link_libraries(criterion_git2 PRIVATE ${CMAKE_DL_LIBS})
set(git2_file ${PROJECT_BINARY_DIR}/criterion/${git2_name})
set_target_properties(criterion_git2 PROPERTIES NO_SONAME TRUE
  LINK_OPTIONS "-Wl,-soname,${git2_name}" PREFIX "" OUTPUT_NAME ${git2_name} SUFFIX ""
  LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/criterion)
add_dependencies(criterion criterion_git2)
# No test calls it, which a linker takes for a reason to leave it out.
target_link_libraries(criterion INTERFACE
  "-Wl,--push-state,--no-as-needed,${git2_file},--pop-state")
target_link_options(criterion INTERFACE -Wl,-rpath,${PROJECT_BINARY_DIR}/criterion)

# Where two texts differ is still told.
add_executable(criterion_different ${CMAKE_CURRENT_LIST_DIR}/different.c)
target_link_libraries(criterion_different PRIVATE criterion)
add_test(NAME criterion.difference COMMAND criterion_different)
set_tests_properties(criterion.difference PROPERTIES PASS_REGULAR_EXPRESSION "[+]\"third.n\"")
