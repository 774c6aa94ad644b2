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

#include <stdbool.h>

#include "fast/pair.h"

#ifdef __cplusplus
extern "C" {
#endif

enum projected_method {
    PROJECTED_SEMI_EXPLICIT_EULER,
    PROJECTED_SEMI_EXPLICIT_EULER_2,
    PROJECTED_EXPLICIT_EULER,
    PROJECTED_RUNGE_KUTTA_MERSON
};

/* Of semi-explicit Euler (E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration
 * (2006), (1.9) of chapter I):
 *     position implicit (form 1)   q1 = q0 + h N(q1) v0,    v1 = v0 + h v'(q1, v0)
 *     velocity implicit (form 2)   v1 = v0 + h v'(q0, v1),  q1 = q0 + h N(q0) v1
 *     gaming                       v1 = v0 + h v'(q0, v0),  q1 = q0 + h N(q0) v1
 * z goes with the velocities: z1 = z0 + h z' at the same arguments. */
enum projected_form {
    PROJECTED_POSITION_IMPLICIT,
    PROJECTED_VELOCITY_IMPLICIT,
    PROJECTED_GAMING
};

enum projected_projection {
    PROJECTED_LAZY,       /* when the error exceeds the tolerance */
    PROJECTED_EVERY_STEP, /* always */
    PROJECTED_OFF         /* never; the start is projected all the same */
};

enum projected_norm { PROJECTED_ROOT_MEAN_SQUARE, PROJECTED_INFINITY };

struct projected_options {
    enum projected_method method;
    enum projected_form
        form;            /* of semi-explicit Euler; semi-explicit Euler 2 is gaming */
    enum fast_mode mode; /* faithful: every decision as Simbody makes it */
    double fixed_step;   /* > 0; NaN: error control, which semi-explicit Euler cannot */
    double accuracy;     /* > 0; 1e-3 */
    double relative,
        absolute; /* NaN: unset. Both set, in default mode: errors are measured
                                  with W_i = 1/(r_i relative |y_i| + u_i absolute) instead,
                                  accepted up to 1 */
    double constraint_tolerance; /* > 0; NaN: accuracy / 10 */
    enum projected_projection projection;
    enum projected_norm norm;
    double initial_step, min_step, max_step; /* NaN: time_scale / 10, 0, infinity */
    double final_time;                       /* infinity: none */
    long step_limit;  /* internal steps in one projected_step_to; 0: no limit */
    bool interpolate; /* reports between steps, rather than ending steps at them */
    bool project_interpolated;
    bool return_every_step;
    double time_scale;          /* > 0; 0.1: the system's, in the caller's unit of time */
    double velocity_time_scale; /* > 0; 1: a velocity error times this is an error in
                                   position (ts of Simbody's MechanicalDAEIntegrator) */
    const double *weights_v, *weights_z; /* [nv], [nz] >= 0, copied; NULL: all 1 */
    const double *units;                 /* u_i > 0 [nv + nz], copied; NULL: all 1 */
    const bool *is_relative;   /* r_i [nv + nz], copied; NULL: all true. Positions are
                                   measured absolutely, through N, with their velocities' u */
    const double *joint_units; /* [rows] > 0: an error of 1 unit, copied; NULL: all 1 */
};

/* Semi-explicit Euler 2 in default mode, error control, accuracy 1e-3, lazy projection, root
 * mean square, interpolation with projection, no limits. */
struct projected_options projected_default_options(void);

/* Counters since projected_start, as Simbody counts (each exactly: fast/theory.md). */
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
    PROJECTED_END_OF_SIMULATION = 6,
    PROJECTED_START_OF_INTERVAL = 7
};

struct projected;

/* An integrator for *system and *options, both copied. FAST_BAD_SYSTEM, FAST_BAD_OPTION,
 * FAST_NO_MEMORY: *integrator is NULL. The caller frees it with projected_free. */
enum fast_status projected_alloc(struct projected **integrator,
                                 const struct integrator_system *system,
                                 const struct projected_options *options);
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
 * are those of the last step that succeeded. */
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
