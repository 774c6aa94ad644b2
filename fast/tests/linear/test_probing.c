/* Tests of probing.c.
 *
 * Seen to fail: NaN alone, without moves (the contact's rate); moves alone, without
 * NaN (a product with zero); one point only (the closed contact); the failed call's
 * results used.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/tests/matrices.h"
#include "fast/tests/samples.h"

/* Two positions, three velocities (the third has no position of its own), one other. */
static int rates(void *context, double t, const double *x, double *ydot) {
    const double *q = x, *v = x + 2, z = x[5];
    (void)context, (void)t;
    ydot[0] =
        fmax(q[1], 1.6) + 0 * v[2]; /* q1 above 1.6 only, away from x; NaN is lost */
    ydot[1] = v[0] > 0 ? sin(q[0]) * v[1] : 0; /* v0 by comparison only */
    ydot[2] = 1e6 + 1e-3 * z;                  /* z, beside something large */
    ydot[3] = 3;
    return 0;
}

static int map(void *context, const double *q, const double *v, double *qdot) {
    (void)context;
    qdot[0] = q[1] * v[0] + v[2];
    qdot[1] = v[1];
    return 0;
}

static void expect_pattern(const struct fast_pattern *pattern, int rows, int columns,
                           const char *expected) {
    cr_assert(pattern != NULL && pattern->rows == rows && pattern->columns == columns);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            cr_expect(has_entry(pattern, i, j) ==
                          (expected[i * (columns + 1) + j] == 'x'),
                      "%s: (%d, %d)", expected, i, j);
}

Test(probing, what_each_row_depends_on_is_found) {
    const struct integrator_system system = {
        .nq = 2, .nv = 3, .nz = 1, .rates = rates, .map = map};
    const double x[6] = {0.7, 0.9, 0.2, 1.3, -0.4, 0.8};
    struct fast_patterns patterns;
    cr_assert(fast_probe_patterns(&system, 0, x, 0.5, 8, &patterns) == FAST_OK);
    expect_pattern(patterns.fq, 4, 2, ".x|x.|..|..|");
    expect_pattern(patterns.fy, 4, 4, "..x.|xx..|...x|....|");
    expect_pattern(patterns.map, 2, 3, "x.x|.x.|");
    fast_patterns_free(&patterns);
    cr_expect(patterns.fq == NULL && patterns.fy == NULL && patterns.map == NULL);
}

Test(probing, a_chain_is_tridiagonal) {
    const struct sample *sample = find_sample(SAMPLE_CHAIN);
    const struct integrator_system system = sample_system(sample);
    struct fast_patterns patterns;
    cr_assert(fast_probe_patterns(&system, 0, sample->x0, 0.1, 0, &patterns) == FAST_OK);
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            cr_expect(has_entry(patterns.fq, i, j) == keep_tridiagonal(i, j), "%d %d", i,
                      j);
            cr_expect(has_entry(patterns.fy, i, j) == keep_tridiagonal(i, j), "%d %d", i,
                      j);
        }
    cr_expect_null(patterns.map);
}

/* Not defined for x > 1, nor for NaN. */
static int picky(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t;
    ydot[0] = ydot[1] = NAN;
    if (!(x[0] <= 1))
        return 1;
    ydot[0] = x[1];
    ydot[1] = x[0];
    return 0;
}

Test(probing, calls_that_fail_say_nothing) {
    const struct integrator_system system = {.nz = 2, .rates = picky};
    const double good[2] = {0.99, 3}, bad[2] = {1.5, 3};
    struct fast_patterns patterns = {NULL, NULL, NULL};
    cr_assert(fast_probe_patterns(&system, 0, good, 0, 0, &patterns) == FAST_OK);
    expect_pattern(patterns.fy, 2, 2, ".x|x.|");
    fast_patterns_free(&patterns);
    cr_expect(fast_probe_patterns(&system, 0, bad, 0, 0, &patterns) == FAST_CALLBACK);
    cr_expect_null(patterns.fy);
}
