# Other people's integrators behind halfstep_integrator.h: GSL's, and where their packages are
# found SUNDIALS' and Simbody's, as shared libraries beside those of plugin.cmake.
halfstep_plugin(gsl plugin/adapters/gsl.c plugin/adapters/adapter.c)
target_link_libraries(plugin_gsl PRIVATE GSL::gsl)

if(TARGET sundials)
  halfstep_plugin(cvode plugin/adapters/cvode.c plugin/adapters/adapter.c
    plugin/adapters/sundials_system.c)
  target_link_libraries(plugin_cvode PRIVATE sundials)
endif()

# The names of ARKODE's tables are those of version 6.4.
find_library(SUNDIALS_arkode sundials_arkode)
set(arkode_version "")
if(TARGET sundials AND SUNDIALS_arkode)
  file(STRINGS ${SUNDIALS_INCLUDE}/sundials/sundials_config.h arkode_version
    REGEX "define SUNDIALS_VERSION_MINOR +([4-9]|[0-9][0-9])")
endif()
if(arkode_version)
  halfstep_plugin(arkode plugin/adapters/arkode.c plugin/adapters/adapter.c
    plugin/adapters/sundials_system.c)
  target_link_libraries(plugin_arkode PRIVATE sundials ${SUNDIALS_arkode})
else()
  message(STATUS "No adapter for ARKODE: SUNDIALS 6.4 not found (libsundials-dev)")
endif()

# Simbody is C++, which nothing else here needs.
find_package(Simbody 3.7 CONFIG QUIET)
if(Simbody_FOUND)
  include(CheckLanguage)
  check_language(CXX)
endif()
if(Simbody_FOUND AND CMAKE_CXX_COMPILER)
  enable_language(CXX)
  add_library(plugin_simbody MODULE plugin/adapters/simbody.cpp)
  set_target_properties(plugin_simbody PROPERTIES PREFIX "" OUTPUT_NAME simbody
    CXX_STANDARD 11 CXX_EXTENSIONS OFF LIBRARY_OUTPUT_DIRECTORY ${plugins_folder})
  target_include_directories(plugin_simbody PRIVATE ${PROJECT_SOURCE_DIR}/harness/plugin)
  # As Debian's library is built: with assertions.
  target_compile_options(plugin_simbody PRIVATE -O2 -Wall -Wextra -UNDEBUG)
  target_link_libraries(plugin_simbody PRIVATE SimTKmath SimTKcommon)
else()
  message(STATUS "No adapter for Simbody: not found (libsimbody-dev, a C++ compiler)")
endif()
