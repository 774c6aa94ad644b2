/* Single operations in MPFR.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/mpfr_operation.h"

#include "problems/base/mpfr_sine.h"
#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/mpfr_special.h"

static void select_branch(mpfr_ptr r, mpfr_srcptr s, mpfr_srcptr a, mpfr_srcptr b) {
    if (mpfr_nan_p(s))
        mpfr_set_nan(r);
    else
        mpfr_set(r, mpfr_sgn(s) >= 0 ? a : b, MPFR_RNDN);
}

/* Sine and cosine, of which either may be NULL. */
static void turn(mpfr_ptr sine, mpfr_ptr cosine, mpfr_srcptr a) {
    if (mpfr_is_angle(a)) {
        mpfr_sine_cosine(sine, cosine, a);
        return;
    }
    if (sine != NULL)
        mpfr_set_nan(sine);
    if (cosine != NULL)
        mpfr_set_nan(cosine);
}

static void take_tangent(mpfr_ptr r, mpfr_srcptr a) {
    if (mpfr_is_angle(a))
        mpfr_tan(r, a, MPFR_RNDN);
    else
        mpfr_set_nan(r);
}

void mpfr_operate(mpfr_ptr r, enum expr_operation operation, mpfr_srcptr a, mpfr_srcptr b,
                  mpfr_srcptr c) {
    switch (operation) {
    case EXPR_ADD: mpfr_add(r, a, b, MPFR_RNDN); break;
    case EXPR_SUB: mpfr_sub(r, a, b, MPFR_RNDN); break;
    case EXPR_MUL: mpfr_mul(r, a, b, MPFR_RNDN); break;
    case EXPR_DIV: mpfr_div(r, a, b, MPFR_RNDN); break;
    case EXPR_NEG: mpfr_neg(r, a, MPFR_RNDN); break;
    case EXPR_POW: mpfr_pow(r, a, b, MPFR_RNDN); break;
    case EXPR_SQRT: mpfr_sqrt(r, a, MPFR_RNDN); break;
    case EXPR_EXP: mpfr_exp(r, a, MPFR_RNDN); break;
    case EXPR_LOG: mpfr_log(r, a, MPFR_RNDN); break;
    case EXPR_SIN: turn(r, NULL, a); break;
    case EXPR_COS: turn(NULL, r, a); break;
    case EXPR_TAN: take_tangent(r, a); break;
    case EXPR_ASIN: mpfr_asin(r, a, MPFR_RNDN); break;
    case EXPR_ACOS: mpfr_acos(r, a, MPFR_RNDN); break;
    case EXPR_ATAN: mpfr_atan(r, a, MPFR_RNDN); break;
    case EXPR_SINH: mpfr_sinh(r, a, MPFR_RNDN); break;
    case EXPR_COSH: mpfr_cosh(r, a, MPFR_RNDN); break;
    case EXPR_TANH: mpfr_tanh(r, a, MPFR_RNDN); break;
    case EXPR_SELECT: select_branch(r, a, b, c); break;
    default:
        if (operation_is_special(operation))
            mpfr_special(r, operation, a, b);
        else
            mpfr_set_nan(r); /* leaves are no instructions */
        break;
    }
}

void mpfr_operate_pair(mpfr_ptr sine, mpfr_ptr cosine, bool hyperbolic, mpfr_srcptr a) {
    if (hyperbolic)
        mpfr_sinh_cosh(sine, cosine, a, MPFR_RNDN);
    else
        turn(sine, cosine, a);
}

enum problem_status mpfr_round_constant(mpfr_ptr value, const graph *g,
                                        const struct program *p, int i,
                                        enum eval_constants constants) {
    if (constants == EVAL_EXACT_CONSTANTS)
        return expr_constant(g, p->constant[i], value);
    double d = 0;
    enum problem_status status = expr_constant_double(g, p->constant[i], &d);
    if (status == PROBLEM_OK)
        mpfr_set_d(value, d, MPFR_RNDN);
    return status;
}
