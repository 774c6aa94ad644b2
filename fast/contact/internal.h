/* The stepper: what both modes keep. Internal to fast/contact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_CONTACT_INTERNAL_H
#define FAST_CONTACT_INTERNAL_H

#include "fast/contact/scene/scene.h"

struct faithful; /* faithful.h */
struct stepper;  /* default mode's own */

/* What a step cannot exclude, counted with it if it is taken. */
struct contact_doubts {
    long crossings; /* contacts that may have been passed through */
    int contact;    /* the first of them */
    long rounds_exhausted;
};

struct contact_stepper {
    struct integrator_options options; /* with own copies of its arrays */
    struct contact_thresholds thresholds;
    struct contact_statistics statistics;
    struct scene *scene;
    double t;
    double *x;        /* [nx] */
    double *estimate; /* [nx] */
    double *impulse, *load_impulse, *joint_impulse, *gap;
    enum contact_state *state;
    enum contact_verdict verdict, run_verdict; /* of the last step; of all */
    int failed;
    struct contact_doubts doubts; /* of the step that is tried */
    struct contact_crossing first_crossing;
    bool is_started;
    contact_listener *listener;
    void *listener_context;
    struct faithful *faithful;    /* of faithful mode, else NULL */
    struct stepper *stepper;      /* of default mode, else NULL */
    struct contact_solver custom; /* of options.custom_solver, which is NULL or this */
    double *room;                 /* [the larger of nx and contacts] */
    double next_step;             /* of error control; NaN: not known */

    /* Of contact_class.c: steps of grid_step (NaN: none yet) from grid_begin on, grid_count of
     * them made. */
    double grid_begin, grid_step;
    long grid_count;
    double *joint_error; /* [joints] */
};

/* Whether every option is within its range, and all fit the system, which is one. */
bool contact_options_fit(const struct integrator_options *options,
                         const struct integrator_system *system);
/* Of options that fit. */
struct contact_thresholds
contact_find_thresholds(const struct integrator_options *options);

/* Faithful mode. alloc: FAST_NO_MEMORY. take: one step of h from c->t, c->x, which it replaces
 * with everything else that is told but the time only if it returns FAST_OK. Counters are
 * counted here but for steps_attempted and steps_taken. */
enum fast_status faithful_alloc(struct contact_stepper *c);
void faithful_free(struct contact_stepper *c);
enum fast_status faithful_take(struct contact_stepper *c, double h);

/* Default mode, the same. */
enum fast_status stepper_alloc(struct contact_stepper *c);
void stepper_free(struct contact_stepper *c);
enum fast_status stepper_take(struct contact_stepper *c, double h);

/* A step is tried: no doubts, nothing has failed. Then: contact i may have been crossed unseen. */
void contact_begin_trial(struct contact_stepper *c);
void contact_note_doubt(struct contact_stepper *c, int i);
/* FAST_UNEXCLUDED where there is one, and what is unverified fails. */
enum fast_status contact_judge_doubts(struct contact_stepper *c);

void contact_clear_statistics(struct contact_stepper *c);
/* The largest residual, of a solve at time t. */
void contact_note_residual(struct contact_stepper *c, double residual, double t);

/* Default mode's start: c->x := x, put onto the joints, and c->gap, only if it returns
 * FAST_OK. As contact_start fails. */
enum fast_status stepper_start(struct contact_stepper *c, double t, const double *x);
/* One accepted step of default mode, of at most h, under error control; *used is its size. */
enum fast_status stepper_control(struct contact_stepper *c, double h, double *used);

/* PLUS and PGS as solvers of default mode; as contact_proximal_alloc. */
enum fast_status contact_plus_alloc(struct contact_solver *solver,
                                    const struct contact_problem *shape);
enum fast_status contact_pgs_alloc(struct contact_solver *solver,
                                   const struct contact_problem *shape);

/* e(v) of contact i at approach speed v >= 0; mu(v) at slip speed v >= 0, with the transition
 * velocity given (Simbody 3.7, UnilateralContact::calcEffectiveCOR and calcEffectiveMu). */
double contact_effective_restitution(const struct contact_stepper *c, int i,
                                     double speed);
double contact_effective_friction(const struct contact_stepper *c, int i, double speed,
                                  double transition);

#endif
