/* A time stepper for mechanical systems with unilateral contacts, friction and restitution, in
 * double precision:
 *
 *     q' = N(q) v,   M dv = f dt + J^T dr + G^T dlambda,   g(t, q) = 0,   G v + g_t = 0,
 *     gap_i(t, q) >= 0
 *
 * where the impulse r_i = (r_n, r_t) of contact i at the velocity u = J v + offset, normal
 * first and then up to two sliding directions, obeys the laws of Signorini and Coulomb
 *
 *     u_n >= 0,  r_n >= 0,  u_n r_n = 0;    |r_t| <= mu r_n,  |u_t| r_t = -mu r_n u_t
 *
 * while the contact is closed. Impulses push apart: r_n >= 0.
 *
 * State vectors x = (q, v, z) are contiguous; units are the caller's. Nothing here prints,
 * exits, reads the environment or keeps global state, and nothing allocates after
 * contact_alloc. Source of the phases and of faithful mode: Simbody 3.7
 * (SemiExplicitEulerTimeStepper, PLUSImpulseSolver, PGSImpulseSolver).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_CONTACT_H
#define FAST_CONTACT_H

#include <stdbool.h>

#include "fast/options.h"
#include "fast/system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- One problem of velocities and impulses, as a step poses some of them: find v, r, lambda
 * with
 *
 *     M (v - v_free) = J^T r + G^T lambda,   G v + joint_offset = 0
 *     u = J v + offset,  u_n >= 0,  r_n >= 0,  u_n r_n = 0
 *     |r_t| <= mu (r_n + known),   |u_t| r_t = -mu (r_n + known) u_t
 *
 * for the contacts that take part; r = 0 for the others. Nothing here changes while a solver
 * has it. Matrices are given by the entries of their patterns, which are never NULL here;
 * that of M is the identity's where it is the identity. */
struct contact_problem {
    int nv, contacts, rows, joints;
    const int *first; /* [contacts + 1] the first row of each contact */
    const struct fast_pattern *matrix_pattern, *mass_pattern, *joint_pattern;
    const double *matrix;       /* of J^T, nv x rows */
    const double *mass;         /* of M, both triangles */
    const double *joint_matrix; /* of G^T, nv x joints */
    const double *v_free;       /* [nv] */
    const double *offset;       /* [rows] */
    const double *joint_offset; /* [joints] */
    const double *friction;     /* [contacts] mu >= 0 */
    const double *known;    /* [contacts] >= 0: normal impulses that v_free has already */
    const bool *takes_part; /* [contacts] */
    double floor; /* the velocity that rounding of gaps amounts to, for residuals */
    /* Whether M, J or G may differ from the problem that the solver, or the judge, had before:
     * false promises that they are the same bits. */
    bool is_changed;
};

enum contact_state { CONTACT_ABSENT, CONTACT_OPEN, CONTACT_SLIDING, CONTACT_STICKING };

/* How good an answer is, by its residuals, measured after the solve on v recomputed from the
 * impulses: E is the largest over contacts and joints, in units of velocity, of
 *
 *     w |r - P_K(r - (u + mu |u_t| n) / w)|,   w = trace(J M^-1 J^T) / rows of the contact,
 *
 * P_K the projection onto Coulomb's cone (G. De Saxce, Z.-Q. Feng, Math. Comput. Modelling 28
 * (1998) 225), with known impulses onto {r_n >= 0, |r_t| <= mu (r_n + known)}, and of
 * |G v + joint_offset|. S is their scale: the largest speed that v_free means at a contact or
 * joint, or w |r| up to 1e4 times that. */
enum contact_verdict {
    CONTACT_TIGHT,           /* E <= 1e-13 S + floor */
    CONTACT_VERIFIED,        /* E <= 1e-10 S + floor */
    CONTACT_NOT_VERIFIED,    /* neither: the best that was found */
    CONTACT_ILL_CONDITIONED, /* the same, and masses differ so much that impulses hardly move
                                what they push: too much for doubles */
    CONTACT_INFEASIBLE,      /* neither: its impulses prove that there is no solution */
    CONTACT_VERDICTS
};
const char *contact_verdict_name(enum contact_verdict verdict); /* static text */

struct contact_answer {
    double *v;                 /* [nv] */
    double *impulse;           /* [rows]; on entry the solver may start from them */
    double *joint_impulse;     /* [joints]; the same */
    enum contact_state *state; /* [contacts]; the same */
    /* The rest is filled by contact_measure. */
    enum contact_verdict verdict;
    double residual, scale;          /* E and S */
    double penetration;              /* largest approach max(0, -u_n) */
    double complementarity;          /* largest |r_n u_n| */
    double cone_excess;              /* largest |r_t| - mu (r_n + known), at least 0 */
    double dissipation_gap;          /* largest mu (r_n + known) |u_t| + r_t . u_t */
    double joint_error;              /* largest |G v + joint_offset| */
    double energy_change;            /* of kinetic energy from v_free to v */
    long iterations, factorizations; /* of this solve */
};

/* A way to solve problems. solve fills v, impulse, joint_impulse, state, iterations and
 * factorizations of *answer, allocates nothing and returns FAST_OK, whether it has got
 * anywhere or not: that is for contact_measure to say. FAST_NOT_FINITE, FAST_SINGULAR. */
struct contact_solver {
    void *self;
    const char *name;
    enum fast_status (*solve)(void *self, const struct contact_problem *problem,
                              struct contact_answer *answer);
    void (*free)(void *self); /* may be NULL */
};

/* ---- Options. */
/* Default mode, error control, Poisson, simultaneous, bilateral, proximal, trapezoidal,
 * locating impacts, unverified steps accepted (and counted); nothing else set. */
struct integrator_options contact_default_options(void);
/* Simbody's: faithful, fixed steps of h, PLUS, semi-explicit. */
struct integrator_options contact_faithful_options(double h);

/* The thresholds in use: Simbody's getters ...InUse(). */
struct contact_thresholds {
    double accuracy, constraint_tolerance;
    double capture_velocity, min_restitution_velocity, transition_velocity;
    double min_significant_force;
};

/* ---- What is told. Of steps that were taken: crossings_unexcluded, contacts that may have
 * passed through each other unseen within a step; rounds_exhausted, impacts that max_induced
 * rounds have not ended.
 * Measures: the largest E of a solve, and the time of the state that was solved at; the time at
 * which the first step began that is not verified (NaN: none); the deepest gap and the largest
 * |g| of joints at ends of steps, the smallest part of an expansion that energy allowed (1:
 * all of it), sizes of steps. */
#define CONTACT_COUNTER_LIST(ENTRY)                                                      \
    ENTRY(steps_attempted)                                                               \
    ENTRY(steps_taken)                                                                   \
    ENTRY(steps_unverified)                                                              \
    ENTRY(error_test_failures)                                                           \
    ENTRY(step_size_changes)                                                             \
    ENTRY(impacts)                                                                       \
    ENTRY(impacts_located)                                                               \
    ENTRY(crossings_unexcluded)                                                          \
    ENTRY(rounds)                                                                        \
    ENTRY(rounds_exhausted)                                                              \
    ENTRY(restitution_caps)                                                              \
    ENTRY(solves)                                                                        \
    ENTRY(solves_warm)                                                                   \
    ENTRY(solves_tight)                                                                  \
    ENTRY(solves_verified)                                                               \
    ENTRY(solves_not_verified)                                                           \
    ENTRY(solves_ill_conditioned)                                                        \
    ENTRY(solves_infeasible)                                                             \
    ENTRY(energy_rises)                                                                  \
    ENTRY(iterations)                                                                    \
    ENTRY(factorizations)                                                                \
    ENTRY(position_projections)                                                          \
    ENTRY(position_projection_failures)                                                  \
    ENTRY(rates_evals)                                                                   \
    ENTRY(rows_evals)                                                                    \
    ENTRY(gap_evals)
#define CONTACT_MEASURE_LIST(ENTRY)                                                      \
    ENTRY(largest_residual)                                                              \
    ENTRY(largest_residual_time)                                                         \
    ENTRY(first_unverified_time)                                                         \
    ENTRY(largest_penetration)                                                           \
    ENTRY(largest_joint_error)                                                           \
    ENTRY(smallest_restitution_cap)                                                      \
    ENTRY(first_step)                                                                    \
    ENTRY(last_step)                                                                     \
    ENTRY(next_step)

struct contact_statistics {
#define CONTACT_COUNTER_FIELD(name) long name;
    CONTACT_COUNTER_LIST(CONTACT_COUNTER_FIELD)
#undef CONTACT_COUNTER_FIELD
#define CONTACT_MEASURE_FIELD(name) double name;
    CONTACT_MEASURE_LIST(CONTACT_MEASURE_FIELD)
#undef CONTACT_MEASURE_FIELD
};

/* The phases of a step, as a listener hears of them. */
enum contact_phase {
    CONTACT_COMPRESSION, /* a round of an impact; round 0: at the end of a step, what curvature
                           has turned and what has landed, without restitution */
    CONTACT_EXPANSION, /* a round that applies known impulses, and what they induce */
    CONTACT_LOAD,      /* forces of the step */
    CONTACT_POSITION /* projection of positions: impulse and velocity are displacements */
};

/* One solve of a step; pointers are valid during the call. */
struct contact_event {
    enum contact_phase phase;
    int round; /* of the impact, from 1; 0 where there are none */
    double t;  /* of the state at which it is solved */
    double h;  /* of the load, and of positions in faithful mode; else 0 */
    const struct contact_problem *problem; /* NULL in faithful mode */
    const struct contact_answer *answer; /* in faithful mode v, impulse, state and verdict
                                              are filled, and the residuals of verdict */
    const double *expansion;             /* [rows] impulses imposed; NULL: none */
    const double *joint_expansion;       /* [joints] the joints' share; NULL with those */
    /* [rows] velocities u of the contacts; before without load. */
    const double *before, *after;
    double energy_before, energy_after; /* kinetic, 1/2 v^T M v */
};
typedef void contact_listener(void *context, const struct contact_event *event);

typedef struct contact_stepper contact_stepper;

/* A stepper for *system and *options, both copied. FAST_BAD_SYSTEM (restitution outside
 * [0, 1], negative friction among others), FAST_BAD_OPTION, FAST_NO_MEMORY: *stepper is
 * NULL. The caller frees it with contact_free. */
enum fast_status contact_alloc(contact_stepper **stepper,
                               const struct integrator_system *system,
                               const struct integrator_options *options);
void contact_free(void *stepper); /* takes NULL */

/* Begins anew at (t, x[nx]), which default mode puts onto the joints: nothing is kept,
 * counters tell of the start alone. FAST_NOT_FINITE (a state, a gap), FAST_PENETRATION
 * (default mode: a gap below -constraint tolerance; contact_failed tells which),
 * FAST_INCONSISTENT (joints), FAST_SINGULAR (M), FAST_CALLBACK. What was begun before goes
 * on then. */
enum fast_status contact_start(contact_stepper *stepper, double t, const double *x);

/* One step of exactly h > 0, without error control. FAST_NOT_STARTED, FAST_BAD_TIME (h is
 * not positive, or moves no time), FAST_NOT_FINITE, FAST_CALLBACK, FAST_SINGULAR (M),
 * FAST_ACCUMULATION (too many impacts in a step), FAST_CONTRADICTORY (contacts and joints
 * that exclude each other), and where what is unverified fails FAST_UNVERIFIED (in
 * default mode contact_failed tells whose residual is the largest) and FAST_UNEXCLUDED (which
 * contact may have been crossed unseen): time and state are as before. */
enum fast_status contact_step(contact_stepper *stepper, double h);

/* One accepted step, of fixed_step or as error control has it, no longer than h and no further
 * than t_final; steps to exactly t_final. FAST_BELOW_MIN_STEP, and as contact_step. */
enum fast_status contact_advance(contact_stepper *stepper, double h, double t_final);
enum fast_status contact_run(contact_stepper *stepper, double t_final);

/* Valid until contact_free: time; state x[nx]; the last step's error estimate x[nx], computed
 * minus true, zeros where steps are fixed; the contacts' impulses of the last step, impacts
 * and load together, and those of the load alone [rows]; the joints' [joints]; gaps[contacts]
 * and states at the end of the last step; what came of it. */
double contact_time(const void *stepper);
const double *contact_state(const void *stepper);
const double *contact_error_estimate(const void *stepper);
const double *contact_impulses(const contact_stepper *stepper);
const double *contact_load_impulses(const contact_stepper *stepper);
const double *contact_joint_impulses(const contact_stepper *stepper);
const double *contact_gaps(const contact_stepper *stepper);
const enum contact_state *contact_states(const contact_stepper *stepper);
enum contact_verdict
contact_last_verdict(const contact_stepper *stepper); /* the worst of the step */
enum contact_verdict
contact_run_verdict(const contact_stepper *stepper); /* the worst of all steps taken */
const struct contact_statistics *contact_statistics(const void *stepper);

/* The first contact that may have been crossed unseen in a step that was taken, and the time at
 * which that step began; -1 and NaN: none. */
struct contact_crossing {
    int contact;
    double t;
};
struct contact_crossing contact_first_crossing(const contact_stepper *stepper);
struct contact_thresholds contact_thresholds(const contact_stepper *stepper);

/* The contact (or, from -2 downwards, the joint -2 - i) that the last failure is about; -1:
 * none. */
int contact_failed(const void *stepper);

/* From here on every solve is told; NULL: none. */
void contact_listen(contact_stepper *stepper, contact_listener *listener, void *context);

/* ---- The solver of default mode by itself, and the judge of any answer. */

/* *solver for problems of these sizes and patterns; freed by solver->free(solver->self).
 * FAST_NO_MEMORY, FAST_BAD_SYSTEM. */
enum fast_status contact_proximal_alloc(struct contact_solver *solver,
                                        const struct contact_problem *shape);

/* What measures answers to problems of these sizes and patterns; fills the measured fields of
 * *answer, and answer->v from the impulses. FAST_SINGULAR: M is not positive definite. */
typedef struct contact_judge contact_judge;
enum fast_status contact_judge_alloc(contact_judge **judge,
                                     const struct contact_problem *shape);
void contact_judge_free(contact_judge *judge); /* takes NULL */
enum fast_status contact_measure(contact_judge *judge,
                                 const struct contact_problem *problem,
                                 struct contact_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
