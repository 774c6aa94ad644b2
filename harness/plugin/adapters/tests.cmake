# Tests of the adapters, included where tests are made (harness_tests). Where an adapter has not
# been built its place is not defined, and its tests are skipped.
harness_tests(adapters)
halfstep_nightly(harness adapters adapter_names)
target_compile_definitions(harness_adapters_tests PRIVATE
  ADAPTER_SCIPY="${PROJECT_SOURCE_DIR}/harness/plugin/adapters/scipy_solvers.py")
foreach(name gsl cvode arkode simbody odeint)
  if(TARGET plugin_${name})
    string(TOUPPER ADAPTER_${name} definition)
    target_compile_definitions(harness_adapters_tests PRIVATE
      ${definition}="$<TARGET_FILE:plugin_${name}>")
    add_dependencies(harness_adapters_tests plugin_${name})
  endif()
endforeach()
if(TARGET plugin_arkode)
  target_link_libraries(harness_adapters_tests PRIVATE ${SUNDIALS_arkode})
endif()

# ctest tells what a missing package has left untested.
set_tests_properties(harness.test_adapter_sundials harness.test_adapter_simbody
  harness.test_adapter_scipy harness.test_adapter_odeint PROPERTIES
  FAIL_REGULAR_EXPRESSION "" SKIP_REGULAR_EXPRESSION "Tested: 0 ")
