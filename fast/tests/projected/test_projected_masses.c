/* Projections of velocities in the measure of masses.
 *
 * Seen to fail: masses not handed on; their squares for them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/projected.h"

/* Two points of masses 1.37 and 63 in a plane, without forces, joined by a rod: x = (position 1,
 * position 2, velocities). */
static const double masses[] = {1.37, 1.37, 63, 63};

static int dumbbell_velocity(void *context, double t, const double *x, double *error,
                             double *matrix) {
    const double d[] = {x[0] - x[2], x[1] - x[3]};
    (void)context;
    (void)t;
    error[0] = d[0] * (x[4] - x[6]) + d[1] * (x[5] - x[7]);
    for (int j = 0; j < 4 && matrix != NULL; j++)
        matrix[j] = j < 2 ? d[j] : -d[j - 2];
    return 0;
}

static int dumbbell_position(void *context, double t, const double *x, double *error,
                             double *matrix) {
    const double a = x[0] - x[2], b = x[1] - x[3];
    double rate;
    dumbbell_velocity(context, t, x, &rate, matrix);
    error[0] = (a * a + b * b - 1) / 2;
    return 0;
}

static int no_forces(void *context, double t, const double *x, double *ydot) {
    (void)context;
    (void)t;
    (void)x;
    for (int j = 0; j < 4; j++)
        ydot[j] = 0;
    return 0;
}

static int dumbbell_dynamics(void *context, double t, const double *x, double *ydot,
                             double *bias, double *matrix, double *response) {
    const double u = x[4] - x[6], v = x[5] - x[7];
    no_forces(context, t, x, ydot);
    dumbbell_velocity(context, t, x, bias, matrix);
    bias[0] = u * u + v * v;
    for (int j = 0; j < 4; j++)
        response[j] = matrix[j] / masses[j];
    return 0;
}

static const struct integrator_system dumbbell = {
    .nq = 4,
    .nv = 4,
    .rates = no_forces,
    .joints = 1,
    .holonomic = 1,
    .dynamics = dumbbell_dynamics,
    .position = dumbbell_position,
    .velocity = dumbbell_velocity,
    .masses = masses,
};

/* The rod's impulses are inner forces, those of projections too. */
Test(projected_masses, projections_of_velocities_keep_momentum) {
    static const double start[] = {0.6, 0.8, 0, 0, -2, 1.5, 0, 0};
    static const enum integrator_method methods[] = {PROJECTED_SEMI_EXPLICIT_EULER_2,
                                                     PROJECTED_EXPLICIT_EULER,
                                                     PROJECTED_RUNGE_KUTTA_MERSON};
    for (int k = 0; k < 3; k++) {
        struct integrator_options options = projected_default_options();
        options.method = methods[k];
        options.projection = PROJECTED_EVERY_STEP;
        struct projected *m;
        cr_assert(projected_alloc(&m, &dumbbell, &options) == FAST_OK);
        cr_assert(projected_start(m, 0, start) == FAST_OK);
        cr_expect(projected_run(m, 3) == FAST_OK);
        cr_expect(projected_statistics(m)->u_projections > 10);
        const double *v = projected_state(m) + 4;
        for (int j = 0; j < 2; j++) {
            const double before = masses[0] * start[4 + j];
            const double after = masses[0] * v[j] + masses[2] * v[2 + j];
            cr_expect(fabs(after - before) < 1e-12 * fabs(before), "%d: %g", k,
                      after - before);
        }
    }
}

Test(projected_masses, masses_have_to_be_positive) {
    static const double wrong[] = {1.37, 1.37, 0, 63};
    struct integrator_system system = dumbbell;
    struct integrator_options options = projected_default_options();
    struct projected *m;
    system.masses = wrong;
    cr_expect(projected_alloc(&m, &system, &options) == FAST_BAD_SYSTEM && m == NULL);
}
