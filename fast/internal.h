/* What the sources of fast share.
 *
 * x = (q, v, z) is contiguous, so y = (v, z) is its tail, and nothing is copied between the
 * two. Equation numbers are those of Drake's documentation of VelocityImplicitEulerIntegrator:
 *
 *     q+ = qn + h N(q+) v+                      (3)
 *     y+ = yn + h f(t+, q+, y+)                 (4)
 *     qk+1 = qn + h N(qk) vk+1                  (5)
 *     ell(y) = f(t+, qn + h N(qk) v, y)         (7)
 *     J = d ell / dy                            (8)
 *     (I - h J) dy = -R(y),  R(y) = y - yn - h ell(y)   (9)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_INTERNAL_H
#define FAST_INTERNAL_H

#include <math.h>
#include <stddef.h>

#include "fast/convergence.h"
#include "fast/dense_small.h"
#include "fast/fast.h"
#include "fast/matrix.h"
#include "fast/structure.h"

/* A step of implicit Euler from (t0, xn) to tf = t0 + h, iterating x from guess. x is none
 * of the others. */
struct fast_sub_step {
    double t0, h, tf;
    const double *xn, *guess;
    double *x;
};

/* A Newton iteration with the factors that are there, from (qk, y): y is x's tail, and x's q
 * is the position to evaluate at if qk is x. On success x is the next iterate, the update is
 * in change, and *norm is its size as Newton's method measures it. */
typedef enum fast_status fast_iteration(fast *integrator,
                                        const struct fast_sub_step *step,
                                        const double *qk, double *norm);

/* Trial 1, 2 or 3 of a sub-step: iterations from the guess with the matrices that the trial
 * takes. */
typedef enum fast_status fast_trial(fast *integrator, const struct fast_sub_step *step,
                                    int trial);

/* Which matrix factors are of. */
struct fast_origin {
    long jacobian; /* I - hJ with the J formed as this one, counted from 1; 0: of none */
    double h;
    bool is_singular;
};

struct fast {
    struct fast_system system;
    struct fast_options options;
    int nq, nv, ny, nx; /* ny = nv + nz, nx = nq + ny */
    int unknowns;       /* of Newton's iteration: ny, or nx in implicit Euler */

    bool has_state;       /* t and state have been given */
    bool is_initialized;  /* and steps can be taken */
    bool controls_error;  /* the attempt's h may be chosen */
    fast_trial *try_once; /* the one for the method and the system's sizes */
    double t;
    double
        initial_target; /* the first step error control tries; NaN: max_step is to be */
    double newton_tolerance; /* kappa times the accuracy in use */
    struct fast_statistics statistics;

    void (*listener)(void *context, const struct fast_decision *decision); /* or NULL */
    void *listener_context;
    struct fast_record *record;  /* dense output; NULL: none */
    struct fast_default *thrift; /* default mode; NULL: none */

    /* J and the factors outlive the step that made them (Drake's "reuse"). */
    bool has_jacobian, jacobian_is_finite;
    bool jacobian_is_fresh; /* implicit Euler: to form it anew would not help */
    bool second_half_failed;
    bool factors_are_singular;
    enum fast_patience
        patience; /* with inverses: how near updates have come to rounding */
    struct fast_structure *structure; /* the system's patterns, and J's */
    struct fast_matrix jacobian;      /* [unknowns x unknowns] */
    struct fast_factors *factors;     /* of I - hJ */
    struct fast_factors
        *other_factors; /* the ones before them, of small matrices; or NULL */
    long jacobians;     /* how many have been formed */
    long factored_anew; /* factorisations that were really made */
    struct fast_origin factored, other_factored; /* what the two are the factors of */

    double *state, *error_estimate; /* [nx] */
    double *large, *middle, *small; /* [nx] after h, after h/2, after h/2 + h/2 */
    double *deviation;              /* [nx] large - small */
    double *guess;                  /* [nx] where the first half step starts iterating */
    double *probe;                  /* [nx] where the Jacobian evaluates f */
    double *base_position;          /* [nq] the probe's unperturbed q */
    double *position;               /* [nq] qk of the running Newton iteration */
    double *qdot;                   /* [nq] N(q) v */
    double *rates;                  /* [nx] f; (qdot, f) in the explicit step */
    double *change;                 /* [nx] the last Newton update (dq, dy) */
    double *unit;                   /* [nv] zero, but for one 1 while N is read out */
    double *column;                 /* [nx] one column of J before it is sorted in */
    struct fast_matrix fq, fy;      /* df/dq, df/dy; no values: system has no Jacobian */
    struct fast_matrix map;         /* N; no values: its pattern is not known */
    double *velocity;               /* [nv] N+(q) dq */
    double *columns;               /* [nq*nv] of N, for least squares; NULL: not needed */
    double *weights_v, *weights_z; /* [nv], [nz] */
    bool weights_are_one;

    double storage[]; /* the arrays above */
};

/* Whether |J|, the state and so on hold no NaN and no infinity: 0 x is 0 for a finite x
 * and NaN for any other. */
static inline bool fast_all_finite(size_t n, const double *x) {
    double zero = 0;
    for (size_t i = 0; i < n; i++)
        zero += 0 * x[i];
    return zero == 0;
}

/* system.c */
enum fast_status fast_check_system(const struct fast_system *system);

/* ydot[ny] := f(t, x). Counted. */
static inline enum fast_status fast_evaluate(fast *integrator, double t, const double *x,
                                             double *ydot) {
    const struct fast_system *system = &integrator->system;
    integrator->statistics.derivative_evals++;
    return system->rates(system->context, t, x, ydot) == 0 ? FAST_OK : FAST_CALLBACK;
}

/* qdot[nq] := N(q) v. */
static inline enum fast_status fast_map(const fast *integrator, const double *q,
                                        const double *v, double *qdot) {
    const struct fast_system *system = &integrator->system;
    if (system->map != NULL)
        return system->map(system->context, q, v, qdot) == 0 ? FAST_OK : FAST_CALLBACK;
    for (int i = 0; i < system->nv; i++)
        qdot[i] = v[i];
    return FAST_OK;
}

/* map := N(q); its pattern is known. */
enum fast_status fast_read_map(fast *integrator, const double *q);

/* q[nq] := qn + h N(qk) v. q may be qn or qk; uses qdot. */
enum fast_status fast_advance_position(fast *integrator, double h, const double *qn,
                                       const double *qk, const double *v, double *q);

/* xdot[nx] := (N(q) v, f(t, x)). */
enum fast_status fast_evaluate_all(fast *integrator, double t, const double *x,
                                   double *xdot);

/* options.c */
enum fast_status fast_check_options(const struct fast_options *options);
/* Whether min_step <= initial_step, the first step's target, <= max_step, one of the two
 * being set. */
bool fast_steps_fit(const struct fast_options *options, double initial_step);
bool fast_accuracy_fits(double accuracy);
bool fast_step_fits(double step);     /* max_step and initial_step; NaN: unset */
bool fast_min_step_fits(double step); /* min_step */
bool fast_tolerances_fit(double relative, double absolute);
bool fast_jacobian_is_known(enum fast_jacobian jacobian);
bool fast_newton_is_known(enum fast_newton newton);
double fast_accuracy_in_use(double accuracy);

/* settings.c: takes options' weights over; false if one is negative or not finite. */
bool fast_take_weights(fast *integrator, const double *weights_v,
                       const double *weights_z);
/* The accuracy in use, and Newton's tolerance from it. */
void fast_use_accuracy(fast *integrator, double accuracy);

/* listen.c */
void fast_tell_listener(fast *integrator, enum fast_decision_kind kind, int outcome,
                        double t, double h, double value, double limit);
static inline void fast_tell(fast *integrator, enum fast_decision_kind kind, int outcome,
                             double t, double h, double value, double limit) {
    if (integrator->listener != NULL)
        fast_tell_listener(integrator, kind, outcome, t, h, value, limit);
}

/* The largest |dx[i]|; NaN if one is NaN, as then is the sum. Without branches: which is the
 * largest is a matter of chance. */
static inline double fast_largest_size(int n, const double *dx) {
    double largest = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        const double size = fabs(dx[i]);
        largest = size > largest ? size : largest;
        sum += size;
    }
    return isnan(sum) ? sum : largest;
}

/* error_norm.c: the largest of |N W N+ dq|, |W dv| and |Wz dz| over all components, with N
 * at q[nq], of dx[nx]; NaN if one is NaN. Uses qdot, velocity. */
enum fast_status fast_error_norm(fast *integrator, const double *q, const double *dx,
                                 double *norm);

/* unmap.c: v[nv] := N+(q) dq[nq]. */
enum fast_status fast_unmap(fast *integrator, const double *q, const double *dq,
                            double *v);
/* v[nv] := that for which |columns v - rest| is least; columns[nq*nv], of full rank, and
 * rest[nq] are overwritten, triangle[nv*nv] is room. */
void fast_solve_least_squares(int nq, int nv, double *columns, double *triangle,
                              double *rest, double *v);

/* dense.c: LU factors with partial pivoting, for any order n. a[n*n] is by columns and is
 * overwritten by L (unit diagonal not stored) and U; row i of L U is row permutation[i] of a.
 * Returns whether a pivot was exactly zero. */
bool fast_dense_factor(int n, double *a, int *permutation);
/* Whether a's determinant is negative. */
bool fast_dense_turns(int n, const double *factors, const int *permutation);
/* x[n] := solution of a x = b, from a's factors; x is not b. */
void fast_dense_solve(int n, const double *factors, const int *permutation,
                      const double *b, double *x);
/* The same two without the kernels for small n. */
bool fast_dense_factor_any(int n, double *a, int *permutation);
void fast_dense_solve_any(int n, const double *factors, const int *permutation,
                          const double *b, double *x);

/* dense_small.c, dense_small.h: the same results to the bit, for one order each. */
bool fast_dense_factor_1(double *a, int *permutation);
bool fast_dense_factor_2(double *a, int *permutation);
bool fast_dense_factor_3(double *a, int *permutation);
bool fast_dense_factor_4(double *a, int *permutation);

/* Column j of J := (upper - lower) / divisor, both [unknowns]; upper may be the column, and
 * is overwritten. */
static inline void fast_store_difference(const fast *integrator, int j, double divisor,
                                         const double *lower, double *upper) {
    const struct fast_matrix *jacobian = &integrator->jacobian;
    const struct fast_pattern *pattern = jacobian->pattern;
    if (pattern == NULL) {
        double *column = jacobian->values + (size_t)j * (size_t)jacobian->rows;
        for (int i = 0; i < jacobian->rows; i++)
            column[i] = (upper[i] - lower[i]) / divisor;
        return;
    }
    for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++) {
        const int i = pattern->row[e];
        jacobian->values[e] = (upper[i] - lower[i]) / divisor;
    }
}

/* jacobian.c: J of ell (8) at time t and y[ny], with qk[nq] in N and base qn[nq]; in implicit
 * Euler that of f at t and the x[nx] whose tail y is. On failure there is no Jacobian. */
enum fast_status fast_form_jacobian(fast *integrator, double t, double h,
                                    const double *qn, const double *qk, const double *y);

/* exact_jacobian.c: J from the system's derivatives at the probe: for a step of
 * h with qk in N; of all of x. */
enum fast_status fast_form_exactly(fast *integrator, double t, double h,
                                   const double *qk);
enum fast_status fast_form_whole_exactly(fast *integrator, double t);
/* whole_jacobian.c: J of x' = (N(q) v, f(t, x)) with respect to all of x[nx]. */
enum fast_status fast_form_whole_jacobian(fast *integrator, double t, const double *x);

/* freshness.c */
/* Whether there is a trial (1, 2, ...) of a sub-step from t0 with step h after those before
 * have failed. */
bool fast_may_try(fast *integrator, int trial, double t0, double h);
/* Factors I - hJ. FAST_NO_MEMORY: a sparse matrix needs other pivots than
 * before, and there are no factors. */
enum fast_status fast_factor(fast *integrator, double h);
/* The same without looking whether they are there already, and uncounted. */
enum fast_status fast_factor_anew(fast *integrator, double h);
/* When faithful mode takes solutions from inverses. */
void fast_wait(fast *integrator, enum fast_patience patience);
/* A verdict on the update in change, of x[nx], may be up to rounding. Where it comes to the
 * limit, so that rounding decides how many iterations there are, solutions are those of the
 * factors to the bit from here on; where it stays well below, they are for long. */
void fast_meet_rounding(fast *integrator, const double *x);
/* What trial (1, 2, 3) of the sub-solve from (t0, xn) with step h needs done to
 * J and the factors. FAST_NOT_FINITE: reuse is on and J cannot be had. */
enum fast_status fast_freshen(fast *integrator, int trial, double t0, double h,
                              const double *xn);

/* iterate.c: for y alone, measured by the 2-norm of (dq, dy). whole_iterate.c: for all of x,
 * for implicit Euler, measured by the error norm. */
fast_iteration fast_iterate, fast_iterate_whole;
/* iterate_small.c: the trial for the integrator's method and sizes. */
fast_trial *fast_find_trial(const fast *integrator);

/* newton.c: x[nx] := solution of (3), (4) for a step h from (t0, xn[nx]), iterating from
 * guess[nx]. x is none of the others. */
enum fast_status fast_solve_step(fast *integrator, double t0, double h, const double *xn,
                                 const double *guess, double *x);
/* The trials with the iterations of iterate.c and whole_iterate.c. */
fast_trial fast_try, fast_try_whole;
/* J and factors for the iterate in x, and its q in qk: full Newton. */
enum fast_status fast_renew_factors(fast *integrator, const struct fast_sub_step *step,
                                    const double *qk);
/* What made an update non-finite; FAST_NOT_CONVERGED if it is mere growth. */
enum fast_status fast_explain_failure(const fast *integrator, double norm);
/* Tells the listener what fast_check_convergence has compared. */
void fast_tell_iteration(fast *integrator, const struct fast_sub_step *step, int i,
                         double norm, double last_norm, enum fast_verdict verdict);

/* pair.c: one attempt at a step h >= 0 from t and state, counted but for the step itself. On
 * success large, small and their deviation are finite; t and state stay. */
enum fast_status fast_attempt(fast *integrator, double h);
/* Takes over what the last attempt, a success, has led to. */
enum fast_status fast_accept(fast *integrator, double h);

/* The same in faithful mode: large and small, finite or not. */
enum fast_status fast_attempt_faithfully(fast *integrator, double h);

/* default_mode.c */
/* fast_attempt in default mode: large and small, counted. */
enum fast_status fast_attempt_default(fast *integrator, double h);
/* In default mode: a step of h has been taken over, t and state have moved; an attempt of h
 * has failed with status, or been rejected by error control (FAST_OK). */
void fast_after_accepted(fast *integrator, double h);
void fast_after_rejected(fast *integrator, double h, enum fast_status status);
void fast_after_jump(fast *integrator); /* t or state have been set, in any mode */

/* control.c */
/* One step of at most h_max, of the size that keeps the error below its limit; counted but
 * for the step itself. *whole: it was h_max. */
enum fast_status fast_step_with_control(fast *integrator, double h_max, bool *whole);
/* Whether a step h with an error err is accepted (*accepted), and the size of the next one.
 * *at_minimum: the step has been raised to the working minimum; carried from one attempt to
 * the next. FAST_BELOW_MIN_STEP: the size would fall below it. */
enum fast_status fast_adjust_step(const fast *integrator, double err, double limit,
                                  double h, bool *at_minimum, bool *accepted,
                                  double *next);

/* Whether an attempt of h that has failed so may succeed with a shorter step: not if a
 * callback gave up, nor if there were no equations to solve. */
bool fast_halving_may_help(const fast *integrator, enum fast_status status, double h);

/* dense_output.c. In faithful mode the rates at both ends belong to the attempt; in default
 * mode those at the start are the last step's at its end, if that is where it starts. */
bool fast_records(const fast *integrator);
enum fast_status fast_record_start(fast *integrator);
enum fast_status fast_record_end(fast *integrator, double h);
/* The rates xdot[nx] that fast_record_start found. */
const double *fast_recorded_start(const fast *integrator);
/* Keeps the step of h that is being accepted; t and state are still its start. */
void fast_record_step(fast *integrator, double h);
/* t, which a step has led to, becomes target. */
void fast_record_time(fast *integrator, double target);
void fast_record_jump(fast *integrator); /* t or state have been set */
void fast_record_clear(fast *integrator);
void fast_record_free(fast *integrator);

/* statistics.c */
void fast_clear_statistics(struct fast_statistics *statistics);
/* Counts a step of size h that the caller asked for and got. */
void fast_count_step(struct fast_statistics *statistics, double h);
/* The error estimator's share of what was spent since the copy `before` was made. */
static inline void fast_count_estimator_share(struct fast_statistics *statistics,
                                              const struct fast_statistics *before) {
#define FAST_ADD_SHARE(name) statistics->ee_##name += statistics->name - before->name;
    FAST_ADD_SHARE(derivative_evals)
    FAST_ADD_SHARE(derivative_evals_for_jacobian)
    FAST_ADD_SHARE(jacobian_evals)
    FAST_ADD_SHARE(factorizations)
    FAST_ADD_SHARE(newton_iters)
#undef FAST_ADD_SHARE
}

#endif
