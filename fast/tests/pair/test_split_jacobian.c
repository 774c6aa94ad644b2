/* J in two parts, against the systems' own derivatives and N.
 *
 * Seen to fail: half of df/dq N in the matrix; components moved as if they were 1.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/pair/default/default_mode.h"
#include "fast/tests/samples.h"

static struct pair *form(const struct integrator_system *system,
                         enum pair_jacobian scheme, const struct sample *sample,
                         double t) {
    struct integrator_options options = pair_default_options();
    options.jacobian = scheme;
    struct pair *integrator = start_integrator(system, &options, t, sample->x0);
    double rates[most_states];
    cr_assert(system->rates(system->context, t, sample->x0, rates) == 0);
    cr_assert(fast_form_split(integrator, t, sample->x0, rates) == FAST_OK);
    return integrator;
}

Test(split_jacobian, differences_agree_with_derivatives) {
    for (int k = 0; k < sample_count * 2; k++) {
        if (k / 2 == SAMPLE_ROBERTSON)
            continue; /* at its start f is too curved for differences */
        const struct sample *sample = find_sample((enum sample_name)(k / 2));
        const struct integrator_system system = sample_system(sample);
        enum pair_jacobian scheme =
            k % 2 ? FAST_CENTRAL_DIFFERENCES : FAST_FORWARD_DIFFERENCES;
        struct pair *integrator = form(&system, scheme, sample, 0.37);
        const int nq = integrator->nq, ny = integrator->ny, nx = nq + ny;
        double fq[most_states * most_states], fy[most_states * most_states];
        system.jacobian(system.context, 0.37, sample->x0, fq, fy);
        double size = 0;
        for (int e = 0; e < ny * ny; e++)
            size = fmax(size, fabs(fy[e]));
        for (int e = 0; e < ny * nq; e++)
            size = fmax(size, fabs(fq[e]));
        for (int e = 0; e < ny * nq; e++)
            cr_expect(fabs(integrator->default_mode->fq.values[e] - fq[e]) < 1e-6 * size,
                      "%s", sample->problem);
        for (int e = 0; e < ny * ny; e++)
            cr_expect(fabs(integrator->default_mode->fy.values[e] - fy[e]) < 1e-6 * size,
                      "%s", sample->problem);
        const struct pair_statistics *s = pair_statistics(integrator);
        cr_expect(s->derivative_evals_for_jacobian == (k % 2 ? 2 : 1) * nx &&
                  s->derivative_evals == s->derivative_evals_for_jacobian);
    }
}

/* (I - h (fy + h fq N)) update = residual, multiplied out, for a body with N and a chain. */
Test(split_jacobian, updates_solve_with_both_parts_for_every_h) {
    static const enum sample_name names[] = {SAMPLE_HEAVY_TOP, SAMPLE_CHAIN,
                                             SAMPLE_VAN_DER_POL, SAMPLE_DOUBLE_PENDULUM};
    for (int k = 0; k < 12; k++) {
        const struct sample *sample = find_sample(names[k % 4]);
        const struct integrator_system system = sample_system(sample);
        struct pair *integrator = form(&system, FAST_EXACT_JACOBIAN, sample, 0);
        struct fast_default *default_mode = integrator->default_mode;
        const int nq = integrator->nq, nv = integrator->nv, ny = integrator->ny;
        double fq[most_states * most_states], fy[most_states * most_states];
        double h = 0.013 * pow(2, -k), qdot[most_states] = {0}, product[most_states];
        system.jacobian(system.context, 0, sample->x0, fq, fy);
        for (int i = 0; i < ny; i++)
            default_mode->residual[i] = 0.7 + 0.31 * i;
        cr_assert(fast_solve_update(integrator, &default_mode->half, h) == FAST_OK);
        if (system.map != NULL)
            system.map(system.context, sample->x0, default_mode->update, qdot);
        else
            for (int i = 0; i < nv; i++)
                qdot[i] = default_mode->update[i];
        for (int i = 0; i < ny; i++) {
            product[i] = default_mode->update[i];
            for (int j = 0; j < ny; j++)
                product[i] -= h * fy[j * ny + i] * default_mode->update[j];
            for (int j = 0; j < nq; j++)
                product[i] -= h * h * fq[j * ny + i] * qdot[j];
            cr_expect(fabs(product[i] - default_mode->residual[i]) < 1e-10, "%s, %d: %g",
                      sample->problem, i, product[i] - default_mode->residual[i]);
        }
    }
}

/* Robertson's second component at a late time is 1e-13: moved by 3e-8 as if it were 1, J's
 * entry 6e7 z2 = 6e-6 would come out near 1. */
Test(split_jacobian, small_components_are_moved_by_little) {
    const struct sample *sample = find_sample(SAMPLE_ROBERTSON);
    const struct integrator_system system = sample_system(sample);
    struct integrator_options options = pair_default_options();
    options.accuracy = 1e-6;
    const double late[] = {2e-8, 8e-14, 1 - 2e-8};
    double rates[3];
    struct pair *integrator = start_integrator(&system, &options, 0, late);
    system.rates(system.context, 0, late, rates);
    cr_assert(fast_form_split(integrator, 0, late, rates) == FAST_OK);
    double exact = -1e4 * late[2] - 6e7 * late[1];
    cr_expect(fabs(integrator->default_mode->fy.values[4] / exact - 1) < 1e-9, "%.17g",
              integrator->default_mode->fy.values[4]);
}

enum { masses = 300 };

/* n masses between springs, with where df/dq and df/dv may be nonzero. */
static int long_chain(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t;
    for (int i = 0; i < masses; i++) {
        double left = i > 0 ? x[i - 1] : 0, right = i < masses - 1 ? x[i + 1] : 0;
        ydot[i] =
            1e3 * (left - 2 * x[i] + right) - 0.3 * x[masses + i] - x[i] * x[i] * x[i];
    }
    return 0;
}

Test(split_jacobian, a_chain_takes_four_evaluations_and_ends_where_a_dense_one_does) {
    static int start[masses + 1], row[3 * masses], diagonal_start[masses + 1],
        diagonal[masses];
    static double x0[2 * masses];
    for (int j = 0; j < masses; j++) {
        start[j + 1] = start[j];
        for (int i = j > 0 ? j - 1 : 0; i <= j + 1 && i < masses; i++)
            row[start[j + 1]++] = i;
        diagonal[j] = j;
        diagonal_start[j + 1] = j + 1;
        x0[j] = sin(0.1 * j);
    }
    const struct fast_pattern fq = {masses, masses, start, row};
    const struct fast_pattern fy = {masses, masses, diagonal_start, diagonal};
    struct integrator_options options = pair_default_options();
    options.accuracy = 1e-3;
    struct pair *ends[2];
    for (int k = 0; k < 2; k++) {
        const struct integrator_system system = {.nq = masses,
                                                 .nv = masses,
                                                 .rates = long_chain,
                                                 .fq_pattern = k ? &fq : NULL,
                                                 .fy_pattern = k ? &fy : NULL};
        ends[k] = start_integrator(&system, &options, 0, x0);
        cr_assert(pair_run(ends[k], 0.05) == FAST_OK);
    }
    const struct pair_statistics *s = pair_statistics(ends[1]);
    cr_expect(s->derivative_evals_for_jacobian == 4 * s->jacobian_evals, "%ld for %ld",
              s->derivative_evals_for_jacobian, s->jacobian_evals);
    for (int i = 0; i < 2 * masses; i++)
        cr_expect(fabs(pair_state(ends[0])[i] - pair_state(ends[1])[i]) < 1e-3, "%d: %g",
                  i, pair_state(ends[0])[i] - pair_state(ends[1])[i]);
}
