/* Single operations in complex balls, as analytic functions. A finite ball around all values
 * leaves no room for a pole; what has to be excluded are branch cuts:
 *
 *     sqrt, log, non-integer powers    (-inf, 0]
 *     asin, acos                       (-inf, -1] and [1, inf)
 *     atan                             i (-inf, -1] and i [1, inf)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/balls/arb_operation.h"
#include "problems/base/many.h"

enum { ANALYTIC = 1 }; /* asked of Arb's functions with branch cuts */

/* Whether all |x| < 1. */
static bool is_below_one(const arb_t x) {
    mag_t bound;
    mag_init(bound);
    arb_get_mag(bound, x);
    bool below = mag_cmp_2exp_si(bound, 0) < 0;
    mag_clear(bound);
    return below;
}

/* Whether a meets none of the branch cuts from 1 and -1 outwards, where `along` is the part of
 * a that runs along them and `across` the other one. */
static bool is_off_cuts(const arb_t along, const arb_t across) {
    return !arb_contains_zero(across) || is_below_one(along);
}

static void take_arc_tangent(acb_ptr r, acb_srcptr a, slong bits) {
    if (is_off_cuts(acb_imagref(a), acb_realref(a)))
        acb_atan(r, a, bits);
    else
        acb_indeterminate(r);
}

/* asin or acos. With m the middle of a, |f(z) - f(m)| is at most |z - m| times the largest
 * |f'| = 1/|sqrt(1 - z^2)| on a, which is convex. */
static void take_arc(acb_ptr r, void (*f)(acb_t, const acb_t, slong), acb_srcptr a,
                     slong bits) {
    if (!is_off_cuts(acb_realref(a), acb_imagref(a))) {
        acb_indeterminate(r);
        return;
    }
    acb_t slope, middle;
    mag_t steepest, distance;
    acb_inits(slope, middle);
    mag_inits(steepest, distance);
    acb_sqr(slope, a, bits);
    acb_sub_ui(slope, slope, 1, bits);
    acb_neg(slope, slope);
    acb_rsqrt_analytic(slope, slope, ANALYTIC, bits);
    acb_get_mag(steepest, slope);
    mag_hypot(distance, arb_radref(acb_realref(a)), arb_radref(acb_imagref(a)));
    acb_get_mid(middle, a);
    f(r, middle, bits);
    if (!mag_is_zero(distance)) {
        mag_mul(distance, distance, steepest);
        acb_add_error_mag(r, distance);
    }
    mag_clears(distance, steepest);
    acb_clears(middle, slope);
}

static void multiply(acb_ptr r, acb_srcptr a, acb_srcptr b, slong bits) {
    if (a == b)
        acb_sqr(r, a, bits);
    else
        acb_mul(r, a, b, bits);
}

static void select_branch(acb_ptr r, acb_srcptr s, acb_srcptr a, acb_srcptr b) {
    if (acb_is_finite(s) && arb_is_nonnegative(acb_realref(s)))
        acb_set(r, a);
    else if (acb_is_finite(s) && arb_is_negative(acb_realref(s)))
        acb_set(r, b);
    else
        acb_indeterminate(r);
}

void acb_operate(acb_ptr r, enum expr_operation operation, acb_srcptr a, acb_srcptr b,
                 acb_srcptr c, slong bits) {
    switch (operation) {
    case EXPR_ADD: acb_add(r, a, b, bits); break;
    case EXPR_SUB: acb_sub(r, a, b, bits); break;
    case EXPR_MUL: multiply(r, a, b, bits); break;
    case EXPR_DIV: acb_div(r, a, b, bits); break;
    case EXPR_NEG: acb_neg(r, a); break;
    case EXPR_POW: acb_pow_analytic(r, a, b, ANALYTIC, bits); break;
    case EXPR_SQRT: acb_sqrt_analytic(r, a, ANALYTIC, bits); break;
    case EXPR_EXP: acb_exp(r, a, bits); break;
    case EXPR_LOG: acb_log_analytic(r, a, ANALYTIC, bits); break;
    case EXPR_SIN: acb_sin(r, a, bits); break;
    case EXPR_COS: acb_cos(r, a, bits); break;
    case EXPR_TAN: acb_tan(r, a, bits); break;
    case EXPR_ASIN: take_arc(r, acb_asin, a, bits); break;
    case EXPR_ACOS: take_arc(r, acb_acos, a, bits); break;
    case EXPR_ATAN: take_arc_tangent(r, a, bits); break;
    case EXPR_SINH: acb_sinh(r, a, bits); break;
    case EXPR_COSH: acb_cosh(r, a, bits); break;
    case EXPR_TANH: acb_tanh(r, a, bits); break;
    case EXPR_SELECT: select_branch(r, a, b, c); break;
    default: acb_indeterminate(r); break; /* leaves are no instructions */
    }
}
