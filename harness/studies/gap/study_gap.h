/* What the files of the gap study share.
 *
 * From a point x0 on the true trajectory the pair makes one step of h:
 *
 *     error = small - x(t0 + h),   estimate = large - small,   gap = error - estimate.
 *
 * Each is a power series in h, whose coefficients ref_series predicts: with S_k, L_k, a_k those
 * of small, large and the flow, S_k - a_k, L_k - S_k, 2 S_k - L_k - a_k. Of semi-explicit Euler
 * and its relatives the result and the estimate are ref_step's, and their series those of
 * ref_step_series. The values at h = tau 2^-24 .. tau 2^-52 are measured with ref_pair; tau is
 * an estimate of the series' radius of convergence, so the ladder is deep in the asymptotic
 * range.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_GAP_H
#define HARNESS_STUDY_GAP_H

#include "harness/base/record/record.h"
#include "problems/base/room.h"
#include "harness/results/result.h"
#include "harness/studies/common/asymptotic.h"

struct projected_traits; /* harness/results/study_projected.h */

enum gap_kind { GAP_ERROR, GAP_ESTIMATE, GAP_GAP, GAP_KINDS };

enum {
    GAP_LEVELS = 8, /* step sizes from each point */
    GAP_MAX_POINTS = 6,
    GAP_POWERS = 4 /* of h, from the method's first on, whose coefficients are compared */
};

struct gap_point {
    double time;
    double tau;           /* a power of two */
    const char *unjudged; /* why nothing is judged here: static text; NULL: all is */
    mpfr_ptr t;
    mpfr_t *x;                    /* (size nx) */
    mpfr_t *h;                    /* (size GAP_LEVELS), falling */
    mpfr_t *measured[GAP_KINDS];  /* at [level nx + i] */
    mpfr_t *predicted[GAP_KINDS]; /* coefficient of h^k at [i (order + 1) + k] */
    mpfr_t *flow_second;          /* the flow's coefficient of h^2, x''/2 (size nx) */
    mpfr_t *second;           /* x'' by differences of the field; of the methods that are
                                     not the pair, the error's coefficient of h^2 (size nx) */
    mpfr_t *third[GAP_KINDS]; /* the h^3 coefficients by differences (size nx) */
};

struct gap_problem {
    const struct study *study;
    const struct projected_traits *traits; /* NULL: the pair */
    struct model *model;
    int kinds; /* that the method has: all, or without an estimate the first */
    int first; /* the lowest power of h in any of them */
    int nx, order, points;
    mpfr_prec_t bits;
    char arithmetic[32];
    struct room room;
    double radius; /* the largest error of the truth that the points are taken from */
    double *scale; /* the size of each component along the trajectory (size nx) */
    struct gap_point point[GAP_MAX_POINTS];
};

/* Chooses the points from the truth and allocates all arrays. Freed with gap_problem_clear
 * in any case. Nonzero: *d says why. */
int gap_problem_init(struct gap_problem *g, const struct study *s,
                     const struct projected_traits *traits, struct diagnostic *d);
void gap_problem_clear(struct gap_problem *g);

/* Sets every component's scale, and marks the points within reach of a switching surface.
 * Nonzero: out of memory. */
int gap_survey(struct gap_problem *g);

/* Fills in everything else about all points. Nonzero: out of memory. */
int gap_measure(struct gap_problem *g, struct diagnostic *d);

/* The highest power of h whose coefficient is compared. */
int gap_compared(const struct gap_problem *g);

/* Fills in second and third of one point by differences of the field (of the methods that are
 * not the pair, second alone). Nonzero: out of memory. */
int gap_differences(struct gap_problem *g, struct gap_point *p);

/* |coefficient of h^k| tau^k / scale of component i, at most about 1. */
double gap_weight(const struct gap_problem *g, const struct gap_point *p,
                  enum gap_kind kind, int i, int k);

/* Tolerance of the slopes. */
#define GAP_SLOPE_TOLERANCE 0.001

/* What is fitted: a kind, whole or without its predicted part, in one component (>= 0) or in
 * the norm (-1). */
struct gap_target {
    enum gap_kind kind;
    bool remainder;
    int component;
};

enum gap_slope_state {
    GAP_SLOPE_FITTED,
    GAP_SLOPE_UNJUDGED,   /* nothing is judged at this point */
    GAP_SLOPE_VANISHES,   /* predicted and measured are zero */
    GAP_SLOPE_NOT_ZERO,   /* predicted is zero, measured is not */
    GAP_SLOPE_TOO_LOW,    /* a lower power than the method's is predicted */
    GAP_SLOPE_NOT_LEADING /* the first coefficient is too light to lead */
};

struct gap_slope {
    enum gap_slope_state state;
    int expected;
    struct ladder_order order;
    struct ladder_point point[GAP_LEVELS];
};

/* The order that a quantity has unless coefficients vanish: of the pair 2, 2, 3, and 6 for
 * remainders. */
int gap_nominal_order(const struct gap_problem *g, const struct gap_target *target);

/* Fits one slope at one point. */
void gap_measure_slope(const struct gap_problem *g, const struct gap_point *p,
                       const struct gap_target *target, struct gap_slope *s);

/* A verdict on it; whether it is a fitted one of that order; value, interval and verdict of a
 * result from those at all points, of which the furthest from the order (-1: none has it) is the
 * value. */
enum verdict gap_judge_slope(const struct gap_slope *s);
bool gap_has_order(const struct gap_slope *s, int order);
void gap_judge_slopes(struct result *r, const struct gap_slope *slope, int points,
                      int order, int furthest);

/* "error", "estimate", "gap". */
const char *gap_kind_name(enum gap_kind kind);

/* coefficient[GAP_LEVELS] := those of h^first, h^(first + 1), .. of one kind and component at
 * one point, from the values measured; coefficient and scratch have the problem's precision. */
void gap_extract(const struct gap_problem *g, const struct gap_point *p,
                 enum gap_kind kind, int i, mpfr_t *coefficient, mpfr_ptr scratch);

/* A result with what is common to all of this study. */
struct result gap_begin_result(const struct gap_problem *g, const char *quantity);

/* The study of an integrator that does not make the pair's steps. */
int gap_unknown(const struct study *s, struct results *results, struct diagnostic *d);

/* Append the slopes with those of the remainders; the constants. */
int gap_slopes(const struct gap_problem *g, struct results *results);
int gap_constants(const struct gap_problem *g, struct results *results);

#endif
