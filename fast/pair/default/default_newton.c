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
 * The smallest systems have code of their own sizes, whose vectors stay in registers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/pair/default/default_mode.h"
#include "fast/linear/inverse.h"
#include "fast/linear/pattern.h"

/* Up to so many velocities, each with its position, and so many other states alone. */
enum { most_sized = 8, most_sized_others = 4 };
/* Up to this order the product with an inverse is part of the code. */
enum { most_written_out = 4 };

/* Sizes of a system, which are constants where the compiler is to know them. */
struct sizes {
    int nq, ny;
    bool mapped; /* q' = N(q) v; or q' = v */
};

/* A vector of up to most_sized of its own, which may stay in registers, or the room given. */
static inline double *choose(const int n, double *own, double *room) {
    return n <= most_sized ? own : room;
}

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

/* residual += h fq dq, where fq is full: each row's sum stays in a register. Zeros of its pattern,
 * which take less time than to look for what is there, change no bit. */
static inline void add_full_product(const struct sizes n, const double *fq,
                                    const double h, const double *dq, double *residual) {
    double multiple[most_sized];
    for (int j = 0; j < n.nq; j++)
        multiple[j] = h * dq[j];
    for (int i = 0; i < n.ny; i++) {
        double sum = residual[i];
        for (int j = 0; j < n.nq; j++)
            sum += fq[j * n.ny + i] * multiple[j];
        residual[i] = sum;
    }
}

/* residual += h fq dq. */
static inline void add_product(const struct sizes n, const struct pair *integrator,
                               const double h, const double *dq, double *residual) {
    const struct fast_default *default_mode = integrator->default_mode;
    const struct fast_matrix *fq = &default_mode->fq;
    const bool is_small = n.nq <= most_sized && n.ny <= most_sized;
    if (is_small && !n.mapped) /* N is 1: fq N is fq, and full */
        add_full_product(n, default_mode->fqn.values, h, dq, residual);
    else if (is_small && fq->pattern == NULL)
        add_full_product(n, fq->values, h, dq, residual);
    else if (n.ny > most_sized && default_mode->balance != NULL)
        fast_balance_push(default_mode->balance, n.nq, h, dq); /* the next solution's */
    else
        fast_multiply_add(n.ny, n.nq, fq->pattern, fq->values, h, dq, residual);
}

/* dy := inverse r. */
static inline void multiply(const int n, const double *inverse, const double *r,
                            double *dy) {
    const int stride = fast_inverse_stride(n);
    if (n > most_written_out) {
        fast_inverse_multiply(n, inverse, r, dy);
        return;
    }
    for (int i = 0; i < n; i++) {
        double sum = inverse[i] * r[0];
        for (int j = 1; j < n; j++)
            sum += inverse[j * stride + i] * r[j];
        dy[i] = sum;
    }
}

/* dy := (I - h J)^-1 r, as fast_solve_update does it. */
static inline enum fast_status solve(const int n, struct pair *integrator,
                                     struct fast_factored *matrix, double h,
                                     const double *r, double *dy) {
    struct fast_default *default_mode = integrator->default_mode;
    const struct fast_factors *factors = matrix->factors;
    const bool is_there = matrix->is_current && factors->has_inverse &&
                          fabs(h - matrix->h) <= fast_same_h * h;
    if (is_there) {
        default_mode->solves++;
        multiply(n, factors->inverse, r, dy);
        return FAST_OK;
    }
    for (int i = 0; i < n; i++)
        default_mode->residual[i] = r[i];
    const enum fast_status status = fast_solve_update(integrator, matrix, h);
    for (int i = 0; i < n; i++)
        dy[i] = default_mode->update[i];
    return status;
}

/* The largest |scale dx| so far, and the sum of all, which is NaN or infinite if one is. */
struct size {
    double largest, sum;
};

/* With dx := x - from; into change, too, unless that is NULL. */
static inline struct size measure(const int n, struct size size, const double *x,
                                  const double *from, const double *scale,
                                  double *restrict change) {
    for (int i = 0; i < n; i++) {
        const double dx = x[i] - from[i], one = fabs(scale[i] * dx);
        if (change != NULL)
            change[i] = dx;
        size.largest = one > size.largest ? one : size.largest;
        size.sum += one;
    }
    return size;
}

/* y := from's + dy, and q of x; *distance := |scale (x - from)|. */
static inline enum fast_status arrive(const struct sizes n, struct pair *integrator,
                                      const struct fast_move *move, const double *from,
                                      const double *dy, double *change,
                                      double *distance) {
    const double h = move->h, *xn = move->xn, *scale = integrator->default_mode->scale;
    double *restrict x = move->x;
    struct size size = {0, 0};
    for (int i = 0; i < n.ny; i++)
        x[n.nq + i] = from[n.nq + i] + dy[i];
    if (n.mapped) {
        const enum fast_status status = fast_place(integrator, h, xn, x);
        if (status != FAST_OK)
            return status;
    } else {
        for (int i = 0; i < n.nq; i++)
            x[i] = xn[i] + h * x[n.nq + i];
    }
    size = measure(n.nq, size, x, from, scale, change);
    size = measure(n.ny, size, x + n.nq, from + n.nq, scale + n.nq,
                   change != NULL ? change + n.nq : NULL);
    *distance = isfinite(size.sum) ? size.largest : size.sum; /* NaN, too */
    return FAST_OK;
}

static inline enum fast_status follow(const struct sizes n, struct pair *integrator,
                                      struct fast_factored *matrix,
                                      const struct fast_move *move, double *distance) {
    const double h = move->h, *xn = move->xn, *base = move->from, *rates = move->rates;
    struct fast_default *default_mode = integrator->default_mode;
    double own[3 * most_sized], *x = move->x;
    double *dq = choose(n.nq, own, integrator->change); /* nq > ny is possible */
    double *residual = choose(n.ny, own + most_sized, default_mode->residual);
    double *dy = choose(n.ny, own + 2 * most_sized, default_mode->update);
    if (n.mapped) {
        for (int i = 0; i < n.ny; i++)
            x[n.nq + i] = base[n.nq + i];
        const enum fast_status status = find_position(integrator, h, xn, base, x);
        if (status != FAST_OK)
            return status;
    }
    for (int i = 0; i < n.ny; i++)
        residual[i] = xn[n.nq + i] - base[n.nq + i] + h * rates[i];
    for (int i = 0; i < n.nq; i++)
        dq[i] = n.mapped ? x[i] - base[i] : xn[i] + h * base[n.nq + i] - base[i];
    default_mode->products += n.nq > 0;
    add_product(n, integrator, h, dq, residual);
    const enum fast_status status = solve(n.ny, integrator, matrix, h, residual, dy);
    return status == FAST_OK ? arrive(n, integrator, move, base, dy, NULL, distance)
                             : status;
}

static inline enum fast_status iterate(const struct sizes n, struct pair *integrator,
                                       struct fast_factored *matrix,
                                       const struct fast_move *move, double *distance) {
    const double h = move->h, *xn = move->xn, *x = move->x;
    const struct fast_default *default_mode = integrator->default_mode;
    double own[2 * most_sized], *before = default_mode->before;
    double *residual = choose(n.ny, own, default_mode->residual);
    double *dy = choose(n.ny, own + most_sized, default_mode->update);
    integrator->statistics.newton_iters++;
    for (int i = 0; i < n.nq + n.ny; i++)
        before[i] = x[i];
    enum fast_status status = fast_evaluate(integrator, move->t, x, integrator->rates);
    if (status == FAST_OK && integrator->options.newton == FAST_FULL)
        status = fast_form_split(integrator, move->t, before, integrator->rates);
    if (status != FAST_OK)
        return status;
    for (int i = 0; i < n.ny; i++)
        residual[i] = xn[n.nq + i] - before[n.nq + i] + h * integrator->rates[i];
    status = solve(n.ny, integrator, matrix, h, residual, dy);
    return status == FAST_OK
               ? arrive(n, integrator, move, before, dy, integrator->change, distance)
               : status;
}

#define DEFINE_MOVES(name, nq, ny, mapped)                                               \
    static enum fast_status follow_##name(struct pair *p, struct fast_factored *matrix,  \
                                          const struct fast_move *move, double *size) {  \
        return follow((struct sizes){nq, ny, mapped}, p, matrix, move, size);            \
    }                                                                                    \
    static enum fast_status iterate_##name(struct pair *p, struct fast_factored *matrix, \
                                           const struct fast_move *move, double *size) { \
        return iterate((struct sizes){nq, ny, mapped}, p, matrix, move, size);           \
    }                                                                                    \
    static void product_##name(const struct pair *p, double h, const double *dq,         \
                               double *residual) {                                       \
        add_product((struct sizes){nq, ny, mapped}, p, h, dq, residual);                 \
    }
DEFINE_MOVES(any, p->nq, p->ny, false)
DEFINE_MOVES(mapped, p->nq, p->ny, true)
DEFINE_MOVES(body, 4, 3, true)
DEFINE_MOVES(1, 1, 1, false)
DEFINE_MOVES(2, 2, 2, false)
DEFINE_MOVES(3, 3, 3, false)
DEFINE_MOVES(4, 4, 4, false)
DEFINE_MOVES(5, 5, 5, false)
DEFINE_MOVES(6, 6, 6, false)
DEFINE_MOVES(7, 7, 7, false)
DEFINE_MOVES(8, 8, 8, false)
DEFINE_MOVES(0_1, 0, 1, false)
DEFINE_MOVES(0_2, 0, 2, false)
DEFINE_MOVES(0_3, 0, 3, false)
DEFINE_MOVES(0_4, 0, 4, false)

#define MOVES(name)                                                                      \
    { follow_##name, iterate_##name, product_##name }

/* By the number of velocities, each with its position; and of other states, alone. */
static const struct fast_moves of_velocities[most_sized + 1] = {
    MOVES(any), MOVES(1), MOVES(2), MOVES(3), MOVES(4),
    MOVES(5),   MOVES(6), MOVES(7), MOVES(8)};
static const struct fast_moves of_others[most_sized_others + 1] = {
    MOVES(any), MOVES(0_1), MOVES(0_2), MOVES(0_3), MOVES(0_4)};
static const struct fast_moves of_body = MOVES(body), of_mapped = MOVES(mapped);

struct fast_moves fast_find_moves(const struct pair *integrator) {
    const int nq = integrator->nq, ny = integrator->ny;
    if (integrator->system.map != NULL)
        return nq == 4 && ny == 3 ? of_body : of_mapped;
    if (nq == ny && ny <= most_sized)
        return of_velocities[ny];
    return of_others[nq == 0 && ny <= most_sized_others ? ny : 0];
}
