# The nightly tests of every study, method and name, beside those of corpus/campaign.cmake:
#
#     ctest -C nightly -L nightly -R matrix

set(HALFSTEP_MATRIX_SHARDS 2 CACHE STRING "Tests that share the matrix of studies, methods and names")
set(HALFSTEP_MATRIX_PIECES 60 CACHE STRING "Pieces of the matrix; those that are there are not made again")

set(matrix ${CMAKE_CURRENT_LIST_DIR}/matrix.sh $<TARGET_FILE:halfstep>
  ${CMAKE_CURRENT_BINARY_DIR}/matrix ${CMAKE_CURRENT_LIST_DIR}/known.json ${HALFSTEP_MATRIX_PIECES})
math(EXPR last "${HALFSTEP_MATRIX_SHARDS} - 1")
set(nightly matrix.judge)
foreach(shard RANGE ${last})
  add_test(NAME matrix.run-${shard} CONFIGURATIONS nightly
    COMMAND sh ${matrix} run ${shard} ${HALFSTEP_MATRIX_SHARDS})
  set_tests_properties(matrix.run-${shard} PROPERTIES FIXTURES_SETUP matrix_pieces)
  list(APPEND nightly matrix.run-${shard})
endforeach()
add_test(NAME matrix.judge CONFIGURATIONS nightly COMMAND sh ${matrix} judge)
set_tests_properties(matrix.judge PROPERTIES FIXTURES_REQUIRED matrix_pieces)
set_tests_properties(${nightly} PROPERTIES LABELS nightly TIMEOUT 36000)
