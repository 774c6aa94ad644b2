# What `cmake --install` puts where: the hierarchy of a prefix, in which everything finds the rest
# from its own place. harness/base/data.c looks for the names that are given here.
include(GNUInstallDirs)
set(data share/halfstep)
set(programs libexec/halfstep)

# ---- The program, and what it starts.
install(TARGETS halfstep RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(TARGETS halfstep-benchmark RUNTIME DESTINATION ${programs} COMPONENT program)
get_target_property(benchmark_libraries halfstep-benchmarks MANUALLY_ADDED_DEPENDENCIES)
foreach(library ${benchmark_libraries})
  install(TARGETS ${library} LIBRARY DESTINATION ${programs} COMPONENT program)
endforeach()
if(TARGET plugin_simbody)
  install(TARGETS plugin_simbody LIBRARY DESTINATION ${programs} COMPONENT program)
endif()
option(HALFSTEP_ENGINES "Install the adapters of the physics engines that were found" ON)
foreach(engine ${engine_names})
  if(HALFSTEP_ENGINES AND TARGET plugin_${engine})
    # An engine outside of the system's folders (MuJoCo of PyPI) is found where it was.
    set_target_properties(plugin_${engine} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
    install(TARGETS plugin_${engine} LIBRARY DESTINATION ${programs} COMPONENT program)
    list(APPEND installed_engines plugin_${engine})
  endif()
endforeach()

# ---- Pages: the page maker, and the folders that it reads when it runs.
set(page_maker halfstep-pages)
set(page_parts page script figures)
install(TARGETS ${page_maker} RUNTIME DESTINATION ${programs} COMPONENT program)
foreach(part ${page_parts})
  if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/reports/${part})
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/reports/${part} DESTINATION ${data}/pages
      COMPONENT program PATTERN "*.[ch]" EXCLUDE)
  endif()
endforeach()

# ---- Data.
file(GLOB catalogue_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/problems/models/*.model)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/problems/models DESTINATION ${data} COMPONENT program
  FILES_MATCHING PATTERN "*.model")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/harness/truths DESTINATION ${data} COMPONENT program
  FILES_MATCHING PATTERN "*.json")
install(FILES ${PROJECT_SOURCE_DIR}/fast/tests/data/original.json
  ${PROJECT_SOURCE_DIR}/harness/studies/originals/pinned.json
  ${PROJECT_SOURCE_DIR}/harness/corpus/detection.json DESTINATION ${data} COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/harness/speed/peers DESTINATION ${data}
  COMPONENT program FILES_MATCHING PATTERN "*.py")

# ---- Documents, which refer to each other by their folders, and the examples of integrators of one's own.
set(document_folders fast harness problems ref reports)
list(TRANSFORM document_folders REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/\\1/*.md" OUTPUT_VARIABLE documents)
file(GLOB_RECURSE documents CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${documents})
file(GLOB more_documents CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
  ${PROJECT_SOURCE_DIR}/*.md ${PROJECT_SOURCE_DIR}/reports/gallery/*.svg
  ${PROJECT_SOURCE_DIR}/problems/gallery/*.svg ${PROJECT_SOURCE_DIR}/harness/ci/*.yml
  ${PROJECT_SOURCE_DIR}/harness/ci/*.sh)
foreach(document LICENSE action.yml harness/packaging/gitlab.yml ${documents} ${more_documents})
  get_filename_component(folder ${document} DIRECTORY)
  install(FILES ${PROJECT_SOURCE_DIR}/${document} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder}
    COMPONENT program)
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/harness/plugin/examples
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)

# What an installation takes from the build.
add_custom_target(halfstep-installed)
add_dependencies(halfstep-installed halfstep halfstep-benchmark ${page_maker}
  ${installed_engines})

include(${CMAKE_CURRENT_LIST_DIR}/library.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/documents.cmake)

# After all that they could lead to.
install(CODE "execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND
  \"${CMAKE_CURRENT_LIST_DIR}/links.sh\"
  \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}\")" COMPONENT program)

if(BUILD_TESTING)
  foreach(test documents release)
    add_test(NAME harness.${test}
      COMMAND ${CMAKE_CURRENT_LIST_DIR}/tests/${test}.sh ${PROJECT_SOURCE_DIR})
  endforeach()
  add_test(NAME harness.deb-nightly CONFIGURATIONS nightly
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/tests/deb.sh ${PROJECT_SOURCE_DIR})
  set_tests_properties(harness.deb-nightly PROPERTIES LABELS nightly SKIP_RETURN_CODE 77
    TIMEOUT 7200)
endif()

# What is built with sanitizers or for coverage cannot be linked without them.
if(BUILD_TESTING AND NOT HALFSTEP_SANITIZE AND NOT HALFSTEP_COVERAGE AND NOT HALFSTEP_FUZZ)
  add_test(NAME harness.install COMMAND ${CMAKE_CURRENT_LIST_DIR}/tests/install.sh
    ${CMAKE_COMMAND} ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR} ${CMAKE_C_COMPILER})
  set_tests_properties(harness.install PROPERTIES TIMEOUT 300 COST 100)
endif()
