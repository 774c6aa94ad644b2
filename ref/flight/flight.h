/* The motion between events. Each contact is open, slides or sticks; in such a mode the motion
 * is smooth, and a power series in the time tau since the last step:
 *
 *     q' = N v,   M v' = M a + sum_u c_u lambda_u,   d/dt (row_u) = 0 for every unknown force u
 *
 * Unknown forces are the normal ones of contacts that are not open (row: the gap's derivative),
 * the tangential ones of those that stick (rows: the sliding velocities) and the joints'. The
 * direction c_u is the row J_u itself, but for the normal of a contact that slides along
 * w = u_t / |u_t| with a friction coefficient mu + nu |u_t|:
 *
 *     c_u = J_n - (mu w + nu u_t) . J_t
 *
 * What the forces of order k are follows from the rows of order k + 1, which vanish.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_FLIGHT_H
#define REF_FLIGHT_H

#include "problems/base/room.h"
#include "problems/graph/expr_matrix.h"
#include "problems/readers/eval_jet.h"
#include "ref/taylor/zeros.h"
#include "ref/mechanical/semidefinite.h"

struct model;          /* problems/model.h */
struct flight_proving; /* ref/flight/flight_proof.h */

/* As the states of struct ref_contact_answer. */
enum flight_state { FLIGHT_OPEN = 1, FLIGHT_SLIDING, FLIGHT_STICKING };

/* What stays positive in a mode: the gap of an open contact, the normal force of a closed one,
 * (mu lambda_n)^2 - |lambda_t|^2 of one that sticks, the slip of one that slides. */
enum flight_watch { WATCH_GAP, WATCH_FORCE, WATCH_CONE, WATCH_SLIP, FLIGHT_WATCHES };

/* One of the model's programs along the series. */
struct flight_function {
    struct program *program;
    struct eval_jet *jet;
};

struct flight {
    struct model *m;
    int nq, nv, nz, nx, contacts, rows, joints, order;
    mpfr_prec_t bits, work; /* to which the motion is followed; of the arithmetic */
    enum eval_constants constants;
    struct room room;           /* of all arrays */
    int *first;                 /* [contacts + 1] the first row of each contact */
    struct expr_matrix J, M, G; /* patterns: J^T is nv x rows, G joints x nv */
    struct flight_function map, rates, contact, mass, joint;
    mpfr_t *restitution, *static_friction, *dynamic_friction, *viscous_friction;

    enum flight_state *state; /* [contacts] the mode */
    /* [contacts] a contact that slides from rest has no slip whose direction could be told:
     * it slides along the direction of its own. */
    bool *from_rest;
    int unknowns, *unknown; /* the row of each; a joint's is rows + j */

    /* Series: coefficient k of element i is at i (order + 2) + k. */
    mpfr_t *x;                       /* [nx] */
    mpfr_t *speed;                   /* [rows] J v + offset */
    mpfr_t *slip;                    /* [contacts] |u_t| */
    mpfr_t *along;                   /* [rows] w, of sliding rows */
    mpfr_t *drag;                    /* one element: mu w + nu u_t of the row at hand */
    mpfr_t *pull;                    /* [unknowns * nv] c_u */
    mpfr_t *response;                /* [unknowns * nv] M^-1 c_u */
    mpfr_t *force;                   /* [unknowns] lambda */
    struct ref_linear *mass_factors; /* of M at tau = 0 */
    mpfr_t *schur;                   /* [unknowns^2] S = row_u . M^-1 c_w */
    struct ref_semidefinite squared; /* S S^T, of twice the precision */
    bool is_squared;                 /* whether it has been made */
    mpfr_t *speed_size; /* [order + 2] the largest part of a coefficient of v */
    mpfr_t *right;      /* [unknowns], of twice the precision */
    mpfr_t *scratch;    /* [nv] */
    mpfr_t *lean; /* [rows] the direction in which a contact that sticks would slide */

    mpfr_t largest_speed, largest_position; /* so far */
    mpfr_t time, target, step, sum, term, size;
    struct ref_zeros *zeros;
    mpfr_t *watched; /* [order + 2] one function */
    /* The event that ends the step: whose, and which function's zero. */
    int event_contact;
    enum flight_watch event_watch;
    bool *closed;   /* [contacts] */
    bool *dwindles; /* [contacts] the last impact was slow, and it did not rest since */
    bool rests;     /* nothing moves any more */
    bool is_fresh;  /* the state is that of an event, or the start */
    bool cuts_impacts; /* an impact was taken for the last one of infinitely many */
    long steps, events;
    struct flight_proving *proving; /* flight_proof.h; NULL: steps are not proved */
};

static inline mpfr_ptr flight_at(const struct flight *f, mpfr_t *series, int i, int k) {
    return series[i * (f->order + 2) + k];
}

/* flight.c */
enum ref_status flight_alloc(struct flight **f, struct model *m, mpfr_prec_t bits,
                             enum eval_constants constants);
void flight_free(struct flight *f); /* takes NULL */

/* flight_series.c: the series of x up to `order`, of the forces to one less, from the state in
 * the coefficients 0, in the mode. REF_SINGULAR: forces contradict each other;
 * REF_NOT_FINITE. */
enum ref_status flight_expand(struct flight *f, int order);
/* Gaps, rows and speeds at the state alone. */
void flight_look(struct flight *f);
mpfr_srcptr flight_gap(const struct flight *f, int contact, int k);

/* flight_friction.c: slip, direction and pulls of order k; of the speeds of that order. */
void flight_find_pulls(struct flight *f, int k);
void flight_find_slip(struct flight *f, int contact, int k);
bool flight_has_friction(const struct flight *f, int contact);
int flight_contact_of(const struct flight *f, int row);
/* The entries of a row, contact's or joint's, in the patterns: entry(e) is the series of the
 * derivative by velocity column(e), for e = *begin .. *end - 1. */
void flight_find_row(const struct flight *f, int row, int *begin, int *end);
int flight_row_column(const struct flight *f, int row, int e);
const mpfr_t *flight_row_entry(const struct flight *f, int row, int e);

/* flight_force.c: S and its factors; the unknown forces of order k, of the rows' coefficients of
 * order k + 1 without them in right[unknowns]. */
enum ref_status flight_prepare_forces(struct flight *f);
enum ref_status flight_solve_forces(struct flight *f, int k);

/* flight_watch.c: the coefficients c[0 .. count-1] of what is watched, of a series of x up to
 * `order`; those that vanish beside the numbers they come from are zero. The count, 0: not
 * watched in the contact's state. */
int flight_watch(struct flight *f, int contact, enum flight_watch which, int order,
                 mpfr_t *c);
/* The first k with c_k not zero; count: none. */
int flight_lead(const mpfr_t *c, int count);
int flight_find_unknown(const struct flight *f, int row); /* -1: none */

/* flight_mode.c: takes a mode that holds just after the state: those contacts are
 * closed whose gap and its rate vanish. REF_NO_MODE: none does. */
enum ref_status flight_choose_mode(struct flight *f);
/* Whether a contact has no slip at the state. */
bool flight_is_at_rest(struct flight *f, int contact);

/* flight_rest.c: rests := whether the state stays what it is for ever. REF_NO_MEMORY;
 * REF_NOT_APPLICABLE: it may also leave, as forces or rows have no bounded derivatives there. */
enum ref_status flight_try_rest(struct flight *f);

/* flight_event.c: shortens step to the first event; *found: there is one. REF_GRAZED: a
 * gap vanishes without changing its sign. */
enum ref_status flight_find_event(struct flight *f, bool *found);

/* flight_impact.c: rates of gaps and slips at the state; impacts of contacts that are hit; what
 * is closed then. As flight_check_dwindling. */
enum ref_status flight_collide(struct flight *f);
/* Whether a contact touches, with a gap that shrinks. */
bool flight_approaches(struct flight *f, int contact);

/* flight_dwindle.c: before an impact: which of the contacts that approach do so slowly. */
void flight_note_dwindling(struct flight *f);
/* REF_ACCUMULATES: several bounce without end at once, and no motion is known behind that;
 * REF_NO_MEMORY; REF_SINGULAR: M is. */
enum ref_status flight_check_dwindling(struct flight *f);

/* flight_step.c */
enum ref_status flight_start(struct flight *f, mpfr_srcptr t, const mpfr_t *x);
enum ref_status flight_step(struct flight *f);

bool flight_has_arrived(const struct flight *f);

/* Whether |value| <= 2^-bits size: the arithmetic has some more. */
bool flight_vanishes(struct flight *f, mpfr_srcptr value, mpfr_srcptr size);

/* flight_proof.c: frees what its proof has, if there is one. */
void flight_prove_end(struct flight *f);

#endif
