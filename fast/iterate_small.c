/* Newton's iterations for the smallest systems, one for each combination of sizes: what
 * iterate.c and whole_iterate.c do for velocities with their integrals, for other states
 * alone, and for one body whose orientation is a quaternion.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/inverse.h"
#include "fast/internal.h"
#include "fast/last_rows.h"

/* x[n] := solution from the factors; n is a constant where this is used. */
static inline void solve_sized(const int n, struct fast_factors *factors, const double *b,
                               double *x) {
    const double *lu = factors->lu, *inverse = factors->inverse;
    const int *permutation = factors->permutation, stride = fast_inverse_stride(n);
    if (n > 4 || (!factors->has_inverse && factors->until_inverse <= 1)) {
        fast_factors_solve(factors, b, x);
        return;
    }
    if (factors->has_inverse) {
        for (int i = 0; i < n; i++)
            x[i] = inverse[i] * b[0];
        for (int j = 1; j < n; j++)
            for (int i = 0; i < n; i++)
                x[i] += inverse[j * stride + i] * b[j];
        return;
    }
    factors->until_inverse--;
    switch (n) {
    case 1: fast_dense_solve_1(lu, permutation, b, x); break;
    case 2: fast_dense_solve_2(lu, permutation, b, x); break;
    case 3: fast_dense_solve_3(lu, permutation, b, x); break;
    default: fast_dense_solve_4(lu, permutation, b, x); break;
    }
}

/* The same for all of x in implicit Euler. Where q' is v and the inverse is there, only its
 * last rows are multiplied with (last_rows.h), and the h in dq = r_q + h dv is that of the
 * factors, from whatever step. */
static inline void solve_whole(const int nq, const int ny, const bool mapped,
                               fast *integrator, const double *r, double *dx) {
    struct fast_factors *factors = integrator->factors;
    if (mapped || nq != ny || nq < fast_least_last_rows || !factors->has_inverse) {
        solve_sized(nq + ny, factors, r, dx);
        return;
    }
    const double h = integrator->factored.h;
    fast_last_rows_multiply(nq, factors->inverse, r, dx + nq);
    for (int i = 0; i < nq; i++)
        dx[i] = r[i] + h * dx[nq + i];
}

enum { most_at_once = 8 };

/* fast_largest_size for a constant n; of many in two halves, which do not wait for each
 * other. */
static inline double find_largest(const int n, const double *dx) {
    if (n <= most_at_once)
        return fast_largest_size(n, dx);
    const double a = fast_largest_size(n / 2, dx);
    const double b = fast_largest_size(n - n / 2, dx + n / 2);
    return a > b || isnan(a) ? a : b;
}

#define MAPPED false
#define NQ 1
#define NY 1
#include "fast/iterate_sized.h"
#define NQ 2
#define NY 2
#include "fast/iterate_sized.h"
#define NQ 3
#define NY 3
#include "fast/iterate_sized.h"
#define NQ 4
#define NY 4
#include "fast/iterate_sized.h"
#define NQ 5
#define NY 5
#include "fast/iterate_sized.h"
#define NQ 6
#define NY 6
#include "fast/iterate_sized.h"
#define NQ 7
#define NY 7
#include "fast/iterate_sized.h"
#define NQ 8
#define NY 8
#include "fast/iterate_sized.h"
#define NQ 0
#define NY 1
#include "fast/iterate_sized.h"
#define NQ 0
#define NY 2
#include "fast/iterate_sized.h"
#define NQ 0
#define NY 3
#include "fast/iterate_sized.h"
#define NQ 0
#define NY 4
#include "fast/iterate_sized.h"
#undef MAPPED
#define MAPPED true
#define NQ 4
#define NY 3
#include "fast/iterate_sized.h"
#undef MAPPED

enum { most_sized = 8, most_sized_others = 4 };

/* By the number of velocities, each with its position; and of other states, alone. */
static fast_iteration *const of_velocities[most_sized + 1] = {
    NULL,        iterate_1_1, iterate_2_2, iterate_3_3, iterate_4_4,
    iterate_5_5, iterate_6_6, iterate_7_7, iterate_8_8};
static fast_iteration *const of_others[most_sized_others + 1] = {
    NULL, iterate_0_1, iterate_0_2, iterate_0_3, iterate_0_4};
static fast_iteration *const whole_of_velocities[most_sized + 1] = {NULL,
                                                                    iterate_whole_1_1,
                                                                    iterate_whole_2_2,
                                                                    iterate_whole_3_3,
                                                                    iterate_whole_4_4,
                                                                    iterate_whole_5_5,
                                                                    iterate_whole_6_6,
                                                                    iterate_whole_7_7,
                                                                    iterate_whole_8_8};
static fast_iteration *const whole_of_others[most_sized_others + 1] = {
    NULL, iterate_whole_0_1, iterate_whole_0_2, iterate_whole_0_3, iterate_whole_0_4};

fast_iteration *fast_find_iteration(const fast *integrator) {
    const bool whole = integrator->options.method == FAST_IMPLICIT_EULER;
    const int nv = integrator->nv, nz = integrator->ny - nv;
    const bool mapped = integrator->system.map != NULL;
    const bool sized =
        !mapped && integrator->structure->layout->kind == FAST_LAYOUT_DENSE;
    if (mapped && integrator->nq == 4 && nv == 3 && nz == 0)
        return whole ? iterate_whole_4_3 : iterate_4_3;
    if (sized && nz == 0 && nv <= most_sized)
        return (whole ? whole_of_velocities : of_velocities)[nv];
    if (sized && nv == 0 && nz <= most_sized_others)
        return (whole ? whole_of_others : of_others)[nz];
    return whole ? fast_iterate_whole : fast_iterate;
}
