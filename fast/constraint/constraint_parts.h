/* What the sources of fast/constraint share. G is the derivative of the constraints by
 * the velocities, R = M^-1 G^T, W the weights of velocities, T of constraints (1 over
 * their units); m rows, h of them holonomic.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_CONSTRAINT_PARTS_H
#define FAST_CONSTRAINT_PARTS_H

#include <math.h>
#include <stddef.h>

#include "fast/constraint/complete.h"
#include "fast/constraint/constraint.h"
#include "fast/constraint/gram.h"
#include "fast/options.h"
#include "fast/system.h"

/* eps^(7/8) and eps^(1/2), eps = 2^-52: Simbody's SignificantReal and SqrtEps. */
#define CONSTRAINT_SIGNIFICANT 2.0097183471152322e-14
#define CONSTRAINT_ROOT_EPSILON 1.4901161193847656e-8
/* Pivots of G R above this (times the rows), relative to the diagonal, show full rank:
 * they are a hundred times as far from 0 as where the rank is judged to be lower. */
#define CONSTRAINT_ACCELERATION_PIVOT (100 * CONSTRAINT_SIGNIFICANT)

/* Solutions du of G du = e for which |W du| is least: with the scale s (1/W for
 * positions), du = s^2 G^T (G s^2 G^T)^-1 e; or, with M^-1 for s^2, those of an impulse. */
struct projector {
    int rows;
    const struct fast_pattern *pattern; /* of G; NULL: full */
    double *matrix;                     /* G that was factored last */
    double *scale, *square;             /* [nv] s, s^2 */
    double *mobility;     /* [nv] 1/M; NULL: M is not known, or not asked for */
    const double *metric; /* what was factored last: square or mobility */
    double *dual;         /* [rows] */
    struct gram *gram;
    bool is_complete;  /* it is the complete factorisation that is to be used */
    bool is_corrected; /* solutions of the normal equations are */
    int largest_rank;  /* that has been seen */
};

/* Positions or velocities, as projections see them. */
struct level {
    struct projector projector;
    int (*evaluate)(void *context, double t, const double *x, double *error,
                    double *matrix);
    double *error;  /* [rows] */
    double *matrix; /* G where it was evaluated last */
    double unit;    /* an error is multiplied by it before it is compared */
    int most_iterations;
    bool refactors;    /* in each iteration */
    int first, length; /* where in x, and how much, it changes */
    long *evaluations, *projections, *failures;
    double *largest; /* the largest error seen where a projection has ended */
};

struct constraint {
    struct integrator_system system; /* patterns and lists are its own */
    bool is_faithful;
    double tolerance; /* of the integrator */
    enum projected_norm norm;
    int rows, nq, nv, ny, nx;
    int failed_row;
    struct projected_statistics *statistics;
    struct level position, velocity;
    struct gram *gram;         /* G R */
    struct gram *geometry;     /* G G^T of large systems; NULL: complete is there */
    double *length;            /* [rows] of G's rows */
    struct complete *complete; /* NULL: too large a system */
    int largest_rank;          /* of G R */
    int known_rank; /* the most that states on the constraints have shown; 0: unknown */
    struct fast_pattern *patterns[3]; /* G, its holonomic rows, R; NULL: full */
    int *quaternion;
    double *weight;  /* [rows] T */
    double *inverse; /* [nv] 1/W */
    double *matrix;  /* G, R at an acceleration */
    double *response;
    double *rates;             /* [ny] */
    double *bias, *multiplier; /* [rows] */
    double *right, *rest;      /* [rows] G a + bias, and what a solution leaves of it */
    double *reduced, *column;  /* [rows] */
    double *square, *product;  /* [rows * rows] S, V^T S V; NULL as complete */
    double *ones;              /* [nv] */
    double *trial, *entry, *before, *estimate; /* [nx] */
    double *change, *normal;                   /* [nv] */
    double *qdot;                              /* [nq] */
    double *map;                               /* [nq * nv] N; NULL: N is the identity */
    double *map_gram;                          /* [nv * nv] N^T N and its factors */
    double *map_inverse;                       /* [nv] */
    bool *map_left_out;                        /* [nv] */
    double storage[];
};

/* An attempt at projecting: x is c->trial. */
struct attempt {
    struct level *level;
    double t, error;
    const struct constraint_request *request;
};

/* A failure about a row. */
static inline enum fast_status constraint_fail(constraint *c, enum fast_status status,
                                               int row) {
    c->failed_row = row;
    return status;
}

/* arrange.c: how many doubles storage takes, and handing them out. */
size_t constraint_doubles(const struct integrator_system *system);
void constraint_arrange(constraint *c, double *rest);

/* projector.c */
/* Factors G s^2 G^T for the G given, whose rank is judged by tolerance.
 * FAST_NOT_FINITE. */
enum fast_status projector_factor(constraint *c, struct projector *projector,
                                  const double *matrix, double tolerance);
/* du[nv] for the errors e[rows]. */
void projector_solve(constraint *c, struct projector *projector, const double *e,
                     double *du);
/* Counts a factorisation of this rank. */
void constraint_count_rank(constraint *c, int rank, int *largest);

/* singular.c: multiplier[rows] where G R is not safely definite, from rates, bias,
 * matrix, response and right = G a + bias at (t, x). As constraint_accelerate. */
enum fast_status constraint_accelerate_singular(constraint *c, double t, const double *x);

/* least_change.c */
/* Errors at the trial, and their norm; G, too, if it is wanted. */
enum fast_status constraint_evaluate(constraint *c, struct attempt *attempt,
                                     bool with_matrix);
/* The trial, its quaternions normalised in default mode, is projected if it has to be.
 * *is_better: it has been changed for the better. */
enum fast_status constraint_approach(constraint *c, struct attempt *attempt,
                                     double *estimate, bool *is_better);
/* FAST_PROJECTION, counted, about the worst row. */
enum fast_status constraint_refuse(constraint *c, const struct level *level);

/* quaternion.c */
double quaternion_error(const constraint *c, const double *x); /* a norm */
/* Takes back constraint_weigh_quaternions. */
void constraint_unweigh_quaternions(const constraint *c, const double *q, double *dq);
/* False: one is zero. The part of estimate[nq] along each is removed, unless NULL. */
bool quaternion_normalize(const constraint *c, double *x);
void quaternion_correct(const constraint *c, const double *x, double *estimate);

/* map.c: v[nv] := N+(q) dq, in faithful mode with the original's N+ (quaternion.c). FAST_CALLBACK,
 * FAST_SINGULAR. */
enum fast_status constraint_unmap(constraint *c, const double *q, const double *dq,
                                  double *v);
/* The original solves for changes of coordinates. du[nv], its solution at `from` as velocities,
 * := the same solution as velocities at `to`, W^-1 N+(to) N+(from)^+ W du. N is not the
 * identity. FAST_CALLBACK, FAST_SINGULAR. */
enum fast_status constraint_carry(constraint *c, const double *from, const double *to,
                                  double *du);
/* Positions' scale at q in faithful mode, if there is an N. */
enum fast_status constraint_scale_positions(constraint *c, const double *q);
/* dq[nq] := N(q) v. */
enum fast_status constraint_map(constraint *c, const double *q, const double *v,
                                double *dq);

/* The rank tolerance of G, relative, for rows that are off the constraints by this
 * error, in default mode. */
double constraint_drift_tolerance(int rows, double error);

/* norm.c: of weight * e[n], as the options say; NaN if one is. */
double constraint_norm(const constraint *c, int n, const double *weight, const double *e);
/* The row whose error is largest, one that is not a number before all. */
int constraint_worst(int n, const double *weight, const double *e);
/* y[columns] := A^T x[rows], A with this pattern. */
void constraint_multiply_transposed(int rows, int columns,
                                    const struct fast_pattern *pattern,
                                    const double *values, const double *x, double *y);

#endif
