/* The pair of implicit Euler: velocity-implicit and implicit Euler with step doubling, in
 * double precision (Drake: VelocityImplicitEulerIntegrator, ImplicitEulerIntegrator). A system
 * (system.h) has neither joints nor contacts here. Nothing prints, exits, reads the environment
 * or keeps global state, and nothing allocates after pair_alloc but pair_dense_start.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_PAIR_H
#define FAST_PAIR_H

#include <stdbool.h>

#include "fast/options.h"
#include "fast/system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Velocity-implicit Euler with error control and the default longest step, 0.1. */
struct integrator_options pair_default_options(void);

/* What the methods have in common, and does not depend on a system. */
enum { FAST_ERROR_ESTIMATE_ORDER = 2, FAST_MAX_NEWTON_ITERATIONS = 10 };
/* A step may be this much longer than max_step to end at an event rather than just before. */
#define FAST_STRETCH 1.01

/* Counters since pair_start, pair_initialize or pair_reset_statistics. NaN in a double: it
 * has not happened. The ee_ counters are the error estimator's share: total minus what the
 * two half steps have spent. */
#define PAIR_COUNTER_LIST(ENTRY)                                                         \
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
#define PAIR_MEASURE_LIST(ENTRY)                                                         \
    ENTRY(actual_initial_step)                                                           \
    ENTRY(largest_step)                                                                  \
    ENTRY(smallest_adapted_step)                                                         \
    ENTRY(previous_step)                                                                 \
    ENTRY(ideal_next_step)                                                               \
    ENTRY(accuracy_in_use)

struct pair_statistics {
#define PAIR_COUNTER_FIELD(name) long name;
    PAIR_COUNTER_LIST(PAIR_COUNTER_FIELD)
#undef PAIR_COUNTER_FIELD
#define PAIR_MEASURE_FIELD(name) double name;
    PAIR_MEASURE_LIST(PAIR_MEASURE_FIELD)
#undef PAIR_MEASURE_FIELD
};

struct pair;

/* An integrator for *system (copied) under *options (copied). FAST_EXACT_JACOBIAN needs
 * system->jacobian, and is a bad option without it. The caller frees *integrator with
 * pair_free; on failure it is NULL. */
enum fast_status pair_alloc(struct pair **integrator,
                            const struct integrator_system *system,
                            const struct integrator_options *options);

/* Takes NULL. */
void pair_free(void *integrator);

/* Beginning. pair_start does all that a first run needs; the others are its parts, for runs
 * that go on from what there is. */

/* Begins anew at (t, x[nq+nv+nz]): statistics zero, no Jacobian, no step size to go on from,
 * dense output empty. x is copied. FAST_BAD_TIME, FAST_NOT_FINITE: t or x is not finite;
 * FAST_BAD_OPTION: the settings do not fit together (any more); what was begun before goes
 * on. */
enum fast_status pair_start(struct pair *integrator, double t, const double *x);

/* Replaces time and state and nothing else, as an event does. Fails as pair_start does. */
enum fast_status pair_set_state(struct pair *integrator, double t, const double *x);

/* Makes the settings take effect: accuracy clamped, initial_step (if unset) what max_step is,
 * and so from then on; statistics and error estimate zero, no Jacobian. Keeps time, state, the
 * ideal next step and the previous one, and dense output. FAST_BAD_OPTION: neither max_step nor
 * initial_step is set, or min_step <= initial_step <= max_step does not hold; FAST_NOT_STARTED:
 * there has never been a state. */
enum fast_status pair_initialize(struct pair *integrator);

/* Back to what an integrator is before pair_initialize, which has to follow: clears weights,
 * fixed_step, min_step, max_step, the accuracy in use, the ideal next step and the previous
 * one, statistics, the Jacobian, the error estimate and dense output. Keeps time, state and
 * the other settings: accuracy, initial_step, throw_on_min_step, jacobian, newton. */
void pair_reset(struct pair *integrator);

/* Whether steps can be taken. */
bool pair_is_initialized(const struct pair *integrator);

/* Zeroes the counters, and the measures but previous_step, ideal_next_step and
 * accuracy_in_use. */
void pair_reset_statistics(struct pair *integrator);

/* Adds evaluations that the caller has made for the integrator's sake, as the estimator's. */
void pair_count_evaluations(struct pair *integrator, long evaluations);

/* Stepping. All return FAST_NOT_STARTED when there is no initialised state, FAST_BAD_TIME as
 * fast_status_text says. On failure time, state and error estimate are those of the last step
 * that succeeded. A callback's failure is reported at once, without a shorter step. */

/* One attempt at a step of exactly h >= 0 from the present state, without halving and
 * without error control, whatever fixed_step is: a large step and two half steps of implicit
 * Euler; the half steps' result is kept. An h below pair_working_minimum takes both with
 * explicit Euler. */
enum fast_status pair_step(struct pair *integrator, double h);

/* The same up to exactly t_target. FAST_NOT_FIXED: fixed_step is off. */
enum fast_status pair_step_to(struct pair *integrator, double t_target);

/* Steps to t_final >= t, at least one, each at most max_step; ends at exactly t_final. With
 * fixed_step each is max_step (the last: what is left), halved while it fails; else of the
 * size that keeps the error estimate within the accuracy. FAST_BAD_TIME: what is left is not
 * finite, too. FAST_BELOW_MIN_STEP: steps fail, or their error is too large, down to the
 * minimum, or max_step is too short to change t. */
enum fast_status pair_run(struct pair *integrator, double t_final);

/* Why pair_advance has stopped. It never returns those of a crossing and a step limit. */
enum pair_stop {
    PAIR_REACHED_PUBLISH_TIME = 1,
    PAIR_REACHED_ZERO_CROSSING = 2,
    PAIR_REACHED_UPDATE_TIME = 3,
    PAIR_TIME_HAS_ADVANCED = 4, /* by a step, but not as far as one of the times */
    PAIR_REACHED_BOUNDARY_TIME = 5,
    PAIR_REACHED_STEP_LIMIT = 6
};

/* One step of pair_run, no further than any of the three times, of which INFINITY means none.
 * publish and update are events: with fixed_step the step may be FAST_STRETCH times max_step
 * to end at one; of equal times update is reported before publish before boundary. *stop may
 * be NULL, and is set on success only. */
enum fast_status pair_advance(struct pair *integrator, double publish, double update,
                              double boundary, enum pair_stop *stop);

/* The present time; the state x[nq+nv+nz] and the last step's error estimate, large step
 * minus half steps, x[nq+nv+nz] (zero before the first step). Valid until pair_free. */
double pair_time(const void *integrator);
const double *pair_state(const void *integrator);
const double *pair_error_estimate(const void *integrator);
const struct pair_statistics *pair_statistics(const void *integrator);

/* max(min_step, 1e-14, 1e-14 |t|): shorter steps are explicit, and error control makes none
 * unless what is left to a time is shorter. */
double pair_working_minimum(const struct pair *integrator);

/* Settings. They take effect with the next step, those of accuracy (unclamped in faithful
 * mode) too, and are checked singly: FAST_BAD_OPTION leaves the setting as it is. Whether
 * they fit together is pair_initialize's to check. */

/* All settings as they are; the weights are never NULL there. Valid until pair_free. */
const struct integrator_options *pair_get_options(const struct pair *integrator);
const struct integrator_system *pair_get_system(const struct pair *integrator);

enum fast_status pair_set_accuracy(struct pair *integrator, double accuracy);
enum fast_status pair_set_tolerances(struct pair *integrator, double relative,
                                     double absolute);
enum fast_status pair_set_max_step(struct pair *integrator, double max_step);
enum fast_status pair_set_min_step(struct pair *integrator, double min_step);
enum fast_status pair_set_initial_step(struct pair *integrator, double initial_step);
void pair_set_throw_on_min_step(struct pair *integrator, bool throws);
void pair_set_fixed_step(struct pair *integrator, bool fixed);
/* Drops J if it changes the scheme. FAST_BAD_OPTION: FAST_EXACT_JACOBIAN, too, if the system has no
 * jacobian. */
enum fast_status pair_set_jacobian(struct pair *integrator, enum pair_jacobian jacobian);
enum fast_status pair_set_newton(struct pair *integrator, enum pair_newton newton);
/* weights_v[nv], weights_z[nz] >= 0, copied; NULL: all 1. pair_initialize has to follow. */
enum fast_status pair_set_weights(struct pair *integrator, const double *weights_v,
                                  const double *weights_z);

/* Dense output: the cubic in time through state and rates at both ends of each step. In
 * faithful mode it costs two evaluations in each attempt, in default mode one in each step. */

/* Records the last `segments` >= 1 steps from here on; what was recorded before is gone.
 * This is what allocates, not the steps. FAST_NOT_STARTED: not initialised; FAST_BAD_OPTION:
 * segments < 1, or recording already; FAST_NO_MEMORY. What was recorded is kept then. */
enum fast_status pair_dense_start(struct pair *integrator, long segments);

/* Stops recording; what has been recorded stays until pair_dense_start, pair_start or
 * pair_reset. FAST_NOT_DENSE: not recording. */
enum fast_status pair_dense_stop(struct pair *integrator);

/* x[nq+nv+nz] := the recorded solution at t, where two steps meet the later one's.
 * FAST_NOT_DENSE: nothing is recorded at t. After pair_set_state back in time, steps replace
 * what was recorded from there on; after a jump forward they begin a new record. */
enum fast_status pair_dense_evaluate(const struct pair *integrator, double t, double *x);

/* The times from *first to *last are recorded. FAST_NOT_DENSE: none. */
enum fast_status pair_dense_range(const struct pair *integrator, double *first,
                                  double *last);

/* Decisions, told as they are made. t and h are those of the (sub-)step being solved or
 * tried; NaN: there is no such number. */
enum pair_decision_kind {
    PAIR_DECISION_NEWTON, /* outcome 0 go on, 1 converged, 2 diverged. value, limit: from the
                              third iteration on theta and 1 if diverged, else eta |dx| and
                              the tolerance; before, and if the update is zero, the largest
                              |dx_j| / max(1, |x_j|) and 10 eps */
    PAIR_DECISION_TRIAL, /* outcome 1 ... 4: which trial of a sub-step is to begin; the last
                              that is told may be refused. Not in full Newton */
    PAIR_DECISION_ATTEMPT, /* outcome 1 success, 0 failure of a large and two half steps */
    PAIR_DECISION_ERROR, /* outcome 1 accepted, 0 rejected. value: err, limit: accuracy */
    PAIR_DECISION_STEP /* outcome -1 shrink, 0 keep, 1 grow. value: new step, limit: h */
};
struct pair_decision {
    enum pair_decision_kind kind;
    int outcome;
    double t, h, value, limit;
};

/* Calls listener(context, decision) at each decision from here on; NULL: none. */
void pair_listen(struct pair *integrator,
                 void (*listener)(void *context, const struct pair_decision *decision),
                 void *context);

#ifdef __cplusplus
}
#endif

#endif
