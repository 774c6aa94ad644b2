# Boost's steppers as the plug-in odeint.so, where its headers and a C++ compiler are; for tests and
# by name alone, since it takes some seconds to compile.
find_path(ODEINT_FOLDER boost/numeric/odeint.hpp)
mark_as_advanced(ODEINT_FOLDER)
if(ODEINT_FOLDER)
  include(CheckLanguage)
  check_language(CXX)
endif()
if(ODEINT_FOLDER AND CMAKE_CXX_COMPILER)
  enable_language(CXX)
  add_library(plugin_odeint MODULE EXCLUDE_FROM_ALL plugin/adapters/odeint.cpp)
  set_target_properties(plugin_odeint PROPERTIES PREFIX "" OUTPUT_NAME odeint
    CXX_STANDARD 17 CXX_EXTENSIONS OFF LIBRARY_OUTPUT_DIRECTORY ${plugins_folder})
  target_include_directories(plugin_odeint PRIVATE ${PROJECT_SOURCE_DIR}/harness/plugin)
  target_include_directories(plugin_odeint SYSTEM PRIVATE ${ODEINT_FOLDER})
  target_compile_options(plugin_odeint PRIVATE -O1 -Wall -Wextra)
else()
  message(STATUS "No adapter for Boost's odeint: not found (libboost-dev, a C++ compiler)")
endif()
