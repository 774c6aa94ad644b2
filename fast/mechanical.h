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
 * mechanical_alloc. Source of the algorithms: Simbody 3.7 (SemiExplicitEulerIntegrator,
 * SemiExplicitEuler2Integrator, RungeKuttaMersonIntegrator, their base class and the
 * projection of SimbodyMatterSubsystem).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_MECHANICAL_H
#define FAST_MECHANICAL_H

#include <stdbool.h>

#include "fast/fast.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The system. Rows are constraints, `holonomic` ones g(t, q) = 0 first, then those that are
 * conditions on velocities alone. Callbacks return 0, or anything else to report that they
 * cannot evaluate. Matrices come as their patterns' entries, column by column. Patterns,
 * names and lists are copied by mechanical_alloc. */
struct mechanical_system {
    /* Sizes, context, free rates y' = (a, z'), N and its inverse. The derivatives of the
     * rates serve the implicit forms' iteration; without them it uses differences. */
    struct fast_system free;

    int rows, holonomic; /* 0: no constraints, and the callbacks below are not called */
    const char *const *joint; /* [rows] names for messages; NULL: none */

    /* ydot[ny] := the free rates, bias[rows], G (matrix) and R = M^-1 G^T (response) at
     * (t, x): the constraints' second derivative is G v' + bias, for conditions on velocities
     * their first. */
    int (*dynamics)(void *context, double t, const double *x, double *ydot, double *bias,
                    double *matrix, double *response);

    /* error[holonomic] := g and, unless NULL, matrix := the holonomic rows of G, at (t, x);
     * v and z have no part in it. */
    int (*position)(void *context, double t, const double *x, double *error,
                    double *matrix);

    /* error[rows] := G v + g_t and, unless NULL, matrix := G, at (t, x). */
    int (*velocity)(void *context, double t, const double *x, double *error,
                    double *matrix);

    /* G (rows x nv); its holonomic rows alone (holonomic x nv); R (nv x rows). NULL: dense,
     * by columns. */
    const struct fast_pattern *matrix_pattern, *position_pattern, *response_pattern;

    /* [nv] > 0, copied: the diagonal of M where M has no other entries. Default mode projects
     * velocities by impulses then, with the least |M^(1/2) dv|. NULL: with the least |W dv|. */
    const double *masses;

    int quaternions;       /* groups of four coordinates that are unit quaternions */
    const int *quaternion; /* [4 * quaternions] which */
};

enum mechanical_method {
    MECHANICAL_SEMI_EXPLICIT_EULER,
    MECHANICAL_SEMI_EXPLICIT_EULER_2,
    MECHANICAL_EXPLICIT_EULER,
    MECHANICAL_RUNGE_KUTTA_MERSON
};

/* Of semi-explicit Euler (E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration
 * (2006), (1.9) of chapter I):
 *     position implicit (form 1)   q1 = q0 + h N(q1) v0,    v1 = v0 + h v'(q1, v0)
 *     velocity implicit (form 2)   v1 = v0 + h v'(q0, v1),  q1 = q0 + h N(q0) v1
 *     gaming                       v1 = v0 + h v'(q0, v0),  q1 = q0 + h N(q0) v1
 * z goes with the velocities: z1 = z0 + h z' at the same arguments. */
enum mechanical_form {
    MECHANICAL_POSITION_IMPLICIT,
    MECHANICAL_VELOCITY_IMPLICIT,
    MECHANICAL_GAMING
};

enum mechanical_projection {
    MECHANICAL_LAZY,       /* when the error exceeds the tolerance */
    MECHANICAL_EVERY_STEP, /* always */
    MECHANICAL_OFF         /* never; the start is projected all the same */
};

enum mechanical_norm { MECHANICAL_ROOT_MEAN_SQUARE, MECHANICAL_INFINITY };

struct mechanical_options {
    enum mechanical_method method;
    enum mechanical_form
        form;            /* of semi-explicit Euler; semi-explicit Euler 2 is gaming */
    enum fast_mode mode; /* faithful: every decision as Simbody makes it */
    double fixed_step;   /* > 0; NaN: error control, which semi-explicit Euler cannot */
    double accuracy;     /* > 0; 1e-3 */
    double relative,
        absolute; /* NaN: unset. Both set, in default mode: errors are measured
                                  with W_i = 1/(r_i relative |y_i| + u_i absolute) instead,
                                  accepted up to 1 */
    double constraint_tolerance; /* > 0; NaN: accuracy / 10 */
    enum mechanical_projection projection;
    enum mechanical_norm norm;
    double initial_step, min_step, max_step; /* NaN: time_scale / 10, 0, infinity */
    double final_time;                       /* infinity: none */
    long step_limit;  /* internal steps in one mechanical_step_to; 0: no limit */
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
struct mechanical_options mechanical_default_options(void);

/* Counters since mechanical_start, as Simbody counts (each exactly: fast/README.md). */
#define MECHANICAL_COUNTER_LIST(ENTRY)                                                   \
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
#define MECHANICAL_MEASURE_LIST(ENTRY)                                                   \
    ENTRY(first_step)                                                                    \
    ENTRY(last_step)                                                                     \
    ENTRY(next_step)                                                                     \
    ENTRY(constraint_tolerance_in_use)                                                   \
    ENTRY(largest_position_error)                                                        \
    ENTRY(largest_velocity_error)

struct mechanical_statistics {
#define MECHANICAL_COUNTER_FIELD(name) long name;
    MECHANICAL_COUNTER_LIST(MECHANICAL_COUNTER_FIELD)
#undef MECHANICAL_COUNTER_FIELD
#define MECHANICAL_MEASURE_FIELD(name) double name;
    MECHANICAL_MEASURE_LIST(MECHANICAL_MEASURE_FIELD)
#undef MECHANICAL_MEASURE_FIELD
};

/* Why mechanical_step_to has returned. */
enum mechanical_stop {
    MECHANICAL_REACHED_REPORT_TIME = 1,
    MECHANICAL_REACHED_SCHEDULED_TIME = 3,
    MECHANICAL_TIME_HAS_ADVANCED = 4,
    MECHANICAL_REACHED_STEP_LIMIT = 5,
    MECHANICAL_END_OF_SIMULATION = 6,
    MECHANICAL_START_OF_INTERVAL = 7
};

typedef struct mechanical mechanical;

/* An integrator for *system and *options, both copied. FAST_BAD_SYSTEM, FAST_BAD_OPTION,
 * FAST_NO_MEMORY: *integrator is NULL. The caller frees it with mechanical_free. */
enum fast_status mechanical_alloc(mechanical **integrator,
                                  const struct mechanical_system *system,
                                  const struct mechanical_options *options);
void mechanical_free(mechanical *integrator); /* takes NULL */

/* Begins anew at (t, x[nx]): counters zero; the state is x, projected onto the constraints.
 * FAST_INCONSISTENT: it cannot be projected; FAST_CONTRADICTORY: the constraints ask for
 * accelerations that exclude each other; FAST_NOT_FINITE, FAST_CALLBACK. What was begun
 * before goes on then. */
enum fast_status mechanical_start(mechanical *integrator, double t, const double *x);

/* One attempt at a step of exactly h > 0 from the advanced state, without error control,
 * projected as the options say. On failure everything is as it was but for counters. */
enum fast_status mechanical_step(mechanical *integrator, double h);

/* Goes on until something is to be told: *stop says what. report may be INFINITY, scheduled
 * too; neither is past. The first call after mechanical_start returns
 * MECHANICAL_START_OF_INTERVAL without moving. On failure (FAST_BELOW_MIN_STEP: unable to
 * advance, FAST_NOT_FINITE, FAST_CALLBACK, FAST_PROJECTION, FAST_CONTRADICTORY) time and state
 * are those of the last step that succeeded. */
enum fast_status mechanical_step_to(mechanical *integrator, double report,
                                    double scheduled, enum mechanical_stop *stop);

/* Steps to exactly t_final, without interpolation: the last step ends there. */
enum fast_status mechanical_run(mechanical *integrator, double t_final);

/* One accepted step, of h (fixed) or as error control has it, no longer than h and no further
 * than t_final. */
enum fast_status mechanical_advance(mechanical *integrator, double h, double t_final);

/* The state that is told, x[nx]: interpolated where a report time lies within the last step;
 * the advanced one, to which the integrator has got; the last step's error estimate x[nx] with
 * the original's sign (two half steps minus the large one; of Merson the absolute value;
 * zeros where the method has none); the multipliers lambda[rows] at the advanced state, in
 * M v' + G^T lambda = f. Valid until mechanical_free. */
double mechanical_time(const mechanical *integrator);
const double *mechanical_state(const mechanical *integrator);
double mechanical_advanced_time(const mechanical *integrator);
const double *mechanical_advanced_state(const mechanical *integrator);
const double *mechanical_error_estimate(const mechanical *integrator);
const double *mechanical_multipliers(const mechanical *integrator);
const struct mechanical_statistics *mechanical_statistics(const mechanical *integrator);

/* The row that the last failure is about; -1: none. */
int mechanical_failed_row(const mechanical *integrator);

/* The errors of the constraints at the told state, as norms over rows in units (root mean
 * square or largest, as the options say). */
double mechanical_position_error(mechanical *integrator);
double mechanical_velocity_error(mechanical *integrator);

#ifdef __cplusplus
}
#endif

#endif
