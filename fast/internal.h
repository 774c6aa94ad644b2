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

#include <stddef.h>

#include "fast/fast.h"

struct fast {
    struct fast_system system;
    struct fast_options options;
    int nq, nv, ny, nx; /* ny = nv + nz, nx = nq + ny */

    bool started;
    double t;
    double newton_tolerance; /* kappa times the accuracy in use */
    struct fast_statistics statistics;

    /* J and the factors outlive the step that made them (Drake's "reuse"). */
    bool has_jacobian, jacobian_is_finite;
    bool factors_are_singular;
    double *jacobian; /* [ny*ny] by columns */
    double *factors;  /* [ny*ny] L and U of I - hJ with its rows permuted, by columns */
    int *permutation; /* [ny] row i of the factors is row permutation[i] of I - hJ */

    double *state, *error_estimate; /* [nx] */
    double *large, *middle, *small; /* [nx] after h, after h/2, after h/2 + h/2 */
    double *guess;                  /* [nx] where the first half step starts iterating */
    double *probe;                  /* [nx] where the Jacobian evaluates f */
    double *base_position;          /* [nq] the probe's unperturbed q */
    double *position;               /* [nq] qk of the running Newton iteration */
    double *qdot;                   /* [nq] N(q) v */
    double *rates;                  /* [nx] f; (qdot, f) in the explicit step */
    double *change;                 /* [nx] the last Newton update (dq, dy) */
    double *unit;                   /* [nv] zero, but for one 1 while N is read out */
    double *fq;                     /* [ny*nq] by columns; NULL unless FAST_EXACT */

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
enum fast_status fast_map(const fast *integrator, const double *q, const double *v,
                          double *qdot);

/* q[nq] := qn + h N(qk) v. q may be qn or qk; uses qdot. */
enum fast_status fast_advance_position(fast *integrator, double h, const double *qn,
                                       const double *qk, const double *v, double *q);

/* options.c */
enum fast_status fast_check_options(const struct fast_options *options);
double fast_accuracy_in_use(double accuracy);

/* dense.c: LU factors with partial pivoting, for any order n. a[n*n] is by columns and is
 * overwritten by L (unit diagonal not stored) and U; row i of L U is row permutation[i] of a.
 * Returns whether a pivot was exactly zero. */
bool fast_dense_factor(int n, double *a, int *permutation);
/* x[n] := solution of a x = b, from a's factors; x is not b. */
void fast_dense_solve(int n, const double *factors, const int *permutation,
                      const double *b, double *x);
/* The same two without the kernels for small n. */
bool fast_dense_factor_any(int n, double *a, int *permutation);
void fast_dense_solve_any(int n, const double *factors, const int *permutation,
                          const double *b, double *x);

/* dense_small.c: the same results to the bit, for one order each. */
bool fast_dense_factor_1(double *a, int *permutation);
bool fast_dense_factor_2(double *a, int *permutation);
bool fast_dense_factor_3(double *a, int *permutation);
bool fast_dense_factor_4(double *a, int *permutation);
void fast_dense_solve_1(const double *lu, const int *permutation, const double *b,
                        double *x);
void fast_dense_solve_2(const double *lu, const int *permutation, const double *b,
                        double *x);
void fast_dense_solve_3(const double *lu, const int *permutation, const double *b,
                        double *x);
void fast_dense_solve_4(const double *lu, const int *permutation, const double *b,
                        double *x);

/* jacobian.c: J of ell (8) at time t and y[ny], with qk[nq] in N and base qn[nq]. On failure
 * there is no Jacobian. */
enum fast_status fast_form_jacobian(fast *integrator, double t, double h,
                                    const double *qn, const double *qk, const double *y);

/* freshness.c */
/* Factors I - hJ. */
void fast_factor(fast *integrator, double h);
/* What trial (1, 2, 3) of the sub-solve from (t0, xn) with step h needs done to J and the
 * factors. FAST_NOT_FINITE: reuse is on and J cannot be had. */
enum fast_status fast_freshen(fast *integrator, int trial, double t0, double h,
                              const double *xn);

/* convergence.c */
/* The distance to the solution at which iterating may end. */
double fast_newton_tolerance(double accuracy);
/* The 2-norm of dx[n]. */
double fast_norm(int n, const double *dx);
/* Whether every |dx[j]| is at most 10 eps max(|x[j]|, 1). */
bool fast_update_is_zero(int n, const double *x, const double *dx);
enum fast_verdict { FAST_CONVERGED, FAST_DIVERGED, FAST_GO_ON };
/* The verdict on iteration i = 0, 1, ... that has made x by adding dx; norm and last_norm
 * are the norms of dx and of the update before it. */
enum fast_verdict fast_check_convergence(int i, int n, const double *x, const double *dx,
                                         double norm, double last_norm, double tolerance);

/* A step of implicit Euler from (t0, xn) to tf = t0 + h, iterating x from guess. x is none
 * of the others. */
struct fast_sub_step {
    double t0, h, tf;
    const double *xn, *guess;
    double *x;
};

/* iterate.c: a Newton iteration from (qk, y) with the factors that are there; y is x's tail,
 * and x's q is the position to evaluate at if qk is x. On success x = (qk+1, yk+1), and the
 * update is in change. */
enum fast_status fast_iterate(fast *integrator, const struct fast_sub_step *step,
                              const double *qk);

/* newton.c: x[nx] := solution of (3), (4) for a step h from (t0, xn[nx]), iterating from
 * guess[nx]. x is none of the others. */
enum fast_status fast_solve_step(fast *integrator, double t0, double h, const double *xn,
                                 const double *guess, double *x);

/* pair.c: one attempt at a step h >= 0, counted but for the step itself. On success t and
 * state have moved on and error_estimate is the new one. */
enum fast_status fast_attempt(fast *integrator, double h);
/* Steps shorter than this are taken explicitly. */
double fast_working_minimum(const fast *integrator);

/* statistics.c */
void fast_clear_statistics(struct fast_statistics *statistics, double accuracy_in_use);
/* Counts a step of size h that the caller asked for and got. */
void fast_count_step(struct fast_statistics *statistics, double h);
/* The error estimator's share of what was spent since the copy `before` was made. */
void fast_count_estimator_share(struct fast_statistics *statistics,
                                const struct fast_statistics *before);

#endif
