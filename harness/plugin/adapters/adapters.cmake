# Other people's integrators behind halfstep_integrator.h: GSL's, and where their packages are
# found SUNDIALS' and Simbody's, as shared libraries beside those of plugin.cmake.

# halfstep_adapter(name sources...): plugins/name.so, whose table is adapter_name.
function(halfstep_adapter name)
  list(TRANSFORM ARGN PREPEND plugin/adapters/)
  halfstep_plugin(${name} plugin/adapters/${name}.c plugin/adapters/adapter.c
    plugin/adapters/adapter_entry.c ${ARGN})
  target_compile_definitions(plugin_${name} PRIVATE ADAPTER=adapter_${name})
endfunction()

halfstep_adapter(gsl)
target_link_libraries(plugin_gsl PRIVATE GSL::gsl)

if(TARGET sundials AND SUNDIALS_sunnonlinsolfixedpoint)
  halfstep_adapter(cvode sundials_system.c)
  target_link_libraries(plugin_cvode PRIVATE sundials ${SUNDIALS_sunnonlinsolfixedpoint})
endif()

if(arkode_version)
  halfstep_adapter(arkode sundials_system.c)
  target_link_libraries(plugin_arkode PRIVATE sundials ${SUNDIALS_arkode})
else()
  message(STATUS "No adapter for ARKODE: SUNDIALS 6.4 not found (libsundials-dev)")
endif()

# Simbody is C++, which nothing else here needs.
if(TARGET peer_simbody)
  add_library(plugin_simbody MODULE plugin/adapters/simbody.cpp)
  set_target_properties(plugin_simbody PROPERTIES PREFIX "" OUTPUT_NAME simbody
    CXX_STANDARD 11 CXX_EXTENSIONS OFF LIBRARY_OUTPUT_DIRECTORY ${plugins_folder})
  target_include_directories(plugin_simbody PRIVATE ${PROJECT_SOURCE_DIR}/harness/plugin)
  target_include_directories(plugin_simbody SYSTEM PRIVATE ${Simbody_INCLUDE_DIR})
  target_compile_definitions(plugin_simbody PRIVATE SIMBODY_VERSION="${Simbody_VERSION}")
  # As the library is built: Debian's with assertions.
  target_compile_options(plugin_simbody PRIVATE -O2 -Wall -Wextra ${HALFSTEP_SIMBODY_FLAGS})
  target_link_libraries(plugin_simbody PRIVATE SimTKmath SimTKcommon)
else()
  message(STATUS "No adapter for Simbody: not found (libsimbody-dev, a C++ compiler)")
endif()
