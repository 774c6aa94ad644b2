# libhalfstep-fast, shared and static: the objects of fast with nothing to be seen of them but what
# the public headers declare. Adds to the target halfstep-installed.
set(fast_folder ${PROJECT_SOURCE_DIR}/fast)
# Backward differentiation formulas are a library of their own, on SUNDIALS.
file(GLOB public_headers CONFIGURE_DEPENDS ${fast_folder}/*.h)
list(FILTER public_headers EXCLUDE REGEX "/bdf\\.h$")
list(SORT public_headers)

# Raised when a program that is linked with the library must be compiled anew.
set(fast_interface 0)

# ---- The public names, one per line and as the linker's version script.
set(library_folder ${PROJECT_BINARY_DIR}/harness/packaging)
set(public_names ${library_folder}/names.txt)
set(version_script ${library_folder}/names.map)
add_custom_command(OUTPUT ${public_names} ${version_script}
  COMMAND ${CMAKE_COMMAND} "-DHEADERS=${public_headers}" -DNAMES=${public_names}
    -DSCRIPT=${version_script} -DVERSION=HALFSTEP_FAST_${fast_interface}
    -P ${CMAKE_CURRENT_LIST_DIR}/names.cmake
  DEPENDS ${public_headers} ${CMAKE_CURRENT_LIST_DIR}/names.cmake VERBATIM)
add_custom_target(halfstep-fast-names DEPENDS ${public_names} ${version_script})

# ---- Shared.
add_library(halfstep-fast-shared SHARED $<TARGET_OBJECTS:fast>)
add_library(Halfstep::fast ALIAS halfstep-fast-shared)
add_dependencies(halfstep-fast-shared halfstep-fast-names)
set_target_properties(halfstep-fast-shared PROPERTIES OUTPUT_NAME halfstep-fast
  EXPORT_NAME fast VERSION ${fast_interface}.${PROJECT_VERSION_MINOR}.${PROJECT_VERSION_PATCH} SOVERSION ${fast_interface}
  LINKER_LANGUAGE C LINK_DEPENDS ${version_script}
  LIBRARY_OUTPUT_DIRECTORY ${library_folder})
target_include_directories(halfstep-fast-shared INTERFACE
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/halfstep>)
get_target_property(fast_needs fast LINK_LIBRARIES)
# Whoever writes a system of its own needs libm for it.
target_link_libraries(halfstep-fast-shared PRIVATE ${fast_needs} INTERFACE m)
target_link_options(halfstep-fast-shared PRIVATE "-Wl,--version-script=${version_script}")
if(NOT HALFSTEP_SANITIZE)
  target_link_options(halfstep-fast-shared PRIVATE -Wl,--no-undefined)
endif()

# ---- Static: one object, in which all names but the public ones are local.
set(whole_object ${library_folder}/halfstep-fast.o)
set(static_library ${library_folder}/libhalfstep-fast.a)
add_custom_command(OUTPUT ${static_library}
  COMMAND ${CMAKE_LINKER} -r -o ${whole_object} --whole-archive $<TARGET_FILE:fast>
  COMMAND ${CMAKE_OBJCOPY} --keep-global-symbols=${public_names} ${whole_object}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${static_library}
  COMMAND ${CMAKE_AR} rcsD ${static_library} ${whole_object}
  DEPENDS fast ${public_names} VERBATIM)
add_custom_target(halfstep-fast-static DEPENDS ${static_library})

# ---- Installed.
add_dependencies(halfstep-installed halfstep-fast-shared halfstep-fast-static)
install(TARGETS halfstep-fast-shared EXPORT HalfstepTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
  NAMELINK_COMPONENT development)
install(FILES ${static_library} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(FILES ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/halfstep/fast
  COMPONENT development)
install(FILES ${PROJECT_SOURCE_DIR}/harness/plugin/halfstep_integrator.h
  ${PROJECT_SOURCE_DIR}/harness/plugin/halfstep_engine.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/halfstep COMPONENT development)

# ---- For CMake: find_package(Halfstep), Halfstep::fast and Halfstep::fast_static.
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Halfstep)
set(fast_has_klu OFF)
set(private_libraries "-lpthread -lm")
if(KLU_INCLUDE_DIR AND KLU_LIBRARY)
  set(fast_has_klu ON)
  set(private_libraries "-lklu -lbtf -lamd -lcolamd -lsuitesparseconfig -lpthread -lm")
endif()
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/HalfstepConfig.cmake.in
  ${library_folder}/HalfstepConfig.cmake INSTALL_DESTINATION ${package_folder}
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${library_folder}/HalfstepConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(EXPORT HalfstepTargets NAMESPACE Halfstep:: DESTINATION ${package_folder}
  COMPONENT development)
install(FILES ${library_folder}/HalfstepConfig.cmake
  ${library_folder}/HalfstepConfigVersion.cmake DESTINATION ${package_folder}
  COMPONENT development)

if(TARGET fast_bdf)
  include(${CMAKE_CURRENT_LIST_DIR}/library_bdf.cmake)
endif()

# ---- For pkg-config, which knows where its file is.
file(RELATIVE_PATH up_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" up_to_prefix ${up_to_prefix})
configure_file(${CMAKE_CURRENT_LIST_DIR}/halfstep-fast.pc.in
  ${library_folder}/halfstep-fast.pc @ONLY)
install(FILES ${library_folder}/halfstep-fast.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
if(TARGET fast_bdf)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/halfstep-fast-bdf.pc.in
    ${library_folder}/halfstep-fast-bdf.pc @ONLY)
  install(FILES ${library_folder}/halfstep-fast-bdf.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endif()
