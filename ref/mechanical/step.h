/* What the files of one step in exact form share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_MECHANICAL_STEP_H
#define REF_MECHANICAL_STEP_H

#include "problems/base/room.h"
#include "problems/graph/expr_matrix.h"
#include "ref/mechanical.h"

struct eval_mpfr;  /* problems/readers/eval_mpfr.h */
struct program;    /* problems/program/program.h */
struct ref_linear; /* ref/linear.h */

/* The slopes k1 .. k5 of Merson's method, of which the others use fewer. */
enum { STEP_SLOPES = 5 };

struct ref_step {
    struct room room; /* of its arrays */
    enum ref_mechanical_method method;
    int nq, nx;
    mpfr_prec_t work; /* precision of all that follows */
    struct program *field_program, *map_program, *jacobian_program;
    struct expr_matrix pattern; /* of dF/dx */
    struct eval_mpfr *field, *map, *jacobian;
    /* nx x nx: of an implicit equation, or of its derivative. */
    struct ref_linear *matrix;
    mpfr_t *in;    /* (t | x) (size 1 + nx) */
    mpfr_t *entry; /* of dF/dx (size pattern.count) */
    mpfr_t *start, *point, *middle, *result, *compared; /* states (size nx) */
    mpfr_t *base;               /* what an implicit equation begins with (size nx) */
    mpfr_t *update;             /* of Newton's method, or a right-hand side (size nx) */
    mpfr_t *slope[STEP_SLOPES]; /* (size nx) */
    mpfr_t *tangent;       /* d result / d x, by columns (size nx nx); NULL at first */
    mpfr_t *point_tangent; /* d point / d x (size nx nx) */
    mpfr_t *slope_tangent[STEP_SLOPES]; /* (size nx nx) */
    mpfr_t t, h, half_h, t1, term, norm, step_norm;
};

/* rate[nx] := F(t, x). REF_NOT_FINITE. */
enum ref_status ref_step_field(ref_step *s, mpfr_srcptr t, const mpfr_t *x, mpfr_t *rate);

/* entry := dF/dx at (t, x); entry i belongs to row[i] and column[i] of the pattern. */
enum ref_status ref_step_jacobian(ref_step *s, mpfr_srcptr t, const mpfr_t *x);

/* result := a step of h of semi-explicit Euler in a form, from (t, x), which does not
 * overlap it; point := where the velocities' rates were taken. */
enum ref_status ref_step_semi_explicit(ref_step *s, enum ref_mechanical_method form,
                                       mpfr_srcptr t, const mpfr_t *x, mpfr_srcptr h,
                                       mpfr_t *result);

/* Solves u = base + h F_u(t, x) for the block u = (x_first, ..., x_(first + count - 1)) of
 * x, which holds a guess, to the last bit. */
enum ref_status ref_step_solve_block(ref_step *s, mpfr_srcptr t, mpfr_srcptr h, int first,
                                     int count, mpfr_t *x);

/* matrix := the factors of I - h dF/dx, restricted to the block: outside it, I. The entries
 * of dF/dx are in s->entry. */
enum ref_status ref_step_factor_block(ref_step *s, mpfr_srcptr h, int first, int count);

/* Merson's method (R. H. Merson, Proc. Symp. Data Processing, Salisbury (1957); E. Hairer,
 * S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, II.4, (4.1)): slope i
 * is taken at t + node h and x + h sum_j weight_j slope_j, node and weights being over one
 * denominator. The last row gives the result, the one before it what it is compared with. */
struct merson_row {
    int node, weight[STEP_SLOPES], denominator;
};
extern const struct merson_row merson_rows[STEP_SLOPES + 1];

/* out := x + h sum_j weight_j slope_j of a row, for n components; term and sum are scratch. */
void merson_combine(const struct merson_row *row, mpfr_srcptr h, const mpfr_t *x,
                    mpfr_t *const slope[], int n, mpfr_t *out, mpfr_ptr term,
                    mpfr_ptr sum);

/* time := t + node h of a row; neither t nor h is time. */
void merson_time(const struct merson_row *row, mpfr_srcptr t, mpfr_srcptr h,
                 mpfr_ptr time);

/* The slopes from (t, x); result and compared. */
enum ref_status ref_step_merson(ref_step *s, mpfr_srcptr t, const mpfr_t *x,
                                mpfr_srcptr h);

#endif
