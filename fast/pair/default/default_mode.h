/* The default mode: the same two half steps and large step as in faithful mode,
 * for fewer evaluations of f. README.md says how; each part of it has a file.
 *
 *     f(t, x) ~ F + fq (q - qb) + fy (y - yb)       about a point where f is F
 *     (I - h (fy + h fq N)) dy = -(y - yn - h f)    Newton's update, q
 * following from v
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_DEFAULT_MODE_H
#define FAST_DEFAULT_MODE_H

#include <math.h>

#include "fast/linear/groups.h"
#include "fast/linear/layout.h"
#include "fast/linear/matrix.h"
#include "fast/pair/base/structure.h"
#include "fast/pair/default/balance.h"
#include "fast/pair/default/decisions.h"
#include "fast/pair/newton/newton.h"

/* I - h J for one h, factored. */
struct fast_factored {
    bool is_current;
    double h;
    struct fast_factors *factors;
    /* Of asked_h, the last attempt's; NULL: not known, or there is none. */
    const double *inverse;
    double asked_h;
};

/* What default mode does in code for a system's sizes. */
struct fast_sized {
    /* large and small by implicit steps of h, and their deviation, which is finite. */
    enum fast_status (*attempt)(struct pair *integrator, double h);
    /* residual[ny] += h df/dq dq[nq]: what following the linear model costs beside its solution. */
    void (*add_product)(const struct pair *integrator, double h, const double *dq,
                        double *residual);
};

struct fast_square_moves;

struct fast_default {
    struct fast_sized sized;                /* for the system's sizes */
    const struct fast_square_moves *square; /* of the same; NULL: others than these */

    /* J in two parts, and as it was made. */
    struct fast_structure *structure; /* of J for y, in either method */
    struct fast_balance *balance;     /* in place of J; NULL: none */
    struct fast_groups *fq_groups, *fy_groups;
    struct fast_matrix fq, fy; /* df/dq, df/dy */
    struct fast_matrix fqn;    /* fq N [ny x ny], N where fq was formed */
    struct fast_matrix sum;    /* fy + h fqn [ny x ny] */
    bool is_chain;             /* band_moves.h may be used */
    double *delta;             /* [nx] how far components are moved for differences */
    double cost;               /* evaluations it took */
    long solves;               /* with either of the factors, since pair_alloc */
    long products;             /* with fq in the linear model, since then */
    double extra;              /* iterations since then beyond one for each half step */
    bool is_provisional;       /* formed at an iterate that may lead nowhere */
    bool is_worn_out;          /* they have cost more than J would */
    struct fast_factored half, whole; /* for the half steps' h and the large one's */

    /* How fast iterations with this J converge: the ratio of an update to the one before in
     * a half step, and of the large step's first update to large - small. 1: not known. */
    double half_rate, whole_rate, rates_h; /* rates_h: the step they belong to */
    int age;                               /* steps since they were measured */

    /* What the last step has left. */
    bool knows_rates;             /* start_rates are y' at the state */
    bool has_base;                /* base_rates are f at base, near the state */
    double *start_rates;          /* [ny] */
    double *middle_rates;         /* [ny] y' after the first half step */
    double *end_rates;            /* [ny] y' after the second */
    double *base, *base_rates;    /* [nx], [ny] */
    double last_h, last_estimate; /* |large - small| */
    double failed_h;              /* the last attempt that has failed */
    int cautious;                 /* steps that are to stay below it */

    /* The attempt. */
    double *scale;      /* [nx] errors are multiplied by this */
    double *residual;   /* [ny] of (4), with the sign of -R */
    double *update;     /* [ny] */
    double *before;     /* [nx] the iterate at which f has last been evaluated: rates */
    double cap;         /* what a half step's iteration error may be at most */
    double progress;    /* |small - middle| as guessed */
    double expected;    /* |large - small| should reach this; 0: not known */
    double estimate;    /* |large - small| as expected or foreseen, then as it is */
    double worst_rate;  /* of both half steps */
    bool has_deviation; /* a chain's large - small, which is finite, has been found */
    struct pair_statistics before_large;

    double *storage; /* the arrays above */
};

/* default_mode.c: *made is NULL unless options ask for the default mode. */
enum fast_status fast_default_alloc(struct fast_default **made,
                                    const struct pair *integrator);
/* Takes NULL. */
void fast_default_free(struct fast_default *made);

/* Neither y' at the state nor the next estimate follows from the step before. */
void fast_forget_last_step(struct fast_default *default_mode);
/* In default mode: a step of h has been taken over, t and state have moved. */
static inline void fast_after_accepted(struct fast_default *default_mode, double h) {
    double *rates = default_mode->start_rates;
    default_mode->start_rates = default_mode->end_rates;
    default_mode->end_rates = rates;
    default_mode->last_estimate = default_mode->estimate;
    default_mode->last_h = h;
}
/* An attempt of h has failed with status, or been rejected by error control (FAST_OK). */
void fast_after_rejected(struct pair *integrator, double h, enum fast_status status);
void fast_after_jump(struct pair *integrator); /* t or state have been set, in any mode */

/* default_mode.c: what error control may make of a step of h that has been accepted, next,
 * where attempts have failed lately: default_mode->cautious > 0. */
double fast_limit_growth(struct fast_default *default_mode, double h, double next);

/* default_pair.c: the code for the integrator's sizes. */
struct fast_sized fast_find_sized(const struct pair *integrator, bool is_chain);

/* split_jacobian.c: J at (t, x), where f is rates. On failure there is none. */
enum fast_status fast_form_split(struct pair *integrator, double t, const double *x,
                                 const double *rates);
/* matrix := the factors of I - h J. FAST_NOT_CONVERGED: the determinant is negative where h may
 * be chosen. */
enum fast_status fast_factor_split(struct pair *integrator, struct fast_factored *matrix,
                                   double h);
/* Factors for an h that differs from another by this part are as good: by rounding. */
static const double fast_same_h = 1e-8;
static inline bool fast_is_same_h(double h, double factored) {
    return fabs(h - factored) <= fast_same_h * h;
}
static inline bool fast_is_factored(const struct fast_factored *matrix, double h) {
    return matrix->is_current && fast_is_same_h(h, matrix->h);
}
/* matrix->inverse := what the factors have for an attempt that solves with this h. */
static inline void fast_find_inverse(struct fast_factored *matrix, double h) {
    if (matrix->inverse != NULL && matrix->asked_h == h)
        return;
    matrix->asked_h = h;
    const bool is_there = matrix->factors->has_inverse && fast_is_factored(matrix, h);
    matrix->inverse = is_there ? matrix->factors->inverse : NULL;
}
/* x[ny] := (I - h J)^-1 b from the factors. */
void fast_solve_split(const struct fast_default *default_mode,
                      struct fast_factors *factors, const double *b, double *x);
/* fast_factor_split, unless the matrix is that of (nearly) this h. */
enum fast_status fast_factor_for(struct pair *integrator, struct fast_factored *matrix,
                                 double h);
/* update := (I - h J)^-1 residual; factors if the last h was another. */
enum fast_status fast_solve_update(struct pair *integrator, struct fast_factored *matrix,
                                   double h);

/* place.c: the q of x[nx] := solution of q = qn + h N(q) v, from the q that is
 * there. */
enum fast_status fast_place(struct pair *integrator, double h, const double *qn,
                            double *x);

/* convergence_rate.c: see there. */
void fast_begin_rates(struct fast_default *default_mode);
void fast_forget_rates(struct fast_default *default_mode);
void fast_doubt_rates(struct fast_default *default_mode);
/* Before a step of h. */
static inline void fast_adapt_rates(struct fast_default *default_mode, double h) {
    if (h > default_mode->rates_h) {
        default_mode->half_rate *= h / default_mode->rates_h;
        default_mode->whole_rate *= h / default_mode->rates_h;
    }
    default_mode->rates_h = h;
    if (++default_mode->age >= fast_rate_renewal) {
        default_mode->age = 0;
        fast_doubt_rates(default_mode);
    }
}

/* Whether errors are measured with relative and absolute tolerances. */
static inline bool fast_has_tolerances(const struct pair *integrator) {
    return integrator->default_mode != NULL && !isnan(integrator->options.relative) &&
           !isnan(integrator->options.absolute);
}

/* error_scale.c: scale for an attempt from the present state. */
void fast_compute_scale(struct pair *integrator);
/* That of weights is there from attempt to attempt. */
static inline void fast_set_scale(struct pair *integrator) {
    if (!integrator->scale_is_of_weights || fast_has_tolerances(integrator))
        fast_compute_scale(integrator);
}
/* The largest |scale (a - b)| of finite a[nx], b[nx]. */
static inline double fast_scaled_distance(const int nx, const double *scale,
                                          const double *a, const double *b) {
    double norm = 0;
    for (int i = 0; i < nx; i++) {
        const double size = fabs(scale[i] * (a[i] - b[i]));
        norm = size > norm ? size : norm;
    }
    return norm;
}
/* Root mean square of scale dx. */
double fast_scaled_mean(const struct pair *integrator, const double *dx);

#endif
