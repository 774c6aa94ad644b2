/* Tests of difference.c.
 *
 * Seen to fail: lower - upper; a group's components left moved; central ones from the
 * base.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/pair/base/internal.h"
#include "fast/pair/base/difference.h"
#include "fast/tests/grids.h"
#include "fast/tests/samples.h"

enum { masses = 35, entries = 5 * masses };

static struct grid grid;

/* The derivative by q (first 0) or v, by groups of its pattern or column by column;
 * expected are the entries in the pattern's order. */
static void expect_derivative(int first, bool grouped, bool central,
                              const double *expected) {
    const struct fast_pattern *own = first == 0 ? &grid.pattern : &grid.map_pattern;
    struct integrator_options options = faithful_options();
    struct integrator_system system = grid_system(&grid, true);
    struct pair *integrator = start_integrator(&system, &options, 0, grid.x0);
    const struct fast_pattern *pattern = grouped ? own : NULL;
    struct fast_groups *groups = fast_groups_alloc(masses, masses, pattern);
    double delta[masses], probe[2 * masses], upper[masses], lower[masses];
    double base[masses], values[masses * masses];
    for (int j = 0; j < masses; j++)
        delta[j] = 1e-6 * (1 + j % 3);
    const struct fast_difference what = {.first = first,
                                         .rows = masses,
                                         .columns = masses,
                                         .pattern = pattern,
                                         .groups = groups,
                                         .delta = delta,
                                         .probe = probe,
                                         .upper = upper,
                                         .lower = lower};
    system.rates(system.context, 0, grid.x0, base);
    cr_assert(fast_difference(integrator, &what, 0, grid.x0, central ? NULL : base,
                              values) == FAST_OK);
    cr_expect_eq(pair_statistics(integrator)->derivative_evals,
                 groups->count * (central ? 2 : 1));
    for (int j = 0; j < masses; j++)
        for (int e = own->start[j]; e < own->start[j + 1]; e++) {
            double value = grouped ? values[e] : values[j * masses + own->row[e]];
            cr_expect(fabs(value - expected[e]) <= (central ? 1e-5 : 1e-2), "%g, not %g",
                      value, expected[e]);
        }
}

Test(difference, derivatives_are_the_exact_ones) {
    make_grid(&grid, 5, 7, false);
    const struct integrator_system system = grid_system(&grid, true);
    double fq[entries], fy[entries];
    system.jacobian(system.context, 0, grid.x0, fq, fy);
    for (int mode = 0; mode < 8; mode++)
        expect_derivative(mode < 4 ? 0 : masses, mode % 2 == 0, mode / 2 % 2 == 0,
                          mode < 4 ? fq : fy);
}

static int failing(void *context, double t, const double *x, double *ydot) {
    int *left = context;
    (void)t;
    ydot[0] = x[0];
    return --*left < 0;
}

Test(difference, a_failing_callback_is_reported) {
    int left = 0;
    struct integrator_options options = faithful_options();
    const struct integrator_system system = {.nz = 1, .context = &left, .rates = failing};
    const double x = 0.4, delta = 1e-6, base = 0.4;
    struct pair *integrator = start_integrator(&system, &options, 0, &x);
    struct fast_groups *groups = fast_groups_alloc(1, 1, NULL);
    double probe, upper, lower, value;
    const struct fast_difference what = {.rows = 1,
                                         .columns = 1,
                                         .groups = groups,
                                         .delta = &delta,
                                         .probe = &probe,
                                         .upper = &upper,
                                         .lower = &lower};
    cr_expect(fast_difference(integrator, &what, 0, &x, &base, &value) == FAST_CALLBACK);
    left = 1;
    cr_expect(fast_difference(integrator, &what, 0, &x, NULL, &value) == FAST_CALLBACK);
}
