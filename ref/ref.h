/* The reference: implicit Euler's pair and the exact solution in MPFR, at any precision.
 *
 *     x' = F(t, x) = (N(q) v, f(t, q, y)),   x = (q, v, z),   y = (v, z)
 *
 * Plain text of the mathematics, dense, one formula after the other. It shares the
 * model's expressions with the code under test, and nothing else.
 *
 * State vectors are arrays of nx initialised mpfr_t; results are rounded to the precision
 * of the variables that receive them. Inputs and outputs may overlap unless said
 * otherwise. (To pass an mpfr_t * as a const mpfr_t *, C11 wants a cast.) Nothing here
 * prints, exits or keeps global state beyond MPFR's own caches; what runs once allocated
 * allocates nothing more.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_REF_H
#define REF_REF_H

#include <stdbool.h>

#include <mpfr.h>

#include "problems/program/eval_constants.h"
#include "ref/status.h"

struct model; /* problems/model.h */

/* ---- The pair, exact form: one step of h and two of h/2 of implicit Euler,
 *
 *     x1 = x0 + h F(t0 + h, x1),
 *
 * each solved by Newton's method to the last bit of the working precision, so that the
 * result does not depend on how it was found (Drake's class text, equations (3), (4)). It
 * is the exact form of both methods: velocity-implicit Euler eliminates q, implicit Euler
 * solves for all of x, and the equations solved are the same. */
typedef struct ref_pair ref_pair;

/* *p refers to m, which must outlive it; freed with ref_pair_free. On failure NULL. */
enum ref_status ref_pair_alloc(ref_pair **p, struct model *m, mpfr_prec_t bits,
                               enum eval_constants constants);
void ref_pair_free(ref_pair *p); /* takes NULL */

/* One implicit Euler step from (t, x[nx]): x1[nx], found from the guess in x1, which is
 * finite. h may be negative. REF_SINGULAR, REF_NOT_CONVERGED: no solution was found from
 * that guess; there may be none. */
enum ref_status ref_euler_step(ref_pair *p, mpfr_srcptr t, const mpfr_t *x, mpfr_srcptr h,
                               mpfr_t *x1);

/* large := one step of h, half := the first step of h/2, small := the second one, all
 * from (t, x). The error estimate is large - small. The second half step goes on from
 * the first one's result before that is rounded. The three outputs do not overlap each
 * other. With NULL for large that step is not made, and need not have a solution. */
enum ref_status ref_pair_step(ref_pair *p, mpfr_srcptr t, const mpfr_t *x, mpfr_srcptr h,
                              mpfr_t *large, mpfr_t *half, mpfr_t *small);

/* Newton iterations made since ref_pair_alloc. */
long ref_pair_iterations(const ref_pair *p);

/* ---- The pair, replayed: velocity-implicit Euler and implicit Euler as Drake's
 * integrators carry them out, with their tolerances, their reuse of matrices, their error
 * control and their drivers, in MPFR. Every constant that they have as a double is that
 * double at any precision (increments of differences, 10 eps with eps = 2^-52, 0.9, ...):
 * rounding is all that differs from an implementation in double. The differences of which
 * J is made are a case of their own. They are off by their rounding, 2^-53 / 2^-26, which
 * decides how Newton's method converges: unless difference_bits says otherwise they are
 * taken in 53 bits in any replay, and belong to the algorithm. */
enum ref_method { REF_VELOCITY_IMPLICIT_EULER, REF_IMPLICIT_EULER };
enum ref_jacobian { REF_FORWARD, REF_CENTRAL, REF_EXACT };
enum ref_newton { REF_REUSE, REF_FRESH, REF_FULL };

/* What ended a call of ref_replay_advance, with the original's codes. */
enum ref_stop {
    REF_REACHED_PUBLISH_TIME = 1,
    REF_REACHED_UPDATE_TIME = 3,
    REF_TIME_HAS_ADVANCED = 4,
    REF_REACHED_BOUNDARY_TIME = 5
};

struct ref_replay_options {
    enum ref_method method;
    bool fixed_step;     /* no error control */
    double accuracy;     /* NaN: unset, and 0.1 is in use; values above 0.5 act as 0.5 */
    double max_step;     /* > 0; NaN: unset, and initial_step must be set */
    double min_step;     /* >= 0: shorter steps are taken explicitly */
    double initial_step; /* > 0; NaN: unset, and max_step is the first step's target */
    bool throw_on_min_step; /* report REF_BELOW_MIN_STEP when a step would pass it */
    enum ref_jacobian jacobian;
    enum ref_newton newton; /* keep J and its factors; form them anew in each sub-solve;
                               form them anew in each iteration */
    const double *weights_v, *weights_z; /* [nv], [nz] >= 0, copied; NULL: all 1. Those of
                                            v act on q, too, through N */
    enum eval_constants constants;       /* the model's */
    mpfr_prec_t difference_bits; /* precision in which J's differences are taken, at
                                      least 53; 0: the replay's own */
};

/* Velocity-implicit Euler, error control, accuracy unset, max_step 0.1, initial_step
 * unset, min_step 0, throw_on_min_step true, forward, reuse, weights 1, the model's
 * constants as doubles, differences in 53 bits. */
struct ref_replay_options ref_replay_default_options(void);

/* Counters since ref_replay_start. NaN in a double: it has not happened. The ee_ counters
 * are the error estimator's share: total minus what the two half steps have spent. */
#define REF_COUNTER_LIST(ENTRY)                                                          \
    ENTRY(steps_taken)                                                                   \
    ENTRY(derivative_evals)                                                              \
    ENTRY(derivative_evals_for_jacobian)                                                 \
    ENTRY(jacobian_evals)                                                                \
    ENTRY(factorizations)                                                                \
    ENTRY(newton_iters)                                                                  \
    ENTRY(ee_derivative_evals)                                                           \
    ENTRY(ee_derivative_evals_for_jacobian)                                              \
    ENTRY(ee_jacobian_evals)                                                             \
    ENTRY(ee_factorizations)                                                             \
    ENTRY(ee_newton_iters)                                                               \
    ENTRY(shrink_error_control)                                                          \
    ENTRY(shrink_substep_failure)                                                        \
    ENTRY(substep_failures)
#define REF_MEASURE_LIST(ENTRY)                                                          \
    ENTRY(actual_initial_step)                                                           \
    ENTRY(largest_step)                                                                  \
    ENTRY(smallest_adapted_step)                                                         \
    ENTRY(previous_step)                                                                 \
    ENTRY(ideal_next_step)                                                               \
    ENTRY(accuracy_in_use)

struct ref_statistics {
#define REF_COUNTER_FIELD(name) long name;
    REF_COUNTER_LIST(REF_COUNTER_FIELD)
#undef REF_COUNTER_FIELD
#define REF_MEASURE_FIELD(name) double name; /* rounded */
    REF_MEASURE_LIST(REF_MEASURE_FIELD)
#undef REF_MEASURE_FIELD
};

/* A decision of the algorithm; numbers rounded to double. value and limit are what was
 * compared. */
enum ref_decision_kind {
    /* After a Newton iteration: outcome 0 go on, 1 converged, 2 diverged. h is the
     * sub-solve's, t its end. Update zero, and the first two iterations: value = max
     * |dx_i| / max(|x_i|, 1), limit = 10 eps. Else theta against 1 when it diverges, eta
     * |dx| against 0.05 accuracy when not. */
    REF_DECISION_NEWTON,
    /* Which matrices are used: outcome = the trial, 1 .. 4; t (the start) and h are the
     * sub-solve's; value and limit NaN. Not with REF_FULL. */
    REF_DECISION_TRIAL,
    /* A step has been attempted: outcome 1 success, 0 failure; value and limit NaN. */
    REF_DECISION_ATTEMPT,
    /* The error has been judged: outcome 1 accepted, 0 rejected; value = the error, limit
     * = the accuracy. Nothing is told when that ends with a status. */
    REF_DECISION_ERROR,
    /* The next step: outcome -1 shorter, 0 the same, 1 longer; value = next, limit = this
     * one. Follows REF_DECISION_ERROR at once. */
    REF_DECISION_STEP
};
struct ref_decision {
    enum ref_decision_kind kind;
    int outcome;
    double t, h, value, limit;
};
typedef void ref_listener(void *context, const struct ref_decision *decision);

typedef struct ref_replay ref_replay;

/* *r refers to m, which must outlive it; freed with ref_replay_free. bits >= 53. On
 * failure NULL. */
enum ref_status ref_replay_alloc(ref_replay **r, struct model *m,
                                 const struct ref_replay_options *options,
                                 mpfr_prec_t bits);
void ref_replay_free(ref_replay *r); /* takes NULL */

/* Begins anew at (t, x[nx]): statistics zero, no Jacobian. NULL stands for the model's
 * own start, of t, of x or of both. */
enum ref_status ref_replay_start(ref_replay *r, mpfr_srcptr t, const mpfr_t *x);

/* Other settings from the next step on, as the original's setters make them; method, weights,
 * constants and difference_bits stay. An accuracy that is another one is in use as it is, another
 * Jacobian drops J, another initial_step counts until there is a step to go on from. Whether
 * they fit together is not asked. REF_BAD_ARGUMENT: one is out of its range, or is REF_EXACT and
 * was not at ref_replay_alloc; all stay. */
enum ref_status ref_replay_change(ref_replay *r,
                                  const struct ref_replay_options *options);

/* The original's Initialize: settings as ref_replay_alloc takes them, statistics zero, no
 * Jacobian; the ideal next step and the previous one stay. REF_BAD_ARGUMENT: it has not been
 * started, or the settings do not fit together. */
enum ref_status ref_replay_initialize(ref_replay *r);

/* One attempt at a step to exactly t1 >= time, without halving: REF_NOT_CONVERGED when it
 * fails. Steps must be fixed (REF_NOT_FIXED). */
enum ref_status ref_replay_step_to(ref_replay *r, mpfr_srcptr t1);

/* One step of at most max_step, no further than the earliest of three times, none of them
 * past, which may be +Inf unless max_step is unset; *stop says what ended it. */
enum ref_status ref_replay_advance(ref_replay *r, mpfr_srcptr publish, mpfr_srcptr update,
                                   mpfr_srcptr boundary, enum ref_stop *stop);

/* Steps of at most max_step to exactly t1 >= time, at least one.
 *
 * These three end with REF_OK or leave time, state and estimate as the last step left
 * them (what was spent stays counted). REF_BELOW_MIN_STEP: see throw_on_min_step; or
 * max_step is too short to change the time, where the original goes on for ever.
 * REF_NOT_FINITE: at the shortest steps the end, a rate or the Jacobian is not finite, or the
 * error of a step below 1e-14 max(1, |t|) is no number (where the original goes on with it,
 * recurses without end or does not return). */
enum ref_status ref_replay_run(ref_replay *r, mpfr_srcptr t1);

/* The time, the state x[nx], the last step's error estimate, large step minus half steps
 * (size nx; zero before the first one). Valid until ref_replay_free. */
mpfr_srcptr ref_replay_time(const ref_replay *r);
const mpfr_t *ref_replay_state(const ref_replay *r);
const mpfr_t *ref_replay_estimate(const ref_replay *r);
struct ref_statistics ref_replay_statistics(const ref_replay *r);

/* From here on every decision is told to the listener; NULL: none. */
void ref_replay_listen(ref_replay *r, ref_listener *listener, void *context);

/* ---- Power series in h at one point: the exact flow x(t0 + h), and what the pair makes
 * of it, each as coefficients of h^0 .. h^order.
 *
 *     flow:   (k+1) x_{k+1} = F(t0 + h, x(h))_k
 *     large:  X_{k+1} = F(t0 + h, X(h))_k
 *     half:   M_{k+1} = (1/2) F(t0 + h/2, M(h))_k
 *     small:  S_{k+1} = M_{k+1} + (1/2) F(t0 + h, S(h))_k */
typedef struct ref_series ref_series;

enum ref_status ref_series_alloc(ref_series **s, struct model *m, mpfr_prec_t bits,
                                 int order, enum eval_constants constants);
void ref_series_free(ref_series *s); /* takes NULL */

/* Expands all four at (t, x[nx]). At a kink the branch is that of the point itself. After
 * a failure the coefficients mean nothing. */
enum ref_status ref_series_expand(ref_series *s, mpfr_srcptr t, const mpfr_t *x);

/* Coefficients 0 .. order of component i, valid until the next expansion. */
const mpfr_t *ref_series_flow(const ref_series *s, int i);
const mpfr_t *ref_series_large(const ref_series *s, int i);
const mpfr_t *ref_series_half(const ref_series *s, int i);
const mpfr_t *ref_series_small(const ref_series *s, int i);

/* x(t + h) from the flow's series, with the last two terms as a check: REF_NOT_CONVERGED
 * when they are not below 2^-bits of the sum. */
enum ref_status ref_series_flow_at(const ref_series *s, mpfr_srcptr h, mpfr_t *x);

/* ---- The exact solution by Taylor's method: order and step follow from the precision
 * (A. Jorba, M. Zou, Experimental Mathematics 14 (2005), sections 3.1, 3.2). Switching
 * surfaces are located on the series to working precision and the series restarted
 * there. */
typedef struct ref_flow ref_flow;

/* order 0: the one that the precision asks for. */
enum ref_status ref_flow_alloc(ref_flow **f, struct model *m, mpfr_prec_t bits, int order,
                               enum eval_constants constants);
void ref_flow_free(ref_flow *f); /* takes NULL */

/* Begins at (t, x[nx]). */
enum ref_status ref_flow_start(ref_flow *f, mpfr_srcptr t, const mpfr_t *x);

/* Another flow goes the same way, and where steps of this one end the two are compared: of its
 * steps only the ends are held against the equation, unless the model has kinks. */
void ref_flow_compare(ref_flow *f);

/* Goes to t1 >= t in at most max_steps steps. On failure it stays where its last whole
 * step led: ref_flow_time and ref_flow_state tell, and after REF_TOO_LONG it can go
 * on. */
enum ref_status ref_flow_to(ref_flow *f, mpfr_srcptr t1, long max_steps);

const mpfr_t *ref_flow_state(const ref_flow *f);
mpfr_srcptr ref_flow_time(const ref_flow *f);

struct ref_flow_info {
    long steps;    /* Taylor steps made */
    int order;     /* of the series */
    long switches; /* times at which switching surfaces were crossed */
};
struct ref_flow_info ref_flow_info(const ref_flow *f);

/* The model's initial state and time, rounded to the precision of x[nx] and t, or to
 * double first when constants says so. */
enum ref_status ref_initial(struct model *m, enum eval_constants constants, mpfr_ptr t,
                            mpfr_t *x);

#endif
