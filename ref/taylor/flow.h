/* The flow by Taylor's method, one step after the other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TAYLOR_FLOW_H
#define REF_TAYLOR_FLOW_H

#include "problems/readers/eval_jet.h"
#include "ref/taylor/flow_sums.h"
#include "ref/taylor/switching.h"
#include "ref/taper.h"
#include "ref/ref.h"
#include "ref/truth.h"

struct ref_alternatives; /* alternatives.c */

/* The order that a precision asks for (A. Jorba, M. Zou (2005), (11)). */
int ref_taylor_order(mpfr_prec_t bits);

/* A state below 2^-(4 bits) is none. */
enum { REF_FLOOR_FACTOR = 4 };

/* step := that of Taylor's method of an order, where measure(context, k) is log2 of the largest
 * coefficient of order k, -inf where all vanish (flow_step.c, section 3.2.1), and `least` that
 * of the least state that counts. False: a polynomial, and step is 0. */
bool ref_taylor_step(mpfr_ptr step, int order, double least,
                     double (*measure)(void *context, int k), void *context);
double ref_taylor_size(mpfr_srcptr largest); /* log2 of it, -inf for zero */

struct ref_flow {
    int nx, order;
    mpfr_prec_t bits;
    struct program *program; /* of F */
    struct program *shared;  /* of F, with less to compute; NULL if F has selects */
    struct eval_jet *jet;    /* its inputs are the series of (t, x) */
    struct ref_switching switching;
    struct ref_flow_sums sums;
    struct ref_taper taper;
    struct ref_alternatives *others; /* NULL: F has no selects */
    mpfr_t *x;                       /* the state (size nx) */
    mpfr_t time, target, step, scratch;
    bool started, shortened; /* by its defect: the last step that was prepared */
    long steps, crossings;
    int creeping;         /* so many steps that were shortened lie behind, in a row */
    mpfr_t creeping_from; /* where they began */
    struct ref_proving *proving; /* flow_proof.c; NULL: steps are not proved */
    bool is_compared;            /* with another run (defect.c) */
};

/* Aims at t1 >= time; one step towards it; whether it has been reached. */
enum ref_status ref_flow_aim(ref_flow *f, mpfr_srcptr t1);
enum ref_status ref_flow_step(ref_flow *f);
bool ref_flow_arrived(const ref_flow *f);

/* The series of x, and the switching functions to the same order, for the branches in force; the
 * highest order of x that is finite, which is f->order if all are. */
int ref_flow_expand(ref_flow *f);

/* alternatives.c: REF_EITHER_SIDE if other branches of the surfaces on which the step begins
 * lead to another motion; REF_TOGETHER if they are too many to look at. For f->switching, whose
 * branches hold. */
enum ref_status ref_flow_look_for_others(ref_flow *f);
enum ref_status ref_alternatives_init(ref_flow *f);
void ref_alternatives_free(struct ref_alternatives *w); /* takes NULL */

/* flow_proof.c: from here on each step is proved (range/range.h), or shortened, or refused with
 * REF_UNPROVED. */
enum ref_status ref_flow_prove(ref_flow *f, struct model *m,
                               enum eval_constants constants);
void ref_flow_prove_end(ref_flow *f);

/* Proves the step of f->step, which ends at a crossing where *crossed; that is changed where
 * the step is shortened. starts_on_surface: some switching function is zero at its start. */
enum ref_status ref_flow_prove_step(ref_flow *f, bool starts_on_surface, bool *crossed);

/* What the steps were proved for, and what could not be proved. */
struct ref_proving {
    struct ref_range *range;
    struct ref_proof proof;
    struct ref_unproved unproved;
    mpfr_t disturbance; /* sum of h times the bounds on |x' - F| */
    mpfr_t reached, scale, term, power;
    bool *watched; /* (size selects) */
};

/* defect.c: shortens the step until the series solves the equation in all of it; whether that
 * was necessary. */
bool ref_flow_limit_defect(ref_flow *f);

#endif
