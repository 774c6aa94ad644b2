# The package for Python, which nothing else needs: its tests, where they can be run.
if(BUILD_TESTING)
  add_test(NAME harness.python
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/tests/run.sh $<TARGET_FILE:halfstep>)
  set_tests_properties(harness.python PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300 COST 100)
  add_test(NAME harness.python-nightly CONFIGURATIONS nightly
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/tests/run.sh $<TARGET_FILE:halfstep>)
  set_tests_properties(harness.python-nightly PROPERTIES LABELS nightly SKIP_RETURN_CODE 77
    TIMEOUT 3600 ENVIRONMENT HALFSTEP_NIGHTLY=1)
endif()
