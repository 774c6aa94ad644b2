/* What an integrator of this library is set to: one set of options for all methods, and the
 * table that says of each what it is called, what values it has and which methods take it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_OPTIONS_H
#define FAST_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The two of pair.h solve the same discrete equations: velocity-implicit Euler for y, implicit
 * Euler for all of x. */
enum integrator_method {
    FAST_VELOCITY_IMPLICIT_EULER,
    FAST_IMPLICIT_EULER,
    PROJECTED_SEMI_EXPLICIT_EULER,
    PROJECTED_SEMI_EXPLICIT_EULER_2,
    PROJECTED_EXPLICIT_EULER,
    PROJECTED_RUNGE_KUTTA_MERSON,
    BDF_VARIABLE_ORDER,
    CONTACT_STEPPER,
    INTEGRATOR_METHODS
};

/* Methods of a family share a header: pair.h, projected.h, bdf.h, contact.h. */
enum integrator_family {
    INTEGRATOR_PAIR,
    INTEGRATOR_PROJECTED,
    INTEGRATOR_BDF,
    INTEGRATOR_CONTACT
};
enum integrator_family integrator_family(enum integrator_method method);

/* Default: known faults of the original mended, the fewest evaluations. Faithful: every
 * decision as Drake's (the pair's) or Simbody's integrators make it. */
enum fast_mode { FAST_DEFAULT, FAST_FAITHFUL };

enum pair_jacobian {
    FAST_FORWARD_DIFFERENCES,
    FAST_CENTRAL_DIFFERENCES,
    FAST_EXACT_JACOBIAN
};
/* Keep J and its factors; form them anew in each sub-solve; in each iteration. */
enum pair_newton { FAST_REUSE, FAST_FRESH, FAST_FULL };

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

enum contact_restitution { CONTACT_POISSON, CONTACT_NEWTON, CONTACT_NO_RESTITUTION };
enum contact_induced { CONTACT_SIMULTANEOUS, CONTACT_SEQUENTIAL, CONTACT_MIXED };
enum contact_projection { CONTACT_BILATERAL, CONTACT_UNILATERAL, CONTACT_NO_PROJECTION };

/* What nobody has set of the three below is as the mode has it. */
enum { CONTACT_UNSET = -1 };
/* Pruning and projected Gauss-Seidel are Simbody's; proximal ends with a verdict on every
 * solve. Unset: pruning in faithful mode, else proximal. */
enum contact_method {
    CONTACT_METHOD_UNSET = CONTACT_UNSET,
    CONTACT_PLUS,
    CONTACT_PGS,
    CONTACT_PROXIMAL
};
/* Positions: q1 = q0 + h N (v+ + v1) / 2 with v+ the velocity after impacts, and forces at t + h/2,
 * q0 + h/2 N v+ (exact for constant forces), or q1 = q0 + h N v1 and forces at the start. Unset:
 * the latter in faithful mode. */
enum contact_update {
    CONTACT_UPDATE_UNSET = CONTACT_UNSET,
    CONTACT_TRAPEZOIDAL,
    CONTACT_SEMI_EXPLICIT
};

struct contact_solver; /* contact.h */

/* The table says which method takes what. Lists are copied, and have as many entries as their
 * comments say; a NULL one is 1 (true) each. The counts are for callers that read lists from
 * somewhere: nothing here looks at them. NaN: unset, and the default holds that the table
 * tells. */
struct integrator_options {
    enum integrator_method method;
    enum fast_mode mode;

    /* Steps of fixed size, without error control: as long as advance and run (integrator.h) are
     * told, and of the size `step` > 0 (NaN: 1) where nobody tells one. Backward differentiation
     * formulas have none, semi-explicit Euler has no others. The pair's are of max_step. */
    bool fixed_step;
    double step;

    double accuracy; /* > 0; the pair takes 0 too, and above 0.5 it acts as 0.5 */
    /* Both set, in default mode: errors are measured in units of r_i relative |y_i| + u_i
     * absolute, and accepted up to 1. */
    double relative, absolute;
    double initial_step, min_step, max_step; /* > 0, >= 0, > 0 */
    /* Of the pair: FAST_BELOW_MIN_STEP when a step would pass it. */
    bool throw_on_min_step;
    enum pair_jacobian jacobian;
    enum pair_newton newton;

    const double *weights_v, *weights_z; /* [nv], [nz] >= 0; of v, and of q through N */
    const double *units;       /* u_i > 0 [nv + nz]; u of q is that of v, through N */
    const bool *is_relative;   /* r_i [nv + nz] */
    const double *joint_units; /* [joints] > 0: an error of 1 unit */
    int weights_v_count, weights_z_count, units_count, is_relative_count,
        joint_units_count;

    /* Of semi-explicit Euler; semi-explicit Euler 2 is gaming. */
    enum projected_form form;
    double constraint_tolerance; /* > 0 */
    enum projected_projection projection;
    enum projected_norm norm;
    double final_time; /* infinity: none */
    long step_limit;   /* internal steps in one projected_step_to; 0: no limit */
    bool interpolate;  /* what is told between steps, rather than ending steps there */
    bool project_interpolated;
    bool return_every_step; /* of projected_step_to */
    double time_scale;      /* > 0: the system's, in the caller's unit of time */
    /* > 0: a velocity error times this is an error in position (ts of Simbody's
     * MechanicalDAEIntegrator). */
    double velocity_time_scale;

    enum contact_restitution restitution;
    enum contact_induced induced;
    int max_induced; /* >= 1: rounds of sequential and mixed impacts in a step */
    enum contact_projection contact_projection;
    enum contact_method solver;
    enum contact_update update;
    int locates_impacts; /* 1: steps are split at impacts that bounce, 0, or CONTACT_UNSET */
    int max_impacts;     /* >= 1: more in one step are FAST_ACCUMULATION */
    bool accepts_unverified; /* false: a solve that is not verified fails the step */
    /* >= 0; what is in use is never less than the tolerance asks for */
    double capture_velocity, min_restitution_velocity, transition_velocity;
    /* >= 0; stored: contacts do not ask for it, in the original either. */
    double min_significant_force;
    int threads;   /* >= 1: of default mode's own solver, islands shared among them */
    double length; /* > 0: of the scene, in the caller's unit */
    /* Instead of `solver`; copied, taken over; NULL: none. */
    const struct contact_solver *custom_solver;
};

/* The defaults of a method: error control, default mode; what depends on the mode or on other
 * options is unset. */
struct integrator_options integrator_default_options(enum integrator_method method);

/* Sets what is unset and has a default that the other options do not compute: accuracy (but
 * for the pair's, which stays), step, max_step, and what follows from the mode. The
 * functions integrator_of_* do this with their copy. */
void integrator_complete_options(struct integrator_options *options);

/* What values an option has, and what it is stored as. */
enum integrator_kind {
    INTEGRATOR_WORD,     /* an enum: the position among the words, or CONTACT_UNSET */
    INTEGRATOR_BOOL,     /* bool: the first of two words is true */
    INTEGRATOR_CHOICE,   /* int: 1 for the first of two words, 0, or CONTACT_UNSET */
    INTEGRATOR_POSITIVE, /* double > 0 */
    INTEGRATOR_ZERO_TOO, /* double >= 0 */
    INTEGRATOR_COUNT,    /* long >= 0 */
    INTEGRATOR_FROM_ONE, /* int >= 1 */
    INTEGRATOR_WEIGHTS,  /* const double *, each >= 0, and int: how many */
    INTEGRATOR_UNITS,    /* the same, each > 0 */
    INTEGRATOR_FLAGS     /* const bool *, and int: how many */
};

/* How many entries a list has. */
enum integrator_length {
    INTEGRATOR_OF_V,
    INTEGRATOR_OF_Z,
    INTEGRATOR_OF_Y, /* velocities and other states */
    INTEGRATOR_OF_JOINTS
};

struct integrator_option {
    const char *name; /* as a user writes it: "max-step"; NULL: the end of a list */
    enum integrator_kind kind;
    const char *words;   /* the words allowed, separated by '|'; NULL: no words */
    const char *initial; /* the default, as one would write it */
    double number; /* its number; NaN: it is words, or goes by other options alone */
    const char *meaning;
    unsigned methods;    /* bit 1 << method: that method takes it */
    size_t place, count; /* offsets in struct integrator_options; count: of a list */
    enum integrator_length length; /* of a list */
};

/* The table's number of an option, which the method has to take. */
double integrator_option_number(enum integrator_method method, const char *name);

/* Of all methods, in the order of presentation; ends with a NULL name. One name may have several
 * rows, for methods to which it means different things: no method has two. */
const struct integrator_option *integrator_option_table(void);

#ifdef __cplusplus
}
#endif

#endif
