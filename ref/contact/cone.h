/* Contacts' laws in impulses alone, once velocities and joints are eliminated:
 *
 *     u = W r + b,   u_n >= 0,  r_n >= 0,  u_n r_n = 0
 *     |r_t| <= mu (r_n + known),   |u_t| r_t = -mu (r_n + known) u_t
 *
 * W = J S J^T symmetric and positive semidefinite, S the inverse mass with joints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CONE_H
#define REF_CONE_H

#include "problems/base/room.h"
#include "ref/status.h"

struct ref_linear; /* ref/linear.h */

/* What of a contact takes part: nothing (r = 0), its friction alone (r_n = 0, u_n is free), all.
 */
enum ref_part { REF_NO_PART, REF_FRICTION_PART, REF_WHOLE_PART };

enum ref_tangent {
    REF_FREE, /* r_t = 0 */
    REF_STICK,
    REF_SLIDE
};
struct ref_cone_state {
    bool closed; /* u_n = 0, else r_n = 0 */
    enum ref_tangent tangent;
    bool fixed; /* the friction's direction is given, not sought */
};

struct ref_cone {
    struct room room; /* of its arrays */
    int contacts, rows;
    const int *first;         /* [contacts + 1], the caller's */
    mpfr_prec_t bits, work;   /* of the result, of all numbers here */
    mpfr_t *W;                /* rows x rows by columns */
    mpfr_t *b;                /* [rows] */
    mpfr_t *friction, *known; /* [contacts] */
    enum ref_part *part;
    struct ref_cone_state *state;
    mpfr_t *direction; /* [rows] of friction, in tangential rows: a unit vector */
    mpfr_t *r, *u;     /* [rows] */
    mpfr_t *weight;    /* [contacts] mean of W's diagonal in the contact's rows */
    mpfr_t *scaled;    /* rows x rows by rows: W_ij over the weight of i's contact */
    mpfr_t *shift;     /* [contacts] prox over the weight */
    mpfr_t *change;    /* [rows] */
    mpfr_t *saved;     /* [rows] */
    struct ref_linear *system;
    mpfr_t prox;  /* added to W's diagonal, so that redundant rows are no obstacle */
    mpfr_t scale; /* of velocities: max |b| of the rows that take part */
    mpfr_t residual, defect;              /* of the laws; of the equations of a pattern */
    mpfr_t y[2], size, radius, term, sum; /* scratch */
};

/* Working precision is twice the result's and so many bits more. */
enum { REF_CONE_GUARD_BITS = 128 };

/* W, b, friction and known are to be set by the caller, part too (all whole at first). */
enum ref_status ref_cone_alloc(struct ref_cone **made, int contacts, const int *first,
                               mpfr_prec_t bits);
void ref_cone_free(struct ref_cone *c); /* takes NULL */
mpfr_ptr ref_cone_entry(const struct ref_cone *c, int i, int j);

/* Once W, b and part are set: weights, prox and scale, and what is divided by weights. */
void ref_cone_prepare(struct ref_cone *c);

/* ---- cone_laws.c */

/* u := W r + b. */
void ref_cone_velocities(struct ref_cone *c);

/* radius := mu max(0, r_n + known) of contact i; whether there can be friction at all. */
void ref_cone_radius(struct ref_cone *c, int i);
bool ref_cone_has_friction(const struct ref_cone *c, int i);

/* residual := max w |r - P(r - u / w)|, P onto r_n >= 0 and the disc of friction (P. Alart, A.
 * Curnier, Comput. Methods Appl. Mech. Engrg. 92 (1991) 353); whether it is at most 2^-bits of
 * the scale. Forms u. */
bool ref_cone_is_solved(struct ref_cone *c);

/* The states that r and u show: open where u_n > 0, sliding where u_t is not zero, each beyond
 * what rounding leaves. */
void ref_cone_classify(struct ref_cone *c);

/* energy := (r - other)^T W (r - other), other NULL: zero. */
void ref_cone_energy(struct ref_cone *c, mpfr_ptr energy, const mpfr_t *other);

/* ---- cone_newton.c */

/* From r to where the equations of the states hold; REF_NOT_CONVERGED. The states are given,
 * or, if adaptive, those of the projection in ref_cone_is_solved at every iterate. */
enum ref_status ref_cone_newton(struct ref_cone *c, bool adaptive);

/* ---- cone_start.c: r := what Gauss-Seidel's iteration, contact by contact, in doubles, has
 * come to. */
enum ref_status ref_cone_start(struct ref_cone *c);

/* ---- cone_lemke.c: r of a problem without friction. REF_NOT_CONVERGED: it has no solution. */
enum ref_status ref_cone_lemke(struct ref_cone *c);

/* ---- cone_patterns.c */

/* The number of patterns of states, at most `limit` + 1. */
long ref_cone_patterns(const struct ref_cone *c, long limit);

/* r := of all patterns' solutions the one of least r^T W r; *solutions: how many of them
 * differ in velocity. REF_NOT_CONVERGED: none. */
enum ref_status ref_cone_enumerate(struct ref_cone *c, int *solutions);

/* ---- cone_norm.c: with u as it is, r := the impulses of least norm, where the laws allow
 * that. */
void ref_cone_share(struct ref_cone *c);

/* ---- cone_solve.c: r, u and state; residual. All patterns are tried if they are at most
 * `most`, or if they are at most REF_MOST_PATTERNS and a start has led nowhere; *solutions: what
 * they gave, 1 where there is no friction; 0: not all were tried. As ref_contact_solve. */
enum { REF_MOST_PATTERNS = 4096 };
enum ref_status ref_cone_solve(struct ref_cone *c, long most, int *solutions);

#endif
