# The library of benchmarks, in four links that differ by what stands before the code, and the
# program that measures with it.
set(benchmark_header ${CMAKE_CURRENT_BINARY_DIR}/include/harness/speed/benchmarks/benchmark_build.h)
set(benchmark_compiler "${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}")
set(HALFSTEP_COMMIT "" CACHE STRING
  "The commit that the sources are of, where they stand outside of their repository")
add_custom_target(benchmark-build BYPRODUCTS ${benchmark_header}
  COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DHEADER=${benchmark_header}
    -DVERSION=${PROJECT_VERSION} "-DCOMPILER=${benchmark_compiler}"
    "-DFLAGS=${CMAKE_C_FLAGS}" "-DCOMMIT=${HALFSTEP_COMMIT}" -P ${CMAKE_CURRENT_SOURCE_DIR}/speed/benchmarks/benchmark_build.cmake
  COMMENT "" VERBATIM)

add_library(benchmark-pieces OBJECT speed/benchmarks/benchmark_library.c)
target_include_directories(benchmark-pieces PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/include)
target_link_libraries(benchmark-pieces PRIVATE harness fast)
add_dependencies(benchmark-pieces benchmark-build)

add_custom_target(halfstep-benchmarks)
# Bytes before the code: another quarter of a cache line each, and another of a page.
set(benchmark_paddings 0 1040 2080 3120)
set(position 0)
foreach(padding ${benchmark_paddings})
  set(library halfstep-benchmarks-${position})
  add_library(${library} MODULE speed/benchmarks/padding.S $<TARGET_OBJECTS:benchmark-pieces>)
  target_compile_definitions(${library} PRIVATE HALFSTEP_PADDING=${padding})
  target_link_libraries(${library} PRIVATE harness fast)
  # Two libraries in one process keep to themselves.
  target_link_options(${library} PRIVATE -Wl,-Bsymbolic -Wl,--exclude-libs,ALL -Wl,-z,now)
  add_dependencies(halfstep-benchmarks ${library})
  math(EXPR position "${position} + 16")
endforeach()

add_executable(halfstep-benchmark speed/benchmarks/benchmark_main.c speed/benchmarks/benchmark_count.c
  speed/benchmarks/benchmark_measure.c speed/benchmarks/loaded.c)
target_link_libraries(halfstep-benchmark PRIVATE harness fast ${CMAKE_DL_LIBS})
add_dependencies(halfstep-benchmark halfstep-benchmarks)
