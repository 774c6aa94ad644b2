/* Integrators in double precision for mechanical systems
 *
 *     q' = N(q) v,   y' = f(t, q, y),   y = (v, z),   x = (q, v, z),
 *
 * given as callbacks. State vectors x are contiguous: nq coordinates, nv velocities, nz
 * other states; ny = nv + nz. Units are the caller's. Nothing here prints, exits, reads
 * the environment or keeps global state, and nothing allocates after fast_alloc.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_FAST_H
#define FAST_FAST_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Outcomes. A function that does not return FAST_OK has left time, state, error estimate
 * and its other outputs as they were; what a failed attempt has counted stays counted. */
#define FAST_STATUS_LIST(ENTRY)                                                          \
    ENTRY(FAST_OK, "success")                                                            \
    ENTRY(FAST_BAD_SYSTEM, "the system's sizes or callbacks do not fit together")        \
    ENTRY(FAST_BAD_OPTION, "an option is out of its range")                              \
    ENTRY(FAST_BAD_TIME,                                                                 \
          "a time is not finite, lies in the past, or a step is negative")               \
    ENTRY(FAST_NO_MEMORY, "out of memory")                                               \
    ENTRY(FAST_NOT_STARTED, "fast_start has not been called")                            \
    ENTRY(FAST_NOT_FINITE, "the state or a rate is not finite")                          \
    ENTRY(FAST_NOT_CONVERGED, "the Newton iteration did not converge")                   \
    ENTRY(FAST_SINGULAR, "the iteration matrix is singular")                             \
    ENTRY(FAST_CALLBACK, "a callback reported failure")                                  \
    ENTRY(FAST_BELOW_MIN_STEP, "the step would fall below the minimum step")             \
    ENTRY(FAST_NOT_FIXED, "a single fixed step was asked for under error control")       \
    ENTRY(FAST_NOT_DENSE, "dense output is off, or does not reach the time")             \
    ENTRY(FAST_INCONSISTENT,                                                             \
          "the initial values do not satisfy the constraints and cannot be projected")   \
    ENTRY(FAST_CONTRADICTORY, "the constraints contradict each other")                   \
    ENTRY(FAST_PROJECTION, "the projection onto the constraints did not converge")       \
    ENTRY(FAST_FINISHED, "the final time has been reached")                              \
    ENTRY(FAST_PENETRATION, "the initial values penetrate a contact")                    \
    ENTRY(FAST_ACCUMULATION, "impacts accumulate: too many in one step")                 \
    ENTRY(FAST_UNVERIFIED, "no solution of the contact laws could be verified")          \
    ENTRY(FAST_UNEXCLUDED, "may have been crossed unseen in a step that is too long")

#define FAST_STATUS_ENUM(name, text) name,
enum fast_status { FAST_STATUS_LIST(FAST_STATUS_ENUM) };
#undef FAST_STATUS_ENUM

/* One sentence for a status; a static string. */
const char *fast_status_text(enum fast_status status);

/* Where a matrix may be nonzero, by columns: column j has the rows row[start[j]] ...
 * row[start[j+1] - 1], ascending. */
struct fast_pattern {
    int rows, columns;
    const int *start; /* [columns + 1] */
    const int *row;   /* [start[columns]] */
};

/* The system. Callbacks return 0, or anything else to report that they cannot evaluate.
 * Outputs never overlap inputs. Patterns are copied by fast_alloc. */
struct fast_system {
    int nq, nv, nz;
    void *context; /* handed to every callback */

    /* ydot[ny] := f(t, q, y) at x[nq+nv+nz]. */
    int (*rates)(void *context, double t, const double *x, double *ydot);

    /* qdot[nq] := N(q) v for q[nq], v[nv]. NULL: N is the identity, and nq = nv. */
    int (*map)(void *context, const double *q, const double *v, double *qdot);

    /* fq[ny*nq] := df/dq and fy[ny*ny] := df/dy at (t, x), by columns; of a matrix whose
     * pattern is given only the pattern's entries, in their order. NULL: not known. */
    int (*jacobian)(void *context, double t, const double *x, double *fq, double *fy);

    /* v[nv] := N+(q) qdot for q[nq], qdot[nq]; N+ N = I. NULL: N is the identity, or the
     * least-squares solution is computed from N. Used in the error norm only. */
    int (*unmap)(void *context, const double *q, const double *qdot, double *v);

    /* Where df/dq (ny x nq), df/dy (ny x ny) and N (nq x nv) may be nonzero. NULL: anywhere,
     * and with a NULL map N is the identity. */
    const struct fast_pattern *fq_pattern, *fy_pattern, *map_pattern;
};

/* A system's patterns, as made by fast_probe_patterns. */
struct fast_patterns {
    struct fast_pattern *fq, *fy, *map; /* map is NULL if the system's map is */
};

/* *patterns := where df/dq, df/dy and N may be nonzero, found by evaluating: at x[nq+nv+nz]
 * and at `points` others, each component up to spread max(1, |x_i|) away, one component after
 * the other is replaced by NaN and by nearer and farther values; that takes 6 evaluations
 * for each component and point. Found is more than there is where zeros are computed with;
 * not found is what has no effect at any of the points and is not computed with either, as a
 * contact that is open at all of them. A missing entry makes the iteration slow, or fail, but
 * the solution no less accurate. FAST_CALLBACK: there is no value at any of the points;
 * FAST_NO_MEMORY; *patterns is as it was then. The caller frees the patterns. */
enum fast_status fast_probe_patterns(const struct fast_system *system, double t,
                                     const double *x, double spread, int points,
                                     struct fast_patterns *patterns);
void fast_patterns_free(struct fast_patterns *patterns);

enum fast_jacobian { FAST_FORWARD, FAST_CENTRAL, FAST_EXACT };
enum fast_newton { FAST_REUSE, FAST_FRESH, FAST_FULL };

/* Velocity-implicit Euler solves for y, implicit Euler for all of x; the discrete equations
 * are the same. */
enum fast_method { FAST_VELOCITY_IMPLICIT_EULER, FAST_IMPLICIT_EULER };

/* Default: the fewest evaluations that keep the iteration's error below the estimate.
 * Faithful: every decision as Drake's integrators make it. */
enum fast_mode { FAST_DEFAULT, FAST_FAITHFUL };

struct fast_options {
    enum fast_method method;
    enum fast_mode mode;
    bool
        fixed_step; /* fast_run and fast_advance take fixed steps, without error control */
    double accuracy; /* NaN: unset, and 0.1 is in use; values above 0.5 act as 0.5 */
    double relative, absolute; /* NaN: unset. Both set: errors are measured in units of
                                  relative |x_i| + absolute, root mean square, and accepted
                                  up to 1; accuracy and weights are not used. Default mode */
    double max_step;           /* > 0; NaN: unset, and initial_step must be set */
    double min_step;           /* >= 0: shorter steps are taken explicitly */
    double initial_step;    /* > 0; NaN: unset, and max_step is the first step's target */
    bool throw_on_min_step; /* report FAST_BELOW_MIN_STEP when a step would pass it */
    enum fast_jacobian jacobian;
    enum fast_newton newton; /* keep J and its factors; form them anew in each sub-solve;
                                 form them anew in each iteration */
    const double
        *weights_v; /* [nv] >= 0, copied; NULL: all 1. Of v, and of q through N */
    const double *weights_z; /* [nz] >= 0, copied; NULL: all 1 */
};

/* Velocity-implicit Euler in default mode, error control, accuracy unset, max_step 0.1,
 * initial_step unset, min_step 0, throw_on_min_step true, forward, reuse, weights 1. */
struct fast_options fast_default_options(void);

/* What the methods have in common, and does not depend on a system. */
enum { FAST_ERROR_ESTIMATE_ORDER = 2, FAST_MAX_NEWTON_ITERATIONS = 10 };
/* A step may be this much longer than max_step to end at an event rather than just before. */
#define FAST_STRETCH 1.01

/* Counters since fast_start, fast_initialize or fast_reset_statistics. NaN in a double: it
 * has not happened. The ee_ counters are the error estimator's share: total minus what the
 * two half steps have spent. */
#define FAST_COUNTER_LIST(ENTRY)                                                         \
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
#define FAST_MEASURE_LIST(ENTRY)                                                         \
    ENTRY(actual_initial_step)                                                           \
    ENTRY(largest_step)                                                                  \
    ENTRY(smallest_adapted_step)                                                         \
    ENTRY(previous_step)                                                                 \
    ENTRY(ideal_next_step)                                                               \
    ENTRY(accuracy_in_use)

struct fast_statistics {
#define FAST_COUNTER_FIELD(name) long name;
    FAST_COUNTER_LIST(FAST_COUNTER_FIELD)
#undef FAST_COUNTER_FIELD
#define FAST_MEASURE_FIELD(name) double name;
    FAST_MEASURE_LIST(FAST_MEASURE_FIELD)
#undef FAST_MEASURE_FIELD
};

typedef struct fast fast;

/* An integrator for *system (copied) under *options (copied). FAST_EXACT needs
 * system->jacobian, and is a bad option without it. The caller frees *integrator with
 * fast_free; on failure it is NULL. */
enum fast_status fast_alloc(fast **integrator, const struct fast_system *system,
                            const struct fast_options *options);

/* Takes NULL. */
void fast_free(fast *integrator);

/* Beginning. fast_start does all that a first run needs; the others are its parts, for runs
 * that go on from what there is. */

/* Begins anew at (t, x[nq+nv+nz]): statistics zero, no Jacobian, no step size to go on from,
 * dense output empty. x is copied. FAST_BAD_TIME, FAST_NOT_FINITE: t or x is not finite;
 * FAST_BAD_OPTION: the settings do not fit together (any more); what was begun before goes
 * on. */
enum fast_status fast_start(fast *integrator, double t, const double *x);

/* Replaces time and state and nothing else, as an event does. Fails as fast_start does. */
enum fast_status fast_set_state(fast *integrator, double t, const double *x);

/* Makes the settings take effect: accuracy clamped, initial_step (if unset) what max_step is,
 * and so from then on; statistics zero, no Jacobian. Keeps time, state, the ideal next step
 * and the previous one, and dense output. FAST_BAD_OPTION: neither max_step nor initial_step
 * is set, or min_step <= initial_step <= max_step does not hold; FAST_NOT_STARTED: there has
 * never been a state. */
enum fast_status fast_initialize(fast *integrator);

/* Back to what an integrator is before fast_initialize, which has to follow: clears weights,
 * fixed_step, min_step, max_step, the accuracy in use, the ideal next step and the previous
 * one, statistics, the Jacobian, the error estimate and dense output. Keeps time, state and
 * the other settings: accuracy, initial_step, throw_on_min_step, jacobian, newton. */
void fast_reset(fast *integrator);

/* Whether steps can be taken. */
bool fast_is_initialized(const fast *integrator);

/* Zeroes the counters, and the measures but previous_step, ideal_next_step and
 * accuracy_in_use. */
void fast_reset_statistics(fast *integrator);

/* Adds evaluations that the caller has made for the integrator's sake to the counter. */
void fast_count_evaluations(fast *integrator, long evaluations);

/* Stepping. All return FAST_NOT_STARTED when there is no initialised state, FAST_BAD_TIME as
 * fast_status_text says. On failure time, state and error estimate are those of the last step
 * that succeeded. A callback's failure is reported at once, without a shorter step. */

/* One attempt at a step of exactly h >= 0 from the present state, without halving and
 * without error control, whatever fixed_step is: a large step and two half steps of implicit
 * Euler; the half steps' result is kept. An h below fast_working_minimum takes both with
 * explicit Euler. */
enum fast_status fast_step(fast *integrator, double h);

/* The same up to exactly t_target. FAST_NOT_FIXED: fixed_step is off. */
enum fast_status fast_step_to(fast *integrator, double t_target);

/* Steps to t_final >= t, at least one, each at most max_step; ends at exactly t_final. With
 * fixed_step each is max_step (the last: what is left), halved while it fails; else of the
 * size that keeps the error estimate within the accuracy. FAST_BAD_TIME: what is left is not
 * finite, too. FAST_BELOW_MIN_STEP: steps fail, or their error is too large, down to the
 * minimum, or max_step is too short to change t. */
enum fast_status fast_run(fast *integrator, double t_final);

/* Why fast_advance has stopped. It never returns those of a crossing and a step limit. */
enum fast_stop {
    FAST_REACHED_PUBLISH_TIME = 1,
    FAST_REACHED_ZERO_CROSSING = 2,
    FAST_REACHED_UPDATE_TIME = 3,
    FAST_TIME_HAS_ADVANCED = 4, /* by a step, but not as far as one of the times */
    FAST_REACHED_BOUNDARY_TIME = 5,
    FAST_REACHED_STEP_LIMIT = 6
};

/* One step of fast_run, no further than any of the three times, of which INFINITY means none.
 * publish and update are events: with fixed_step the step may be FAST_STRETCH times max_step
 * to end at one; of equal times update is reported before publish before boundary. *stop may
 * be NULL, and is set on success only. */
enum fast_status fast_advance(fast *integrator, double publish, double update,
                              double boundary, enum fast_stop *stop);

/* The present time; the state x[nq+nv+nz] and the last step's error estimate, large step
 * minus half steps, x[nq+nv+nz] (zero before the first step). Valid until fast_free. */
double fast_time(const fast *integrator);
const double *fast_state(const fast *integrator);
const double *fast_error_estimate(const fast *integrator);
const struct fast_statistics *fast_statistics(const fast *integrator);

/* max(min_step, 1e-14, 1e-14 |t|): shorter steps are explicit, and error control makes none
 * unless what is left to a time is shorter. */
double fast_working_minimum(const fast *integrator);

/* Settings. They take effect with the next step, those of accuracy (unclamped in faithful
 * mode) too, and are checked singly: FAST_BAD_OPTION leaves the setting as it is. Whether
 * they fit together is fast_initialize's to check. */

/* All settings as they are; the weights are never NULL there. Valid until fast_free. */
const struct fast_options *fast_get_options(const fast *integrator);
const struct fast_system *fast_get_system(const fast *integrator);

enum fast_status fast_set_accuracy(fast *integrator, double accuracy);
enum fast_status fast_set_tolerances(fast *integrator, double relative, double absolute);
enum fast_status fast_set_max_step(fast *integrator, double max_step);
enum fast_status fast_set_min_step(fast *integrator, double min_step);
enum fast_status fast_set_initial_step(fast *integrator, double initial_step);
void fast_set_throw_on_min_step(fast *integrator, bool throws);
void fast_set_fixed_step(fast *integrator, bool fixed);
/* Drops J if it changes the scheme. FAST_BAD_OPTION: FAST_EXACT, too, if the system has no
 * jacobian. */
enum fast_status fast_set_jacobian(fast *integrator, enum fast_jacobian jacobian);
enum fast_status fast_set_newton(fast *integrator, enum fast_newton newton);
/* weights_v[nv], weights_z[nz] >= 0, copied; NULL: all 1. fast_initialize has to follow. */
enum fast_status fast_set_weights(fast *integrator, const double *weights_v,
                                  const double *weights_z);

/* Dense output: the cubic in time through state and rates at both ends of each step. In
 * faithful mode it costs two evaluations in each attempt, in default mode one in each step. */

/* Records the last `segments` >= 1 steps from here on; what was recorded before is gone.
 * This is what allocates, not the steps. FAST_NOT_STARTED: not initialised; FAST_BAD_OPTION:
 * segments < 1, or recording already; FAST_NO_MEMORY. What was recorded is kept then. */
enum fast_status fast_dense_start(fast *integrator, long segments);

/* Stops recording; what has been recorded stays until fast_dense_start, fast_start or
 * fast_reset. FAST_NOT_DENSE: not recording. */
enum fast_status fast_dense_stop(fast *integrator);

/* x[nq+nv+nz] := the recorded solution at t, where two steps meet the later one's.
 * FAST_NOT_DENSE: nothing is recorded at t. After fast_set_state back in time, steps replace
 * what was recorded from there on; after a jump forward they begin a new record. */
enum fast_status fast_dense_evaluate(const fast *integrator, double t, double *x);

/* The times from *first to *last are recorded. FAST_NOT_DENSE: none. */
enum fast_status fast_dense_range(const fast *integrator, double *first, double *last);

/* Decisions, told as they are made. t and h are those of the (sub-)step being solved or
 * tried; NaN: there is no such number. */
enum fast_decision_kind {
    FAST_DECISION_NEWTON, /* outcome 0 go on, 1 converged, 2 diverged. value, limit: from the
                              third iteration on theta and 1 if diverged, else eta |dx| and
                              the tolerance; before, and if the update is zero, the largest
                              |dx_j| / max(1, |x_j|) and 10 eps */
    FAST_DECISION_TRIAL, /* outcome 1 ... 4: which trial of a sub-step is to begin; the last
                              that is told may be refused. Not in full Newton */
    FAST_DECISION_ATTEMPT, /* outcome 1 success, 0 failure of a large and two half steps */
    FAST_DECISION_ERROR, /* outcome 1 accepted, 0 rejected. value: err, limit: accuracy */
    FAST_DECISION_STEP /* outcome -1 shrink, 0 keep, 1 grow. value: new step, limit: h */
};
struct fast_decision {
    enum fast_decision_kind kind;
    int outcome;
    double t, h, value, limit;
};

/* Calls listener(context, decision) at each decision from here on; NULL: none. */
void fast_listen(fast *integrator,
                 void (*listener)(void *context, const struct fast_decision *decision),
                 void *context);

#ifdef __cplusplus
}
#endif

#endif
