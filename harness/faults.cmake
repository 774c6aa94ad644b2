# Faulty copies of fast, for the test that the gate finds the faults: each is the library as
# it is, but for one exact text in one source.

# fast_with_fault(name source text replacement): the library fast_NAME. The text must occur
# exactly once, so that a fault cannot get lost when the source changes.
function(fast_with_fault name source text replacement)
  set(original ${PROJECT_SOURCE_DIR}/fast/${source})
  set(copy ${CMAKE_CURRENT_BINARY_DIR}/faults/${name}/${source})
  file(READ ${original} code)
  string(REPLACE "${text}" "" without "${code}")
  string(LENGTH "${code}" length)
  string(LENGTH "${without}" rest)
  string(LENGTH "${text}" once)
  math(EXPR removed "${length} - ${rest}")
  if(NOT removed EQUAL once)
    message(FATAL_ERROR "fault '${name}': not exactly one '${text}' in fast/${source}")
  endif()
  string(REPLACE "${text}" "${replacement}" faulty "${code}")
  file(CONFIGURE OUTPUT ${copy} CONTENT "@faulty@" @ONLY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${original})
  get_target_property(sources fast SOURCES)
  get_target_property(options fast COMPILE_OPTIONS)
  list(REMOVE_ITEM sources ${source})
  list(TRANSFORM sources PREPEND ${PROJECT_SOURCE_DIR}/fast/)
  add_library(fast_${name} STATIC ${sources} ${copy})
  target_link_libraries(fast_${name} PRIVATE rules m)
  if(options)
    target_compile_options(fast_${name} PRIVATE ${options})
  endif()
  halfstep_program(halfstep_${name} fast_${name})
endfunction()

# The second half step is a little longer than the first.
fast_with_fault(wrong_half_step pair.c
  "return fast_solve_step(integrator, t0 + half, half, middle, large, integrator->small)"
  "return fast_solve_step(integrator, t0 + half, 0.51 * h, middle, large, integrator->small)")

# f at the position before the step.
fast_with_fault(old_position iterate.c
  "if (fast_evaluate(integrator, step->tf, x, integrator->rates) != FAST_OK)"
  "double kept[64];
    for (int i = 0; i < nq; i++) {
        kept[i] = x[i];
        x[i] = step->xn[i];
    }
    enum fast_status evaluated = fast_evaluate(integrator, step->tf, x, integrator->rates);
    for (int i = 0; i < nq; i++)
        x[i] = kept[i];
    if (evaluated != FAST_OK)")

fast_with_fault(estimate_halved pair.c
  "error_estimate[i] = large[i] - small[i]"
  "error_estimate[i] = 0.5 * (large[i] - small[i])")

# Half a step is 0.5 + 1e-6 of it.
fast_with_fault(coefficient_off pair.c
  "half = 0.5 * h;"
  "half = 0.500001 * h;")
