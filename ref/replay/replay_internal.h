/* What the files of the replay share.
 *
 *     q' = N(q) v,   y' = f(t, q, y),   y = (v, z),   x = (q, v, z)
 *
 * Velocity-implicit Euler solves for y, implicit Euler for x: the unknowns u are the n
 * components of x from `first` on. All numbers have the replay's precision. Where the
 * original has a constant as a double the replay has that double, at any precision.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_REPLAY_INTERNAL_H
#define REF_REPLAY_INTERNAL_H

#include "problems/base/room.h"
#include "problems/graph/expr_matrix.h"
#include "ref/ref.h"

struct eval_mpfr;  /* problems/readers/eval_mpfr.h */
struct model;      /* problems/model.h */
struct program;    /* problems/program/program.h */
struct ref_linear; /* ref/linear.h */

/* The unit of rounding that the original's tolerances are made of, in any precision. */
#define REPLAY_EPSILON 0x1p-52

/* The least precision: the original's. */
enum { REPLAY_MIN_BITS = 53 };

/* What some part of the work has cost. */
struct ref_effort {
    long evaluations, jacobian_evaluations, jacobians, factorizations, iterations;
};

/* F and N v in one precision. */
struct ref_system {
    mpfr_prec_t bits;
    struct eval_mpfr *field, *map;
    mpfr_t *argument;     /* (t, x) (size 1 + nx) */
    mpfr_t *rate;         /* F (size nx) */
    mpfr_t *map_argument; /* (q, v) (size nq + nv) */
    mpfr_t *map_value;    /* N v (size nq) */
    mpfr_t product;
};

/* What differences are taken with, all in their precision. */
struct ref_differences {
    struct room room; /* of its arrays */
    mpfr_t t, h, shift, divisor;
    mpfr_t *start, *x;     /* (size nx) */
    mpfr_t *shifted;       /* unknowns (size n) */
    mpfr_t *upper, *lower; /* the function at two places (size n) */
};

struct ref_replay {
    struct room room;                  /* of all arrays */
    struct ref_replay_options options; /* its weights point to the replay's own */
    double *weights;                   /* of v, then of z (size nv + nz) */
    double accuracy, first_step;       /* in use */
    struct model *model;
    int nq, nv, nz, nx;
    int n, first; /* unknowns: how many, and the first one's place in x */
    mpfr_prec_t bits, difference_bits;
    bool started;

    /* replay_system.c */
    struct program *field_program, *map_program, *matrix_program, *jacobian_program;
    /* In the replay's precision and in that of differences. */
    struct ref_system own, rough;
    struct eval_mpfr *matrix, *jacobian;
    struct expr_matrix pattern; /* of dF/dx */
    mpfr_t *map_entry;          /* of N, those of its pattern */
    mpfr_t *map_matrix;         /* N_ij at i nv + j (size nq nv) */
    mpfr_t product;

    /* replay_jacobian.c, replay_exact.c, replay_matrix.c, replay_freshen.c */
    mpfr_t *slope;      /* J_ij at i n + j (size n n) */
    mpfr_t *derivative; /* of F, those of the pattern */
    struct ref_differences rounded;
    bool has_jacobian;      /* slope holds one */
    bool jacobian_is_fresh; /* implicit Euler: formed where it would be formed again */
    bool second_half_failed;
    mpfr_t *element; /* of I - h J, or its factors (size n n) */
    mpfr_t **row;    /* row[i][j]: exchanged in pivoting (size n) */
    int *exchange;   /* row k was exchanged with row exchange[k] (size n) */
    bool is_factored;
    mpfr_t multiplier;

    /* replay_solve.c, replay_converge.c */
    mpfr_t *iterate;  /* x^k (size nx) */
    mpfr_t *previous; /* x^(k-1) (size nx) */
    mpfr_t *update;   /* x^k - x^(k-1) (size nx) */
    mpfr_t *residual; /* of the equation, then the update of u (size n) */
    mpfr_t *squares;  /* sums of the update's (size 4) */
    mpfr_t end;       /* of the sub-solve: t0 + h */
    mpfr_t size, last_size, theta, eta, tolerance, ratio;

    /* replay_norm.c */
    struct ref_linear *normal;   /* N^T N; NULL where N = I */
    mpfr_t *velocity, *position; /* N+ e, N W N+ e (sizes nv, nq) */

    /* replay_attempt.c: the last attempt's outcome, which becomes the state when it is
     * accepted */
    mpfr_t *large, *half, *small; /* (size nx) */
    mpfr_t *guess, *difference;   /* (size nx) */
    mpfr_t new_time, half_step, middle;

    /* replay_control.c, replay_step.c, replay_drive.c */
    mpfr_t error, attempted, asked, adjusted, bound, minimum;
    mpfr_t target, step, limit, last, next, infinity;

    mpfr_t time, *state, *estimate;

    /* replay_statistics.c */
    struct ref_effort total, halves; /* all of it; the half steps' part */
    long steps, rejections, failures;
    mpfr_t initial_step, largest_step, smallest_step, previous_step, ideal_step;
    ref_listener *listener;
    void *context;
};

/* ---- replay_options.c: takes a copy; REF_BAD_ARGUMENT: some setting is out of range. */
enum ref_status ref_replay_take_options(ref_replay *r,
                                        const struct ref_replay_options *o);

/* ---- replay_system.c */
enum ref_status ref_replay_init_system(ref_replay *r);
void ref_replay_clear_system(ref_replay *r);

/* rate[nx] := F(t, x), an evaluation. */
void ref_replay_field(ref_replay *r, mpfr_srcptr t, const mpfr_t *x, mpfr_t *rate);

/* end[nq] := start + h N(q) v; end may be start. */
void ref_replay_move(const ref_replay *r, struct ref_system *s, const mpfr_t *start,
                     mpfr_srcptr h, const mpfr_t *q, const mpfr_t *v, mpfr_t *end);

/* The function whose zero is sought, an evaluation: value[n] := f(t, q_n + h N(q) v, y)
 * for u = (v, z), or F(t, u); q is that of x, q_n that of start. */
void ref_replay_function(ref_replay *r, struct ref_system *s, mpfr_srcptr t,
                         mpfr_srcptr h, const mpfr_t *start, const mpfr_t *x,
                         const mpfr_t *u, mpfr_t *value);

/* map_matrix := N(q). */
void ref_replay_map_matrix(ref_replay *r, const mpfr_t *q);

/* ---- replay_jacobian.c: slope := the function's derivative by u at x's own u. */
enum ref_status ref_replay_init_differences(ref_replay *r);
void ref_replay_form_jacobian(ref_replay *r, mpfr_srcptr t, mpfr_srcptr h,
                              const mpfr_t *start, const mpfr_t *x);

/* replay_exact.c: the same from the model's derivatives. */
void ref_replay_exact_jacobian(ref_replay *r, mpfr_srcptr t, mpfr_srcptr h,
                               const mpfr_t *start, const mpfr_t *x);

/* ---- replay_matrix.c: the factors of I - h J; b[n] := (I - h J)^-1 b. What cannot be
 * divided becomes Inf or NaN. */
void ref_replay_factor(ref_replay *r, mpfr_srcptr h);
void ref_replay_apply_factors(ref_replay *r, mpfr_t *b);

/* ---- replay_freshen.c: the matrices for the given trial of the sub-solve of h from
 * (t, start); false: there is nothing left to try. */
bool ref_replay_freshen(ref_replay *r, int trial, mpfr_srcptr t, mpfr_srcptr h,
                        const mpfr_t *start);

/* Reuse of J is on. */
bool ref_replay_reuses(const ref_replay *r);

/* ---- replay_solve.c: result[nx] := the end of an implicit Euler step of h from (t,
 * start), iterated from the guess. REF_NOT_CONVERGED: the sub-solve has failed.
 * REF_NOT_FINITE: J is not finite and never will be; the original does not return. */
enum ref_status ref_replay_solve(ref_replay *r, mpfr_srcptr t, mpfr_srcptr h,
                                 const mpfr_t *start, const mpfr_t *guess,
                                 mpfr_t *result);

/* ---- replay_converge.c: the verdict on iteration i, 0 the first, from iterate, update,
 * size and last_size. h is the sub-solve's. */
enum ref_convergence { REF_GO_ON, REF_CONVERGED, REF_DIVERGED };
enum ref_convergence ref_replay_check(ref_replay *r, int i, mpfr_srcptr h);

/* ---- replay_norm.c: norm := max(|N W N+ e_q|, |W e_v|, |W_z e_z|), with N at q; NaN
 * when any of it is. */
void ref_replay_norm(ref_replay *r, const mpfr_t *q, const mpfr_t *e, mpfr_ptr norm);

/* size := the Euclidean norm of the update, with the additions in the original's order: where
 * updates of equal size go to and fro, theta is 1 but for rounding. */
void ref_replay_measure_euclidean(ref_replay *r);

/* ---- replay_attempt.c: large, half, small, difference, new_time := the pair from (time,
 * state). Statuses of ref_replay_solve. */
enum ref_status ref_replay_attempt(ref_replay *r, mpfr_srcptr h);
/* REF_NOT_FINITE: small or difference. Error control takes that for an error. */
enum ref_status ref_replay_check_result(const ref_replay *r);

/* The last attempt becomes the state. */
void ref_replay_accept(ref_replay *r);

/* minimum := 1e-14 max(1, |t|); the length below which steps near t are explicit. */
void ref_replay_find_least(ref_replay *r, mpfr_srcptr t);
void ref_replay_find_minimum(ref_replay *r, mpfr_srcptr t);

/* ---- replay_control.c: whether `attempted` with `error` is accepted, and adjusted :=
 * the next step. REF_BELOW_MIN_STEP: it would have to be too short. */
enum ref_status ref_replay_adjust(ref_replay *r, bool *at_minimum, bool *accepted);

/* REF_BELOW_MIN_STEP: going from the step `from` to the step `to` near t is too much. */
enum ref_status ref_replay_check_shrinking(ref_replay *r, mpfr_srcptr t, mpfr_srcptr from,
                                           mpfr_srcptr to);

/* ---- replay_step.c: a step of at most r->step is taken; *full: of exactly that. */
enum ref_status ref_replay_take_step(ref_replay *r, bool *full);

/* ---- replay_start.c: no matrices, no estimate, and these: */
void ref_replay_clear(ref_replay *r);

/* ---- replay_statistics.c: but for the previous step and the ideal next one. */
void ref_replay_clear_statistics(ref_replay *r);

/* A driver's step of h has been taken. */
void ref_replay_count_step(ref_replay *r, mpfr_srcptr h);

/* halves += what has been spent since `before` was taken from total. */
void ref_replay_count_half(ref_replay *r, struct ref_effort before);

/* Tells the listener, if there is one. */
void ref_replay_tell(ref_replay *r, enum ref_decision_kind kind, int outcome,
                     mpfr_srcptr t, mpfr_srcptr h, mpfr_srcptr value, double limit);

#endif
