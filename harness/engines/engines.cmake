# Whole engines behind halfstep_integrator.h, each a shared library beside those of plugin.cmake where
# its package is found.

# halfstep_engine(name source libraries...): plugins/name.so, whose table is engine_name.
function(halfstep_engine name source)
  halfstep_plugin(${name} engines/${source} engines/engine.c engines/engine_settings.c
    engines/mechanism.c engines/mechanism_pendulums.c engines/mechanism_tops.c engines/mechanism_contacts.c)
  target_include_directories(plugin_${name} PRIVATE ${PROJECT_SOURCE_DIR}/harness/engines)
  target_compile_definitions(plugin_${name} PRIVATE ENGINE=engine_${name})
  target_link_libraries(plugin_${name} PRIVATE ${ARGN})
endfunction()

# All that there are adapters for, installed or not: what the league looks for, and the tests.
set(engine_names ode)
list(JOIN engine_names " " spoken_names)
set_source_files_properties(league/engines.c PROPERTIES COMPILE_DEFINITIONS
  "ENGINE_NAMES=\"${spoken_names}\"")

pkg_check_modules(ODE IMPORTED_TARGET ode)
if(ODE_FOUND)
  halfstep_engine(ode ode.c PkgConfig::ODE)
  target_compile_definitions(plugin_ode PRIVATE ODE_VERSION="${ODE_VERSION}")
else()
  message(STATUS "No engine ODE: not found (libode-dev)")
endif()
