# Instructions are counted by callgrind, if the header that talks to it is there.
find_path(VALGRIND_INCLUDE valgrind/callgrind.h)
set(callgrind_definitions)
if(VALGRIND_INCLUDE)
  list(APPEND callgrind_definitions HALFSTEP_HAS_CALLGRIND)
  target_include_directories(halfstep-benchmark SYSTEM PRIVATE ${VALGRIND_INCLUDE})
endif()
if(HALFSTEP_SANITIZE)
  list(APPEND callgrind_definitions HALFSTEP_SANITIZED)
endif()
set_source_files_properties(speed/benchmarks/benchmark_count.c speed/benchmarks/bench_instructions.c
  PROPERTIES COMPILE_DEFINITIONS "${callgrind_definitions}")
