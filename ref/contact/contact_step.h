/* What the files of a step with contacts share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CONTACT_STEP_H
#define REF_CONTACT_STEP_H

#include "problems/base/room.h"
#include "ref/contact/contact_scene.h"
#include "ref/contact/impact.h"

/* Simbody's thresholds in use. */
struct ref_contact_thresholds {
    double tolerance;                        /* of gaps */
    double capture, restitution, transition; /* velocities */
};

struct ref_contact {
    struct room room; /* of its arrays */
    struct ref_contact_options options;
    struct ref_contact_thresholds in_use;
    struct ref_scene scene;
    struct ref_elimination elimination;
    struct ref_cone *cone;
    struct ref_collision collision;
    bool *touches;    /* [contacts] */
    bool *takes_part; /* [contacts] in the load */
    bool *was_open;   /* [contacts] */
    bool *lasts;      /* [contacts] carried load up to now */
    bool *separates;  /* [contacts] faster than the threshold, after impacts */
    bool had_impact;  /* in the step */
    mpfr_prec_t bits, work;
    mpfr_t end;           /* of the step before; NaN: none */
    mpfr_t t, h;          /* of the sub-step */
    mpfr_t *x;            /* [nx] the state */
    mpfr_t *trial;        /* [nx] */
    mpfr_t *rates;        /* [nv + nz] free ones */
    mpfr_t *bias;         /* [joints] */
    mpfr_t *v_free, *d;   /* [nv] */
    mpfr_t *v_end;        /* [nv] after the load */
    mpfr_t *u;            /* [rows] */
    mpfr_t *u_free;       /* [rows] */
    mpfr_t *offset;       /* [rows] */
    mpfr_t *joint_offset; /* [joints] */
    mpfr_t *hold;         /* [joints] lambda of the sub-step's load */
    mpfr_t *load;         /* [rows] impulses of the sub-step's load */
    mpfr_t *impulse;      /* [rows] of the step */
    mpfr_t *gap;          /* [contacts] */
    mpfr_t term, sum, press;
    mpfr_t whole, rest,
        part; /* lengths: of the step, what is left of it, of a sub-step */
};

/* contact_step.c: matrices at (t, x), eliminated. mu of each contact at the slip of u[rows], with a
 * transition velocity. */
enum ref_status ref_contact_look(struct ref_contact *c, mpfr_srcptr t, const mpfr_t *x);
void ref_contact_rub(struct ref_contact *c, const mpfr_t *u, double transition);
/* u := J v + offset of the scene. */
void ref_contact_speeds(struct ref_contact *c, const mpfr_t *v, mpfr_t *u);
/* One solve from v_free; the result in elimination.v, cone->r. */
enum ref_status ref_contact_solve_step(struct ref_contact *c, const mpfr_t *v_free,
                                       const mpfr_t *offset, const mpfr_t *joint_offset);

/* One step of c->h from c->t, c->x, in place, adding to c->impulse. contact_faithful.c,
 * contact_default.c */
enum ref_status ref_contact_faithful(struct ref_contact *c);
enum ref_status ref_contact_faithful_impact(struct ref_contact *c);
enum ref_status ref_contact_default(struct ref_contact *c);

/* contact_load.c: impacts at the state; the rates, the bias and v_free of a sub-step of c->h;
 * the same, and who takes part in the load; from these its v_end, load and hold; whether
 * positions then move with v_end rather than the mean. */
enum ref_status ref_contact_collide(struct ref_contact *c);
enum ref_status ref_contact_fly(struct ref_contact *c);
enum ref_status ref_contact_prepare_load(struct ref_contact *c);
enum ref_status ref_contact_load(struct ref_contact *c);
bool ref_contact_moves_with_end(struct ref_contact *c);

/* c->had_impact is true from here on if one of impulse[rows] is not 0. */
void ref_contact_note_impact(struct ref_contact *c, const mpfr_t *impulse);

/* Whether contact i bounces at all. */
bool ref_contact_bounces(const struct ref_contact *c, int i);

/* contact_position.c: the projection after a step of default mode, at the time c->t of c->x. */
enum ref_status ref_contact_position(struct ref_contact *c);

#endif
