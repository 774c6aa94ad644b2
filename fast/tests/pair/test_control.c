/* Tests of control.c.
 *
 * Seen to fail: safety 0.8; a shrinkage to 0.2, a growth by 2 at most; no 1.2; the minimum not
 * remembered, not forgotten; shrunk although within the accuracy; max_step and the minimum not
 * looked at; NaN raised to the minimum; 1.0 for 0.95 and for 1.001; the next step set by a
 * step that was cut; the first step's target tried again; rejections not counted, a refused
 * halving counted; an error that cannot be measured, without end; the minimum not remembered
 * where it is met exactly; a step that was cut taken for the smallest; a singular matrix not
 * halved; errors up to 2 in units of the tolerances accepted; a result that is not finite
 * refused at once, halved.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/pair/pair.h"
#include "fast/tests/samples.h"

static int resting_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t, (void)x;
    ydot[0] = 0;
    return 0;
}

static const double x0 = 0.83;

/* z' = 0 under error control: no error, so each step may be five times the one before. */
static struct pair *make_resting(double initial_step, double max_step) {
    struct integrator_system system = {.nz = 1, .rates = resting_rates};
    struct integrator_options options = faithful_options();
    options.fixed_step = false;
    options.initial_step = initial_step;
    options.max_step = max_step;
    return start_integrator(&system, &options, 0, &x0);
}

/* What becomes of a step h = 0.2 with an error of `ratio` times the accuracy. */
struct adjustment {
    double ratio, min_step, max_step;
    bool throws, at_minimum;
    /* outcome */
    enum fast_status status;
    bool accepted, is_at_minimum;
    double factor; /* of the next step to h */
};

static const struct adjustment adjustments[] = {
    /* no error: five times, not shrunk */
    {0, 0, NAN, true, false, FAST_OK, true, false, 5},
    {1e-300, 0, NAN, true, false, FAST_OK, true, false, 5},
    /* 0.9 ratio^(-1/2), unless that is a growth by less than 1.2 */
    {0.25, 0, NAN, true, false, FAST_OK, true, false, 1.8},
    {0.57, 0, NAN, true, false, FAST_OK, true, false, 1},
    {0.5, 0, NAN, true, false, FAST_OK, true, false, 1.2727922061357855},
    {0.36, 0, NAN, true, false, FAST_OK, true, false, 1.5},
    /* shrunk only if the error is too large; accepted otherwise */
    {0.9, 0, NAN, true, false, FAST_OK, true, false, 1},
    {1, 0, NAN, true, false, FAST_OK, true, false, 1},
    {1.0001, 0, NAN, true, false, FAST_OK, false, false, 0.89995500337471},
    {2.25, 0, NAN, true, false, FAST_OK, false, false, 0.6},
    {1e9, 0, NAN, true, false, FAST_OK, false, false, 0.1},
    /* no further than max_step */
    {1e-9, 0, 0.31, true, false, FAST_OK, true, false, 1.55},
    {0.3, 0, 0.31, true, false, FAST_OK, true, false, 1.55},
    {0.36, 0, 0.31, true, false, FAST_OK, true, false, 1.5},
    {0.36, 0, 0.23, true, false, FAST_OK, true, false, 1.15},
    /* NaN and infinity: a tenth, whatever the minimum */
    {NAN, 0.15, NAN, true, true, FAST_OK, false, true, 0.1},
    {INFINITY, 0.15, NAN, true, false, FAST_OK, false, false, 0.1},
    /* the minimum: thrown at, or kept and remembered; there, anything is accepted */
    {2.25, 0.15, NAN, true, false, FAST_BELOW_MIN_STEP, false, false, 0},
    {2.25, 0.15, NAN, false, false, FAST_OK, false, true, 0.75},
    {2.25, 0.2, NAN, false, false, FAST_OK, true, true, 1},
    {2.25, 0.15, NAN, true, true, FAST_OK, true, true, 1},
    {1e9, 0.1 * 0.2, NAN, true, false, FAST_OK, false, true, 0.1}, /* and met exactly */
    /* a growth forgets it, even one that is not made */
    {0.25, 0.15, NAN, true, true, FAST_OK, true, false, 1.8},
    {0.7, 0.15, NAN, true, true, FAST_OK, true, false, 1},
    {0.9, 0.15, NAN, true, true, FAST_OK, true, true, 1},
};

Test(control, a_step_is_adjusted_by_the_rules) {
    const double h = 0.2, limit = 0.013;
    for (size_t i = 0; i < sizeof adjustments / sizeof *adjustments; i++) {
        const struct adjustment *a = &adjustments[i];
        struct pair *integrator = make_resting(1, NAN);
        bool at_minimum = a->at_minimum, accepted = false;
        double next = 0;
        cr_assert(pair_set_min_step(integrator, a->min_step) == FAST_OK);
        cr_assert(pair_set_max_step(integrator, a->max_step) == FAST_OK);
        pair_set_throw_on_min_step(integrator, a->throws);
        enum fast_status status = fast_adjust_step(integrator, a->ratio * limit, limit, h,
                                                   &at_minimum, &accepted, &next);
        cr_expect(status == a->status, "%zu: %s", i, fast_status_text(status));
        if (status != FAST_OK)
            continue;
        cr_expect(accepted == a->accepted, "%zu: accepted", i);
        cr_expect(at_minimum == a->is_at_minimum, "%zu: at the minimum", i);
        cr_expect(fabs(next - a->factor * h) <= 1e-14, "%zu: next is %.17g", i, next);
    }
}

/* One call to a boundary at `reach` times the first step, 0.01: how far it gets, and whether
 * it sets the next step. */
struct reach {
    double reach, got;
    enum pair_stop stop;
    bool sets_next;
};

static const struct reach reaches[] = {
    {0.5, 0.5, PAIR_REACHED_BOUNDARY_TIME, false},
    {0.949, 0.949, PAIR_REACHED_BOUNDARY_TIME, false},
    {0.951, 0.951, PAIR_REACHED_BOUNDARY_TIME, true},
    {1, 1, PAIR_REACHED_BOUNDARY_TIME, true},
    {1.0009, 1.0009, PAIR_REACHED_BOUNDARY_TIME, true},
    {1.0011, 1, PAIR_TIME_HAS_ADVANCED, true},
    {7, 1, PAIR_TIME_HAS_ADVANCED, true},
};

Test(control, a_time_that_is_near_is_reached) {
    const double h = 0.01;
    for (size_t i = 0; i < sizeof reaches / sizeof *reaches; i++) {
        const struct reach *r = &reaches[i];
        struct pair *integrator = make_resting(h, 1);
        enum pair_stop stop;
        cr_expect(pair_advance(integrator, INFINITY, INFINITY, r->reach * h, &stop) ==
                  FAST_OK);
        cr_expect(stop == r->stop, "%zu: stop %d", i, (int)stop);
        cr_expect(pair_time(integrator) == r->got * h, "%zu", i);
        double next = pair_statistics(integrator)->ideal_next_step;
        if (r->sets_next)
            cr_expect(fabs(next - 5 * r->got * h) <= 1e-15, "%zu: %g", i, next);
        else
            cr_expect(isnan(next), "%zu: %g", i, next);
    }
}

/* The second step is cut to 0.001 by the boundary, and is not the smallest for that. */
Test(control, a_step_that_is_cut_is_not_the_smallest) {
    const double ends[] = {1, 0.011};
    struct pair *integrator = make_resting(0.01, 1);
    for (int i = 0; i < 2; i++)
        cr_expect(pair_advance(integrator, INFINITY, INFINITY, ends[i], NULL) == FAST_OK);
    cr_expect(pair_time(integrator) == 0.011);
    cr_expect(pair_statistics(integrator)->smallest_adapted_step == 0.01);
}

/* z' = 4 z: at h = 1/4 there is no step, but there is one of 1/8. */
static int growing_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t;
    ydot[0] = 4 * x[0];
    return 0;
}

static int growing_jacobian(void *context, double t, const double *x, double *fq,
                            double *fy) {
    (void)context, (void)t, (void)x, (void)fq;
    fy[0] = 4;
    return 0;
}

Test(control, a_singular_matrix_is_halved_like_any_failure) {
    struct integrator_system system = {
        .nz = 1, .rates = growing_rates, .jacobian = growing_jacobian};
    for (int fixed = 0; fixed < 2; fixed++) {
        struct integrator_options options = faithful_options();
        options.fixed_step = fixed;
        options.max_step = 0.25;
        options.accuracy = 0.5;
        options.jacobian = FAST_EXACT_JACOBIAN;
        options.newton = FAST_FRESH;
        struct pair *integrator = start_integrator(&system, &options, 0, &x0);
        cr_expect(pair_step(integrator, 0.25) == FAST_SINGULAR);
        cr_expect(pair_advance(integrator, INFINITY, INFINITY, 1, NULL) == FAST_OK);
        cr_expect(pair_time(integrator) == 0.125, "%g", pair_time(integrator));
        cr_expect_eq(pair_statistics(integrator)->substep_failures, 1);
    }
}

/* z' = -a z, whose steps fail where they are longer than `longest`. */
struct hurdle {
    double longest, start, a;
};

static int hurdle_rates(void *context, double t, const double *x, double *ydot) {
    const struct hurdle *hurdle = context;
    ydot[0] = t - hurdle->start > hurdle->longest ? NAN : -hurdle->a * x[0];
    return 0;
}

static struct pair *make_hurdle(struct hurdle *hurdle, double initial_step,
                                double min_step, bool throws) {
    struct integrator_system system = {.nz = 1, .context = hurdle, .rates = hurdle_rates};
    struct integrator_options options = faithful_options();
    options.fixed_step = false;
    options.accuracy = 1e-3;
    options.initial_step = initial_step;
    options.max_step = 1;
    options.min_step = min_step;
    options.throw_on_min_step = throws;
    return start_integrator(&system, &options, hurdle->start, &x0);
}

Test(control, a_failed_attempt_is_halved_before_it_is_judged) {
    struct hurdle hurdle = {.longest = 0.03, .a = 0.01};
    struct pair *integrator = make_hurdle(&hurdle, 0.1, 0, true);
    cr_expect(pair_advance(integrator, INFINITY, INFINITY, 1, NULL) == FAST_OK);
    const struct pair_statistics *statistics = pair_statistics(integrator);
    cr_expect(pair_time(integrator) == 0.025);
    cr_expect_eq(statistics->substep_failures, 2);
    cr_expect_eq(statistics->shrink_substep_failure, 2);
    cr_expect_eq(statistics->shrink_error_control, 0);
    cr_expect(statistics->ideal_next_step == 0.125); /* the halved step's, times five */
}

Test(control, halving_below_the_minimum_is_reported_or_ends_in_an_explicit_step) {
    struct hurdle hurdle = {.longest = 0.03, .a = 0.01};
    struct pair *integrator = make_hurdle(&hurdle, 0.1, 0.04, true);
    cr_expect(pair_run(integrator, 1) == FAST_NOT_FINITE, "why it has failed");
    cr_expect(pair_time(integrator) == 0 && *pair_state(integrator) == x0);
    /* The halving that is refused is not counted. */
    cr_expect_eq(pair_statistics(integrator)->substep_failures, 1);
    pair_set_throw_on_min_step(integrator, false);
    cr_expect(pair_advance(integrator, INFINITY, INFINITY, 1, NULL) == FAST_OK);
    /* 0.025 is explicit and good; then the minimum is the next step. */
    cr_expect(pair_time(integrator) == 0.025);
}

Test(control, halving_ends_when_nothing_is_left) {
    struct hurdle hurdle = {.longest = -1};
    for (int throws = 0; throws < 2; throws++) {
        struct pair *integrator = make_hurdle(&hurdle, 0.1, 0, throws);
        cr_expect(pair_run(integrator, 1) == FAST_NOT_FINITE);
        cr_expect(pair_statistics(integrator)->substep_failures < 60);
        cr_expect(pair_time(integrator) == 0 && *pair_state(integrator) == x0);
    }
}

/* z' = 4 z up to z = 1.03. */
static int walled_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t;
    ydot[0] = x[0] > 1.03 ? NAN : 4 * x[0];
    return 0;
}

/* Steps below the minimum are explicit: the first half of 0.025 leads beyond the wall. The
 * numbers are Drake's: such a result is rejected, and a tenth is tried. */
Test(control, a_result_that_is_not_finite_is_rejected) {
    static const double times[] = {0.0025, 0.005, 0.0075};
    static const double states[] = {1.010025, 1.0201505006249998, 1.0303775093937655};
    const double start = 1;
    for (int whole = 0; whole < 2; whole++) {
        struct integrator_system system = {.nz = 1, .rates = walled_rates};
        struct integrator_options options = faithful_options();
        options.method = whole ? FAST_IMPLICIT_EULER : FAST_VELOCITY_IMPLICIT_EULER;
        options.fixed_step = options.throw_on_min_step = false;
        options.accuracy = 0.01;
        options.initial_step = options.min_step = 0.03;
        options.max_step = 0.1;
        struct pair *integrator = start_integrator(&system, &options, 0, &start);
        const struct pair_statistics *statistics = pair_statistics(integrator);
        for (int i = 0; i < 3; i++) {
            double end = pair_time(integrator) + 0.025;
            cr_assert(pair_advance(integrator, INFINITY, INFINITY, end, NULL) == FAST_OK);
            cr_expect(fabs(pair_time(integrator) - times[i]) <= 1e-17);
            cr_expect(pair_state(integrator)[0] == states[i]);
            cr_expect_eq(statistics->shrink_error_control, i + 1);
            cr_expect_eq(statistics->substep_failures, 0);
            cr_expect_eq(statistics->derivative_evals, 4 * (i + 1));
        }
        cr_expect(statistics->ideal_next_step == 0.03);
        cr_expect(pair_run(integrator, 1) == FAST_NOT_FINITE, "z is beyond the wall");
        cr_expect(pair_state(integrator)[0] == states[2]);
    }
}

Test(control, what_the_error_forbids_is_reported_at_the_minimum) {
    struct hurdle hurdle = {.longest = 10, .a = 30};
    struct pair *integrator = make_hurdle(&hurdle, 0.1, 0.05, true);
    cr_expect(pair_run(integrator, 1) == FAST_BELOW_MIN_STEP);
    cr_expect(pair_time(integrator) == 0 && *pair_state(integrator) == x0);
    cr_expect_eq(pair_statistics(integrator)->steps_taken, 0);
    pair_set_throw_on_min_step(integrator, false);
    cr_expect(pair_run(integrator, 1) == FAST_OK);
    cr_expect(pair_statistics(integrator)->smallest_adapted_step == 0.05);
}

/* z' = -a z: the estimate of a step is x0 (1/(1+ah) - 1/(1+ah/2)^2), and it is to be below
 * the accuracy in each step. */
Test(control, every_step_keeps_its_estimate_within_the_accuracy) {
    struct hurdle hurdle = {.longest = 10, .a = 3.7};
    struct pair *integrator = make_hurdle(&hurdle, 0.5, 0, true);
    cr_assert(pair_set_newton(integrator, FAST_FRESH) == FAST_OK);
    while (pair_time(integrator) < 1) {
        double t = pair_time(integrator), z = *pair_state(integrator);
        cr_assert(pair_advance(integrator, INFINITY, INFINITY, 1, NULL) == FAST_OK);
        double a = hurdle.a * (pair_time(integrator) - t);
        double exact = z / (1 + a) - z / ((1 + a / 2) * (1 + a / 2));
        double estimate = *pair_error_estimate(integrator);
        cr_expect(fabs(estimate) <= 1e-3, "%g", estimate);
        cr_expect(fabs(estimate - exact) <= 1e-9, "%g, not %g", estimate, exact);
    }
    cr_expect(pair_statistics(integrator)->shrink_error_control > 0);
}

/* With tolerances: below relative |z| + absolute, z being what the step starts from. */
Test(control, every_step_keeps_its_estimate_within_the_tolerances) {
    struct hurdle hurdle = {.longest = 10, .a = 3.7};
    struct integrator_system system = {
        .nz = 1, .context = &hurdle, .rates = hurdle_rates};
    struct integrator_options options = pair_default_options();
    options.relative = 1e-2;
    options.absolute = 3e-3;
    options.max_step = 1;
    double largest = 0;
    struct pair *integrator = start_integrator(&system, &options, 0, &x0);
    while (pair_time(integrator) < 1) {
        double unit = 1e-2 * fabs(*pair_state(integrator)) + 3e-3;
        cr_assert(pair_advance(integrator, INFINITY, INFINITY, 1, NULL) == FAST_OK);
        largest = fmax(largest, fabs(*pair_error_estimate(integrator)) / unit);
    }
    cr_expect(isfinite(largest) && largest <= 1 && largest > 0.5, "%g", largest);
}

/* N+ of nothing: the error cannot be measured, at no step size. */
static int nan_unmap(void *context, const double *q, const double *qdot, double *v) {
    int *calls = context;
    (void)q, (void)qdot;
    v[0] = v[1] = v[2] = NAN;
    cr_assert(++*calls < 1000, "no end");
    return 0;
}

static int spinning_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t, (void)x;
    ydot[0] = ydot[1] = ydot[2] = 0;
    return 0;
}

Test(control, an_error_that_cannot_be_measured_is_reported) {
    int calls = 0;
    const struct sample *sample = find_sample(SAMPLE_HEAVY_TOP);
    struct integrator_system system = sample_system(sample);
    system.context = &calls;
    system.rates = spinning_rates;
    system.unmap = nan_unmap;
    for (int throws = 0; throws < 2; throws++) {
        struct integrator_options options = faithful_options();
        options.fixed_step = false;
        options.throw_on_min_step = throws;
        struct pair *integrator = start_integrator(&system, &options, 0, sample->x0);
        cr_expect(pair_run(integrator, 1) == FAST_NOT_FINITE);
        cr_expect(pair_time(integrator) == 0 &&
                  pair_statistics(integrator)->steps_taken == 0);
    }
}

/* Drake's own test: a looser accuracy makes a larger error. */
Test(control, a_looser_accuracy_is_less_accurate) {
    const double k = 300, m = 2, start[] = {0.1, 0.01}, w = sqrt(k / m);
    const double exact = start[0] * cos(w * 0.1) + start[1] / w * sin(w * 0.1);
    const struct sample spring = {"spring", 1, 1, 0, {{m, k}}, {0}};
    double errors[2];
    for (int i = 0; i < 2; i++) {
        struct parameters parameters = spring.parameters;
        struct integrator_system system =
            make_system(find_family(spring.problem), 1, 1, 0, &parameters);
        struct integrator_options options = faithful_options();
        options.fixed_step = false;
        options.accuracy = i == 0 ? 1e-4 : 100;
        struct pair *integrator = start_integrator(&system, &options, 0, start);
        cr_assert(pair_run(integrator, 0.1) == FAST_OK);
        errors[i] = fabs(pair_state(integrator)[0] - exact);
    }
    cr_expect(isfinite(errors[1]) && errors[0] < 1e-2 && errors[1] > errors[0], "%g, %g",
              errors[0], errors[1]);
}
