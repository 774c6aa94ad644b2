# Integrators behind halfstep_integrator.h that come with the project: shared libraries in
# the build tree's harness/plugins.
set(plugins_folder ${CMAKE_CURRENT_BINARY_DIR}/plugins)

add_custom_target(halfstep-plugins)

# halfstep_plugin(name sources...): plugins/name.so.
function(halfstep_plugin name)
  add_library(plugin_${name} MODULE ${ARGN})
  target_link_libraries(plugin_${name} PRIVATE rules m)
  target_include_directories(plugin_${name} PRIVATE ${PROJECT_SOURCE_DIR}/harness/plugin)
  set_target_properties(plugin_${name} PROPERTIES PREFIX "" OUTPUT_NAME ${name}
    LIBRARY_OUTPUT_DIRECTORY ${plugins_folder})
  add_dependencies(halfstep-plugins plugin_${name})
endfunction()

# halfstep_own_plugin(name method): one of fast's methods as a plug-in.
function(halfstep_own_plugin name method)
  halfstep_plugin(${name} plugin/native/native.c)
  target_compile_definitions(plugin_${name} PRIVATE NATIVE_METHOD=${method}
    NATIVE_NAME="${name}")
  target_link_libraries(plugin_${name} PRIVATE fast)
  # It uses the library's functions, and nobody sees them.
  target_link_options(plugin_${name} PRIVATE -Wl,-Bsymbolic -Wl,--exclude-libs,ALL)
endfunction()

halfstep_own_plugin(velocity-implicit-euler FAST_VELOCITY_IMPLICIT_EULER)
halfstep_own_plugin(implicit-euler FAST_IMPLICIT_EULER)
halfstep_plugin(heun plugin/examples/heun.c)

# The same, compiled with the interface of version 1.
if(BUILD_TESTING)
  add_library(plugin_heun_1 MODULE plugin/examples/heun.c)
  target_link_libraries(plugin_heun_1 PRIVATE rules m)
  target_include_directories(plugin_heun_1 PRIVATE tests/plugins/interface_1)
  set_target_properties(plugin_heun_1 PROPERTIES PREFIX "" OUTPUT_NAME heun_1
    LIBRARY_OUTPUT_DIRECTORY ${plugins_folder})
  add_dependencies(halfstep-plugins plugin_heun_1)
  halfstep_plugin(own_bounce tests/plugins/own_bounce.c)
  halfstep_plugin(with_joints tests/plugins/with_joints.c)
  halfstep_plugin(touching tests/plugins/touching.c)
  add_executable(speaking_several tests/plugins/several.c)
  target_link_libraries(speaking_several PRIVATE rules)
  set_target_properties(speaking_several PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${plugins_folder})
  add_dependencies(halfstep-plugins speaking_several)
endif()

# Plug-ins that misbehave, for tests: those that do so by option, and those that do at once.
if(BUILD_TESTING)
  halfstep_plugin(misbehaving tests/plugins/misbehaving.c)
  foreach(variant create_crashes create_hangs create_is_particular create_refuses no_symbol
    no_step no_description)
    halfstep_plugin(misbehaving_${variant} tests/plugins/misbehaving.c)
    string(TOUPPER MISBEHAVE_${variant} definition)
    target_compile_definitions(plugin_misbehaving_${variant} PRIVATE ${definition})
    target_compile_options(plugin_misbehaving_${variant} PRIVATE -Wno-unused-function)
  endforeach()
  halfstep_plugin(misbehaving_version tests/plugins/misbehaving.c)
  target_compile_definitions(plugin_misbehaving_version PRIVATE MISBEHAVE_VERSION=77)
  halfstep_plugin(misbehaving_when_loaded tests/plugins/misbehaving.c)
  halfstep_plugin(misbehaving_flushes tests/plugins/misbehaving.c)
  target_compile_definitions(plugin_misbehaving_flushes PRIVATE MISBEHAVE_FLUSHES_WHEN_LOADED)
  foreach(variant when_loaded flushes)
    target_link_options(plugin_misbehaving_${variant} PRIVATE
      -Wl,-init,misbehave_when_loaded)
  endforeach()
endif()
