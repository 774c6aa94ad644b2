# Other people's integrators in one process with ours, through their adapters (linked.h): GSL's
# always, SUNDIALS' where its packages are found; Simbody's is the plug-in (simbody.cmake).
set(adapters ${CMAKE_CURRENT_SOURCE_DIR}/plugin/adapters)
target_sources(harness PRIVATE ${adapters}/adapter.c ${adapters}/gsl.c)
target_include_directories(harness PRIVATE ${PROJECT_SOURCE_DIR}/harness/plugin)
set(peers_have "")

foreach(part arkode ida sunnonlinsolfixedpoint)
  find_library(SUNDIALS_${part} sundials_${part})
endforeach()
if(TARGET sundials AND SUNDIALS_sunnonlinsolfixedpoint)
  target_sources(harness PRIVATE ${adapters}/cvode.c ${adapters}/sundials_system.c)
  target_link_libraries(harness PUBLIC ${SUNDIALS_sunnonlinsolfixedpoint})
  list(APPEND peers_have PEERS_HAVE_CVODE)
endif()
# The names of ARKODE's tables are those of version 6.4.
set(arkode_version "")
if(peers_have AND SUNDIALS_arkode AND SUNDIALS_ida)
  file(STRINGS ${SUNDIALS_INCLUDE}/sundials/sundials_config.h arkode_version
    REGEX "define SUNDIALS_VERSION_MINOR +([4-9]|[0-9][0-9])")
endif()
if(arkode_version)
  target_sources(harness PRIVATE ${adapters}/arkode.c ${adapters}/ida.c)
  target_link_libraries(harness PUBLIC ${SUNDIALS_arkode} ${SUNDIALS_ida})
  list(APPEND peers_have PEERS_HAVE_SUNDIALS)
endif()

if(TARGET plugin_simbody)
  list(APPEND peers_have PEERS_HAVE_SIMBODY)
  add_dependencies(harness plugin_simbody)
endif()
set_source_files_properties(plugin/linked/peers.c PROPERTIES
  COMPILE_DEFINITIONS "${peers_have}")
