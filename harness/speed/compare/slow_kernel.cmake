# A library of benchmarks with one kernel slowed: the dense solve of five to sixteen
# unknowns stores a number some times more. For the tests of `compare`, and for trying it by hand.

set(slow_text "case 16: fast_dense_solve_panels(n, factors, permutation, b, x); break;")
set(slow_replacement "case 16: {
        static volatile int spare;
        for (int i = 0; i < 20; i++)
            spare = spare + i;
        fast_dense_solve_panels(n, factors, permutation, b, x);
        break;
    }")
set(slow_source ${PROJECT_SOURCE_DIR}/fast/linear/dense.c)
set(slow_copy ${CMAKE_CURRENT_BINARY_DIR}/slow_kernel/dense.c)
file(READ ${slow_source} slow_code)
string(REPLACE "${slow_text}" "${slow_replacement}" slow_faulty "${slow_code}")
if(slow_faulty STREQUAL slow_code)
  message(FATAL_ERROR "slow kernel: no '${slow_text}' in fast/linear/dense.c")
endif()
file(CONFIGURE OUTPUT ${slow_copy} CONTENT "@slow_faulty@" @ONLY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${slow_source})

# The faulty source stands before the library in the linker's line, which leaves the right one
# out.
add_library(halfstep-benchmarks-slow MODULE EXCLUDE_FROM_ALL speed/benchmarks/padding.S
  $<TARGET_OBJECTS:benchmark-pieces> ${slow_copy})
target_compile_definitions(halfstep-benchmarks-slow PRIVATE HALFSTEP_PADDING=0)
target_link_libraries(halfstep-benchmarks-slow PRIVATE harness fast)
target_link_options(halfstep-benchmarks-slow PRIVATE
  -Wl,-Bsymbolic -Wl,--exclude-libs,ALL -Wl,-z,now)

# It is compiled as the right one is.
get_target_property(slow_options fast COMPILE_OPTIONS)
get_target_property(slow_definitions fast COMPILE_DEFINITIONS)
get_source_file_property(slow_own ${slow_source} DIRECTORY ${PROJECT_SOURCE_DIR}/fast
  COMPILE_OPTIONS)
foreach(options slow_options slow_definitions slow_own)
  if(NOT ${options})
    set(${options})
  endif()
endforeach()
set_source_files_properties(${slow_copy} PROPERTIES
  COMPILE_OPTIONS "${slow_options};${slow_own}" COMPILE_DEFINITIONS "${slow_definitions}")
