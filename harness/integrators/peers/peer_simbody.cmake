# Simbody's time stepper beside ours: a shared library, which is loaded when it is asked for, so
# that nothing else is linked with C++. HALFSTEP_SIMBODY=OFF leaves it out; a library that was
# built without assertions, unlike Debian's, wants HALFSTEP_SIMBODY_FLAGS=-DNDEBUG.
option(HALFSTEP_SIMBODY "Time Simbody beside the stepper with contacts, where it is found" ON)
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
  add_library(peer_simbody MODULE engines/simbody_stack.cpp)
  set_target_properties(peer_simbody PROPERTIES PREFIX "" CXX_STANDARD 17
    CXX_EXTENSIONS OFF)
  target_include_directories(peer_simbody PRIVATE ${PROJECT_SOURCE_DIR}/harness/integrators/peers
    ${PROJECT_SOURCE_DIR}/harness/engines ${PROJECT_SOURCE_DIR}/harness/plugin)
  target_compile_definitions(peer_simbody PRIVATE SIMBODY_VERSION="${Simbody_VERSION}")
  target_include_directories(peer_simbody SYSTEM PRIVATE ${Simbody_INCLUDE_DIR})
  target_compile_options(peer_simbody PRIVATE -O2 -Wall -Wextra ${HALFSTEP_SIMBODY_FLAGS})
  target_link_libraries(peer_simbody PRIVATE SimTKsimbody SimTKmath SimTKcommon)
  add_dependencies(harness peer_simbody)
  set_source_files_properties(integrators/peers/peer_simbody.c PROPERTIES
    COMPILE_DEFINITIONS "PEER_SIMBODY_LIBRARY=\"$<TARGET_FILE:peer_simbody>\"")
else()
  message(STATUS "No times of Simbody: not found (libsimbody-dev, a C++ compiler)")
endif()
