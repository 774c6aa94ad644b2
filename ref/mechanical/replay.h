/* What the files of the replay of Simbody's integrators share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_MECHANICAL_REPLAY_H
#define REF_MECHANICAL_REPLAY_H

#include "problems/base/room.h"
#include "ref/mechanical/joints.h"
#include "ref/mechanical/step.h"

struct ref_mechanical {
    struct room room; /* of its arrays */
    struct model *model;
    struct ref_mechanical_options options;
    mpfr_prec_t bits;
    int nq, nv, nx;
    ref_joints *joints;
    struct program *unmap_program; /* NULL: N is the identity */
    struct eval_mpfr *unmap;
    struct program *field_program, *map_program; /* the replay's own precision */
    struct eval_mpfr *field, *map;
    double tolerance; /* of constraints */
    struct ref_mechanical_statistics count;

    mpfr_t t, t1, h, next; /* now, the attempt's end, its length, the size proposed */
    mpfr_t *x, *trial, *slope, *end_slope; /* (size nx) */
    bool slope_is_known, end_slope_is_known;
    mpfr_t *error;  /* of the attempt: result minus comparison (size nx) */
    mpfr_t *scale;  /* frozen for the step: of v and z (size nx, positions unused) */
    mpfr_t *before; /* the state at the last step's begin, for interpolation (nx) */
    mpfr_t *before_slope;
    mpfr_t before_t;
    mpfr_t *told; /* what is told (size nx) */
    mpfr_t told_t;
    mpfr_t *in;                    /* of the programs (size 1 + nx + nv) */
    mpfr_t *work[STEP_SLOPES + 1]; /* slopes and points within an attempt (size nx) */
    mpfr_t *small;                 /* N N+ dq, and the like (size nx + nv + 1) */
    mpfr_t *row;                   /* a vector of rows (size rows) */
    mpfr_t *matrix;         /* of a projection: rows x nq or nv, by rows (size rows nx) */
    mpfr_t *entry_state;    /* as it was when a projection began (size nx) */
    mpfr_t *iterate_before; /* (size nx) */
    mpfr_t a, b, c;         /* scratch */
    bool is_started;
    bool is_retried; /* the present attempt: one was rejected before it */
};

/* Whether q and u are projected by force, and until it gets worse only. */
struct ref_projection {
    bool forced, local_only;
    double limit;
};

/* slope[nx] := the field at (t, x), counted. */
enum ref_status ref_mechanical_field(ref_mechanical *r, mpfr_srcptr t, const mpfr_t *x,
                                     mpfr_t *slope);

/* qdot[nq] := N(q) v; the outputs may be the inputs. */
void ref_mechanical_map(ref_mechanical *r, const mpfr_t *q, const mpfr_t *v,
                        mpfr_t *qdot);

/* v[nv] := what the original takes for N+(q) dq: of each quaternion |quaternion|^2 times that. The
 * outputs may be the inputs. */
void ref_mechanical_unmap(ref_mechanical *r, const mpfr_t *q, const mpfr_t *dq,
                          mpfr_t *v);

/* trial, error := an attempt from (t, x) to t1, projected. REF_NOT_CONVERGED: a projection
 * failed. */
enum ref_status ref_mechanical_attempt(ref_mechanical *r);

/* norm := of the error of a step: the largest of the three groups' norms. */
void ref_mechanical_norm(ref_mechanical *r, const mpfr_t *error, mpfr_ptr norm);

/* norm := of one group of n numbers. */
void ref_mechanical_group_norm(ref_mechanical *r, const mpfr_t *value, int n,
                               mpfr_ptr norm);

/* scale := 1 where |x_i| <= 1, else 1/|x_i|. */
void ref_mechanical_freeze_scales(ref_mechanical *r);

/* Projects positions, then velocities of x, and removes what is normal from error[nx] (not
 * NULL). Counts. REF_NOT_CONVERGED. */
enum ref_status ref_mechanical_project(ref_mechanical *r, mpfr_srcptr t, mpfr_t *x,
                                       const struct ref_projection *how, mpfr_t *error,
                                       bool *changed);

/* One accepted step, no further than `until`. */
enum ref_status ref_mechanical_step(ref_mechanical *r, mpfr_srcptr until);

int ref_mechanical_error_order(const ref_mechanical *r);

#endif
