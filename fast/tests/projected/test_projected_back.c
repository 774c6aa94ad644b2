/* Reports that cannot be projected, and calls after them, as Simbody 3.7 has answered them: a mass
 * falls through a gate, x^2 = cos(40 pi t), which is open at the ends of the steps of 0.05, but not
 * everywhere between them. A report there fails, and the start of the step is the state again.
 *
 * Seen to fail: a state that stays at the end of the step; rates that are taken for known there;
 * a report that is not told as it has become; one of the step before that is taken for one of
 * this; a start of the step that is not told where every step is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/projected.h"

static const double rate = 40 * 3.14159265358979323846, g = 9.81;
static const double allowed = 1e-10; /* rounding, multiplied by the gate's rate */

static int position(void *context, double t, const double *x, double *error,
                    double *matrix) {
    (void)context;
    *error = x[0] * x[0] - cos(rate * t);
    if (matrix != NULL)
        matrix[0] = 2 * x[0], matrix[1] = 0;
    return 0;
}

static int velocity(void *context, double t, const double *x, double *error,
                    double *matrix) {
    (void)context;
    *error = 2 * x[0] * x[2] + rate * sin(rate * t);
    if (matrix != NULL)
        matrix[0] = 2 * x[0], matrix[1] = 0;
    return 0;
}

static int fall(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t, (void)x;
    ydot[0] = 0;
    ydot[1] = -g;
    return 0;
}

static int dynamics(void *context, double t, const double *x, double *ydot, double *bias,
                    double *matrix, double *response) {
    *bias = 2 * x[2] * x[2] + rate * rate * cos(rate * t);
    matrix[0] = response[0] = 2 * x[0];
    matrix[1] = response[1] = 0;
    return fall(context, t, x, ydot);
}

static const struct integrator_system gate = {.nq = 2,
                                              .nv = 2,
                                              .rates = fall,
                                              .joints = 1,
                                              .holonomic = 1,
                                              .dynamics = dynamics,
                                              .position = position,
                                              .velocity = velocity};

enum { COUNTERS = 6, CALLS = 6 };

/* A call and its answer; stop 0: it has failed. Counters: attempts, steps, realizations,
 * projections of positions and of velocities, failed ones of positions. */
struct call {
    double report;
    int stop;
    double t, advanced_t;
    long counter[COUNTERS];
    double x[4];
};

/* clang-format off */
#define FIRST_CALLS \
    {0.0005, 1, 0.0005, 0.05, {1, 1, 3, 2, 1, 0}, \
     {0.9990128940297, 0.2999160625, -3.949142919921, 0.195095}}, \
    {0.03, 0, 0.03, 0, {1, 1, 3, 2, 1, 1}, {-0.1632867544731, 0.29496375, 0, -0.0943}},

static const struct call semi_explicit_euler[CALLS] = {
    {0.0005, 1, 0.0005, 0.05, {1, 1, 2, 2, 2, 0},
     {0.9990128940297, 0.29985475, -3.949142919921, 0.195095}},
    {0.03, 0, 0.03, 0, {1, 1, 2, 2, 2, 1}, {-0.1632867544856, 0.291285, 0, -0.0943}},
    {0.035, 0, 0, 0, {2, 2, 3, 3, 3, 2}, {1, 0.3, 0, 0.2}},
    {0.07, 0, 0.05, 0.05, {4, 4, 5, 5, 5, 3}, {-1.000000000003, 0.285475, 0, -0.2905}},
    {0.11, 1, 0.11, 0.15000000000000002, {6, 6, 7, 8, 8, 3},
     {0.5558929702564, 0.23371, -107.4966702084, -0.8791}},
    {0.13, 0, 0.13, 0.1, {6, 6, 7, 8, 8, 4}, {-0.1632867544772, 0.20828, 0, -1.0753}},
};
static const struct call semi_explicit_euler_2[CALLS] = {
    FIRST_CALLS
    {0.035, 0, 0, 0, {2, 2, 5, 3, 1, 2}, {1, 0.3, 0, 0.2}},
    {0.07, 0, 0.05, 0.05, {4, 4, 9, 5, 1, 3}, {-1, 0.29160625, 0, -0.2905}},
    {0.11, 1, 0.11, 0.15000000000000002, {6, 6, 13, 8, 2, 3},
     {0.5558929702564, 0.24719875, -107.4966702084, -0.8791}},
    {0.13, 0, 0.13, 0.1, {6, 6, 13, 8, 2, 4}, {-0.1632867544731, 0.22422125, 0, -1.0753}},
};
static const struct call told_every_step[CALLS] = {
    FIRST_CALLS
    {0.035, 4, 0, 0, {1, 1, 3, 2, 1, 1}, {1, 0.3, 0, 0.2}},
    {0.07, 4, 0.05, 0.05, {2, 2, 5, 3, 1, 1}, {-1, 0.29160625, 0, -0.2905}},
    {0.11, 4, 0.1, 0.1, {3, 3, 7, 4, 1, 1}, {1, 0.2586875, 0, -0.781}},
    {0.13, 0, 0.1, 0.1, {4, 4, 9, 5, 1, 2}, {1, 0.2586875, 0, -0.781}},
};

/* Its projections let velocities grow. */
static const struct call runge_kutta_merson[CALLS] = {
    {0.0005, 1, 0.0005, 0.05, {1, 1, 7, 1, 1, 0},
     {0.9990128879028, 0.30009877375, -3.949142944097, 0.195095}},
    {0.03, 0, 0.03, 0, {1, 1, 7, 1, 1, 1},
     {0.06300543648868, 0.3015855, 301837210.295, -0.0943}},
    {0.035, 0, 0, 0, {2, 2, 13, 1, 1, 2}, {1, 0.3, 0, 0.2}},
    {0.07, 0, 0.05, 0.05, {4, 4, 24, 1, 1, 3},
     {9991.133753199, 0.2977375, -20920283.76174, -0.2905}},
    {0.11, 0, 0.1, 0.1, {6, 6, 35, 1, 1, 4},
     {-929596439580.6, 0.27095, -2.104254188839e+15, -0.781}},
    {0.13, 0, 0.1, 0.1, {7, 7, 41, 1, 1, 5},
     {-929596439580.6, 0.27095, -2.104254188839e+15, -0.781}},
};
/* clang-format on */

static struct projected *begin(enum integrator_method method, bool tells_every_step) {
    static const double start[] = {1, 0.3, 0, 0.2};
    struct integrator_options options = integrator_default_options(method);
    integrator_complete_options(&options);
    options.mode = FAST_FAITHFUL;
    options.fixed_step = true;
    options.step = 0.05;
    options.constraint_tolerance = 1e-6;
    options.return_every_step = tells_every_step;
    struct projected *m;
    enum projected_stop stop;
    cr_assert(projected_alloc(&m, &gate, &options) == FAST_OK);
    cr_assert(projected_start(m, 0, start) == FAST_OK);
    cr_assert(projected_step_to(m, 0, INFINITY, &stop) == FAST_OK);
    return m;
}

static void compare(const struct projected *m, const struct call *call, int k) {
    const struct projected_statistics *s = projected_statistics(m);
    const long counter[COUNTERS] = {s->steps_attempted, s->steps_taken,
                                    s->realizations,    s->q_projections,
                                    s->u_projections,   s->q_projection_failures};
    for (int i = 0; i < COUNTERS; i++)
        cr_expect(counter[i] == call->counter[i], "call %d: counter %d is %ld, not %ld",
                  k, i, counter[i], call->counter[i]);
    cr_expect(fabs(projected_time(m) - call->t) <= 1e-15, "call %d: %.17g", k,
              projected_time(m));
    cr_expect(fabs(projected_advanced_time(m) - call->advanced_t) <= 1e-15,
              "call %d: %.17g", k, projected_advanced_time(m));
    for (int i = 0; i < 4; i++)
        cr_expect(fabs(projected_state(m)[i] - call->x[i]) <=
                      allowed * fmax(1, fabs(call->x[i])),
                  "call %d: x[%d] = %.17g, not %.17g", k, i, projected_state(m)[i],
                  call->x[i]);
}

static void repeat(struct projected *m, const struct call *calls) {
    for (int k = 0; k < CALLS; k++) {
        enum projected_stop stop = PROJECTED_START_OF_INTERVAL;
        const enum fast_status status =
            projected_step_to(m, calls[k].report, INFINITY, &stop);
        cr_expect(status == (calls[k].stop == 0 ? FAST_PROJECTION : FAST_OK),
                  "call %d: %s", k, fast_status_text(status));
        if (calls[k].stop != 0)
            cr_expect((int)stop == calls[k].stop, "call %d: %d", k, (int)stop);
        compare(m, &calls[k], k);
    }
    projected_free(m);
}

Test(projected_back, a_report_that_fails_takes_the_step_back) {
    repeat(begin(PROJECTED_SEMI_EXPLICIT_EULER, false), semi_explicit_euler);
    repeat(begin(PROJECTED_SEMI_EXPLICIT_EULER_2, false), semi_explicit_euler_2);
    repeat(begin(PROJECTED_RUNGE_KUTTA_MERSON, false), runge_kutta_merson);
}

Test(projected_back, the_start_of_the_step_is_told_again_where_every_step_is) {
    repeat(begin(PROJECTED_SEMI_EXPLICIT_EULER_2, true), told_every_step);
}
