# Other people's integrators beside ours in one process: GSL's always, SUNDIALS' and Simbody's
# where their packages are found. The names of ARKODE's tables are those of version 6.4.
foreach(part arkode ida sunnonlinsolfixedpoint)
  find_library(SUNDIALS_${part} sundials_${part})
endforeach()
set(peers_version "")
if(TARGET sundials AND SUNDIALS_arkode AND SUNDIALS_ida AND SUNDIALS_sunnonlinsolfixedpoint)
  file(STRINGS ${SUNDIALS_INCLUDE}/sundials/sundials_config.h peers_version
    REGEX "define SUNDIALS_VERSION_MINOR +([4-9]|[0-9][0-9])")
endif()
if(peers_version)
  target_sources(harness PRIVATE speed/peers/peer_vectors.c speed/peers/peer_cvode_run.c
    speed/peers/peer_arkode_run.c speed/peers/peer_ida_run.c)
  target_link_libraries(harness PUBLIC ${SUNDIALS_arkode} ${SUNDIALS_ida}
    ${SUNDIALS_sunnonlinsolfixedpoint})
else()
  target_sources(harness PRIVATE speed/peers/peer_sundials_missing.c)
endif()

if(TARGET peer_simbody)
  add_library(simbody_integrators MODULE speed/peers/simbody_integrators.cpp)
  set_target_properties(simbody_integrators PROPERTIES PREFIX "" CXX_STANDARD 11
    CXX_EXTENSIONS OFF)
  target_include_directories(simbody_integrators PRIVATE
    ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/harness/plugin
    ${PROJECT_SOURCE_DIR}/harness/plugin/adapters)
  target_include_directories(simbody_integrators SYSTEM PRIVATE ${Simbody_INCLUDE_DIR})
  target_compile_definitions(simbody_integrators PRIVATE
    SIMBODY_VERSION="${Simbody_VERSION}")
  target_compile_options(simbody_integrators PRIVATE -O2 -Wall -Wextra
    ${HALFSTEP_SIMBODY_FLAGS})
  target_link_libraries(simbody_integrators PRIVATE SimTKmath SimTKcommon)
  add_dependencies(harness simbody_integrators)
  set_source_files_properties(speed/peers/peer_simbody_run.c PROPERTIES COMPILE_DEFINITIONS
    "SIMBODY_INTEGRATORS_LIBRARY=\"$<TARGET_FILE:simbody_integrators>\"")
endif()

# Packages of Python run as programs that stay where they are.
set_source_files_properties(speed/peers/peers_program.c PROPERTIES
  COMPILE_DEFINITIONS "PEERS_PROGRAMS=\"${PROJECT_SOURCE_DIR}/harness/speed/peers\"")
