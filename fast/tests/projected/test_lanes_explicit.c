/* Lanes of the explicit methods where q' = v, against runs alone, bit by bit, and how a run of
 * all ends before its time.
 *
 * Seen to fail: velocities after the positions of a gaming step, a stage's velocities
 * overwritten before its positions are, a run that goes on without lanes, a state that is told
 * after a failure, a final time or a time that is not asked for, a callback whose failure is
 * not.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/lanes/lanes_kinds.h"
#include "fast/processor.h"

/* q1'' = -k sin q1 + z, q2'' = q1 v1 - v2, z' = k cos t - z. */
enum { nv = 2, nz = 1, nx = 2 * nv + nz, lanes = 5, size = nx * lanes };

/* Of all lanes; alone: of one of them. */
struct pendulums {
    double k[lanes];
    int calls, last_call; /* 0: none is the last */
};

static void find_rates(double k, double t, const double *x, double *ydot) {
    ydot[0] = -k * sin(x[0]) + x[4];
    ydot[1] = x[0] * x[2] - x[3];
    ydot[2] = k * cos(t) - x[4];
}

static int rates(void *context, double t, const double *x, double *ydot) {
    find_rates(*(const double *)context, t, x, ydot);
    return 0;
}

static int rates_of_lanes(void *context, double t, const double *x, double *ydot) {
    struct pendulums *p = context;
    for (int k = 0; k < lanes; k++) {
        double one[nx], rate[nv + nz];
        for (int i = 0; i < nx; i++)
            one[i] = x[i * lanes + k];
        find_rates(p->k[k], t, one, rate);
        for (int i = 0; i < nv + nz; i++)
            ydot[i * lanes + k] = rate[i];
    }
    return ++p->calls == p->last_call;
}

static struct integrator_options options_of(int method, double h) {
    struct integrator_options options =
        integrator_default_options((enum integrator_method)method);
    options.fixed_step = true;
    options.step = h;
    options.form = PROJECTED_GAMING;
    integrator_complete_options(&options);
    return options;
}

static void expect_alone(const struct integrator_options *options, double *k, double end,
                         int lane, const double *start, const double *found) {
    const struct integrator_system system = {
        .nq = nv, .nv = nv, .nz = nz, .context = k, .rates = rates};
    struct projected *p;
    double x[nx];
    for (int i = 0; i < nx; i++)
        x[i] = start[i * lanes + lane];
    cr_assert(projected_alloc(&p, &system, options) == FAST_OK);
    cr_assert(projected_start(p, 0, x) == FAST_OK);
    cr_assert(projected_run(p, end) == FAST_OK);
    for (int i = 0; i < nx; i++)
        cr_expect(memcmp(&projected_advanced_state(p)[i], &found[i * lanes + lane],
                         sizeof *x) == 0,
                  "method %d, lane %d, component %d: %a, alone %a", (int)options->method,
                  lane, i, found[i * lanes + lane], projected_advanced_state(p)[i]);
}

static struct lanes *make_lanes(struct pendulums *p,
                                const struct integrator_options *options) {
    const struct lanes_system system = {.lanes = lanes,
                                        .nq = nv,
                                        .nv = nv,
                                        .nz = nz,
                                        .context = p,
                                        .rates = rates_of_lanes};
    struct lanes *made;
    cr_assert(lanes_alloc(&made, &system, options) == FAST_OK);
    return made;
}

static void fill(double *x) {
    for (int e = 0; e < size; e++)
        x[e] = 0.3 + 0.1 * (e % 7) - 0.05 * (e % 3);
}

/* Ends within a step, after an odd number of them. */
Test(lanes_explicit, have_the_bits_of_runs_alone) {
    struct pendulums p = {.k = {1, 2, 3, 5, 8}};
    double start[size], x[size];
    bool done[lanes];
    long steps[lanes];
    fill(start);
    for (int method = PROJECTED_SEMI_EXPLICIT_EULER;
         method <= PROJECTED_RUNGE_KUTTA_MERSON; method++)
        for (int length = fast_vector_length(); length >= 2; length /= 2) {
            const struct integrator_options options = options_of(method, 0.03);
            struct lanes *all = make_lanes(&p, &options);
            lanes_set_vectors(all, length);
            memcpy(x, start, sizeof x);
            cr_assert(lanes_run(all, 0, 0.98, x, done, steps) == FAST_OK);
            for (int k = 0; k < lanes; k++) {
                cr_expect(done[k] && steps[k] == 33);
                expect_alone(&options, &p.k[k], 0.98, k, start, x);
            }
        }
}

/* Runs as asked, which fails so; x is as it was, and no lane is done. */
static void expect_refusal(struct lanes *all, double t, double t_final,
                           enum fast_status expected) {
    double start[size], x[size];
    bool done[lanes];
    long steps[lanes];
    fill(start);
    memcpy(x, start, sizeof x);
    const enum fast_status status = lanes_run(all, t, t_final, x, done, steps);
    cr_expect(status == expected, "%d in place of %d", (int)status, (int)expected);
    cr_expect(memcmp(x, start, sizeof x) == 0);
    for (int k = 0; k < lanes; k++)
        cr_expect(!done[k] && steps[k] == 0);
}

Test(lanes_explicit, times_that_are_none_are_refused) {
    struct pendulums p = {.k = {1, 2, 3, 5, 8}};
    struct integrator_options options = options_of(PROJECTED_EXPLICIT_EULER, 1e-3);
    struct lanes *all = make_lanes(&p, &options);
    expect_refusal(all, 0, -1, FAST_BAD_TIME);
    expect_refusal(all, 0, INFINITY, FAST_BAD_TIME);
    expect_refusal(all, 0, (double)NAN, FAST_BAD_TIME);
    expect_refusal(all, (double)NAN, 1, FAST_BAD_TIME);
    expect_refusal(all, 1e17, 2e17, FAST_BELOW_MIN_STEP);
    lanes_free(all);
    options.final_time = 1;
    all = make_lanes(&p, &options);
    expect_refusal(all, 0, 2, FAST_FINISHED);
}

Test(lanes_explicit, a_callback_ends_the_run_of_all) {
    for (int method = PROJECTED_SEMI_EXPLICIT_EULER;
         method <= PROJECTED_RUNGE_KUTTA_MERSON; method++)
        for (int call = 1; call <= 12; call++) {
            struct pendulums p = {.k = {1, 2, 3, 5, 8}, .last_call = call};
            const struct integrator_options options = options_of(method, 0.03);
            struct lanes *all = make_lanes(&p, &options);
            expect_refusal(all, 0, 1, FAST_CALLBACK);
        }
}

Test(lanes_explicit, a_run_ends_where_no_lane_is_left) {
    struct pendulums p = {.k = {NAN, NAN, NAN, NAN, NAN}};
    const struct integrator_options options = options_of(PROJECTED_EXPLICIT_EULER, 1e-4);
    struct lanes *all = make_lanes(&p, &options);
    double x[size];
    bool done[lanes];
    long steps[lanes];
    fill(x);
    cr_expect(lanes_run(all, 0, 1, x, done, steps) == FAST_OK);
    for (int k = 0; k < lanes; k++)
        cr_expect(!done[k]);
    cr_expect(p.calls < 1000, "%d of 10000", p.calls);
}
