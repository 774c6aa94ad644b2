/* What the files of constraints share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_JOINTS_H
#define REF_JOINTS_H

#include "problems/base/room.h"
#include "problems/graph/expr_matrix.h"
#include "ref/mechanical.h"
#include "ref/mechanical/semidefinite.h"

/* Simbody's SignificantReal, eps^(7/8). */
static const double ref_significant = 2.0097183471152322e-14;

/* One of the model's programs, and where its outputs go. */
struct ref_function {
    struct program *program;
    struct eval_mpfr *eval;
    mpfr_t *out; /* its outputs */
};

struct ref_joints {
    struct room room; /* of its arrays */
    struct model *model;
    int nq, nv, nx, ny, rows, holonomic;
    mpfr_prec_t bits, work,
        inner; /* of results, of linear algebra, of all that it is given */
    struct expr_matrix matrix, response, position_matrix, velocity_matrix;
    struct ref_function dynamics, position, velocity, map;
    struct ref_semidefinite all, positions; /* of the rows' matrices */
    mpfr_t *in;                             /* (t | x) (size 1 + nx) */
    mpfr_t *multiplier;                     /* (size rows) */
    mpfr_t *right, *length, *size, *rest;   /* to judge it by (size rows) */
    mpfr_t *trial, *nudged, *change;        /* of a projection (size nx) */
    mpfr_t term, norm, previous;
    mpfr_t rounded;   /* (`inner`) */
    double tolerance; /* of a replay; NaN: none */
    int failed_row;   /* that the last failure is about; -1: none */
};

/* ref_joints_alloc. Rounding: the functions and the multipliers' equations have no more than
 * `bits`, as those of an implementation in double. */
enum ref_status ref_joints_make(ref_joints **made, struct model *m, mpfr_prec_t bits,
                                bool rounding, enum eval_constants constants);

/* For a replay of an implementation whose products have no more than `bits` and which projects to
 * this tolerance. What rounding products leaves is no rank, which is decided at eps^(7/8) of the
 * largest row, Simbody's SignificantReal; contradictions are those of ref_joints_judge. */
void ref_joints_replay(ref_joints *j, double tolerance);

/* Whether `multiplier` solves G R lambda = b = G a + bias at (t, x) as nearly as a faithful
 * implementation wants it, a, G and bias being the dynamics' outputs. REF_CONTRADICTORY,
 * REF_NOT_FINITE. */
enum ref_status ref_joints_judge(ref_joints *j, mpfr_srcptr t, const mpfr_t *x,
                                 const mpfr_t *b);

/* The row of the largest |value|. */
int ref_joints_worst(const mpfr_t *value, int rows);

/* f->out := the function at (t, x). */
void ref_joints_run(ref_joints *j, struct ref_function *f, mpfr_srcptr t,
                    const mpfr_t *x);

#endif
