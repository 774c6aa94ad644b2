# The program with faulty copies of fast, for the test that the gate finds the faults: each is
# the library as it is, but for one exact text in one source.

# fast_with_fault(name source text replacement): the program halfstep_NAME. The text must occur
# exactly once, so that a fault cannot get lost when the source changes. The faulty source
# stands before the library in the linker's line, which then leaves the right one out.
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
  halfstep_program(halfstep_${name} fast)
  target_sources(halfstep_${name} PRIVATE ${copy})
  target_link_options(halfstep_${name} PRIVATE ${test_link_options})
  get_target_property(options fast COMPILE_OPTIONS)
  get_target_property(definitions fast COMPILE_DEFINITIONS)
  if(options)
    set_source_files_properties(${copy} PROPERTIES COMPILE_OPTIONS "${options}")
  endif()
  if(definitions)
    set_source_files_properties(${copy} PROPERTIES COMPILE_DEFINITIONS "${definitions}")
  endif()
endfunction()

# The second half step is a little longer than the first.
fast_with_fault(wrong_half_step pair/pair.c
  "t0 + half, half, middle"
  "t0 + half, 0.51 * h, middle")

# f at the position before the step.
fast_with_fault(old_position pair/newton/iterate_small.c
  "#include \"fast/pair/newton/newton.h\""
  "#include \"fast/pair/newton/newton.h\"

static enum fast_status evaluate_before(struct pair *integrator, double t, double *x, double *ydot,
                                        const double *xn) {
    double kept[64];
    for (int i = 0; i < integrator->nq; i++) {
        kept[i] = x[i];
        x[i] = xn[i];
    }
    enum fast_status status = fast_evaluate(integrator, t, x, ydot);
    for (int i = 0; i < integrator->nq; i++)
        x[i] = kept[i];
    return status;
}
#define fast_evaluate(integrator, t, x, ydot) \\
    evaluate_before(integrator, t, x, ydot, step->xn)")

fast_with_fault(estimate_halved pair/pair.c
  "deviation[i] = large[i] - small[i]"
  "deviation[i] = 0.5 * (large[i] - small[i])")

# Half a step is 0.5 + 1e-6 of it.
fast_with_fault(coefficient_off pair/pair.c
  "half = 0.5 * h;"
  "half = 0.500001 * h;")

# Error control: no step grows by more than 2.
fast_with_fault(growth_halved pair/control.c
  "most_growth = 5;"
  "most_growth = 2;")

fast_with_fault(safety_lower pair/control.c
  "safety = 0.9;"
  "safety = 0.8;")

# Error control: velocities and other states do not count.
fast_with_fault(velocity_ignored pair/base/error_norm.c
  "*norm = fast_largest_size(integrator->nx, dx);"
  "*norm = fast_largest_size(integrator->nq, dx);")

# Implicit Euler: J is formed again where it is fresh.
fast_with_fault(fresh_again pair/newton/freshness.c
  "trial == last_trial && integrator->jacobian_is_fresh &&"
  "trial > last_trial &&")

# Implicit Euler: the increments of velocity-implicit Euler.
fast_with_fault(other_increment pair/base/whole_jacobian.c
  "forward_perturbation = 0x1p-26;"
  "forward_perturbation = 3.1622776601683792e-08;")

# Step sizes are chosen with another safety factor.
fast_with_fault(wrong_safety pair/control.c
  "safety = 0.9;"
  "safety = 0.8;")

# Default mode: half a step is 0.5 + 5e-7 of it.
fast_with_fault(default_coefficient pair/default/default_pair.c
  ".t = step->t0 + step->h, .h = step->h, .xn"
  ".t = step->t0 + step->h, .h = 1.000001 * step->h, .xn")

# The stepper for contacts: restitution a millionth too large.
fast_with_fault(contact_restitution contact/contact_laws.c
  "return speed >= full ? e :"
  "return speed >= full ? 1.000001 * e :")

# Sliding friction a hundredth too large.
fast_with_fault(contact_friction contact/contact_laws.c
  "system->dynamic_friction[i];"
  "1.01 * system->dynamic_friction[i];")

# Forces that act for a millionth longer than the step.
fast_with_fault(contact_load contact/stepper/stepper_load.c
  "s->v_plus[j] + h * s->ydot[j];"
  "s->v_plus[j] + 1.000001 * h * s->ydot[j];")

# Positions with the velocity at the end of the step.
fast_with_fault(contact_mean contact/stepper/stepper_advance.c
  "(s->v_plus[j] + v1[j]) / 2;"
  "v1[j];")
