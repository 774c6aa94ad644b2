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
  "t0 + half, half, middle"
  "t0 + half, 0.51 * h, middle")

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
  "deviation[i] = large[i] - small[i]"
  "deviation[i] = 0.5 * (large[i] - small[i])")

# Half a step is 0.5 + 1e-6 of it.
fast_with_fault(coefficient_off pair.c
  "half = 0.5 * h;"
  "half = 0.500001 * h;")

# Error control: no step grows by more than 2.
fast_with_fault(growth_halved control.c
  "most_growth = 5;"
  "most_growth = 2;")

fast_with_fault(safety_lower control.c
  "safety = 0.9;"
  "safety = 0.8;")

# Error control: positions do not count.
fast_with_fault(position_ignored error_norm.c
  "*norm = largest_size(integrator->nx, dx);"
  "*norm = largest_size(integrator->ny, dx + integrator->nq);")

# Implicit Euler: J is formed again where it is fresh.
fast_with_fault(fresh_again freshness.c
  "trial == last_trial && integrator->jacobian_is_fresh &&"
  "trial > last_trial &&")

# Implicit Euler: the increments of velocity-implicit Euler.
fast_with_fault(other_increment whole_jacobian.c
  "forward_perturbation = 0x1p-26;"
  "forward_perturbation = 3.1622776601683792e-08;")

# Step sizes are chosen with another safety factor.
fast_with_fault(wrong_safety control.c
  "safety = 0.9;"
  "safety = 0.8;")
