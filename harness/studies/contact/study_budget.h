/* What the files of the budget study share.
 *
 * A step from (q, v) is a chain of solves, each of which begins with the velocities that the one
 * before ended with: rounds of an impact, the load, and once more from an impact within the step.
 * Kinetic energy T = v^T M v / 2 changes in each by the work of its impulses, exactly, whatever
 * the impulses are:
 *
 *     M (v1 - v0) = p   =>   T1 - T0 = p . (v0 + v1) / 2
 *
 * so that energy and momentum can be booked solve by solve, on what a listener hears. A load that
 * is cut short by an impact within the step has had the part s of its impulses:
 *
 *     v = v0 + s (v1 - v0),   work = s p . v0 + s^2 p . (v1 - v0) / 2
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_BUDGET_H
#define HARNESS_STUDY_BUDGET_H

#include <jansson.h>

#include "fast/contact.h"
#include "harness/studies/common/contact_reference.h"
#include "harness/studies/contact/contact_event.h"

struct diagnostic; /* problems/base/status.h */
struct results;    /* harness/results/result_list.h */
struct study;      /* harness/results/study.h */

enum { BUDGET_PHASES = CONTACT_POSITION + 1 };

/* The largest of something, in units of its bound, and where it was. */
struct budget_worst {
    double value;
    double t;
    int phase, where; /* of CONTACT_..; a contact or row, -1: none */
    long count;       /* looked at */
};

/* What is looked at besides the laws. */
enum budget_item {
    BUDGET_MOMENTUM,  /* M (v - v_free) = J^T r + G^T lambda */
    BUDGET_CHAIN,     /* a solve begins where the one before ended */
    BUDGET_FORCE,     /* the load is h times the model's free rates */
    BUDGET_ROWS,      /* the contacts' velocities are the model's */
    BUDGET_ENERGY,    /* the change of T told is the work of the impulses */
    BUDGET_DISSIPATE, /* a solve takes energy, but for what moving obstacles give */
    BUDGET_JUDGE,     /* the answer's own residual is no less than what is found */
    BUDGET_RISE,      /* an impact as a whole takes energy, but for the same */
    BUDGET_ITEMS
};

/* Energies since the start: T, and the work of forces and of impulses. */
struct budget_sums {
    double kinetic, forces, impacts[2], load; /* impacts: compression, expansion */
};

struct budget {
    const struct study *study;
    struct model *model;
    bool obstacles_move; /* contact_obstacles_move of the model */
    struct contact_reference *reference;
    struct contact_bench *bench; /* NULL before the first solve */

    struct budget_worst law[CONTACT_LAWS], item[BUDGET_ITEMS];
    struct budget_worst phase_energy[BUDGET_PHASES], phase_momentum[BUDGET_PHASES];
    long verdicts[CONTACT_VERDICTS], solves[BUDGET_PHASES];

    double t0;             /* of the step */
    double *x0;            /* [nx] there, then v replaced */
    double *halfway;       /* [nx] where forces are taken */
    double *v, *v_undone;  /* [nv] where the chain is; before the last load */
    double *returned;      /* [nv] M^-1 G^T lambda of that */
    double *work, *rows;   /* room: [nv]; [rows] */
    double load_t, load_h; /* of the last load; NaN: there is none to cut short */
    double load_force[2], load_contact[2]; /* what they do at v before and after it */
    double slack; /* velocities by which a part of a load is not known */
    bool in_impact;
    double impact_t, impact_energy; /* T before it */
    double imposed;                 /* what moving obstacles have put into T in it */
    struct budget_sums sums, undone;
    bool failed; /* no memory */
};

/* A listener, whose context is a struct budget. */
void budget_hear(void *context, const struct contact_event *event);

/* To be called before a step, with time and state, and after it. */
void budget_begin_step(struct budget *b, double t, const double *x);
void budget_end_step(struct budget *b, const double *x);

/* Bound of what is exact but for rounding, relative to its terms. */
static const double budget_rounding = 1e-12;

/* Books the work of a solve that begins at b->v. */
void budget_book_energy(struct budget *b, const struct contact_event *e);

/* The chain where another solve follows a load, of which a part may have been. */
void budget_end_load(struct budget *b, const struct contact_event *e);

/* b->returned := M^-1 G^T lambda of a load; false: no memory. */
bool budget_find_returned(struct budget *b, const struct contact_event *e);

/* Raises *worst to a value, which is infinite where it is no number. */
void budget_note(struct budget_worst *worst, double value, double t, int phase,
                 int where);

/* A run over the model's span in so many steps under a law of restitution. */
struct budget_run {
    const char *law; /* of restitution, by its name among the options */
    int steps;       /* made */
    double h;
    struct diagnostic why; /* why it ended early; "" */
    json_t *series; /* t and struct budget_sums at some times, taken over; or NULL */
};

/* Appends what was found: all of it, or only that impacts take energy. Nonzero: out of memory. */
int budget_results(const struct budget *b, const struct budget_run *run, bool all,
                   struct results *results);

/* The whole study, of an integrator from outside: what its states and impulses come to. */
int budget_of_states(const struct study *s, struct results *results,
                     struct diagnostic *d);

#endif
