/* Tests of whole_jacobian.c.
 *
 * Seen to fail: the perturbations of the other method, forward and central.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/pair/base/internal.h"

#include "fast/tests/samples.h"

static struct pair *make(const struct integrator_system *system,
                         enum pair_jacobian jacobian, const double *x0) {
    struct integrator_options options = faithful_options();
    options.method = FAST_IMPLICIT_EULER;
    options.jacobian = jacobian;
    return start_integrator(system, &options, 0, x0);
}

/* x' = (N(q) v, f) for the check, with no part of the integrator. */
static void evaluate(const struct integrator_system *system, double t, const double *x,
                     double *xdot) {
    if (system->map != NULL)
        system->map(system->context, x, x + system->nq, xdot);
    else
        memcpy(xdot, x + system->nq, (size_t)system->nv * sizeof *x);
    system->rates(system->context, t, x, xdot + system->nq);
}

/* df_i/dx_j by the difference of fourth order. */
static void differentiate(const struct integrator_system *system, double t,
                          const double *x, int j, double *column) {
    const int nx = system->nq + system->nv + system->nz;
    const double weights[] = {1, -8, 8, -1}, places[] = {-2, -1, 1, 2};
    double delta = 1e-3 * fmax(1e-1, fabs(x[j])), moved[most_states], xdot[most_states];
    memset(column, 0, (size_t)nx * sizeof *column);
    for (int k = 0; k < 4; k++) {
        memcpy(moved, x, (size_t)nx * sizeof *x);
        moved[j] += places[k] * delta;
        evaluate(system, t, moved, xdot);
        for (int i = 0; i < nx; i++)
            column[i] += weights[k] * xdot[i] / (12 * delta);
    }
}

Test(whole_jacobian, every_scheme_gives_the_derivative) {
    const double tolerances[] = {2e-6, 1e-6,
                                 1e-6}; /* the last for the check's own error */
    for (int i = 0; i < sample_count * 3; i++) {
        const struct sample *sample = find_sample((enum sample_name)(i / 3));
        struct integrator_system system = sample_system(sample);
        struct pair *integrator = make(&system, (enum pair_jacobian)(i % 3), sample->x0);
        const int nx = integrator->nx;
        double x[most_states], xdot[most_states], rounding = 0;
        for (int k = 0; k < nx; k++)
            x[k] = sample->x0[k] + 0.013;
        evaluate(&system, 0.3, x, xdot);
        for (int k = 0; k < nx; k++) /* what eps |f| makes of a difference */
            rounding = fmax(rounding, 4e-8 * fabs(xdot[k]));
        cr_assert(fast_form_jacobian(integrator, 0.3, 0.1, NULL, NULL,
                                     x + integrator->nq) == FAST_OK);
        for (int j = 0; j < nx; j++) {
            double column[most_states], size = 1;
            differentiate(&system, 0.3, x, j, column);
            for (int k = 0; k < nx; k++)
                size = fmax(size, fabs(column[k]));
            for (int k = 0; k < nx; k++) {
                double entry = integrator->jacobian.values[j * nx + k];
                cr_expect(fabs(entry - column[k]) <= tolerances[i % 3] * size + rounding,
                          "%s, scheme %d: (%d, %d) is %g, not %g", sample->problem, i % 3,
                          k, j, entry, column[k]);
            }
        }
        long expected[] = {nx + 1, 2 * nx + 1, 1};
        cr_expect_eq(pair_statistics(integrator)->derivative_evals, expected[i % 3]);
        cr_expect_eq(pair_statistics(integrator)->derivative_evals_for_jacobian,
                     expected[i % 3]);
        cr_expect_eq(pair_statistics(integrator)->jacobian_evals, 1);
    }
}

/* Where f is evaluated: three z, which are recorded. */
struct recorder {
    int count;
    double z[7][3];
};

static int recorded_rates(void *context, double t, const double *x, double *ydot) {
    struct recorder *recorder = context;
    (void)t;
    cr_assert(recorder->count < 7);
    memcpy(recorder->z[recorder->count++], x, 3 * sizeof *x);
    ydot[0] = ydot[1] = ydot[2] = x[0];
    return 0;
}

Test(whole_jacobian, components_are_moved_as_in_the_original) {
    const double z[3] = {0.5, -3, 7}, sizes[3] = {1, 3, 7};
    const double forward = 0x1p-26, central = 3.0038858649608429e-07;
    for (int scheme = 0; scheme < 2; scheme++) {
        struct recorder recorder = {0};
        struct integrator_system system = {
            .nz = 3, .context = &recorder, .rates = recorded_rates};
        struct pair *integrator = make(&system, (enum pair_jacobian)scheme, z);
        cr_assert(fast_form_jacobian(integrator, 0, 0.1, NULL, NULL, z) == FAST_OK);
        cr_assert_eq(recorder.count, scheme == 0 ? 4 : 7);
        for (int k = 0; k < recorder.count; k++) {
            double moved[3] = {z[0], z[1], z[2]};
            int j = scheme == 0 ? k - 1 : (k - 1) / 2;
            double sign = scheme == 1 && k % 2 == 0 ? -1 : 1;
            if (k > 0)
                moved[j] += sign * (scheme == 0 ? forward : central) * sizes[j];
            cr_expect(memcmp(moved, recorder.z[k], sizeof moved) == 0, "evaluation %d",
                      k);
        }
    }
}
