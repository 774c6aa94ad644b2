# Tests of the engines, included where tests are made (harness_tests). Where an engine is not
# installed its place is not defined, and its tests are skipped with a word.
harness_tests(engines)
target_sources(harness_engines_tests PRIVATE ${mechanism_sources} engines/frame.c engines/engine_settings.c)
target_include_directories(harness_engines_tests PRIVATE plugin engines)
foreach(name ${engine_names})
  if(TARGET plugin_${name})
    string(TOUPPER ENGINE_${name} definition)
    target_compile_definitions(harness_engines_tests PRIVATE
      ${definition}="$<TARGET_FILE:plugin_${name}>")
    add_dependencies(harness_engines_tests plugin_${name})
  endif()
endforeach()
if(TARGET plugin_odeint) # three of the findings
  add_dependencies(harness_engines_tests plugin_odeint)
endif()
halfstep_nightly(harness engines findings)
list(TRANSFORM engine_names PREPEND harness.test_ OUTPUT_VARIABLE engine_tests)
set_tests_properties(${engine_tests} harness.test_findings
  harness.test_findings-nightly harness.test_findings_printed PROPERTIES
  FAIL_REGULAR_EXPRESSION "" SKIP_REGULAR_EXPRESSION "Tested: 0 ")
