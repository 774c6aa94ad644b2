/* The moves of the default mode: the step of implicit Euler that the linear model
 *
 *     f(t, x) ~ F + fq (q - qb) + fy (y - yb)
 *
 * about a point b leads to, which costs no evaluation, and Newton's iteration, which costs
 * one. Both solve for y with the residual of (4),
 *
 *     (I - h J) dy = -(y - yn - h f),
 *
 * taken from the model at yb, or from f, and both end at the q that goes with y, by (3).
 * The smallest systems have code of their own sizes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/pair/default/default_mode.h"
#include "fast/linear/inverse.h"
#include "fast/linear/pattern.h"

/* Up to this order the product with an inverse is part of the code. */
enum { most_written_out = 4 };

/* q of x[nx], which has base's y. From xn itself as base, which makes a guess, N at qn is
 * near enough. */
static enum fast_status find_position(struct pair *integrator, double h, const double *xn,
                                      const double *base, double *x) {
    if (base == xn)
        return fast_advance_position(integrator, h, xn, xn, xn + integrator->nq, x);
    for (int i = 0; i < integrator->nq; i++)
        x[i] = base[i];
    return fast_place(integrator, h, xn, x);
}

static inline void copy_vector(const int n, const double *from, double *to) {
    for (int i = 0; i < n && from != to; i++)
        to[i] = from[i];
}

/* dy := (I - h J)^-1 r, as fast_solve_update does it; n is a constant where that matters. */
static inline enum fast_status solve_sized(const int n, struct pair *integrator,
                                           struct fast_factored *matrix, double h,
                                           const double *r, double *dy) {
    struct fast_default *default_mode = integrator->default_mode;
    const struct fast_factors *factors = matrix->factors;
    const double *inverse = factors->inverse;
    const int stride = fast_inverse_stride(n);
    if (!matrix->is_current || !factors->has_inverse ||
        fabs(h - matrix->h) > fast_same_h * h) {
        copy_vector(n, r, default_mode->residual);
        enum fast_status status = fast_solve_update(integrator, matrix, h);
        copy_vector(n, default_mode->update, dy);
        return status;
    }
    default_mode->solves++;
    if (n > most_written_out)
        fast_inverse_multiply(n, inverse, r, dy);
    for (int i = 0; i < n && n <= most_written_out; i++) {
        double sum = inverse[i] * r[0];
        for (int j = 1; j < n; j++)
            sum += inverse[j * stride + i] * r[j];
        dy[i] = sum;
    }
    return FAST_OK;
}

#define VECTOR(name, n, room) double *name = room
#define MAPPED true
#define NQ integrator->nq
#define NY integrator->ny
#define SUFFIX mapped
#include "fast/pair/default/newton_sized.h"
#undef MAPPED
#define MAPPED false
#define NQ integrator->nq
#define NY integrator->ny
#define SUFFIX any
#include "fast/pair/default/newton_sized.h"
#undef MAPPED
#undef VECTOR
#define VECTOR(name, n, room) double name[(n) + 1]
#define MAPPED true
#define NQ 4
#define NY 3
#define SUFFIX body
#include "fast/pair/default/newton_sized.h"
#undef MAPPED
#define MAPPED false
#define NQ 1
#define NY 1
#define SUFFIX 1_1
#include "fast/pair/default/newton_sized.h"
#define NQ 2
#define NY 2
#define SUFFIX 2_2
#include "fast/pair/default/newton_sized.h"
#define NQ 3
#define NY 3
#define SUFFIX 3_3
#include "fast/pair/default/newton_sized.h"
#define NQ 4
#define NY 4
#define SUFFIX 4_4
#include "fast/pair/default/newton_sized.h"
#define NQ 5
#define NY 5
#define SUFFIX 5_5
#include "fast/pair/default/newton_sized.h"
#define NQ 6
#define NY 6
#define SUFFIX 6_6
#include "fast/pair/default/newton_sized.h"
#define NQ 7
#define NY 7
#define SUFFIX 7_7
#include "fast/pair/default/newton_sized.h"
#define NQ 8
#define NY 8
#define SUFFIX 8_8
#include "fast/pair/default/newton_sized.h"
#define NQ 0
#define NY 1
#define SUFFIX 0_1
#include "fast/pair/default/newton_sized.h"
#define NQ 0
#define NY 2
#define SUFFIX 0_2
#include "fast/pair/default/newton_sized.h"
#define NQ 0
#define NY 3
#define SUFFIX 0_3
#include "fast/pair/default/newton_sized.h"
#define NQ 0
#define NY 4
#define SUFFIX 0_4
#include "fast/pair/default/newton_sized.h"
#undef MAPPED
#undef VECTOR

/* Sizes as one number, for switch. */
static int size_of(const struct pair *integrator) {
    const int nq = integrator->nq, ny = integrator->ny;
    return nq < 10 && ny < 10 ? 100 * nq + ny : -1;
}

enum fast_status fast_follow_model(struct pair *integrator, struct fast_factored *matrix,
                                   const struct fast_move *move, double *distance) {
    if (integrator->system.map != NULL)
        return integrator->nq == 4 && integrator->ny == 3
                   ? follow_body(integrator, matrix, move, distance)
                   : follow_mapped(integrator, matrix, move, distance);
    switch (size_of(integrator)) {
    case 101: return follow_1_1(integrator, matrix, move, distance);
    case 202: return follow_2_2(integrator, matrix, move, distance);
    case 303: return follow_3_3(integrator, matrix, move, distance);
    case 404: return follow_4_4(integrator, matrix, move, distance);
    case 505: return follow_5_5(integrator, matrix, move, distance);
    case 606: return follow_6_6(integrator, matrix, move, distance);
    case 707: return follow_7_7(integrator, matrix, move, distance);
    case 808: return follow_8_8(integrator, matrix, move, distance);
    case 1: return follow_0_1(integrator, matrix, move, distance);
    case 2: return follow_0_2(integrator, matrix, move, distance);
    case 3: return follow_0_3(integrator, matrix, move, distance);
    case 4: return follow_0_4(integrator, matrix, move, distance);
    default: return follow_any(integrator, matrix, move, distance);
    }
}

enum fast_status fast_iterate_truly(struct pair *integrator, struct fast_factored *matrix,
                                    const struct fast_move *move, double *distance) {
    if (integrator->system.map != NULL)
        return integrator->nq == 4 && integrator->ny == 3
                   ? iterate_body(integrator, matrix, move, distance)
                   : iterate_mapped(integrator, matrix, move, distance);
    switch (size_of(integrator)) {
    case 101: return iterate_1_1(integrator, matrix, move, distance);
    case 202: return iterate_2_2(integrator, matrix, move, distance);
    case 303: return iterate_3_3(integrator, matrix, move, distance);
    case 404: return iterate_4_4(integrator, matrix, move, distance);
    case 505: return iterate_5_5(integrator, matrix, move, distance);
    case 606: return iterate_6_6(integrator, matrix, move, distance);
    case 707: return iterate_7_7(integrator, matrix, move, distance);
    case 808: return iterate_8_8(integrator, matrix, move, distance);
    case 1: return iterate_0_1(integrator, matrix, move, distance);
    case 2: return iterate_0_2(integrator, matrix, move, distance);
    case 3: return iterate_0_3(integrator, matrix, move, distance);
    case 4: return iterate_0_4(integrator, matrix, move, distance);
    default: return iterate_any(integrator, matrix, move, distance);
    }
}
