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
    ENTRY(FAST_NOT_DENSE, "dense output is off, or does not reach the time")

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

/* Counters since fast_start. NaN in a double: it has not happened. The ee_ counters are
 * the error estimator's share: total minus what the two half steps have spent. */
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

/* A velocity-implicit Euler integrator for *system (copied) under *options (copied).
 * FAST_EXACT needs system->jacobian, and is a bad option without it. The caller frees
 * *integrator with fast_free; on failure it is NULL. */
enum fast_status fast_alloc(fast **integrator, const struct fast_system *system,
                            const struct fast_options *options);

/* Takes NULL. */
void fast_free(fast *integrator);

/* Begins anew at (t, x[nq+nv+nz]): statistics zero, no Jacobian. x is copied. FAST_BAD_TIME,
 * FAST_NOT_FINITE: t or x is not finite, and what was begun before goes on. */
enum fast_status fast_start(fast *integrator, double t, const double *x);

/* One attempt at a step of exactly h >= 0 from the present state, without halving: a large
 * step and two half steps of implicit Euler; the half steps' result is kept. An h below
 * max(min_step, 1e-14, 1e-14 |t|) takes both with explicit Euler. */
enum fast_status fast_step(fast *integrator, double h);

/* Steps of at most max_step to t_final >= t, at least one, each halved while it fails; ends
 * at exactly t_final. On failure time, state and error estimate are those of the last step
 * that succeeded. A callback's failure is not answered by halving. */
enum fast_status fast_run(fast *integrator, double t_final);

/* The present time; the state x[nq+nv+nz] and the last step's error estimate, large step
 * minus half steps, x[nq+nv+nz] (zero before the first step). Valid until fast_free. */
double fast_time(const fast *integrator);
const double *fast_state(const fast *integrator);
const double *fast_error_estimate(const fast *integrator);
const struct fast_statistics *fast_statistics(const fast *integrator);

#endif
