# libhalfstep-fast-bdf, shared: backward differentiation formulas on SUNDIALS. It has what it needs of fast's
# inner functions in itself, and lets nothing be seen but what bdf.h declares, and the entry of
# integrator.h. Adds to the target halfstep-installed. Included where fast_bdf is built.
set(bdf_names ${library_folder}/bdf-names.txt)
set(bdf_script ${library_folder}/bdf-names.map)
add_custom_command(OUTPUT ${bdf_names} ${bdf_script}
  COMMAND ${CMAKE_COMMAND} "-DHEADERS=${fast_folder}/bdf.h" -DMORE=integrator_of_bdf
    -DNAMES=${bdf_names} -DSCRIPT=${bdf_script} -DVERSION=HALFSTEP_FAST_BDF_${fast_interface}
    -P ${CMAKE_CURRENT_LIST_DIR}/names.cmake
  DEPENDS ${fast_folder}/bdf.h ${CMAKE_CURRENT_LIST_DIR}/names.cmake VERBATIM)
add_custom_target(halfstep-fast-bdf-names DEPENDS ${bdf_names} ${bdf_script})

add_library(halfstep-fast-bdf SHARED $<TARGET_OBJECTS:fast_bdf>)
add_library(Halfstep::fast_bdf ALIAS halfstep-fast-bdf)
add_dependencies(halfstep-fast-bdf halfstep-fast-bdf-names)
set_target_properties(halfstep-fast-bdf PROPERTIES EXPORT_NAME fast_bdf
  VERSION ${fast_interface}.${PROJECT_VERSION_MINOR}.${PROJECT_VERSION_PATCH} SOVERSION ${fast_interface}
  LINKER_LANGUAGE C LINK_DEPENDS ${bdf_script} LIBRARY_OUTPUT_DIRECTORY ${library_folder})
get_target_property(sundials_libraries sundials INTERFACE_LINK_LIBRARIES)
target_link_libraries(halfstep-fast-bdf PRIVATE $<BUILD_INTERFACE:fast> ${sundials_libraries}
  INTERFACE halfstep-fast-shared)
target_link_options(halfstep-fast-bdf PRIVATE "-Wl,--version-script=${bdf_script}")

add_dependencies(halfstep-installed halfstep-fast-bdf)
install(TARGETS halfstep-fast-bdf EXPORT HalfstepTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
install(FILES ${fast_folder}/bdf.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/halfstep/fast
  COMPONENT development)
