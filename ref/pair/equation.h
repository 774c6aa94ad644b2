/* The equation x = x0 + h F(t1, x) of an implicit Euler step, in the result's precision and some
 * guard bits more, and the ways to its solution.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_PAIR_EQUATION_H
#define REF_PAIR_EQUATION_H

#include "problems/base/room.h"
#include "problems/graph/expr_matrix.h"
#include "problems/program/eval_constants.h"
#include "ref/status.h"

struct ref_linear; /* ref/linear.h */
struct eval_mpfr;  /* problems/readers/eval_mpfr.h */
struct model;      /* problems/model.h */
struct program;    /* problems/program/program.h */

struct ref_equation {
    struct room room; /* of its arrays */
    int nx;
    mpfr_prec_t bits; /* of the result */
    struct program *field_program, *jacobian_program;
    struct expr_matrix pattern; /* of dF/dx */
    struct eval_mpfr *field, *jacobian;
    struct ref_linear *matrix; /* I - h dF/dx, or its factors */
    mpfr_t *in;                /* (t1, x) (size 1 + nx) */
    mpfr_t *x;                 /* in + 1: the iterate (size nx) */
    mpfr_t *start;             /* x0 (size nx) */
    mpfr_t *update;            /* the residual, then the update of x (size nx) */
    mpfr_t *entry;             /* of dF/dx (size pattern.count) */
    mpfr_t *base, *step;       /* damping: a point and the update there (size nx) */
    mpfr_t h, product, norm, step_norm;
    struct ref_nearby *nearby; /* NULL: the model has no values in double */
    long iterations;           /* made so far */
};

enum ref_status ref_equation_init(struct ref_equation *e, struct model *m,
                                  mpfr_prec_t bits, enum eval_constants constants);
void ref_equation_clear(struct ref_equation *e);

/* The precision of its numbers. */
mpfr_prec_t ref_equation_bits(mpfr_prec_t bits);

/* update := x0 + h F(t1, x) - x. REF_NOT_FINITE: it has no value there. */
enum ref_status ref_equation_residual(struct ref_equation *e);

/* matrix := the factors of I - h dF/dx at x. */
enum ref_status ref_equation_factor(struct ref_equation *e);

/* update := matrix^-1 update; counted as an iteration. */
void ref_equation_correct(struct ref_equation *e);

struct ref_nearby;

/* nearby.c: the neighbourhood of a solution by iterations in double. The programs (of F and
 * dF/dx) and the pattern are the equation's, and outlive it; *nearby is NULL without a failure
 * where the model's constants have no values in double. */
enum ref_status ref_nearby_alloc(struct ref_nearby **nearby, struct model *m,
                                 const struct program *field,
                                 const struct program *jacobian,
                                 const struct expr_matrix *pattern);
void ref_nearby_free(struct ref_nearby *n); /* takes NULL */

/* From e's guess to the neighbourhood of the solution, and the matrix there; e is left as it is.
 * False: that way does not lead there quickly. */
bool ref_nearby_approach(struct ref_nearby *n, const struct ref_equation *e);

/* Component i of the place that was reached. */
double ref_nearby_component(const struct ref_nearby *n, int i);

/* b := matrix^-1 b, to some 40 bits (size nx). */
void ref_nearby_correct(struct ref_nearby *n, mpfr_t *b);

/* newton.c: solves the equation, from the guess in x, to the last bit of e->bits. */
enum ref_status ref_newton_solve(struct ref_equation *e);

/* damping.c: brings x from a guess at which Newton's method fails to where it converges, if it
 * can. */
enum ref_status ref_damping_approach(struct ref_equation *e);

/* continuation.c: brings x near the solution to which the start leads as h grows from 0.
 * REF_NOT_CONVERGED: the path turns back before. */
enum ref_status ref_continuation_approach(struct ref_equation *e);

#endif
