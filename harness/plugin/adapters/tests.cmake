# Tests of the adapters, included where tests are made (harness_test). Where an adapter has not
# been built its place is not defined, and its tests are skipped.
foreach(test gsl sundials simbody scipy)
  harness_test(test_adapter_${test} tests/adapter.c)
endforeach()
harness_test(test_adapter_names tests/program.c tests/scratch.c)
harness_test(test_adapter_conditions tests/program.c tests/scratch.c)

# The test of `test` gets the place of the plug-in `name`.
function(adapter_tested test name)
  if(TARGET plugin_${name})
    string(TOUPPER ADAPTER_${name} definition)
    target_compile_definitions(harness_test_adapter_${test} PRIVATE
      ${definition}="$<TARGET_FILE:plugin_${name}>")
    add_dependencies(harness_test_adapter_${test} plugin_${name})
  endif()
endfunction()

adapter_tested(gsl gsl)
adapter_tested(conditions gsl)
adapter_tested(conditions cvode)
adapter_tested(sundials cvode)
adapter_tested(sundials arkode)
adapter_tested(simbody simbody)
foreach(name gsl cvode arkode simbody)
  adapter_tested(names ${name})
endforeach()
if(TARGET plugin_arkode)
  target_link_libraries(harness_test_adapter_sundials PRIVATE ${SUNDIALS_arkode})
endif()
foreach(test scipy names)
  target_compile_definitions(harness_test_adapter_${test} PRIVATE
    ADAPTER_SCIPY="${PROJECT_SOURCE_DIR}/harness/plugin/adapters/scipy_solvers.py")
endforeach()

# ctest tells what a missing package has left untested.
set_tests_properties(harness.test_adapter_sundials harness.test_adapter_simbody
  harness.test_adapter_scipy PROPERTIES SKIP_REGULAR_EXPRESSION "Tested: 0 ")
