/* Newton's iterations for the smallest systems, one for each combination of sizes: what
 * iterate.c and whole_iterate.c do for velocities with their integrals, for other states
 * alone, and for one body whose orientation is a quaternion.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/linear/dense.h"
#include "fast/linear/inverse.h"
#include "fast/linear/vector.h"
#include "fast/pair/newton/newton.h"
#include "fast/linear/last_rows.h"
#include "fast/pair/newton/newton_trial.h"

/* Up to so many entries a solution is written out. */
enum { most_written_out = 4 };

/* fast_factors_solve with copies: vectors whose addresses are given away stay in memory. */
static inline void solve_apart(const int n, struct fast_factors *factors, const double *b,
                               double *x) {
    double right[most_written_out] = {0}, found[most_written_out];
    for (int i = 0; i < n; i++)
        right[i] = b[i];
    fast_factors_solve(factors, right, found);
    for (int i = 0; i < n; i++)
        x[i] = found[i];
}

/* x[n] := solution from the factors; n is a constant where this is used. */
static inline void solve_sized(const int n, struct fast_factors *factors, const double *b,
                               double *x) {
    const double *lu = factors->lu, *inverse = factors->inverse;
    const int *permutation = factors->permutation, stride = fast_inverse_stride(n);
    if (n > most_written_out && factors->has_inverse) {
        fast_inverse_multiply(n, inverse, b, x);
        return;
    }
    if (n > most_written_out) {
        fast_factors_solve(factors, b, x);
        return;
    }
    if (!factors->has_inverse && factors->until_inverse == 1) {
        solve_apart(n, factors, b, x);
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
    factors->until_inverse -= factors->until_inverse > 0;
    double right[most_written_out];
    for (int i = 0; i < n; i++)
        right[i] = b[i];
    switch (n) {
    case 1: fast_dense_solve_1(lu, permutation, right, x); break;
    case 2: fast_dense_solve_2(lu, permutation, right, x); break;
    case 3: fast_dense_solve_3(lu, permutation, right, x); break;
    default: fast_dense_solve_4(lu, permutation, right, x); break;
    }
}

/* The same for all of x in implicit Euler. Where q' is v and the inverse is there, only its
 * last rows are multiplied with (last_rows.h), and the h in dq = r_q + h dv is that of the
 * factors, from whatever step. */
static inline void solve_whole(const int nq, const int ny, const bool mapped,
                               struct pair *integrator, const double *r, double *dx) {
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

/* The error norm (error_norm.c) of dx, which is in change, too. */
static inline enum fast_status measure_sized(const int nq, const int ny,
                                             const bool mapped, struct pair *integrator,
                                             const double *q, const double *dx,
                                             double *norm) {
    const struct integrator_system *system = &integrator->system;
    double *v = integrator->velocity, *qdot = integrator->qdot;
    if (!integrator->weights_are_one || (mapped && system->unmap == NULL)) {
        double found = NAN; /* in memory, as norm need not be */
        const enum fast_status status =
            fast_error_norm(integrator, q, integrator->change, &found);
        *norm = found;
        return status;
    }
    if (!mapped) {
        *norm = find_largest(nq + ny, dx);
        return FAST_OK;
    }
    if (system->unmap(system->context, q, dx, v) != 0 ||
        fast_map(integrator, q, v, qdot) != FAST_OK)
        return FAST_CALLBACK;
    const double of_q = fast_largest_size(nq, qdot);
    const double of_y = fast_largest_size(ny, dx + nq);
    *norm = of_y > of_q || isnan(of_y) ? of_y : of_q;
    return FAST_OK;
}

#define MAPPED false
#define NQ 1
#define NY 1
#include "fast/pair/newton/iterate_sized.h"
#define NQ 2
#define NY 2
#include "fast/pair/newton/iterate_sized.h"
#define NQ 3
#define NY 3
#include "fast/pair/newton/iterate_sized.h"
#define NQ 4
#define NY 4
#include "fast/pair/newton/iterate_sized.h"
#define NQ 5
#define NY 5
#include "fast/pair/newton/iterate_sized.h"
#define NQ 6
#define NY 6
#include "fast/pair/newton/iterate_sized.h"
#define NQ 7
#define NY 7
#include "fast/pair/newton/iterate_sized.h"
#define NQ 8
#define NY 8
#include "fast/pair/newton/iterate_sized.h"
#define NQ 0
#define NY 1
#include "fast/pair/newton/iterate_sized.h"
#define NQ 0
#define NY 2
#include "fast/pair/newton/iterate_sized.h"
#define NQ 0
#define NY 3
#include "fast/pair/newton/iterate_sized.h"
#define NQ 0
#define NY 4
#include "fast/pair/newton/iterate_sized.h"
#undef MAPPED
#define MAPPED true
#define NQ 4
#define NY 3
#include "fast/pair/newton/iterate_sized.h"
#undef MAPPED

enum { most_sized = 8, most_sized_others = 4 };

/* By the number of velocities, each with its position; and of other states, alone. */
static fast_trial *const of_velocities[most_sized + 1] = {
    NULL, try_1_1, try_2_2, try_3_3, try_4_4, try_5_5, try_6_6, try_7_7, try_8_8};
static fast_trial *const of_others[most_sized_others + 1] = {NULL, try_0_1, try_0_2,
                                                             try_0_3, try_0_4};
static fast_trial *const whole_of_velocities[most_sized + 1] = {
    NULL,          try_whole_1_1, try_whole_2_2, try_whole_3_3, try_whole_4_4,
    try_whole_5_5, try_whole_6_6, try_whole_7_7, try_whole_8_8};
static fast_trial *const whole_of_others[most_sized_others + 1] = {
    NULL, try_whole_0_1, try_whole_0_2, try_whole_0_3, try_whole_0_4};

fast_trial *fast_find_trial(const struct pair *integrator) {
    const bool whole = integrator->options.method == FAST_IMPLICIT_EULER;
    const int nv = integrator->nv, nz = integrator->ny - nv;
    const bool mapped = integrator->system.map != NULL;
    const bool sized =
        !mapped && integrator->structure->layout->kind == FAST_LAYOUT_DENSE;
    if (mapped && integrator->nq == 4 && nv == 3 && nz == 0)
        return whole ? try_whole_4_3 : try_4_3;
    if (sized && nz == 0 && nv <= most_sized)
        return (whole ? whole_of_velocities : of_velocities)[nv];
    if (sized && nv == 0 && nz <= most_sized_others)
        return (whole ? whole_of_others : of_others)[nz];
    return whole ? fast_try_whole : fast_try;
}
