/* One step of faithful mode: what its phases share. Internal to faithful*.c.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_FAITHFUL_STEP_H
#define FAST_FAITHFUL_STEP_H

#include "fast/contact/plus/faithful.h"

struct faithful {
    struct plus *plus; /* NULL: not asked for */
    contact_judge *judge;
    struct contact_problem posed; /* the solve at hand for the judge and own solvers */
    struct contact_answer answer;
    enum contact_verdict verdict; /* the worst of the step */
    bool is_stale;                /* the judge has not seen these matrices */

    /* The contacts that are near, their rows, and where each row stands in the scene; -1: a
     * second sliding direction that the contact does not have. `projected` are the same
     * without friction. */
    int contacts, rows;
    struct faithful_contact *contact, *projected;
    int *scene_row;
    double *delassus, *A; /* of the scene's rows; of these rows */

    struct faithful_problem call; /* the solve at hand */
    int *participant, *expander;
    /* [rows] Velocities u, and what they were before the solve, without
     * addition; of them the load's part that
     * is still to come; multipliers of the solve at hand, of all impacts, of the load;
     * expansion; what Newton's law adds to u. */
    double *u, *before, *applied, *impulse, *total, *load, *expansion, *addition;

    double *x, *rates,
        *qdot;       /* [nx] the state that is made; [nv + nz] free rates; [nq] */
    double *v_start; /* [nv] before impacts */
    double *v_before, *v_free, *change, *momentum; /* [nv] of the solve at hand */
    /* [the scene's rows] */
    double *row_impulse, *offset, *told_before, *told_after, *told_expansion;
    double *friction, *known, *gap; /* [the scene's contacts] */
    double *gap_between;            /* the same, within the step */
    bool *takes_part;
};

/* What a solve is for. */
struct faithful_phase {
    enum contact_phase phase;
    int round;
    double h;           /* 0 of impacts */
    bool has_load;      /* applied counts */
    bool is_unilateral; /* of positions: velocities are gaps over h, nothing rubs */
};

/* The contacts whose gap is no larger than the tolerance, their rows and A. */
void faithful_find_near(struct contact_stepper *c);

/* Velocities of the rows at v. */
void faithful_velocities(struct contact_stepper *c, const double *v, double *u);
/* product := J v, without offset. */
void faithful_map_rows(struct contact_stepper *c, const double *v, double *product);
/* change[nv] := -factor M^-1 J^T multipliers. */
void faithful_change(struct contact_stepper *c, const double *multipliers, double factor,
                     double *change);

/* Every row of every contact that is near takes part. */
void faithful_take_all(struct contact_stepper *c);
/* Who takes part in an impact round: how many contacts impact, and how many expand. */
struct faithful_census {
    int impacters, expanders;
};
struct faithful_census faithful_classify_simultaneous(struct contact_stepper *c,
                                                      bool has_expansion);
/* with_observers: those that do not impact take part, too. expanders_alone: nobody else. */
struct faithful_census faithful_classify_sequential(struct contact_stepper *c,
                                                    bool with_observers,
                                                    bool expanders_alone);

/* mu from u; e from u; Newton's addition, whether any; expansion from the impacters'
 * compression, whether any. */
void faithful_set_friction(struct contact_stepper *c);
void faithful_set_restitution(struct contact_stepper *c);
bool faithful_set_addition(struct contact_stepper *c);
bool faithful_set_expansion(struct contact_stepper *c, const double *compression);

/* One solve with the participants and expanders as they stand: call.contact's states, impulse
 * and u. */
enum fast_status faithful_solve(struct contact_stepper *c,
                                const struct faithful_phase *phase);
/* posed := the same in v; its residuals, counted and told. */
void faithful_pose(struct contact_stepper *c, const struct faithful_phase *phase);
enum fast_status faithful_judge(struct contact_stepper *c,
                                const struct faithful_phase *phase);
/* answer's impulses and states := call's; the listener hears of answer and u. */
void faithful_write_answer(struct contact_stepper *c);
void faithful_tell(struct contact_stepper *c, const struct faithful_phase *phase);
/* u := u + applied - A (p + e). */
void faithful_move_velocities(struct faithful *f);

/* As it is told. */
enum contact_state faithful_state(const struct faithful_contact *point);

/* Rounding of gaps, 16 2^-52 of the scene's length. */
#define FAITHFUL_FLOOR 0x1p-48
/* Beside so much kinetic energy a rise is rounding. */
#define FAITHFUL_ENERGY_ROUNDING 1e-12

/* Counts the contacts that may have closed and opened again in the step of h to f->x. The scene
 * is at its beginning. Overwrites c->room. */
void faithful_watch(struct contact_stepper *c, double h);

/* The phases of a step: impacts and load change x's velocities, the last gives the correction
 * [nv] of the velocity with which positions move. */
enum fast_status faithful_impact(struct contact_stepper *c);
enum fast_status faithful_load(struct contact_stepper *c, double h);
enum fast_status faithful_position(struct contact_stepper *c, double h,
                                   double *correction);

#endif
