# Whole engines behind halfstep_integrator.h, each a shared library beside those of plugin.cmake where
# its package is found.

set(mechanism_sources engines/mechanism.c)
foreach(part make balls bricks components pendulums planar sleeves tops)
  list(APPEND mechanism_sources engines/mechanism_${part}.c)
endforeach()

# What they have in common is compiled once.
add_library(engine_common OBJECT engines/engine_settings.c engines/frame.c ${mechanism_sources})
set_target_properties(engine_common PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_include_directories(engine_common PRIVATE ${PROJECT_SOURCE_DIR}/harness/plugin
  ${PROJECT_SOURCE_DIR}/harness/engines)
target_link_libraries(engine_common PRIVATE rules)

# All of them.
add_custom_target(halfstep-engines)

# halfstep_engine(name source libraries...): plugins/name.so, whose table is engine_name.
function(halfstep_engine name source)
  halfstep_plugin(${name} engines/${source} engines/engine.c $<TARGET_OBJECTS:engine_common>)
  target_include_directories(plugin_${name} PRIVATE ${PROJECT_SOURCE_DIR}/harness/engines)
  target_compile_definitions(plugin_${name} PRIVATE ENGINE=engine_${name})
  add_dependencies(halfstep-engines plugin_${name})
  target_link_libraries(plugin_${name} PRIVATE ${ARGN})
endfunction()

# halfstep_engine_cxx(name source standard libraries...): the same, of a source in C++.
function(halfstep_engine_cxx name source standard)
  add_library(engine_${name} OBJECT engines/${source})
  set_target_properties(engine_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON
    CXX_STANDARD ${standard} CXX_EXTENSIONS OFF)
  target_include_directories(engine_${name} PRIVATE ${PROJECT_SOURCE_DIR}/harness/plugin
    ${PROJECT_SOURCE_DIR}/harness/engines)
  # A table leaves out what it has not, as in C.
  target_compile_options(engine_${name} PRIVATE -O2 -Wall -Wextra -Wno-missing-field-initializers
    -ffp-contract=off)
  target_link_libraries(engine_${name} PRIVATE ${ARGN})
  halfstep_engine(${name} engine.c ${ARGN})
  target_sources(plugin_${name} PRIVATE $<TARGET_OBJECTS:engine_${name}>)
  set_target_properties(plugin_${name} PROPERTIES LINKER_LANGUAGE CXX)
endfunction()

include(CheckLanguage)
check_language(CXX)
if(CMAKE_CXX_COMPILER)
  enable_language(CXX)
endif()

# All that there are adapters for, installed or not: what the league looks for, and the tests.
set(engine_names ode box2d chipmunk bullet bullet_multibody dart simbody_bodies simbody_compliant siconos mujoco drake)
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

pkg_check_modules(BOX2D IMPORTED_TARGET box2d>=2.4)
if(BOX2D_FOUND AND CMAKE_CXX_COMPILER)
  halfstep_engine_cxx(box2d box2d.cpp 20 PkgConfig::BOX2D)
  target_compile_definitions(engine_box2d PRIVATE BOX2D_VERSION="${BOX2D_VERSION}")
else()
  message(STATUS "No engine Box2D: not found (libbox2d-dev, a C++ compiler)")
endif()

# Chipmunk has no file for pkg-config.
find_path(CHIPMUNK_INCLUDE_DIR chipmunk/chipmunk.h)
find_library(CHIPMUNK_LIBRARY chipmunk)
mark_as_advanced(CHIPMUNK_INCLUDE_DIR CHIPMUNK_LIBRARY)
if(CHIPMUNK_INCLUDE_DIR AND CHIPMUNK_LIBRARY)
  halfstep_engine(chipmunk chipmunk.c ${CHIPMUNK_LIBRARY})
  target_include_directories(plugin_chipmunk SYSTEM PRIVATE ${CHIPMUNK_INCLUDE_DIR})
else()
  message(STATUS "No engine Chipmunk: not found (libchipmunk-dev)")
endif()

pkg_check_modules(BULLET IMPORTED_TARGET bullet)
if(BULLET_FOUND AND CMAKE_CXX_COMPILER)
  halfstep_engine_cxx(bullet bullet.cpp 20 PkgConfig::BULLET)
  halfstep_engine_cxx(bullet_multibody bullet_multibody.cpp 20 PkgConfig::BULLET)
  foreach(name bullet bullet_multibody)
    target_compile_definitions(engine_${name} PRIVATE BULLET_VERSION="${BULLET_VERSION}")
  endforeach()
else()
  message(STATUS "No engine Bullet: not found (libbullet-dev, a C++ compiler)")
endif()

# Its flags for pkg-config name a standard of C++, which files in C do not have.
pkg_check_modules(DART dart>=6.9)
if(DART_FOUND AND CMAKE_CXX_COMPILER)
  halfstep_engine_cxx(dart dart.cpp 17 ${DART_LINK_LIBRARIES})
  target_include_directories(engine_dart SYSTEM PRIVATE ${DART_INCLUDE_DIRS})
else()
  message(STATUS "No engine DART: not found (libdart-dev, a C++ compiler)")
endif()

if(TARGET plugin_simbody)
  foreach(name simbody_bodies simbody_compliant)
    halfstep_engine_cxx(${name} ${name}.cpp 17 SimTKsimbody SimTKmath SimTKcommon)
    target_include_directories(engine_${name} SYSTEM PRIVATE ${Simbody_INCLUDE_DIR})
    target_compile_definitions(engine_${name} PRIVATE SIMBODY_VERSION="${Simbody_VERSION}")
    target_compile_options(engine_${name} PRIVATE ${HALFSTEP_SIMBODY_FLAGS})
  endforeach()
else()
  message(STATUS "No engine Simbody: not found (libsimbody-dev, a C++ compiler)")
endif()

# Its flags are in no file for pkg-config, and its CMake package asks for more than is used here.
find_path(SICONOS_INCLUDE_DIR siconos/kernel/SiconosKernel.hpp)
find_library(SICONOS_KERNEL_LIBRARY siconos_kernel)
find_library(SICONOS_MECHANICS_LIBRARY siconos_mechanics)
find_library(SICONOS_NUMERICS_LIBRARY siconos_numerics)
mark_as_advanced(SICONOS_INCLUDE_DIR SICONOS_KERNEL_LIBRARY SICONOS_MECHANICS_LIBRARY
  SICONOS_NUMERICS_LIBRARY)
if(SICONOS_INCLUDE_DIR AND SICONOS_MECHANICS_LIBRARY AND CMAKE_CXX_COMPILER)
  halfstep_engine_cxx(siconos siconos.cpp 17 ${SICONOS_MECHANICS_LIBRARY} ${SICONOS_KERNEL_LIBRARY}
    ${SICONOS_NUMERICS_LIBRARY})
  foreach(part "" kernel mechanics numerics)
    target_include_directories(engine_siconos SYSTEM PRIVATE ${SICONOS_INCLUDE_DIR}/siconos/${part})
  endforeach()
  # No header tells the version; the name of the library does, in its major part, and the package.
  execute_process(COMMAND dpkg-query -W -f "\${source:Upstream-Version}" libsiconos-kernel-dev
    OUTPUT_VARIABLE siconos_version ERROR_QUIET)
  string(REGEX MATCH "^[0-9.]*" siconos_version "${siconos_version}")
  target_compile_definitions(engine_siconos PRIVATE SICONOS_VERSION="${siconos_version}")
else()
  message(STATUS "No engine Siconos: not found (libsiconos-mechanics-dev, a C++ compiler)")
endif()

# MuJoCo comes as a Python package, with its header and library in it.
find_program(PYTHON3 python3)
mark_as_advanced(PYTHON3)
set(find_mujoco "import importlib.util as u; print(u.find_spec('mujoco').submodule_search_locations[0])")
if(PYTHON3)
  execute_process(COMMAND ${PYTHON3} -c "${find_mujoco}" OUTPUT_VARIABLE mujoco_folder
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(GLOB mujoco_library "${mujoco_folder}/libmujoco.so*")
if(mujoco_library AND EXISTS "${mujoco_folder}/include/mujoco/mujoco.h")
  list(GET mujoco_library 0 mujoco_library)
  halfstep_engine(mujoco mujoco.c ${mujoco_library})
  target_sources(plugin_mujoco PRIVATE engines/mujoco_scene.c)
  target_include_directories(plugin_mujoco SYSTEM PRIVATE ${mujoco_folder}/include)
else()
  message(STATUS "No engine MuJoCo: not found (pip install mujoco)")
endif()

# Drake, too; its world is a process of that interpreter, which starts at once where it is named itself.
set(find_drake "import sys, importlib.metadata as m, pydrake; print(m.version('drake') + ';' + sys.executable)")
if(PYTHON3)
  execute_process(COMMAND ${PYTHON3} -c "${find_drake}" OUTPUT_VARIABLE drake_found
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(drake_found)
  list(GET drake_found 0 drake_version)
  list(GET drake_found 1 drake_python)
  halfstep_engine(drake drake.c)
  target_compile_definitions(plugin_drake PRIVATE DRAKE_VERSION="${drake_version}"
    DRAKE_PYTHON="${drake_python}" DRAKE_WORLD="${CMAKE_CURRENT_SOURCE_DIR}/engines/drake_world.py")
else()
  message(STATUS "No engine Drake: not found (pip install drake)")
endif()
