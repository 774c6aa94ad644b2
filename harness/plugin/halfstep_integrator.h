/* The interface of an integrator that Halfstep is to judge.
 *
 * A shared library that defines halfstep_integrator() is an integrator for
 *
 *     halfstep gate | fingerprint | order | gap | report ... --integrator ./mine.so
 *
 * It gets a mechanical system
 *
 *     q' = N(q) v,   y' = f(t, q, y),   y = (v, z),   x = (q, v, z),
 *
 * if it takes them with joints and contacts, as callbacks, and makes steps. Or it is an engine:
 * it builds the same scene itself, of its own bodies with its own laws, for the models that it
 * declares (struct halfstep_scene), and its state is told as x all the same. This file needs
 * nothing else of Halfstep; copy it. It can be read by C11 and C++. The library runs in a
 * process of its own: what it prints goes to standard error, and when it crashes, hangs or
 * exits, that is reported as its fault.
 *
 * State vectors are contiguous, x = (q, v, z), nx = nq + nv + nz. Outputs never overlap
 * inputs. Functions that return int give 0, or anything else for failure; a step that fails
 * should leave time and state as they were.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HALFSTEP_INTEGRATOR_H
#define HALFSTEP_INTEGRATOR_H

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when a struct below changes. Structs grow at their ends only, so that a library made for
 * version 1 is taken as it is: it sees the beginning of a system, and of it the beginning is
 * read. A library of a later version than the program is refused. */
#define HALFSTEP_INTERFACE 2

/* What the system's functions return when there is no value to go on with. */
enum {
    HALFSTEP_NOT_FINITE = 1, /* a value is not finite; it is there all the same */
    HALFSTEP_NO_VALUE = 2    /* they cannot evaluate */
};

/* Where a sparse matrix may be nonzero, by columns: entries start[j] to start[j+1]-1 are those of
 * column j, in the rows row[...], which ascend. Values come in the same order. */
struct halfstep_pattern {
    int rows, columns;
    const int *start; /* [columns + 1] */
    const int *row;   /* [start[columns]] */
};

/* A named number of the model: a parameter, or a size. */
struct halfstep_number {
    const char *name;
    double value;
};

/* What the bench gives. The struct and what it points to live as long as the integrator. Of one
 * system's functions one may be called at a time; two systems' may be, by two threads. */
struct halfstep_system {
    int nq, nv, nz;      /* nq >= nv; any of them may be 0, their sum is not */
    int map_is_identity; /* 1: q' = v, and nq = nv */
    void *context;       /* to be handed to every callback */

    /* xdot[nx] := (N(q) v, f(t, q, y)): all an integrator of x' = F(t, x) needs. */
    int (*derivative)(void *context, double t, const double *x, double *xdot);

    /* ydot[nv+nz] := f(t, q, y) alone. */
    int (*rates)(void *context, double t, const double *x, double *ydot);

    /* qdot[nq] := N(q) v. */
    int (*map)(void *context, const double *q, const double *v, double *qdot);

    /* v[nv] := N+(q) qdot, with N+ N = I. */
    int (*unmap)(void *context, const double *q, const double *qdot, double *v);

    /* jacobian[i*nx+j] := d xdot_i / d x_j, exact; all nx*nx entries are set. */
    int (*jacobian)(void *context, double t, const double *x, double *jacobian);

    /* ---- From version 2 on: what the model is. */
    const char *model;            /* "bouncing_ball_elastic" */
    const char *family;           /* the model that it is a variant of: "bouncing_ball" */
    const char *const *component; /* [nx] names of the state's components: "z", "v[3]" */
    int numbers;                  /* parameters and sizes, as they were set */
    const struct halfstep_number *number;
    double begin, end;     /* of the model's span, s */
    const double *initial; /* [nx] x at its begin, rounded */
    int quaternions;       /* groups of four positions that are a unit quaternion, */
    /* [4 quaternions] places in q, the scalar first; it turns body axes into space axes. */
    const int *quaternion;

    /* *pattern := that of the Jacobian, nx x nx, which lives as long as the system; and
     * entry[] := its entries. */
    int (*jacobian_pattern)(void *context, struct halfstep_pattern *pattern);
    int (*jacobian_entries)(void *context, double t, const double *x, double *entry);

    /* ---- Of an integrator that takes joints or contacts, or that is an engine (else 0 and NULL):
     *
     *     M(q) v' + G^T lambda = force + J^T r,   q' = N(q) v.
     *
     * Of models with joints `derivative` and `rates` have the joints' forces where the model is
     * small enough for a formula, and else have no value (HALFSTEP_NO_VALUE). Of contacts they
     * know nothing. Matrices are the entries of their patterns, and all
     * entries by columns where a pattern is NULL. */

    /* ydot[nv+nz] := f without lambda and r. */
    int (*free_rates)(void *context, double t, const double *x, double *ydot);
    /* force[nv] := M times its v'. */
    int (*forces)(void *context, double t, const double *x, double *force);
    /* M, nv x nv, symmetric, both triangles. NULL: M is the identity. */
    int (*mass)(void *context, double t, const double *x, double *entry);
    const struct halfstep_pattern *mass_pattern;

    /* Joints: `holonomic` ones g(t, q) = 0 come first, then conditions on velocities
     * r(t, q, v) = 0, linear in them. 0: there are none, and the functions are NULL. */
    int joints, holonomic;
    const char *const *joint; /* [joints] names */
    /* error[holonomic] := g and, unless NULL, entry := the holonomic rows of G. */
    int (*joint_position)(void *context, double t, const double *x, double *error,
                          double *entry);
    /* error[joints] := G v + g_t, or r, and, unless NULL, entry := G. */
    int (*joint_velocity)(void *context, double t, const double *x, double *error,
                          double *entry);
    /* ydot[nv+nz] := the free rates, bias[joints], entry := G, response := M^-1 G^T: the
     * derivative of G v + g_t by time is G v' + bias. */
    int (*joint_dynamics)(void *context, double t, const double *x, double *ydot,
                          double *bias, double *entry, double *response);
    const struct halfstep_pattern *joint_pattern;    /* of G, joints x nv */
    const struct halfstep_pattern *position_pattern; /* of its holonomic rows */
    const struct halfstep_pattern *response_pattern; /* nv x joints */

    /* Contacts: gap(t, q) >= 0. Their rows are velocities u = J v + offset, of each contact the
     * normal one (dgap/dt) first, then those along its sliding directions; impulses r_n >= 0,
     * |r_t| <= mu r_n (Coulomb), u_n+ = -e u_n- (restitution). 0: there are none, as above. */
    int contacts;
    const char *const *contact; /* [contacts] names */
    const int *slides;          /* [contacts] 0, 1 or 2 directions */
    const double *restitution, *static_friction, *dynamic_friction; /* [contacts] */
    const double *viscous_friction; /* [contacts] s/m: adds to mu for each m/s */
    /* gap[contacts], m. */
    int (*gaps)(void *context, double t, const double *x, double *gap);
    /* The same, offset[rows], and entry := J^T. */
    int (*contact_rows)(void *context, double t, const double *x, double *gap,
                        double *offset, double *entry);
    const struct halfstep_pattern *contact_pattern; /* of J^T, nv x rows */
};

/* What an integrator can be given besides systems without joints and contacts; a sum. */
enum { HALFSTEP_TAKES_JOINTS = 1, HALFSTEP_TAKES_CONTACTS = 2 };

/* Models that an engine builds itself. */
struct halfstep_scene {
    const char *models; /* names, with * and ? as in file names, apart by blanks:
                           "bouncing_ball* pendulum" */
    /* What of the model it leaves out, adds or changes, in a sentence for people; NULL: nothing.
     * "The joint is a spring of 1e6 N/m". */
    const char *differs;
    /* Parameters and initial values with which the model is what is built, apart by blanks: "g=9.8
     * z0=1/2". The truth is that of the model with them, and `create` is given it so; NULL:
     * none. */
    const char *set;
};

/* A setting that set_option takes, for people and for `halfstep engines`. */
struct halfstep_setting {
    const char *name;   /* "solver"; NULL ends a list */
    const char *values; /* "step|quick", or "a number > 0" */
    const char *usual;  /* its value when nobody sets it */
    /* What the engine's documentation offers for accuracy; NULL: the same. */
    const char *best;
    const char *meaning; /* a few words */
};

/* What the library gives. NULL where it says optional: the studies that need it say so. */
struct halfstep_integrator {
    int interface_version; /* HALFSTEP_INTERFACE */
    const char *name;      /* for people; one word or a few */

    /* An integrator of the system; NULL: it cannot be had for such a system. */
    void *(*create)(const struct halfstep_system *system);
    void (*destroy)(void *self);

    /* Begins anew at (t, x[nx]); nothing is kept of earlier steps. */
    int (*start)(void *self, double t, const double *x);

    /* One step of exactly h > 0, without error control. Also tried: a NaN, which has to fail, and
     * steps whose result overflows, which may. */
    int (*step)(void *self, double h);

    /* *t and x[nx] := time and state after the last step that succeeded. */
    void (*state)(void *self, double *t, double *x);

    /* Optional. error[nx] := the last step's error estimate; if it has a sign, computed minus
     * true, where the true one may be what a second formula gives: the result minus that.
     * Nonzero: there is none for this step. */
    int (*estimate)(void *self, double *error);

    /* Optional. One accepted step under error control, of a size of its own choice, that
     * ends no later than t_final. Where the options chosen leave no error control it fails
     * before it calls anything of the system. */
    int (*advance)(void *self, double t_final);

    /* Optional. Called between create and start. Nonzero: it has no such option, or not such
     * a value. Besides what --option says the bench tries
     *     accuracy   a number > 0: of error control; 1e-14 asks for iterations as tight as
     *                they go
     *     max-step   a number > 0: the longest step of advance */
    int (*set_option)(void *self, const char *name, const char *value);

    /* Optional. *name and *value := the i-th counter, i = 0, 1, ...; nonzero: there are no
     * more. The name lives as long as the integrator. Counters begin anew with start. Some names
     * are held to what the bench counts: steps (accepted), rejected_steps (attempts that error
     * control rejects), evaluations (calls of derivative and rates). */
    int (*statistic)(void *self, int i, const char **name, double *value);

    /* Optional. The last failure in one sentence, for people. */
    const char *(*why)(void *self);

    /* ---- From version 2 on. All may be 0 or NULL. */
    unsigned takes;       /* HALFSTEP_TAKES_JOINTS + HALFSTEP_TAKES_CONTACTS */
    int significand_bits; /* of its arithmetic: 53 (also 0), or 24 if its numbers are floats */
    const char *version; /* of the library behind it: "0.16.2" */
    int scenes; /* > 0: it is an engine; create is asked for models of these alone, may */
    const struct halfstep_scene *scene;     /* refuse one, and takes need not be set */
    const struct halfstep_setting *setting; /* ended by one without a name */

    /* Of an engine: *energy := kinetic and potential energy, by the masses, inertias, places
     * and velocities that its own bodies and springs have; but for a constant that is the
     * model's invariant `energy`, which is how the scene is compared with the model. */
    int (*energy)(void *self, double *energy);

    /* Of the state that `state` tells, as the integrator itself has it: gap[contacts], m; the last
     * step's impulses [rows of contacts], N s, which the step's velocities have got; lambda[joints]
     * of M v' + G^T lambda = force, N, there or as a mean of the step. Nonzero: not known. */
    int (*gaps)(void *self, double *gap);
    int (*impulses)(void *self, double *impulse);
    int (*multipliers)(void *self, double *lambda);

    /* x[nx] := the state at t within the last step. */
    int (*interpolate)(void *self, double t, double *x);

    /* *seconds := what the steps since start have taken on its own clock, the bench's callbacks
     * included, getting its state not. */
    int (*own_time)(void *self, double *seconds);

    /* Why create has just returned NULL, in one sentence, for people. */
    const char *(*refusal)(void);
};

/* The one symbol that the library must have; what it returns is never freed. */
const struct halfstep_integrator *halfstep_integrator(void);

#ifdef __cplusplus
}
#endif
#endif
