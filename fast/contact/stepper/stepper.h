/* Default mode: what its parts share. A step is advanced on a trial copy of the state, and
 * taken over when nothing can fail any more.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_CONTACT_STEPPER_H
#define FAST_CONTACT_STEPPER_H

#include "fast/contact/sweep.h"

/* A solver and the judge of its answers: the solver's own, if it measures them itself. */
struct pose {
    struct contact_solver solver;
    contact_judge *judge;
    bool has_own_judge;
    bool is_stale; /* matrices have changed since its last solve */
};

struct stepper {
    struct pose velocity, position;
    struct team *team;       /* of both; NULL: there is none */
    const struct pose *last; /* which has solved last */
    double threshold;        /* approaches slower than this are rounding's */

    struct contact_problem problem; /* its arrays are those below, and the scene's */
    double *v_free, *offset, *joint_offset, *friction, *known;
    bool *takes_part;
    struct contact_answer answer;

    /* The trial: time, x[nx], what it has come from, and what is told of it. */
    double t, *x, *x1;
    double *x_end;    /* [nx] x1 at the end, while x1 is elsewhere on the path */
    bool is_set;      /* the scene is at (t, x) */
    bool is_at_state; /* the scene is at (c->t, c->x) */
    double *impulse, *load, *joint_impulse;
    enum contact_verdict verdict;
    long impacts;   /* of this step */
    int struck;     /* the contact located last */
    double whole_h; /* the step that this is a part of */

    /* Of the last load: where the next begins. h is 0 where there is none. */
    double *warm, *warm_joint, warm_h;
    double warm_steps; /* how many loads in a row these have served */
    enum contact_state *warm_state;

    double *u_before, *u_plus, *u_free, *u_after; /* [rows] */
    bool knows_velocities;                        /* u_before is of the scene's state */
    bool ends_at_rest; /* the last solve is a load of all contacts, as they rest */
    double *v_plus, *mean, *change; /* [nv] */
    /* [nv] half of what joints have given in the load, given at its end. */
    double *returned;
    bool has_returned;
    double *ydot, *bias, *qdot, *qdot_change;
    double *error;      /* [holonomic] of joints */
    double *gap_before; /* [contacts] at the beginning of the load */
    bool *bounces; /* [contacts] open, without a row: to be located, where that is done */
    bool *is_met;  /* [contacts] of those: closed at the time located so far */
    bool *is_clear; /* [contacts] not one of those, or known to close at the end only */
    /* [contacts] of those: |J| and |offset| of the normal row at the beginning of the load,
     * and bounds of their gaps' rates */
    double *row_length, *surface_speed, *speed;
    double *gap_end; /* [contacts] room */
    bool any_bounces;
    bool *is_loaded;  /* [contacts] with an impulse of the last load */
    bool has_landed;  /* one of them was open before */
    bool *was_loaded; /* [contacts] the same at (c->t, c->x) */
    bool *is_lasting; /* [contacts] loaded before, touching, and nothing was hit since */
    bool *is_held;    /* [contacts] bounces that cannot be told from rest */
    bool is_linear;   /* positions go with the velocity at the end */

    /* Of an impact: velocities and impulses after compression, and along expansion. */
    double *v_compressed, *r_compressed, *l_compressed, *expansion;
    double *r_total, *l_total;
    double *joint_before; /* [joints] G v + g_t */

    int patches, *patch; /* [contacts] those with the same columns */
    bool *is_open_patch; /* [patches] */

    double *l_free; /* [joints] room */
    double *large;  /* [nx] of error control */
    bool is_rough;  /* impacts or landings in this step: velocities jump */
};

/* How a solve is told. */
struct notice {
    enum contact_phase phase;
    int round;
    double t, h;
    const double *before;    /* [rows] */
    const double *v_before;  /* [nv] */
    const double *expansion; /* [rows]; NULL: none */
    bool is_silent;          /* whoever solves tells it, if it comes to be */
};

/* stepper_solve.c. The problem as it is posed by default at the scene's state: nobody takes
 * part, offsets the scene's, nothing known. Then the solve: answer, counted and told;
 * FAST_UNVERIFIED, FAST_CONTRADICTORY as the options have it. */
void stepper_pose(struct contact_stepper *c);
enum fast_status stepper_solve(struct contact_stepper *c, struct pose *pose,
                               const struct notice *notice);
void stepper_tell(struct contact_stepper *c, const struct notice *notice);
/* Evaluates the scene at (t, x). */
enum fast_status stepper_set(struct contact_stepper *c, double t, const double *x);
/* mu of contact i at the velocities u[rows]; none of one row, without a call. */
double stepper_friction_of_slip(const struct contact_stepper *c, int i, const double *u);
static inline double stepper_friction(const struct contact_stepper *c, int i,
                                      const double *u) {
    const bool slips = c->scene->first[i + 1] - c->scene->first[i] > 1;
    return slips ? stepper_friction_of_slip(c, i, u) : 0;
}
static inline bool stepper_touches(const struct contact_stepper *c, int i) {
    return c->scene->gap[i] <= c->thresholds.constraint_tolerance;
}
/* Whether contact i gives speed back that it is met with. */
bool stepper_may_bounce(const struct contact_stepper *c, int i, double speed);

/* stepper_impact.c: the trial's velocities, and u_before, become those after impacts, if there
 * are any. */
enum fast_status stepper_impact(struct contact_stepper *c, bool *was_hit);
/* impact_budget.c */
double stepper_energy_spent(const struct contact_stepper *c, const double *u1,
                            const double *r, const double *l);
double stepper_find_cap(double x, double q, double budget);

/* stepper_load.c: forces of h at the trial state; the answer is what they lead to. */
enum fast_status stepper_load(struct contact_stepper *c, double h);

/* stepper_look.c. Notes the rows of contacts that bounce, where the load begins. Whether a
 * contact that bounces may have closed in the step of h; the scene is at its end. Then, along
 * the path up to `end`, where gaps are c->room: the first crossing of a contact that has not
 * been found clear before in this step. Overwrites x1 and c->room. */
void stepper_note_rows(struct contact_stepper *c);
bool stepper_may_close(struct contact_stepper *c, double h);
enum fast_status stepper_look(struct contact_stepper *c, double h, double end,
                              struct crossing *found);
/* The same where impacts are not located: contacts that have been crossed are counted, but for
 * those that are inside at the end, which the next step meets. */
enum fast_status stepper_watch(struct contact_stepper *c, double h);

/* stepper_locate.c. Contact i's gap on the path at tau; all of them in c->room. */
enum fast_status stepper_find_gap(struct contact_stepper *c, double h, double tau, int i,
                                  double *gap);
/* *tau := when in the step of h to x1, where the gaps are c->room, a contact
 * that bounces first closes; h: none does. *held: one that does not come off, and is to be
 * held; -1: none. Overwrites x1. */
enum fast_status stepper_locate(struct contact_stepper *c, double h, double *tau,
                                int *held);
/* x1 := the step's state at tau, positions and velocities and z. */
void stepper_go_to(struct contact_stepper *c, double h, double tau);
/* N times both velocities, for the path between. */
enum fast_status stepper_find_path(struct contact_stepper *c);

/* stepper_finish.c: x1, at time t, put onto joints and out of contacts, and its velocities
 * onto what curvature has turned. The scene is at x1 before and after. */
enum fast_status stepper_finish(struct contact_stepper *c, double t);

/* stepper_trial.c: the trial is the state that is kept; that becomes the trial. */
void stepper_begin(struct contact_stepper *c);
void stepper_commit(struct contact_stepper *c);

/* stepper_advance.c: the trial goes on by h. */
enum fast_status stepper_advance(struct contact_stepper *c, double h);

/* patches.c: which contacts have the same columns. */
int stepper_find_patches(const struct scene *s, int *patch, int *room);

#endif
