/* An impact at one configuration: velocities change at once, by impulses that obey the laws of
 * contacts in rounds of compression and restitution.
 *
 * Compression is a solve from v-, with u_C = u after it and r_C its impulses. Restitution by
 * Poisson imposes s e_i r_C,n, and solves again from there; by Newton it solves from v- with u_n
 * + e_i u_n- for u_n, and goes the part s of the way from v_C to that. s = 1, but where kinetic
 * energy (as seen from the contacts) would rise by that: then the largest part with which the
 * impulses imposed do not make it rise.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_IMPACT_H
#define REF_IMPACT_H

#include "problems/base/room.h"
#include "ref/contact.h"
#include "ref/contact/elimination.h"

struct ref_impact {
    struct ref_contact_problem problem; /* v_free: v-; known: not looked at; takes_part:
                                           what touches */
    const mpfr_t *restitution;          /* [contacts] e */
    enum ref_contact_restitution law;
    /* Simultaneous: one round with all that touches; else rounds with what approaches, mixed:
     * all in the last. */
    enum ref_contact_induced induced;
    int max_induced;
    bool caps;            /* s; otherwise 1 */
    double capture, ramp; /* e in effect at the approach speed v: 0 for v <= capture;
                                  1 - (1 - e) v / ramp below ramp; e */
    double threshold;     /* what approaches no faster has no impact */
};

/* v[nv] := velocities after it; impulse[rows] (not NULL) := all its impulses. What does not
 * approach in the end does so by rounding only. As ref_contact_solve. */
enum ref_status ref_impact_solve(const struct ref_impact *impact, mpfr_prec_t bits,
                                 mpfr_t *v, mpfr_t *impulse);

/* ---- The same for a step, which has the matrices eliminated already, and friction in *c. */
struct ref_collision {
    struct room room; /* of its arrays */
    const struct ref_impact *impact;
    struct ref_elimination *e;
    struct ref_cone *c;
    long most_patterns;
    mpfr_t *v;                        /* [nv] before, then after */
    mpfr_t *impulse;                  /* [rows] the sum of all solves */
    mpfr_t *joint_impulse;            /* [joints] */
    mpfr_t *before, *end, *direction; /* [nv] v- of a round; v_C; d */
    mpfr_t *u_before, *u_end;         /* [rows] */
    mpfr_t *offset;                   /* [rows] */
    mpfr_t *expansion;                /* [contacts] */
    mpfr_t *pressed;                  /* [rows] r_C */
    mpfr_t *held, *total;             /* [joints] of the compression, of a round */
    mpfr_t budget, linear, square, share, speed, term;
    int rounds;
};

enum ref_status ref_collision_init(struct ref_collision *s, struct ref_elimination *e,
                                   struct ref_cone *c);
void ref_collision_clear(struct ref_collision *s);

/* v := after the impact, impulse and joint_impulse: what it takes. Nothing happens where nothing
 * approaches. */
enum ref_status ref_collision_run(struct ref_collision *s,
                                  const struct ref_impact *impact);

/* u[rows] := J v + offset; e in effect at the normal velocity u < 0. */
void ref_collision_velocities(const struct ref_collision *s, const mpfr_t *v, mpfr_t *u);
void ref_impact_restitution(const struct ref_impact *impact, int contact, mpfr_srcptr u,
                            mpfr_ptr e);

/* One solve from v_free with the offset given, with the parts set in c: leaves v in e->v, r in
 * c->r, lambda in e->lambda. Adding those to the impulses. */
enum ref_status ref_collision_solve(struct ref_collision *s, const mpfr_t *v_free,
                                    const mpfr_t *offset);
void ref_collision_add(struct ref_collision *s);

/* impact_round.c: with the parts chosen and u_before of v: v := after compression and
 * restitution. */
enum ref_status ref_impact_round(struct ref_collision *s);

#endif
