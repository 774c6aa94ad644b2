/* The model at one state, dense and in MPFR: what a step with contacts evaluates.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CONTACT_SCENE_H
#define REF_CONTACT_SCENE_H

#include "problems/base/room.h"
#include "problems/graph/expr_matrix.h"
#include "problems/program/eval_constants.h"
#include "ref/status.h"

struct eval_mpfr; /* problems/readers/eval_mpfr.h */
struct model;     /* problems/model.h */
struct program;   /* problems/program/program.h */

/* A program of the model, and its outputs; program NULL: it has none. */
struct ref_scene_function {
    struct program *program;
    struct eval_mpfr *eval;
    int outputs;
    mpfr_t *out;
};

struct ref_scene {
    struct model *model;
    int nq, nv, nz, nx, contacts, rows, joints, holonomic;
    struct room room; /* of all arrays */
    int *first;       /* [contacts + 1] */
    mpfr_prec_t work;
    struct expr_matrix J_pattern, M_pattern, G_pattern, position_pattern;
    struct expr_matrix dynamics_pattern, response_pattern;
    struct ref_scene_function contact, gaps, mass, rates, map, velocity, position,
        dynamics;
    mpfr_t *restitution, *static_friction, *dynamic_friction, *viscous_friction;
    mpfr_t *in; /* (t | x) */

    /* At the state set last. */
    mpfr_t *gap, *offset; /* [contacts], [rows] */
    mpfr_t *J, *M, *G;    /* dense by columns */
    mpfr_t *joint_offset; /* [joints] the joints' velocities at v = 0 */
    mpfr_t *joint_error;  /* [joints] g, 0 where not holonomic */
};

enum ref_status ref_scene_init(struct ref_scene *s, struct model *m, mpfr_prec_t work,
                               enum eval_constants constants);
void ref_scene_clear(struct ref_scene *s);

/* Evaluates all but the rates. REF_NOT_FINITE. */
enum ref_status ref_scene_set(struct ref_scene *s, mpfr_srcptr t, const mpfr_t *x);

/* gap[contacts] at (t, x); y'[nv + nz], the free rates; bias[joints], the rest of the joints'
 * derivative by time when v' = 0. */
enum ref_status ref_scene_gaps(struct ref_scene *s, mpfr_srcptr t, const mpfr_t *x,
                               mpfr_t *gap);
enum ref_status ref_scene_rates(struct ref_scene *s, mpfr_srcptr t, const mpfr_t *x,
                                mpfr_t *rates);
enum ref_status ref_scene_bias(struct ref_scene *s, mpfr_srcptr t, const mpfr_t *x,
                               mpfr_t *bias);

/* q[nq] += N(q0) d[nv]; quaternions in q to norm 1. */
void ref_scene_move(struct ref_scene *s, const mpfr_t *q0, const mpfr_t *d, mpfr_t *q);
void ref_scene_normalise(const struct ref_scene *s, mpfr_t *q);

/* Whether contacts a and b are of one patch: their normal rows have the same columns. */
bool ref_scene_is_patch(const struct ref_scene *s, int a, int b);

#endif
