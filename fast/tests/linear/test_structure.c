/* Tests of structure.c, exact_jacobian.c and what steps make of patterns: with and
 * without, an integrator does the same.
 *
 * Seen to fail: f_q left out of the pattern of f_y + h f_q N; h left out of the
 * product; N's columns in the wrong place in implicit Euler; a group's entries given
 * to the next column.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/pair/base/internal.h"
#include "fast/tests/grids.h"
#include "fast/tests/matrices.h"
#include "fast/tests/samples.h"

static struct grid grid;

static struct pair *start(bool patterns, const struct integrator_options *options) {
    const struct integrator_system system = grid_system(&grid, patterns);
    return start_integrator(&system, options, 0, grid.x0);
}

static void expect_same_steps(const struct integrator_options *options, int steps) {
    struct pair *with = start(true, options), *without = start(false, options);
    for (int i = 0; i < steps; i++) {
        cr_assert(pair_step(with, 0.003) == FAST_OK &&
                  pair_step(without, 0.003) == FAST_OK);
        for (int k = 0; k < with->nx; k++) {
            const double x = pair_state(with)[k], y = pair_state(without)[k];
            cr_expect(fabs(x - y) <= 1e-9 * (1 + fabs(y)), "%d x %d, %g is %g",
                      grid.width, grid.height, x, y);
        }
    }
    cr_expect_eq(pair_statistics(with)->newton_iters,
                 pair_statistics(without)->newton_iters);
    cr_expect_eq(pair_statistics(with)->factorizations,
                 pair_statistics(without)->factorizations);
}

/* A band, an ordered band or sparse matrix, and a dense one. */
static const int sizes[][2] = {{1, 40}, {5, 8}, {1, 3}};
enum { size_count = sizeof sizes / sizeof *sizes };

Test(structure, patterns_do_not_change_what_faithful_steps_do) {
    for (int mode = 0; mode < size_count * 18; mode++) {
        struct integrator_options options = faithful_options();
        options.accuracy = 1e-7;
        options.newton = (enum pair_newton)(mode % 3);
        options.jacobian = (enum pair_jacobian)(mode / 3 % 3);
        options.method = (enum integrator_method)(mode / 9 % 2);
        make_grid(&grid, sizes[mode / 18][0], sizes[mode / 18][1], false);
        expect_same_steps(&options, 4);
        make_grid(&grid, sizes[mode / 18][0], sizes[mode / 18][1], true);
        expect_same_steps(&options, 4);
    }
}

/* What J's entry (i, j) is: by the pattern, or in the full matrix. */
static double entry_of(const struct fast_matrix *matrix, int i, int j) {
    if (matrix->pattern == NULL)
        return matrix->values[j * matrix->rows + i];
    for (int e = matrix->pattern->start[j]; e < matrix->pattern->start[j + 1]; e++)
        if (matrix->pattern->row[e] == i)
            return matrix->values[e];
    return 0;
}

static void expect_same_jacobians(const struct integrator_options *options,
                                  double tolerance) {
    struct pair *with = start(true, options), *without = start(false, options);
    const int nq = with->nq, n = with->unknowns;
    const double *x = grid.x0;
    cr_assert(fast_form_jacobian(with, 0, 0.07, x, x, x + nq) == FAST_OK);
    cr_assert(fast_form_jacobian(without, 0, 0.07, x, x, x + nq) == FAST_OK);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double a = entry_of(&with->jacobian, i, j);
            double b = entry_of(&without->jacobian, i, j);
            cr_expect(fabs(a - b) <= tolerance, "(%d, %d): %g, not %g", i, j, a, b);
        }
}

Test(structure, jacobians_have_the_same_entries) {
    for (int mode = 0; mode < 12; mode++) {
        struct integrator_options options = faithful_options();
        options.jacobian = (enum pair_jacobian)(mode % 3);
        options.method = (enum integrator_method)(mode / 3 % 2);
        make_grid(&grid, 4, 9, mode >= 6);
        expect_same_jacobians(&options,
                              options.jacobian == FAST_EXACT_JACOBIAN ? 1e-9 : 1e-3);
    }
}

Test(structure, patterns_of_the_wrong_size_are_refused) {
    const struct integrator_options options = faithful_options();
    make_grid(&grid, 3, 3, true);
    for (int which = 0; which < 3; which++) {
        struct integrator_system system = grid_system(&grid, true);
        struct fast_pattern wrong = grid.pattern;
        struct pair *integrator;
        wrong.rows = 8;
        *(which == 0   ? &system.fq_pattern
          : which == 1 ? &system.fy_pattern
                       : &system.map_pattern) = &wrong;
        cr_expect(pair_alloc(&integrator, &system, &options) == FAST_BAD_SYSTEM, "%d",
                  which);
        cr_expect_null(integrator);
    }
}

/* Only some of the patterns, or a map with an unknown one: J is full, and right. */
Test(structure, missing_patterns_count_as_full_ones) {
    for (int which = 0; which < 3; which++) {
        struct integrator_options options = faithful_options();
        make_grid(&grid, 4, 5, true);
        struct integrator_system system = grid_system(&grid, true);
        if (which == 0)
            system.fq_pattern = NULL;
        if (which == 1)
            system.fy_pattern = NULL;
        if (which == 2)
            system.map_pattern = NULL;
        struct pair *integrator = start_integrator(&system, &options, 0, grid.x0);
        struct pair *without = start(false, &options);
        cr_expect_null(integrator->jacobian.pattern);
        cr_assert(pair_step(integrator, 0.01) == FAST_OK);
        cr_assert(pair_step(without, 0.01) == FAST_OK);
        for (int i = 0; i < integrator->nx; i++)
            cr_expect(pair_state(integrator)[i] == pair_state(without)[i], "%d", which);
    }
}
