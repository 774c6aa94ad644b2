/* The reference for contacts with friction and restitution, in MPFR: plain text of the laws,
 * dense, one formula after the other. It shares the model's expressions with the code under
 * test, and nothing else. Conventions are those of ref.h; impulses push apart.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CONTACT_H
#define REF_CONTACT_H

#include <stdbool.h>

#include <mpfr.h>

#include "problems/program/eval_constants.h"
#include "ref/status.h"

struct model; /* problems/model.h */

/* ---- One problem of velocities and impulses: find v, r, lambda with
 *
 *     M (v - v_free) = J^T r + G^T lambda,   G v + joint_offset = 0,   u = J v + offset
 *     u_n >= 0,  r_n >= 0,  u_n r_n = 0
 *     |r_t| <= mu (r_n + known),   |u_t| r_t = -mu (r_n + known) u_t
 *
 * for the contacts that take part. Matrices are dense, by columns. */
struct ref_contact_problem {
    int nv, contacts, rows, joints;
    const int *first; /* [contacts + 1] */
    const mpfr_t *M;  /* nv * nv */
    const mpfr_t *J;  /* rows * nv */
    const mpfr_t *G;  /* joints * nv */
    const mpfr_t *v_free, *offset, *joint_offset;
    const mpfr_t *friction, *known; /* [contacts] */
    const bool *takes_part;         /* [contacts] */
};

struct ref_contact_answer {
    mpfr_t *v;             /* [nv] */
    mpfr_t *impulse;       /* [rows] */
    mpfr_t *joint_impulse; /* [joints] */
    int *state;            /* [contacts] 0 absent, 1 open, 2 sliding, 3 sticking */
    int solutions; /* different velocities that were found over all patterns of states; 0:
                      not all patterns were tried. Where two or more contacts slide in space
                      there may be more, or a line of them, of which points are counted */
    /* Of the laws, natural map with rho = 1 / w; as ref solves, 2^-bits. */
    mpfr_t residual;
};

/* Solves it to the last bits: every pattern of states by itself (planar friction has two ways of
 * sliding; of two directions sliding is solved by Newton's method), of all that satisfy the
 * laws the one with the least kinetic energy of v - v_free; redundant contacts share their
 * impulses in minimum norm, as far as the laws let them. v, impulse, joint_impulse and residual
 * are numbers of the caller's, of any precision. REF_SINGULAR: M is, or joints contradict each
 * other; REF_TOO_LONG: too many contacts for all patterns, and those near
 * a start by fixed-point iteration have not led there either; REF_NOT_CONVERGED: no pattern
 * satisfies the laws. `bits`: of the result; more are used inside. */
enum ref_status ref_contact_solve(const struct ref_contact_problem *problem,
                                  mpfr_prec_t bits, struct ref_contact_answer *answer);

/* ---- A step of the stepper, with every solve to the last bits. */
enum ref_contact_restitution { REF_POISSON, REF_NEWTON, REF_NO_RESTITUTION };
enum ref_contact_induced { REF_SIMULTANEOUS, REF_SEQUENTIAL, REF_MIXED };
enum ref_contact_projection { REF_BILATERAL, REF_UNILATERAL, REF_NO_PROJECTION };

struct ref_contact_options {
    bool faithful; /* phases and thresholds of Simbody; else of default mode */
    enum ref_contact_restitution restitution;
    enum ref_contact_induced induced;
    enum ref_contact_projection projection;
    bool semi_explicit, locates_impacts;
    int max_induced;
    double constraint_tolerance, capture_velocity, min_restitution_velocity,
        transition_velocity;
    enum eval_constants constants;
};

typedef struct ref_contact ref_contact;
/* *c refers to m, which must outlive it. REF_NOT_APPLICABLE: no contacts, or joints in faithful
 * mode; REF_NO_MEMORY; REF_BAD_ARGUMENT. *c is NULL then. */
enum ref_status ref_contact_alloc(ref_contact **c, struct model *m,
                                  const struct ref_contact_options *options,
                                  mpfr_prec_t bits);
void ref_contact_free(ref_contact *c); /* takes NULL */

/* x1[nx] := a step of h from (t, x[nx]); x1 may be x. impulse[rows] (not NULL) := of impacts and
 * load together. Default mode remembers which contacts carried load at the end of a step; one
 * that begins there, but for rounding of t, goes on with them. REF_BAD_ARGUMENT,
 * REF_NOT_FINITE, REF_SINGULAR, REF_NOT_CONVERGED (nothing obeys the laws), REF_TOO_LONG (that,
 * or impacts without end): x1 and impulse are as they were. */
enum ref_status ref_contact_step(ref_contact *c, mpfr_srcptr t, const mpfr_t *x,
                                 mpfr_srcptr h, mpfr_t *x1, mpfr_t *impulse);

/* Whether velocities have jumped by an impact in the last step. */
bool ref_contact_had_impact(const ref_contact *c);

/* ---- One planar impact by Routh's method: along the growing normal impulse p friction is mu dp
 * against the slip, or what holds it, until compression ends, and then until restitution does
 * (Poisson: p_end = (1 + e) p_compression). W[4] = J M^-1 J^T by columns, rows normal and
 * tangent; u[2] before; u1[2] and r[2] after. REF_BAD_ARGUMENT: W is not symmetric and positive
 * definite, mu < 0, e outside [0, 1]; u1 and r are as they were. E. J. Routh, Advanced Rigid
 * Dynamics (1905), chapter V; V. Bhatt, J. Koechling, Trans. ASME J. Appl. Mech. 62 (1995) 893. */
enum ref_status ref_routh_impact(const mpfr_t *W, const mpfr_t *u, mpfr_srcptr mu,
                                 mpfr_srcptr e, mpfr_t *u1, mpfr_t *r);

#endif
