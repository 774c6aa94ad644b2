/* Tests of listen.c, and of what is told.
 *
 * Seen to fail: rejections not counted; kappa 0.01; judged from the second iteration on; a
 * refused halving counted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/pair/base/internal.h"

#include "fast/tests/samples.h"

enum { most_decisions = 4000 };

struct log {
    int count;
    struct pair_decision decisions[most_decisions];
};

static void note(void *context, const struct pair_decision *decision) {
    struct log *heard = context;
    if (heard->count < most_decisions)
        heard->decisions[heard->count] = *decision;
    heard->count++;
}

static int count(const struct log *heard, enum pair_decision_kind kind, int outcome) {
    int found = 0;
    for (int i = 0; i < heard->count && i < most_decisions; i++)
        found +=
            heard->decisions[i].kind == kind && heard->decisions[i].outcome == outcome;
    return found;
}

static struct log heard;

/* Nine iterations, three of them converged; trials 1, 1, 1; the attempt. */
Test(listen, a_smooth_step_is_told_in_order) {
    const struct sample *sample = find_sample(SAMPLE_PENDULUM);
    struct integrator_system system = sample_system(sample);
    struct pair *integrator = start_integrator(&system, NULL, 0.25, sample->x0);
    pair_listen(integrator, note, &heard);
    cr_assert(pair_step(integrator, 0.0625) == FAST_OK);
    cr_assert_eq(heard.count, 13);
    const double starts[] = {0.25, 0.25, 0.28125}, steps[] = {0.0625, 0.03125, 0.03125};
    for (int i = 0; i < 3; i++) {
        const struct pair_decision *d = &heard.decisions[4 * i];
        cr_expect(d->kind == PAIR_DECISION_TRIAL && d->outcome == 1);
        cr_expect(d->t == starts[i] && d->h == steps[i] && isnan(d->value));
        for (int k = 1; k <= 3; k++) {
            cr_expect(d[k].kind == PAIR_DECISION_NEWTON && d[k].outcome == k / 3);
            cr_expect(d[k].t == starts[i] + steps[i] && d[k].h == steps[i]);
        }
        cr_expect(d[1].limit == 0x1p-52 * 10 && d[1].value > d[1].limit);
        cr_expect(d[3].limit == 0.05 * 0.1 && d[3].value < d[3].limit);
    }
    const struct pair_decision *last = &heard.decisions[12];
    cr_expect(last->kind == PAIR_DECISION_ATTEMPT && last->outcome == 1);
    cr_expect(last->t == 0.25 && last->h == 0.0625);
}

Test(listen, what_is_told_agrees_with_the_counters) {
    for (int i = 0; i < sample_count * 6; i++) {
        const struct sample *sample = find_sample((enum sample_name)(i / 6));
        struct integrator_system system = sample_system(sample);
        struct integrator_options options = faithful_options();
        options.fixed_step = false;
        options.accuracy = 1e-3;
        options.newton = (enum pair_newton)(i % 3);
        options.method = (enum integrator_method)(i / 3 % 2);
        struct pair *integrator = start_integrator(&system, &options, 0, sample->x0);
        struct pair *silent = start_integrator(&system, &options, 0, sample->x0);
        heard.count = 0;
        pair_listen(integrator, note, &heard);
        cr_assert(pair_run(integrator, 0.02) == FAST_OK);
        cr_assert(pair_run(silent, 0.02) == FAST_OK);
        cr_assert(heard.count <= most_decisions, "%d", heard.count);
        const struct pair_statistics *s = pair_statistics(integrator);
        int newton = count(&heard, PAIR_DECISION_NEWTON, 0) +
                     count(&heard, PAIR_DECISION_NEWTON, 1) +
                     count(&heard, PAIR_DECISION_NEWTON, 2);
        cr_expect_eq(newton, s->newton_iters);
        cr_expect_eq(count(&heard, PAIR_DECISION_ATTEMPT, 0), s->substep_failures);
        cr_expect_eq(count(&heard, PAIR_DECISION_ATTEMPT, 1),
                     s->steps_taken + s->shrink_error_control);
        cr_expect_eq(count(&heard, PAIR_DECISION_ERROR, 1), s->steps_taken);
        cr_expect_eq(count(&heard, PAIR_DECISION_ERROR, 0), s->shrink_error_control);
        cr_expect_eq(count(&heard, PAIR_DECISION_STEP, -1) +
                         count(&heard, PAIR_DECISION_STEP, 0) +
                         count(&heard, PAIR_DECISION_STEP, 1),
                     s->steps_taken + s->shrink_error_control);
        if (options.newton == FAST_FULL)
            cr_expect_eq(count(&heard, PAIR_DECISION_TRIAL, 1), 0);
        cr_expect(memcmp(s, pair_statistics(silent), sizeof *s) == 0, "listening counts");
    }
}

/* v' = -6 v forwards with h = 0.25 and J = 0: errors grow by 1.5. */
static int growing_rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t;
    ydot[0] = -6 * x[0];
    return 0;
}

static int no_jacobian(void *context, double t, const double *x, double *fq, double *fy) {
    (void)context, (void)t, (void)x, (void)fq;
    fy[0] = 0;
    return 0;
}

Test(listen, divergence_and_all_four_trials_are_told) {
    const double x0 = 0.83;
    struct integrator_system system = {
        .nz = 1, .rates = growing_rates, .jacobian = no_jacobian};
    struct integrator_options options = faithful_options();
    options.jacobian = FAST_EXACT_JACOBIAN;
    struct pair *integrator = start_integrator(&system, &options, 0, &x0);
    heard.count = 0;
    pair_listen(integrator, note, &heard);
    cr_expect(pair_step(integrator, 0.25) == FAST_NOT_CONVERGED);
    cr_assert_eq(heard.count, 3 * 4 + 2);
    for (int trial = 0; trial < 3; trial++) {
        const struct pair_decision *d = &heard.decisions[4 * trial];
        cr_expect(d->kind == PAIR_DECISION_TRIAL && d->outcome == trial + 1);
        cr_expect(d[3].kind == PAIR_DECISION_NEWTON && d[3].outcome == 2);
        cr_expect(fabs(d[3].value - 1.5) <= 1e-14 && d[3].limit == 1);
    }
    cr_expect(heard.decisions[12].kind == PAIR_DECISION_TRIAL);
    cr_expect_eq(heard.decisions[12].outcome, 4);
    cr_expect(heard.decisions[13].kind == PAIR_DECISION_ATTEMPT);
    cr_expect_eq(heard.decisions[13].outcome, 0);
    pair_listen(integrator, NULL, NULL);
    heard.count = 0;
    cr_expect(pair_step(integrator, 0.25) == FAST_NOT_CONVERGED);
    cr_expect_eq(heard.count, 0, "nobody listens");
}
