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

#include "fast/linear/groups.h"
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
};

/* A move to x[nx], the end of a step of h from xn: from x itself, f being evaluated there at
 * t, or by the linear model from a point `from` where y' is rates. x is none of the others. */
struct fast_move {
    double t, h;
    const double *xn, *from, *rates;
    double *x;
};

/* *distance := |scale (x - from)| of the move. */
typedef enum fast_status fast_way(struct pair *integrator, struct fast_factored *matrix,
                                  const struct fast_move *move, double *distance);

/* residual[ny] += h df/dq dq[nq]. */
typedef void fast_product(const struct pair *integrator, double h, const double *dq,
                          double *residual);

struct fast_moves {
    /* By the linear model; from xn itself it is a guess. */
    fast_way *follow;
    /* With one evaluation: Newton's next iterate. Leaves the one before in `before`, f there
     * in integrator->rates, and x - from in change. */
    fast_way *iterate;
    /* What following the model costs beside its solution. */
    fast_product *add_product;
};

struct fast_default {
    struct fast_moves move; /* for the system's sizes */

    /* J in two parts, and as it was made. */
    struct fast_structure *structure; /* of J for y, in either method */
    struct fast_balance *balance;     /* in place of J; NULL: none */
    struct fast_groups *fq_groups, *fy_groups;
    struct fast_matrix fq, fy; /* df/dq, df/dy */
    struct fast_matrix fqn;    /* fq N [ny x ny], N where fq was formed */
    struct fast_matrix sum;    /* fy + h fqn [ny x ny] */
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
    double *scale;     /* [nx] errors are multiplied by this */
    double *residual;  /* [ny] of (4), with the sign of -R */
    double *update;    /* [ny] */
    double *before;    /* [nx] the iterate at which f has last been evaluated: rates */
    double cap;        /* what a half step's iteration error may be at most */
    double progress;   /* |small - middle| as guessed */
    double expected;   /* |large - small| should reach this; 0: not known */
    double estimate;   /* |large - small| as expected or foreseen, then as it is */
    double worst_rate; /* of both half steps */

    double *storage; /* the arrays above */
};

/* default_mode.c: *made is NULL unless options ask for the default mode. */
enum fast_status fast_default_alloc(struct fast_default **made,
                                    const struct pair *integrator);
/* Takes NULL. */
void fast_default_free(struct fast_default *made);

/* fast_attempt in default mode: large and small, counted. */
enum fast_status fast_attempt_default(struct pair *integrator, double h);
/* In default mode: a step of h has been taken over, t and state have moved; an attempt of h
 * has failed with status, or been rejected by error control (FAST_OK). */
void fast_after_accepted(struct pair *integrator, double h);
void fast_after_rejected(struct pair *integrator, double h, enum fast_status status);
void fast_after_jump(struct pair *integrator); /* t or state have been set, in any mode */

/* rates[ny] := y' at the end x of a step of h from xn, by (4). */
static inline void fast_find_rates(const struct pair *integrator, double h,
                                   const double *xn, const double *x, double *rates) {
    const double *y = x + integrator->nq, *yn = xn + integrator->nq;
    for (int i = 0; i < integrator->ny; i++)
        rates[i] = (y[i] - yn[i]) / h;
}

/* default_mode.c: what error control may make of a step of h that has been accepted, next,
 * where attempts have failed lately. */
double fast_limit_growth(struct fast_default *default_mode, double h, double next);

/* default_pair.c: large and small by implicit steps. */
enum fast_status fast_solve_pair(struct pair *integrator, double h);

/* split_jacobian.c: J at (t, x), where f is rates. On failure there is none. */
enum fast_status fast_form_split(struct pair *integrator, double t, const double *x,
                                 const double *rates);
/* matrix := the factors of I - h J. FAST_NOT_CONVERGED: the determinant is negative where h may
 * be chosen. */
enum fast_status fast_factor_split(struct pair *integrator, struct fast_factored *matrix,
                                   double h);
/* Factors for an h that differs from another by this part are as good: by rounding. */
static const double fast_same_h = 1e-8;
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

/* default_newton.c: the moves for the integrator's sizes. */
struct fast_moves fast_find_moves(const struct pair *integrator);

/* A half step of implicit Euler from (t0, xn[nx]), where y' is rates_n[ny], to
 * x[nx]. */
struct fast_half_step {
    double t0, h;
    const double *xn, *rates_n;
    double *x;
    bool foresees; /* the first: the step's estimate is foreseen from its end */
    double last;   /* size of the last update; at first of x - xn */
    double error;  /* what is left of it at the end */
};

/* half_step.c: x := where the linear model at the start leads. */
enum fast_status fast_guess_half(struct pair *integrator, struct fast_half_step *step);
/* Iterates x from what it is. */
enum fast_status fast_solve_half(struct pair *integrator, struct fast_half_step *step);

/* large_step.c: large, and the estimate, from small by the linear model. */
enum fast_status fast_model_large(struct pair *integrator, double h);
/* large from the linear model about small, and by iterating it if
 * need be. */
enum fast_status fast_solve_large(struct pair *integrator, double h);

/* convergence_rate.c: see there. */
void fast_begin_rates(struct fast_default *default_mode);
void fast_forget_rates(struct fast_default *default_mode);
void fast_doubt_rates(struct fast_default *default_mode);
void fast_doubt_whole_rate(struct fast_default *default_mode);
void fast_adapt_rates(struct fast_default *default_mode, double h);

/* error_scale.c: scale for an attempt from the present state. */
void fast_set_scale(struct pair *integrator);
/* The largest |scale (a - b)| of finite a[nx], b[nx]. */
double fast_scaled_distance(const struct pair *integrator, const double *a,
                            const double *b);
/* Whether errors are measured with relative and absolute tolerances. */
bool fast_has_tolerances(const struct pair *integrator);
/* Root mean square of scale dx. */
double fast_scaled_mean(const struct pair *integrator, const double *dx);

#endif
