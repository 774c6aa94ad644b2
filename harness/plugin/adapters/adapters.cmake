# Other people's integrators behind halfstep_integrator.h: GSL's, and where its packages are found
# SUNDIALS', as shared libraries beside those of plugin.cmake; Simbody's is made in simbody.cmake.

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
