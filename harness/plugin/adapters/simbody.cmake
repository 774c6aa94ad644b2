# Simbody's integrators and its time stepper, in one shared library: the plug-in simbody.so, which
# is loaded for comparisons of speed, too, so that nothing else is linked with C++.
# HALFSTEP_SIMBODY=OFF leaves it out; a library that was built without assertions, unlike Debian's,
# wants HALFSTEP_SIMBODY_FLAGS=-DNDEBUG.
option(HALFSTEP_SIMBODY "Bind Simbody, where it is found" ON)
set(HALFSTEP_SIMBODY_FLAGS -UNDEBUG CACHE STRING "How the installed Simbody was compiled")
if(HALFSTEP_SIMBODY)
  find_package(Simbody 3.7 CONFIG QUIET)
endif()
if(HALFSTEP_SIMBODY AND Simbody_FOUND)
  include(CheckLanguage)
  check_language(CXX)
endif()
if(HALFSTEP_SIMBODY AND Simbody_FOUND AND CMAKE_CXX_COMPILER)
  enable_language(CXX)
  add_library(plugin_simbody MODULE plugin/adapters/simbody.cpp engines/simbody_stack.cpp
    $<TARGET_OBJECTS:engine_common>)
  set_target_properties(plugin_simbody PROPERTIES PREFIX "" OUTPUT_NAME simbody
    CXX_STANDARD 17 CXX_EXTENSIONS OFF
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/plugins)
  target_include_directories(plugin_simbody PRIVATE ${PROJECT_SOURCE_DIR}/harness/plugin
    ${PROJECT_SOURCE_DIR}/harness/plugin/adapters ${PROJECT_SOURCE_DIR}/harness/engines)
  target_include_directories(plugin_simbody SYSTEM PRIVATE ${Simbody_INCLUDE_DIR})
  target_compile_definitions(plugin_simbody PRIVATE SIMBODY_VERSION="${Simbody_VERSION}")
  target_compile_options(plugin_simbody PRIVATE -O2 -Wall -Wextra ${HALFSTEP_SIMBODY_FLAGS})
  target_link_libraries(plugin_simbody PRIVATE SimTKsimbody SimTKmath SimTKcommon)
else()
  message(STATUS "No Simbody: not found (libsimbody-dev, a C++ compiler)")
endif()
