/* Tests of whole_iterate.c, and of when J counts as fresh (freshness.c, pair.c).
 *
 * Seen to fail: the norm taken after the update; a fresh J formed again; J fresh after the
 * first half step, after a step that has succeeded, after a second half step that has failed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/pair/newton/newton.h"
#include "fast/tests/samples.h"

static struct pair *make(const struct integrator_system *system,
                         enum pair_jacobian jacobian, const double *x0) {
    struct integrator_options options = faithful_options();
    options.method = FAST_IMPLICIT_EULER;
    options.jacobian = jacobian;
    return start_integrator(system, &options, 0, x0);
}

/* (I - hJ) dx = -((x - xn) - h f) for f = (v, -23 q - 3 v), by hand: h = 1/2, xn = (1, 2),
 * x = (3, 5), J exact. R = (3 - 1 - 5/2, 5 - 2 + 42) = (-1/2, 45); I - hJ = (1, -1/2; 23/2,
 * 5/2), whose determinant is 33/4; dx = (1/4)(-85, -203)/(33/4). */
static int spring_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t;
    ydot[0] = -23 * x[0] - 3 * x[1];
    return 0;
}

static int spring_jacobian(void *context, double t, const double *x, double *fq,
                           double *fy) {
    (void)context, (void)t, (void)x;
    fq[0] = -23;
    fy[0] = -3;
    return 0;
}

Test(whole_iterate, an_iteration_by_hand) {
    const double xn[2] = {1, 2}, weights[1] = {2};
    double x[2] = {3, 5}, norm;
    struct integrator_system system = {
        .nq = 1, .nv = 1, .rates = spring_rates, .jacobian = spring_jacobian};
    struct integrator_options options = faithful_options();
    options.method = FAST_IMPLICIT_EULER;
    options.jacobian = FAST_EXACT_JACOBIAN;
    options.weights_v = weights;
    struct pair *integrator = start_integrator(&system, &options, 0, xn);
    cr_assert(fast_form_jacobian(integrator, 0, 0.5, NULL, NULL, xn + 1) == FAST_OK);
    fast_factor(integrator, 0.5);
    struct fast_sub_step step = {.h = 0.5, .tf = 0.5, .xn = xn, .x = x};
    cr_assert(fast_iterate_whole(integrator, &step, NULL, &norm) == FAST_OK);
    double dq = (2.5 * 0.5 - 0.5 * 45) / 8.25, dv = (-45 - 11.5 * 0.5) / 8.25;
    cr_expect(fabs(x[0] - (3 + dq)) <= 1e-14 && fabs(x[1] - (5 + dv)) <= 1e-14, "%g, %g",
              x[0] - 3, x[1] - 5);
    cr_expect(fabs(norm - 2 * fmax(fabs(dq), fabs(dv))) <= 1e-13, "%g", norm);
}

/* A top turns by an update of 1 rad: N at the iterate before it is not N after it. */
Test(whole_iterate, the_norm_is_taken_before_the_update) {
    const struct sample *sample = find_sample(SAMPLE_HEAVY_TOP);
    struct integrator_system system = sample_system(sample);
    struct pair *integrator = make(&system, FAST_FORWARD_DIFFERENCES, sample->x0);
    double x[7], before[7], norm, expected;
    memcpy(x, sample->x0, sizeof x);
    memcpy(before, sample->x0, sizeof before);
    cr_assert(fast_form_jacobian(integrator, 0, 0.1, NULL, NULL, sample->x0 + 4) ==
              FAST_OK);
    fast_factor(integrator, 0.1);
    struct fast_sub_step step = {.h = 0.1, .tf = 0.1, .xn = sample->x0, .x = x};
    cr_assert(fast_iterate_whole(integrator, &step, NULL, &norm) == FAST_OK);
    double change[7] = {0}; /* without that of v, which is the larger */
    for (int i = 0; i < 4; i++)
        change[i] = x[i] - before[i];
    cr_assert(fast_error_norm(integrator, before, change, &expected) == FAST_OK);
    cr_expect(fabs(change[0]) > 0.01);
    double other;
    cr_assert(fast_error_norm(integrator, x, change, &other) == FAST_OK);
    cr_expect(fabs(other - expected) > 1e-3 * expected, "the two are told apart");
    cr_expect(fabs(norm - expected) <= 1e-13, "%g, not %g", norm, expected);
}

/* The discrete equations are those of the velocity-implicit method. */
Test(whole_iterate, both_methods_solve_the_same_equations) {
    for (int name = 0; name < sample_count; name++) {
        const struct sample *sample = find_sample((enum sample_name)name);
        struct integrator_system system = sample_system(sample);
        struct integrator_options options = faithful_options();
        options.accuracy = 1e-14;
        options.newton = FAST_FULL;
        options.jacobian = FAST_EXACT_JACOBIAN;
        struct pair *a = start_integrator(&system, &options, 0, sample->x0);
        options.method = FAST_IMPLICIT_EULER;
        struct pair *b = start_integrator(&system, &options, 0, sample->x0);
        for (int step = 0; step < 10; step++) {
            cr_assert(pair_step(a, 1e-4) == FAST_OK && pair_step(b, 1e-4) == FAST_OK);
            for (int i = 0; i < a->nx; i++) {
                double size = fmax(1, fabs(pair_state(a)[i]));
                cr_expect(fabs(pair_state(a)[i] - pair_state(b)[i]) <= 1e-13 * size,
                          "%s: x[%d]", sample->problem, i);
            }
        }
    }
}

/* A J that has been formed in this attempt is not formed again at the third trial: the
 * attempt ends there. Robertson's counts are those of the original's own test. */
Test(whole_iterate, a_fresh_jacobian_ends_the_trials) {
    const struct sample *sample = find_sample(SAMPLE_ROBERTSON);
    struct integrator_system system = sample_system(sample);
    struct pair *integrator = make(&system, FAST_FORWARD_DIFFERENCES, sample->x0);
    const struct pair_statistics *statistics = pair_statistics(integrator);
    cr_expect(pair_step(integrator, 1e-2) == FAST_NOT_CONVERGED);
    cr_expect_eq(statistics->factorizations, 2);
    cr_expect_eq(statistics->jacobian_evals, 1);
    cr_expect(pair_step(integrator, 1e-6) == FAST_OK);
    cr_expect_eq(statistics->jacobian_evals, 1);
    long factorizations = statistics->factorizations;
    cr_expect(pair_step(integrator, 1e-2) == FAST_NOT_CONVERGED);
    cr_expect_eq(statistics->factorizations - factorizations, 2);
    cr_expect_eq(statistics->jacobian_evals, 2);
}

/* z' = -z, but for trials that are told to diverge: those, up to the given one, of the
 * sub-step of `length` that starts at `from`. */
struct stubborn {
    double from, length;
    int last_trial;
    bool diverging;
    int calls;
};

static int stubborn_rates(void *context, double t, const double *x, double *ydot) {
    struct stubborn *stubborn = context;
    (void)t;
    ydot[0] = -x[0];
    if (stubborn->diverging) {
        stubborn->calls++;
        ydot[0] = (stubborn->calls % 2 ? 1e6 : -1e6) * stubborn->calls;
    }
    return 0;
}

static int stubborn_jacobian(void *context, double t, const double *x, double *fq,
                             double *fy) {
    (void)context, (void)t, (void)x, (void)fq;
    fy[0] = -1;
    return 0;
}

static void note_trial(void *context, const struct pair_decision *decision) {
    struct stubborn *stubborn = context;
    if (decision->kind == PAIR_DECISION_TRIAL)
        stubborn->diverging = decision->t == stubborn->from &&
                              decision->h == stubborn->length &&
                              decision->outcome <= stubborn->last_trial;
    if (decision->kind == PAIR_DECISION_ATTEMPT)
        stubborn->diverging = false;
}

static const double stubborn_h = 0.25;

/* One attempt from t with some trials diverging; how many Jacobians it has formed. */
static long attempt(struct pair *integrator, struct stubborn *stubborn, double from,
                    int last_trial, enum fast_status expected) {
    long before = pair_statistics(integrator)->jacobian_evals;
    stubborn->from = from;
    stubborn->length = from > pair_time(integrator) ? stubborn_h / 2 : stubborn_h;
    stubborn->last_trial = last_trial;
    enum fast_status status = pair_step(integrator, stubborn_h);
    cr_expect(status == expected, "from %g, %d trials: %s", from, last_trial,
              fast_status_text(status));
    return pair_statistics(integrator)->jacobian_evals - before;
}

static struct pair *make_stubborn(struct stubborn *stubborn) {
    const double x0 = 0.83;
    struct integrator_system system = {.nz = 1,
                                       .context = stubborn,
                                       .rates = stubborn_rates,
                                       .jacobian = stubborn_jacobian};
    struct pair *integrator = make(&system, FAST_EXACT_JACOBIAN, &x0);
    pair_listen(integrator, note_trial, stubborn);
    return integrator;
}

/* When J counts as fresh, so that a third trial is of no use. */
Test(whole_iterate, a_jacobian_is_fresh_until_the_first_half_step_is_done) {
    struct stubborn stubborn = {.calls = 0};
    struct pair *integrator = make_stubborn(&stubborn);
    const double h = stubborn_h;
    /* Formed in the large step: fresh there, not in the second half step. */
    cr_expect_eq(attempt(integrator, &stubborn, 0, 2, FAST_NOT_CONVERGED), 1);
    cr_expect_eq(attempt(integrator, &stubborn, 0, 2, FAST_NOT_CONVERGED), 0);
    cr_assert(pair_initialize(integrator) == FAST_OK);
    cr_expect_eq(attempt(integrator, &stubborn, h / 2, 2, FAST_OK), 2);
    /* Formed in the second half step of a step that has succeeded: not fresh. */
    cr_expect_eq(attempt(integrator, &stubborn, h, 2, FAST_OK), 1);
    /* Formed in a second half step that has failed: not fresh either. */
    cr_expect_eq(attempt(integrator, &stubborn, 2 * h + h / 2, 3, FAST_NOT_CONVERGED), 1);
    cr_expect_eq(attempt(integrator, &stubborn, 2 * h, 2, FAST_OK), 1);
    /* Formed in a large step that has failed: fresh in the next attempt. */
    cr_expect_eq(attempt(integrator, &stubborn, 3 * h, 3, FAST_NOT_CONVERGED), 1);
    cr_expect_eq(attempt(integrator, &stubborn, 3 * h, 2, FAST_NOT_CONVERGED), 0);
    cr_expect_eq(attempt(integrator, &stubborn, -1, 0, FAST_OK), 0);
}

Test(whole_iterate, an_explicit_step_leaves_no_fresh_jacobian) {
    struct stubborn stubborn = {.calls = 0};
    struct pair *integrator = make_stubborn(&stubborn);
    cr_expect_eq(attempt(integrator, &stubborn, 0, 3, FAST_NOT_CONVERGED), 1);
    cr_expect(pair_step(integrator, 1e-15) == FAST_OK);
    cr_expect_eq(attempt(integrator, &stubborn, 1e-15, 2, FAST_OK), 1);
}
