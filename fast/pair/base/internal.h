/* What the sources of the implicit pair share.
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

#include "fast/pair.h"
#include "fast/linear/matrix.h"
#include "fast/pair/base/structure.h"

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
typedef enum fast_status fast_iteration(struct pair *integrator,
                                        const struct fast_sub_step *step,
                                        const double *qk, double *norm);

/* Trial 1, 2 or 3 of a sub-step: iterations from the guess with the matrices that the trial
 * takes. */
typedef enum fast_status fast_trial(struct pair *integrator,
                                    const struct fast_sub_step *step, int trial);

/* Which matrix factors are of. */
struct fast_origin {
    long jacobian; /* I - hJ with the J formed as this one, counted from 1; 0: of none */
    double h;
    bool is_singular;
};

struct pair {
    struct integrator_system system;
    struct integrator_options options;
    int nq, nv, ny, nx; /* ny = nv + nz, nx = nq + ny */
    int unknowns;       /* of Newton's iteration: ny, or nx in implicit Euler */

    bool has_state;       /* t and state have been given */
    bool is_initialized;  /* and steps can be taken */
    bool controls_error;  /* the attempt's h may be chosen */
    fast_trial *try_once; /* the one for the method and the system's sizes */
    double t;
    /* The first step error control tries; NaN: max_step is to be. */
    double initial_target;
    double newton_tolerance; /* kappa times the accuracy in use */
    struct pair_statistics statistics;

    void (*listener)(void *context, const struct pair_decision *decision); /* or NULL */
    void *listener_context;
    struct fast_record *record;        /* dense output; NULL: none */
    struct fast_default *default_mode; /* default mode; NULL: none */

    /* J and the factors outlive the step that made them (Drake's "reuse"). */
    bool has_jacobian, jacobian_is_finite;
    bool jacobian_is_fresh; /* implicit Euler: to form it anew would not help */
    bool second_half_failed;
    bool factors_are_singular;
    /* With inverses: how near updates have come to rounding. */
    enum fast_patience patience;
    struct fast_structure *structure; /* the system's patterns, and J's */
    struct fast_matrix jacobian;      /* [unknowns x unknowns] */
    struct fast_factors *factors;     /* of I - hJ */
    /* The ones before them, of small matrices; or NULL. */
    struct fast_factors *other_factors;
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
    bool scale_is_of_weights; /* default mode's scale is, and stays as it is */

    /* Of pair_class.c. */
    double asked_max_step, asked_initial_step; /* the options'; NaN: unset */
    bool is_untouched; /* nothing has been tried since the start */

    double storage[]; /* the arrays above */
};

/* max(min_step, 1e-14, 1e-14 |t|): a shorter step is not worth iterating. */
static inline double fast_working_minimum(double t, double min_step) {
    const double size = fabs(t) > 1 ? fabs(t) : 1, smallest = 1e-14 * size;
    return smallest > min_step ? smallest : min_step;
}

/* system.c */
/* ydot[ny] := f(t, x). Counted. */
static inline enum fast_status fast_evaluate(struct pair *integrator, double t,
                                             const double *x, double *ydot) {
    const struct integrator_system *system = &integrator->system;
    integrator->statistics.derivative_evals++;
    return system->rates(system->context, t, x, ydot) == 0 ? FAST_OK : FAST_CALLBACK;
}

/* qdot[nq] := N(q) v. */
static inline enum fast_status fast_map(const struct pair *integrator, const double *q,
                                        const double *v, double *qdot) {
    const struct integrator_system *system = &integrator->system;
    if (system->map != NULL)
        return system->map(system->context, q, v, qdot) == 0 ? FAST_OK : FAST_CALLBACK;
    for (int i = 0; i < system->nv; i++)
        qdot[i] = v[i];
    return FAST_OK;
}

/* map := N(q); its pattern is known. */
enum fast_status fast_read_map(struct pair *integrator, const double *q);

/* q[nq] := qn + h N(qk) v. q may be qn or qk; uses qdot. */
enum fast_status fast_advance_position(struct pair *integrator, double h,
                                       const double *qn, const double *qk,
                                       const double *v, double *q);

/* xdot[nx] := (N(q) v, f(t, x)). */
enum fast_status fast_evaluate_all(struct pair *integrator, double t, const double *x,
                                   double *xdot);

/* listen.c */
void fast_tell_listener(struct pair *integrator, enum pair_decision_kind kind,
                        int outcome, double t, double h, double value, double limit);
static inline void fast_tell(struct pair *integrator, enum pair_decision_kind kind,
                             int outcome, double t, double h, double value,
                             double limit) {
    if (integrator->listener != NULL)
        fast_tell_listener(integrator, kind, outcome, t, h, value, limit);
}

/* error_norm.c: the largest of |N W N+ dq|, |W dv| and |Wz dz| over all components, with N
 * at q[nq], of dx[nx]; NaN if one is NaN. Uses qdot, velocity. */
enum fast_status fast_error_norm(struct pair *integrator, const double *q,
                                 const double *dx, double *norm);

/* unmap.c: v[nv] := N+(q) dq[nq]. */
enum fast_status fast_unmap(struct pair *integrator, const double *q, const double *dq,
                            double *v);
/* Column j of J := (upper - lower) / divisor, both [unknowns]; upper may be the column, and
 * is overwritten. */
static inline void fast_store_difference(const struct pair *integrator, int j,
                                         double divisor, const double *lower,
                                         double *upper) {
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
enum fast_status fast_form_jacobian(struct pair *integrator, double t, double h,
                                    const double *qn, const double *qk, const double *y);

/* exact_jacobian.c: J from the system's derivatives at the probe: for a step of
 * h with qk in N; of all of x. */
enum fast_status fast_form_exactly(struct pair *integrator, double t, double h,
                                   const double *qk);
enum fast_status fast_form_whole_exactly(struct pair *integrator, double t);
/* whole_jacobian.c: J of x' = (N(q) v, f(t, x)) with respect to all of x[nx]. */
enum fast_status fast_form_whole_jacobian(struct pair *integrator, double t,
                                          const double *x);

/* dense_output.c. The rates at the start are the last step's at its end if that is where it
 * starts; in faithful mode only after a fixed step that was halved, unless it is taken again. */
bool fast_record_is_on(const struct fast_record *record);
static inline bool fast_records(const struct pair *integrator) {
    return integrator->record != NULL && fast_record_is_on(integrator->record);
}
enum fast_status fast_record_start(struct pair *integrator);
enum fast_status fast_record_end(struct pair *integrator, double h);
/* Whether the rates at the present state are known, as after a step of dense output, even if it has
 * been stopped since; they are xdot[nx]. */
bool fast_knows_start(const struct pair *integrator);
const double *fast_recorded_start(const struct pair *integrator);
/* Keeps the step of h that is being accepted; t and state are still its start. */
void fast_record_step(struct pair *integrator, double h);
/* t, which a step has led to, becomes target. */
void fast_record_time(struct pair *integrator, double target);
void fast_record_jump(struct pair *integrator); /* t or state have been set */
void fast_record_clear(struct pair *integrator);
void fast_record_free(struct pair *integrator);

/* statistics.c */
void fast_clear_statistics(struct pair_statistics *statistics);
/* Counts a step of size h that the caller asked for and got. */
static inline void fast_count_step(struct pair_statistics *statistics, double h) {
    if (statistics->steps_taken == 0)
        statistics->actual_initial_step = h;
    if (statistics->steps_taken == 0 || h > statistics->largest_step)
        statistics->largest_step = h;
    statistics->previous_step = h;
    statistics->steps_taken++;
}
/* The error estimator's share of what was spent since the copy `before` was made. */
static inline void fast_count_estimator_share(struct pair_statistics *statistics,
                                              const struct pair_statistics *before) {
#define FAST_ADD_SHARE(name) statistics->ee_##name += statistics->name - before->name;
    FAST_ADD_SHARE(derivative_evals)
    FAST_ADD_SHARE(derivative_evals_for_jacobian)
    FAST_ADD_SHARE(jacobian_evals)
    FAST_ADD_SHARE(factorizations)
    FAST_ADD_SHARE(newton_iters)
#undef FAST_ADD_SHARE
}

#endif
