/* Semi-explicit Euler and its relatives, and coordinate projection, in double precision:
 *
 *     q' = N(q) v,   M v' + G^T lambda = f,   z' = ...,   g(t, q) = 0,   G v + g_t = 0
 *
 * with G the derivative of the constraints by the velocities. Integrated is the equation of
 * reduced index, v' = a - R lambda with the free accelerations a = M^-1 f and R = M^-1 G^T,
 * where lambda solves G R lambda = G a + bias; what drifts off the constraints is projected
 * back. Without constraints it is q' = N(q) v, y' = f(t, q, y).
 *
 * State vectors x = (q, v, z) are contiguous; units are the caller's. Nothing here prints,
 * exits, reads the environment or keeps global state, and nothing allocates after
 * projected_alloc. Source of the algorithms: Simbody 3.7 (SemiExplicitEulerIntegrator,
 * SemiExplicitEuler2Integrator, RungeKuttaMersonIntegrator, their base class and the
 * projection of SimbodyMatterSubsystem).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_PROJECTED_H
#define FAST_PROJECTED_H

#include "fast/options.h"
#include "fast/system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Semi-explicit Euler 2 in default mode, error control, accuracy 1e-3, lazy projection, root
 * mean square, interpolation with projection, no limits. */
struct integrator_options projected_default_options(void);

/* Counters since projected_start, as Simbody counts (each exactly: fast/projected/theory.md). */
#define PROJECTED_COUNTER_LIST(ENTRY)                                                    \
    ENTRY(steps_attempted)                                                               \
    ENTRY(steps_taken)                                                                   \
    ENTRY(error_test_failures)                                                           \
    ENTRY(convergence_failures)                                                          \
    ENTRY(realizations)                                                                  \
    ENTRY(realization_failures)                                                          \
    ENTRY(q_projections)                                                                 \
    ENTRY(u_projections)                                                                 \
    ENTRY(q_projection_failures)                                                         \
    ENTRY(u_projection_failures)                                                         \
    ENTRY(projection_failures)                                                           \
    ENTRY(iterations)                                                                    \
    ENTRY(divergent_iterations)                                                          \
    ENTRY(step_size_changes)                                                             \
    ENTRY(factorizations)                                                                \
    ENTRY(position_evals)                                                                \
    ENTRY(velocity_evals)                                                                \
    ENTRY(rank_losses)
#define PROJECTED_MEASURE_LIST(ENTRY)                                                    \
    ENTRY(first_step)                                                                    \
    ENTRY(last_step)                                                                     \
    ENTRY(next_step)                                                                     \
    ENTRY(constraint_tolerance_in_use)                                                   \
    ENTRY(largest_position_error)                                                        \
    ENTRY(largest_velocity_error)

struct projected_statistics {
#define PROJECTED_COUNTER_FIELD(name) long name;
    PROJECTED_COUNTER_LIST(PROJECTED_COUNTER_FIELD)
#undef PROJECTED_COUNTER_FIELD
#define PROJECTED_MEASURE_FIELD(name) double name;
    PROJECTED_MEASURE_LIST(PROJECTED_MEASURE_FIELD)
#undef PROJECTED_MEASURE_FIELD
};

/* Why projected_step_to has returned. */
enum projected_stop {
    PROJECTED_REACHED_REPORT_TIME = 1,
    PROJECTED_REACHED_SCHEDULED_TIME = 3,
    PROJECTED_TIME_HAS_ADVANCED = 4,
    PROJECTED_REACHED_STEP_LIMIT = 5,
    PROJECTED_END_OF_SIMULATION =
        6, /* faithful mode: after the final time has been told */
    PROJECTED_START_OF_INTERVAL = 7
};

struct projected;

/* An integrator for *system and *options, both copied. FAST_BAD_SYSTEM, FAST_BAD_OPTION,
 * FAST_NO_MEMORY: *integrator is NULL. The caller frees it with projected_free. */
enum fast_status projected_alloc(struct projected **integrator,
                                 const struct integrator_system *system,
                                 const struct integrator_options *options);
void projected_free(void *integrator); /* takes NULL */

/* Begins anew at (t, x[nx]): counters zero; the state is x, projected onto the constraints.
 * FAST_INCONSISTENT: it cannot be projected; FAST_CONTRADICTORY: the constraints ask for
 * accelerations that exclude each other; FAST_NOT_FINITE, FAST_CALLBACK. What was begun
 * before goes on then. */
enum fast_status projected_start(void *integrator, double t, const double *x);

/* One attempt at a step of exactly h > 0 from the advanced state, without error control,
 * projected as the options say. On failure everything is as it was but for counters. */
enum fast_status projected_step(void *integrator, double h);

/* Goes on until something is to be told: *stop says what. report may be INFINITY, scheduled
 * too; neither is past. The first call after projected_start returns
 * PROJECTED_START_OF_INTERVAL without moving. On failure (FAST_BELOW_MIN_STEP: unable to
 * advance, FAST_NOT_FINITE, FAST_CALLBACK, FAST_PROJECTION, FAST_CONTRADICTORY) time and state
 * are those of the last step that succeeded; in faithful mode, where a report within that cannot
 * be projected, those of its start. */
enum fast_status projected_step_to(struct projected *integrator, double report,
                                   double scheduled, enum projected_stop *stop);

/* Steps to exactly t_final, without interpolation: the last step ends there. */
enum fast_status projected_run(struct projected *integrator, double t_final);

/* One accepted step, of h (fixed) or as error control has it, no longer than h and no further
 * than t_final. */
enum fast_status projected_advance(struct projected *integrator, double h,
                                   double t_final);

/* The state that is told, x[nx]: interpolated where a report time lies within the last step;
 * the advanced one, to which the integrator has got; the last step's error estimate x[nx] with
 * the original's sign (two half steps minus the large one; of Merson the absolute value;
 * zeros where the method has none); the multipliers lambda[rows] at the advanced state, in
 * M v' + G^T lambda = f. Valid until projected_free. */
double projected_time(const void *integrator);
const double *projected_state(const void *integrator);
double projected_advanced_time(const void *integrator);
const double *projected_advanced_state(const struct projected *integrator);
const double *projected_error_estimate(const struct projected *integrator);
const double *projected_multipliers(const void *integrator);
const struct projected_statistics *projected_statistics(const void *integrator);

/* The row that the last failure is about; -1: none. */
int projected_failed_row(const void *integrator);

/* The errors of the constraints at the told state, as norms over rows in units (root mean
 * square or largest, as the options say). */
double projected_position_error(struct projected *integrator);
double projected_velocity_error(struct projected *integrator);

#ifdef __cplusplus
}
#endif

#endif
