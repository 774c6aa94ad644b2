/* Tests of settings.c: when a setting takes effect.
 *
 * Seen to fail: an accuracy clamped; J kept over another scheme; weights without
 * pair_initialize; no first step when initial_step is unset again; an ideal step that initializing
 * forgets, or resetting keeps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/pair/newton/convergence.h"
#include "fast/tests/pair/spinner.h"
#include "fast/tests/samples.h"

Test(settings, steps_have_to_fit_together) {
    const double steps[][4] = {
        /* min, initial, max, fits */
        {0, NAN, 0.1, 1},   {0, 0.05, NAN, 1},  {0, NAN, NAN, 0},
        {0.2, NAN, 0.1, 0}, {0, 0.05, 0.1, 1},  {0.06, 0.05, 0.1, 0},
        {0, 0.2, 0.1, 0},   {0.1, 0.1, 0.1, 1}, {0.06, 0.05, NAN, 0}};
    const struct sample *sample = find_sample(SAMPLE_PENDULUM);
    struct integrator_system system = sample_system(sample);
    for (int i = 0; i < 9; i++) {
        struct pair *integrator = start_integrator(&system, NULL, 0, sample->x0);
        cr_expect(pair_set_min_step(integrator, steps[i][0]) == FAST_OK);
        cr_expect(pair_set_initial_step(integrator, steps[i][1]) == FAST_OK);
        cr_expect(pair_set_max_step(integrator, steps[i][2]) == FAST_OK);
        enum fast_status expected = steps[i][3] > 0 ? FAST_OK : FAST_BAD_OPTION;
        cr_expect(pair_initialize(integrator) == expected, "%d", i);
        cr_expect(pair_start(integrator, 0, sample->x0) == expected, "%d", i);
    }
}

Test(settings, values_out_of_range_change_nothing) {
    struct integrator_options options;
    struct pair *integrator = make_spinner(&options);
    const struct integrator_options before = *pair_get_options(integrator);
    const double negative[] = {1, -1e-300, 1}, not_a_number[] = {1, 1, NAN};
    const double endless[] = {INFINITY, 1, 1};
    cr_expect(pair_set_accuracy(integrator, -1e-300) == FAST_BAD_OPTION);
    cr_expect(pair_set_max_step(integrator, 0) == FAST_BAD_OPTION);
    cr_expect(pair_set_max_step(integrator, -1) == FAST_BAD_OPTION);
    cr_expect(pair_set_initial_step(integrator, 0) == FAST_BAD_OPTION);
    cr_expect(pair_set_min_step(integrator, -1e-300) == FAST_BAD_OPTION);
    cr_expect(pair_set_min_step(integrator, NAN) == FAST_BAD_OPTION);
    cr_expect(pair_set_min_step(integrator, INFINITY) == FAST_BAD_OPTION);
    cr_expect(pair_set_tolerances(integrator, 1e-3, NAN) == FAST_BAD_OPTION);
    cr_expect(pair_set_tolerances(integrator, 0, 0) == FAST_BAD_OPTION);
    cr_expect(pair_set_tolerances(integrator, -1, 1) == FAST_BAD_OPTION);
    cr_expect(pair_set_jacobian(integrator, (enum pair_jacobian)3) == FAST_BAD_OPTION);
    cr_expect(pair_set_newton(integrator, (enum pair_newton)3) == FAST_BAD_OPTION);
    cr_expect(pair_set_weights(integrator, negative, NULL) == FAST_BAD_OPTION);
    cr_expect(pair_set_weights(integrator, not_a_number, NULL) == FAST_BAD_OPTION);
    cr_expect(pair_set_weights(integrator, endless, NULL) == FAST_BAD_OPTION);
    cr_expect(memcmp(&before, pair_get_options(integrator), sizeof before) == 0);
    cr_expect(pair_is_initialized(integrator) && integrator->has_jacobian);
}

Test(settings, weights_wait_for_initialize) {
    struct integrator_options options;
    struct pair *integrator = make_spinner(&options);
    const double weights[] = {0, 2, 0.5};
    cr_expect(pair_set_weights(integrator, weights, NULL) == FAST_OK);
    cr_expect(!pair_is_initialized(integrator));
    cr_expect(pair_run(integrator, 1) == FAST_NOT_STARTED);
    cr_expect(pair_initialize(integrator) == FAST_OK);
    cr_expect(memcmp(pair_get_options(integrator)->weights_v, weights, sizeof weights) ==
              0);
    cr_expect(pair_run(integrator, 1) == FAST_OK);
}

/* Accuracy is also Newton's tolerance, here and now. */
Test(settings, an_accuracy_takes_effect_at_once_and_unclamped) {
    struct integrator_options options;
    struct pair *integrator = make_spinner(&options);
    cr_expect(pair_set_accuracy(integrator, 0.7) == FAST_OK);
    cr_expect(pair_statistics(integrator)->accuracy_in_use == 0.7);
    cr_expect(integrator->newton_tolerance == fast_newton_tolerance(0.7));
    cr_expect(pair_set_accuracy(integrator, NAN) == FAST_OK);
    cr_expect(pair_statistics(integrator)->accuracy_in_use == 0.1);
}

Test(settings, another_jacobian_drops_the_old_one) {
    struct integrator_options options;
    struct pair *integrator = make_spinner(&options);
    cr_expect(pair_set_jacobian(integrator, FAST_CENTRAL_DIFFERENCES) == FAST_OK);
    cr_expect(integrator->has_jacobian, "the same scheme");
    for (int newton = 0; newton < 3; newton++)
        cr_expect(pair_set_newton(integrator, (enum pair_newton)newton) == FAST_OK);
    cr_expect(integrator->has_jacobian, "Newton's mode");
    cr_expect(pair_set_jacobian(integrator, FAST_EXACT_JACOBIAN) == FAST_OK);
    cr_expect(!integrator->has_jacobian);
    cr_expect(pair_set_newton(integrator, FAST_FRESH) == FAST_OK);
    pair_reset_statistics(integrator);
    cr_expect(pair_step(integrator, 1e-3) == FAST_OK);
    cr_expect_eq(pair_statistics(integrator)->jacobian_evals, 3);
    cr_expect_eq(pair_statistics(integrator)->derivative_evals_for_jacobian, 3);
}

Test(settings, an_exact_jacobian_needs_the_system_to_have_one) {
    const struct sample *sample = find_sample(SAMPLE_PENDULUM);
    struct integrator_system system = sample_system(sample);
    system.jacobian = NULL;
    struct pair *integrator = start_integrator(&system, NULL, 0, sample->x0);
    cr_expect(pair_set_jacobian(integrator, FAST_EXACT_JACOBIAN) == FAST_BAD_OPTION);
    cr_expect(pair_get_options(integrator)->jacobian == FAST_FORWARD_DIFFERENCES);
    cr_expect(pair_get_system(integrator)->rates == system.rates);
}

Test(settings, step_limits_take_effect_with_the_next_step) {
    struct integrator_options options;
    struct pair *integrator = make_spinner(&options);
    pair_set_fixed_step(integrator, true);
    cr_expect(pair_set_max_step(integrator, 0.0013) == FAST_OK);
    cr_expect(first_attempt(integrator) - 0.0013 <= 1e-15);
    cr_expect(fabs(pair_time(integrator) - 0.3013) <= 1e-15);
    cr_expect(pair_set_min_step(integrator, 0.001) == FAST_OK);
    cr_expect(pair_working_minimum(integrator) == 0.001);
    long before = pair_statistics(integrator)->derivative_evals;
    cr_expect(pair_step(integrator, 0.0009) == FAST_OK);
    /* Dense output evaluates at both ends, and the explicit step in the middle. */
    cr_expect_eq(pair_statistics(integrator)->derivative_evals - before, 3);
}

/* Without a first step's target it is max_step, and without that what is left. */
Test(settings, an_initial_step_can_be_withdrawn) {
    const struct sample *sample = find_sample(SAMPLE_PENDULUM);
    struct integrator_system system = sample_system(sample);
    struct integrator_options options = faithful_options();
    options.fixed_step = false;
    options.initial_step = 0.011;
    options.max_step = 0.013;
    for (int bounded = 0; bounded < 2; bounded++) {
        struct pair *integrator = start_integrator(&system, &options, 0, sample->x0);
        cr_expect(pair_set_initial_step(integrator, NAN) == FAST_OK);
        if (!bounded)
            cr_expect(pair_set_max_step(integrator, NAN) == FAST_OK);
        double first = first_attempt(integrator);
        cr_expect(first == (bounded ? 0.013 : 1), "%g", first);
    }
}

/* What Drake 1.51 made of settings that change between runs, through pydrake. */
enum change {
    GO, /* to a time: what has been counted and the state are compared */
    ACCURACY,
    MAX_STEP,
    MIN_STEP,
    INITIAL_STEP,
    FIXED,
    THROW,
    INITIALIZE,
    STATISTICS,
    RESET
};

static const struct {
    enum change what;
    double value;
} changes[] = {{GO, 0.3},       {ACCURACY, 0.001}, {GO, 0.5},     {MAX_STEP, 0.02},
               {GO, 0.9},       {ACCURACY, 0.9},   {MAX_STEP, 1}, {GO, 1.7},
               {FIXED, 1},      {MAX_STEP, 0.05},  {GO, 2.33},    {INITIAL_STEP, 0.01},
               {FIXED, 0},      {INITIALIZE, 0},   {GO, 3.0},     {MIN_STEP, 0.02},
               {THROW, 0},      {ACCURACY, 1e-05}, {GO, 3.4},     {STATISTICS, 0},
               {MIN_STEP, 0},   {GO, 3.6},         {RESET, 0},    {MAX_STEP, 0.2},
               {INITIALIZE, 0}, {GO, 5.0}};

enum { RECORDED = 9, COUNTED = 7 };

/* Of both methods: steps, evaluations, Jacobians, factorisations, iterations, rejections, and
 * halvings. */
static const struct {
    long counter[COUNTED];
    double x[2];
} recorded[2][RECORDED] = {
    {{{3, 29, 1, 1, 27, 0, 0}, {1.9961184759439623, -0.013375442551884848}},
     {{5, 47, 1, 1, 45, 0, 0}, {1.9934396018012859, -0.013405663245308182}},
     {{25, 227, 1, 1, 225, 0, 0}, {1.9880654609338579, -0.013464858355512803}},
     {{28, 257, 1, 2, 255, 0, 0}, {1.9772317137548387, -0.01358718149197485}},
     {{41, 374, 1, 2, 372, 0, 0}, {1.9686440402067527, -0.013677168731474561}},
     {{14, 128, 1, 1, 126, 0, 0}, {1.9594332142167896, -0.013800483691777929}},
     {{23, 202, 1, 1, 198, 0, 0}, {1.9538987887969055, -0.01386745538065195}},
     {{5, 38, 0, 0, 36, 0, 0}, {1.951121501473287, -0.013901238579421039}},
     {{9, 90, 1, 3, 88, 0, 0}, {1.9314789112141721, -0.014145493456831524}}},
    {{{3, 33, 1, 1, 27, 0, 0}, {1.9960817992829285, -0.013375854428377285}},
     {{5, 53, 1, 1, 45, 0, 0}, {1.9934028423754906, -0.013406077445406185}},
     {{25, 253, 1, 1, 225, 0, 0}, {1.9880279832323196, -0.013463783683211826}},
     {{28, 286, 1, 2, 255, 0, 0}, {1.9771933667623429, -0.013582040157507289}},
     {{41, 416, 1, 2, 372, 0, 0}, {1.9685985586662771, -0.013667687528507987}},
     {{14, 143, 1, 1, 126, 0, 0}, {1.9593874196053116, -0.013801222518134671}},
     {{23, 225, 1, 1, 198, 0, 0}, {1.9538527710368496, -0.013868013505822795}},
     {{5, 42, 0, 0, 36, 0, 0}, {1.9510753716146383, -0.013901801122056761}},
     {{9, 96, 1, 2, 84, 0, 0}, {1.9314319691936788, -0.014146124666109896}}}};

/* van der Pol's oscillator, mu = 50. */
static int oscillate(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t;
    ydot[0] = 50 * (1 - x[0] * x[0]) * x[1] - x[0];
    return 0;
}

static enum fast_status change(struct pair *p, enum change what, double value) {
    switch (what) {
    case GO: return pair_run(p, value);
    case ACCURACY: return pair_set_accuracy(p, value);
    case MAX_STEP: return pair_set_max_step(p, value);
    case MIN_STEP: return pair_set_min_step(p, value);
    case INITIAL_STEP: return pair_set_initial_step(p, value);
    case FIXED: pair_set_fixed_step(p, value > 0); break;
    case THROW: pair_set_throw_on_min_step(p, value > 0); break;
    case INITIALIZE: return pair_initialize(p);
    case STATISTICS: pair_reset_statistics(p); break;
    case RESET: pair_reset(p); break;
    }
    return FAST_OK;
}

static void compare(const struct pair *p, int method, int run) {
    const struct pair_statistics *s = pair_statistics(p);
    const long counted[COUNTED] = {
        s->steps_taken,  s->derivative_evals,     s->jacobian_evals,  s->factorizations,
        s->newton_iters, s->shrink_error_control, s->substep_failures};
    for (int i = 0; i < COUNTED; i++)
        cr_expect(counted[i] == recorded[method][run].counter[i],
                  "method %d, run %d: counter %d is %ld", method, run, i, counted[i]);
    for (int i = 0; i < 2; i++)
        cr_expect(fabs(pair_state(p)[i] - recorded[method][run].x[i]) <= 1e-15,
                  "method %d, run %d: x[%d] is %.17g", method, run, i, pair_state(p)[i]);
}

Test(settings, are_changed_between_runs_as_the_originals) {
    static const struct integrator_system system = {.nq = 1, .nv = 1, .rates = oscillate};
    for (int method = 0; method < 2; method++) {
        struct integrator_options options = integrator_default_options(
            method == 0 ? FAST_VELOCITY_IMPLICIT_EULER : FAST_IMPLICIT_EULER);
        struct pair *p;
        int run = 0;
        options.mode = FAST_FAITHFUL;
        options.max_step = 0.1;
        cr_assert(pair_alloc(&p, &system, &options) == FAST_OK &&
                  pair_start(p, 0, (const double[]){2, 0}) == FAST_OK);
        for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
            cr_assert(change(p, changes[i].what, changes[i].value) == FAST_OK, "%zu", i);
            if (changes[i].what == GO)
                compare(p, method, run++);
        }
        cr_expect(run == RECORDED);
        pair_free(p);
    }
}
