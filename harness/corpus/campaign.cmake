# The program with fast as a shared library, so that an object loaded before it takes the
# place of one of its sources; and the nightly tests that try mutants on it:
#
#     ctest -C nightly -L nightly

set(HALFSTEP_MUTANTS_STRIDE 29 CACHE STRING "Every so many of fast's mutants is tried")
set(HALFSTEP_MUTANTS_FIRST 1 CACHE STRING "The number of the first that is tried")
set(HALFSTEP_MUTANTS_SHARDS 2 CACHE STRING "Tests that share the mutants")

# What the methods are made of; not the kernels of large structured systems.
set(mutated
  pair/begin.c pair/control.c pair/newton/convergence.c pair/default/convergence_rate.c
  pair/default/default_mode.c pair/default/default_pair.c
  linear/dense.c linear/dense_panels.c linear/dense_small.c pair/base/difference.c pair/drive.c pair/base/error_norm.c
  pair/default/error_scale.c
  pair/default/square_moves_sized.h=pair/default/square_moves_wide.c pair/newton/convergence.h=pair/newton/newton_trial.c
  linear/dense_panel.h=linear/dense.c linear/dense_solve_sized.h=linear/dense_panels.c
  linear/dense_factors.c linear/dense_factor_sized.h=linear/dense_factors.c
  pair/newton/newton_trial.h=pair/newton/newton_trial.c
  pair/base/exact_jacobian.c pair/newton/freshness.c linear/inverse.c
  pair/default/attempt_sized.h=pair/default/default_pair.c
  pair/default/half_step_sized.h=pair/default/default_pair.c
  pair/default/large_step_sized.h=pair/default/default_pair.c
  pair/newton/iterate.c pair/newton/iterate_sized.h=pair/newton/iterate_small.c
  pair/newton/iterate_small.c pair/base/jacobian.c linear/last_rows.c
  pair/newton/newton_trial.c pair/default/moves_sized.h=pair/default/default_pair.c pair/pair.c
  pair/default/place.c pair/default/split_jacobian.c pair/base/statistics.c pair/base/system.c
  pair/base/unmap.c linear/least_squares.c pair/newton/whole_iterate.c
  pair/base/whole_jacobian.c system/check.c)

get_target_property(sources fast SOURCES)
get_target_property(folder fast SOURCE_DIR)
list(TRANSFORM sources PREPEND ${folder}/)
add_library(fast_open SHARED EXCLUDE_FROM_ALL ${sources})
target_link_libraries(fast_open PRIVATE rules m)
get_target_property(definitions fast COMPILE_DEFINITIONS)
get_target_property(options fast COMPILE_OPTIONS)
get_target_property(libraries fast LINK_LIBRARIES)
get_target_property(directories fast INCLUDE_DIRECTORIES)
foreach(kind definitions options libraries directories)
  if(NOT ${kind})
    set(${kind})
  endif()
endforeach()
target_compile_definitions(fast_open PRIVATE ${definitions})
target_compile_options(fast_open PRIVATE ${options})
target_include_directories(fast_open SYSTEM PRIVATE ${directories})
target_link_libraries(fast_open PRIVATE ${libraries})
add_executable(halfstep_open EXCLUDE_FROM_ALL
  ${PROJECT_SOURCE_DIR}/harness/commands/main.c)
target_link_libraries(halfstep_open PRIVATE harness fast_open)
target_include_directories(halfstep_open PRIVATE ${PROJECT_BINARY_DIR}/harness/include)
add_dependencies(halfstep_open benchmark-build)

get_target_property(rules_options rules INTERFACE_COMPILE_OPTIONS)
list(FILTER rules_options EXCLUDE REGEX "-Werror")
set(compile ${CMAKE_C_COMPILER} ${CMAKE_C_FLAGS} -std=c11 ${rules_options} ${options} -fPIC
  -g0 -I${PROJECT_SOURCE_DIR})
foreach(definition IN LISTS definitions)
  list(APPEND compile -D${definition})
endforeach()
foreach(directory IN LISTS directories)
  list(APPEND compile -isystem ${directory})
endforeach()
list(JOIN compile " " compile)
list(JOIN mutated " " mutated)
file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/campaign.conf CONTENT
"COMPILE='${compile} -Werror=incompatible-pointer-types -Werror=int-conversion'
PROGRAM='$<TARGET_FILE:halfstep_open>'
MUTATE='$<TARGET_FILE:mutate>'
FAST='${folder}'
WORK='${CMAKE_CURRENT_BINARY_DIR}/mutants'
STRIDE=${HALFSTEP_MUTANTS_STRIDE}
FIRST=${HALFSTEP_MUTANTS_FIRST}
FILES='${mutated}'
SURVIVORS='${CMAKE_CURRENT_SOURCE_DIR}/SURVIVORS.md'
SENSITIVITY='$<TARGET_FILE:sensitivity>'
FALSE_ALARMS='$<TARGET_FILE:corpus_test_false_alarms>'
")
set(campaign sh ${CMAKE_CURRENT_SOURCE_DIR}/mutants/campaign.sh
  ${CMAKE_CURRENT_BINARY_DIR}/campaign.conf)

# The nightly tests: what they need is built, the checks pass without a mutant, each shard tries
# its mutants, and the score is judged.
add_test(NAME corpus.campaign-build CONFIGURATIONS nightly
  COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target halfstep_open mutate sensitivity corpus_test_false_alarms)
add_test(NAME corpus.campaign-baseline CONFIGURATIONS nightly COMMAND ${campaign} baseline)
set_tests_properties(corpus.campaign-build PROPERTIES FIXTURES_SETUP campaign_program)
set_tests_properties(corpus.campaign-baseline PROPERTIES
  FIXTURES_REQUIRED campaign_program FIXTURES_SETUP campaign_baseline)
math(EXPR last "${HALFSTEP_MUTANTS_SHARDS} - 1")
set(nightly corpus.campaign-build corpus.campaign-baseline corpus.campaign-score)
foreach(shard RANGE ${last})
  add_test(NAME corpus.campaign-${shard} CONFIGURATIONS nightly
    COMMAND ${campaign} run ${shard} ${HALFSTEP_MUTANTS_SHARDS})
  set_tests_properties(corpus.campaign-${shard} PROPERTIES
    FIXTURES_REQUIRED campaign_baseline FIXTURES_SETUP campaign_results)
  list(APPEND nightly corpus.campaign-${shard})
endforeach()
add_test(NAME corpus.campaign-score CONFIGURATIONS nightly COMMAND ${campaign} judge)
set_tests_properties(corpus.campaign-score PROPERTIES FIXTURES_REQUIRED campaign_results)
set_tests_properties(${nightly} PROPERTIES LABELS nightly TIMEOUT 36000)
