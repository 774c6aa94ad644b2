/* Whether faithful mode does what Simbody 3.7 did where constraints follow from each other: a
 * pendulum whose rod is stated twice, by its length and by the length's square. Between the
 * stages of a step, off the constraints, the two ask for different accelerations; the original
 * takes the least-squares solution and goes on.
 *
 * Recorded from the integrators of libsimbody 3.7: two sliders of mass 1 along x and y, two
 * coordinate couplers, 9.81 as a force along -y, from (0.6, -0.8) at rest, up to the final time.
 *
 * Seen to fail: more than round-off called a contradiction without a look at the constraints'
 * errors.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/projected.h"

enum { ROWS = 2, SPACE = 2, COUNTERS = 9 };

static int fall(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t, (void)x;
    ydot[0] = 0;
    ydot[1] = -9.81;
    return 0;
}

/* Of (|q|^2 - 1)/2 and |q| - 1, by columns. */
static void fill_matrix(const double *q, double *matrix) {
    const double length = sqrt(q[0] * q[0] + q[1] * q[1]);
    for (int j = 0; j < SPACE; j++) {
        matrix[ROWS * j] = q[j];
        matrix[ROWS * j + 1] = q[j] / length;
    }
}

static int dynamics(void *context, double t, const double *x, double *ydot, double *bias,
                    double *matrix, double *response) {
    const double *v = x + SPACE, length = sqrt(x[0] * x[0] + x[1] * x[1]);
    const double along = (x[0] * v[0] + x[1] * v[1]) / length;
    fall(context, t, x, ydot);
    fill_matrix(x, matrix);
    bias[0] = v[0] * v[0] + v[1] * v[1];
    bias[1] = (bias[0] - along * along) / length;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < SPACE; j++)
            response[SPACE * i + j] = matrix[ROWS * j + i];
    return 0;
}

static int position(void *context, double t, const double *x, double *error,
                    double *matrix) {
    const double square = x[0] * x[0] + x[1] * x[1];
    (void)context, (void)t;
    error[0] = (square - 1) / 2;
    error[1] = sqrt(square) - 1;
    if (matrix != NULL)
        fill_matrix(x, matrix);
    return 0;
}

static int velocity(void *context, double t, const double *x, double *error,
                    double *matrix) {
    (void)context, (void)t;
    error[0] = x[0] * x[2] + x[1] * x[3];
    error[1] = error[0] / sqrt(x[0] * x[0] + x[1] * x[1]);
    if (matrix != NULL)
        fill_matrix(x, matrix);
    return 0;
}

struct record {
    enum integrator_method method;
    double accuracy, step, tolerance, max_step, initial_step, end; /* 0: not set */
    bool every_step, largest;
    long counter[COUNTERS]; /* attempts, steps, error test and convergence failures,
                               realizations, q and u projections, their failures, iterations */
    double x[2 * SPACE];
};

#define MERSON PROJECTED_RUNGE_KUTTA_MERSON
#define DOUBLING PROJECTED_SEMI_EXPLICIT_EULER_2
#define EULER PROJECTED_SEMI_EXPLICIT_EULER

static const struct record records[] = {
    {.method = MERSON,
     .accuracy = 1e-3,
     .tolerance = 1e-8,
     .max_step = 0.1,
     .end = 2,
     .counter = {22, 22, 0, 0, 111, 21, 21, 0, 22},
     .x = {0x1.2ef22577159fdp-1, -0x1.9cc19f1afefeep-1, 0x1.1ec286b73a70cp-2,
           0x1.a4f082de307bbp-3}},
    {.method = MERSON,
     .accuracy = 1e-3,
     .tolerance = 1e-6,
     .initial_step = 1e-3,
     .end = 2,
     .every_step = true,
     .largest = true,
     .counter = {18, 15, 3, 0, 88, 17, 18, 0, 18},
     .x = {0x1.2eb9c51a3c18bp-1, -0x1.9ceaf9ef2717cp-1, 0x1.1ff339498036cp-2,
           0x1.a636d1e22860ap-3}},
    {.method = MERSON,
     .accuracy = 0.1,
     .tolerance = 1e-8,
     .initial_step = 1,
     .end = 2,
     .every_step = true,
     .counter = {50, 30, 20, 20, 231, 30, 30, 20, 50},
     .x = {0x1.2ed6a64ecb944p-1, -0x1.9cd5cc24c1d44p-1, 0x1.1f8554cdb0187p-2,
           0x1.a5d38aac67a3bp-3}},
    {.method = MERSON,
     .accuracy = 1e-3,
     .tolerance = 1e-12,
     .end = 2,
     .counter = {130, 79, 51, 51, 600, 80, 79, 51, 130},
     .x = {0x1.2ef5e68251cc5p-1, -0x1.9cbeddb692539p-1, 0x1.1e93bc3930e77p-2,
           0x1.a4b3d8ec35a5cp-3}},
    {.method = DOUBLING,
     .accuracy = 1e-2,
     .tolerance = 1e-12,
     .end = 2,
     .counter = {50, 42, 8, 0, 93, 50, 50, 0, 50},
     .x = {0x1.409bae8d928cdp-1, -0x1.8f31351669bb0p-1, 0x1.2c755820aed06p-2,
           0x1.e29f230935083p-3}},
    {.method = DOUBLING,
     .accuracy = 1e-2,
     .tolerance = 1e-10,
     .end = 0.3,
     .counter = {10, 7, 3, 0, 18, 10, 10, 0, 10},
     .x = {0x1.76160fee8693cp-2, -0x1.dc9ca40b7e232p-1, -0x1.73f9e1739e1b3p+0,
           -0x1.23f57fa076571p-1}},
    {.method = EULER,
     .step = 0x1p-6,
     .tolerance = 1e-8,
     .end = 2,
     .counter = {128, 128, 0, 0, 129, 128, 128, 0, 128},
     .x = {0x1.3cae6d2e8adafp-1, -0x1.9250801c11afdp-1, 0x1.3250abc2a367bp-2,
           0x1.e23b2e96f55a8p-3}},
};

static struct projected *begin(const struct record *record) {
    const struct integrator_system system = {.nq = SPACE,
                                             .nv = SPACE,
                                             .rates = fall,
                                             .joints = ROWS,
                                             .holonomic = ROWS,
                                             .dynamics = dynamics,
                                             .position = position,
                                             .velocity = velocity};
    const double start[2 * SPACE] = {0.6, -0.8};
    struct integrator_options options = projected_default_options();
    options.mode = FAST_FAITHFUL;
    options.method = record->method;
    options.fixed_step = record->step != 0;
    if (options.fixed_step)
        options.step = record->step;
    else
        options.accuracy = record->accuracy;
    options.constraint_tolerance = record->tolerance;
    options.max_step = record->max_step == 0 ? options.max_step : record->max_step;
    options.initial_step =
        record->initial_step == 0 ? options.initial_step : record->initial_step;
    options.projection = record->every_step ? PROJECTED_EVERY_STEP : options.projection;
    options.norm = record->largest ? PROJECTED_INFINITY : options.norm;
    struct projected *integrator;
    cr_assert(projected_alloc(&integrator, &system, &options) == FAST_OK);
    cr_assert(projected_start(integrator, 0, start) == FAST_OK);
    return integrator;
}

Test(projected_original_twice, a_rod_stated_twice_is_counted_alike) {
    for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
        struct projected *integrator = begin(&records[i]);
        const enum fast_status status = projected_run(integrator, records[i].end);
        cr_expect(status == FAST_OK, "record %zu: %s", i, fast_status_text(status));
        const struct projected_statistics *s = projected_statistics(integrator);
        const long counter[COUNTERS] = {
            s->steps_attempted,      s->steps_taken,         s->error_test_failures,
            s->convergence_failures, s->realizations,        s->q_projections,
            s->u_projections,        s->projection_failures, s->iterations};
        for (int k = 0; k < COUNTERS; k++)
            cr_expect(counter[k] == records[i].counter[k],
                      "record %zu: counter %d is %ld, not %ld", i, k, counter[k],
                      records[i].counter[k]);
        for (int k = 0; k < 2 * SPACE; k++) {
            const double off = fabs(projected_state(integrator)[k] - records[i].x[k]);
            cr_expect(off <= 1e-12, "record %zu: x[%d] is off by %g", i, k, off);
        }
    }
}
