/* Power series of balls: functions, each from a differential equation whose coefficients of
 * order k - 1 are compared. With D = tau d/dtau, so that (D a)_k = k a_k,
 *
 *     sqrt          r^2 = a
 *     power         a D r = p r D a
 *     exp           D r = r D a
 *     log           a D r = D a
 *     sin, cos      D s = c D a,   D c = -s D a
 *     sinh, cosh    D s = c D a,   D c =  s D a
 *     tan           D r = w D a,   w = 1 + r^2
 *     tanh          D r = w D a,   w = 1 - r^2   (w_0 = sech^2 a_0)
 *     atan          w D r = D a,   w = 1 + a^2
 *     asin          w D r =  D a,  D w = -a D r   (w = cos asin a)
 *     acos          w D r = -D a,  D w =  a D r   (w = sin acos a)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/arb_jet.h"

#include "problems/balls/arb_operation.h"
#include "problems/readers/mpfr_operation.h"

int arb_jet_extras(enum expr_operation operation) {
    switch (operation) {
    case EXPR_EXP:
    case EXPR_LOG:
    case EXPR_SIN:
    case EXPR_COS:
    case EXPR_SINH:
    case EXPR_COSH: return 1;
    case EXPR_POW:
    case EXPR_TAN:
    case EXPR_TANH:
    case EXPR_ASIN:
    case EXPR_ACOS:
    case EXPR_ATAN: return 2;
    default: return 0;
    }
}

/* slope[k] := k a_k, or a_k from it. */
static void set_slope(const struct arb_jet_step *s, arb_srcptr a, int k, slong bits) {
    arb_mul_si(s->slope + k, a + k, k, bits);
}

static void set_from_slope(arb_ptr r, const struct arb_jet_step *s, int k, slong bits) {
    arb_div_si(r + k, s->slope + k, k, bits);
}

/* r_k := sum_{j=1}^k slope_j f_{k-j}/k: the solution of D r = f D a. */
static void integrate(arb_ptr r, const struct arb_jet_step *s, arb_srcptr f, int k,
                      slong bits) {
    arb_jet_convolve(r + k, s->slope, f, 1, k, k, bits);
    arb_div_si(r + k, r + k, k, bits);
}

/* slope_k := (slope_k - sum_{j=1}^{k-1} slope_j f_{k-j}) inverse: with f D r = g and slope_k
 * beginning as g_k, the slope of r. r_k follows. */
static void divide_slope(const struct arb_jet_step *s, arb_srcptr f, int k, slong bits) {
    arb_jet_subtract(s->slope + k, s->slope + k, s->slope, f, 1, k - 1, k, bits);
    arb_mul(s->slope + k, s->slope + k, s->inverse, bits);
    set_from_slope(s->r, s, k, bits);
}

static void take_root(const struct arb_jet_step *s, int k, slong bits) {
    arb_jet_square(s->r + k, s->r, 1, k, bits);
    arb_sub(s->r + k, s->a + k, s->r + k, bits);
    arb_mul(s->r + k, s->r + k, s->inverse, bits);
}

/* slope is that of r, other that of a. */
static void raise_to_power(const struct arb_jet_step *s, int k, slong bits) {
    arb_mul_si(s->other + k, s->a + k, k, bits);
    arb_jet_convolve(s->slope + k, s->other, s->r, 1, k, k, bits);
    arb_mul(s->slope + k, s->slope + k, s->b, bits);
    divide_slope(s, s->a, k, bits);
}

static void turn(const struct arb_jet_step *s, int k, slong bits) {
    arb_ptr sine = operation_is_sine(s->operation) ? s->r : s->partner;
    arb_ptr cosine = operation_is_sine(s->operation) ? s->partner : s->r;
    set_slope(s, s->a, k, bits);
    integrate(sine, s, cosine, k, bits);
    integrate(cosine, s, sine, k, bits);
    if (!operation_is_hyperbolic(s->operation))
        arb_neg(cosine + k, cosine + k);
}

static void take_tangent(const struct arb_jet_step *s, int k, slong bits) {
    set_slope(s, s->a, k, bits);
    integrate(s->r, s, s->other, k, bits);
    arb_jet_square(s->other + k, s->r, 0, k, bits);
    if (s->operation == EXPR_TANH)
        arb_neg(s->other + k, s->other + k);
}

static void take_arc_tangent(const struct arb_jet_step *s, int k, slong bits) {
    arb_jet_square(s->other + k, s->a, 0, k, bits);
    set_slope(s, s->a, k, bits);
    divide_slope(s, s->other, k, bits);
}

static void take_arc(const struct arb_jet_step *s, int k, slong bits) {
    set_slope(s, s->a, k, bits);
    if (s->operation == EXPR_ACOS)
        arb_neg(s->slope + k, s->slope + k);
    divide_slope(s, s->other, k, bits);
    integrate(s->other, s, s->a, k, bits);
    if (s->operation == EXPR_ASIN)
        arb_neg(s->other + k, s->other + k);
}

void arb_jet_function(const struct arb_jet_step *s, int k, slong bits) {
    switch (s->operation) {
    case EXPR_SQRT: take_root(s, k, bits); break;
    case EXPR_POW: raise_to_power(s, k, bits); break;
    case EXPR_EXP:
        set_slope(s, s->a, k, bits);
        integrate(s->r, s, s->r, k, bits);
        break;
    case EXPR_LOG:
        set_slope(s, s->a, k, bits);
        divide_slope(s, s->a, k, bits);
        break;
    case EXPR_SIN:
    case EXPR_COS:
    case EXPR_SINH:
    case EXPR_COSH: turn(s, k, bits); break;
    case EXPR_TAN:
    case EXPR_TANH: take_tangent(s, k, bits); break;
    case EXPR_ATAN: take_arc_tangent(s, k, bits); break;
    case EXPR_ASIN:
    case EXPR_ACOS: take_arc(s, k, bits); break;
    default: arb_indeterminate(s->r + k); break;
    }
}

/* other[0] := 1 + sign x^2. */
static void start_other(struct arb_jet_step *s, arb_srcptr x, int sign, slong bits) {
    arb_sqr(s->other, x, bits);
    arb_mul_si(s->other, s->other, sign, bits);
    arb_add_ui(s->other, s->other, 1, bits);
}

/* other[0] := 1 - tanh^2 a = sech^2 a, which far from zero is not what is left of a difference;
 * of a wide ball the narrower of the two. */
static void start_tanh(struct arb_jet_step *s, slong bits) {
    arb_t w;
    arb_init(w);
    start_other(s, s->r, -1, bits);
    arb_sech(w, s->a, bits);
    arb_sqr(w, w, bits);
    if (arb_is_finite(w) && mag_cmp(arb_radref(w), arb_radref(s->other)) < 0)
        arb_swap(w, s->other);
    arb_clear(w);
}

void arb_jet_function_start(struct arb_jet_step *s, slong bits) {
    if (s->partner)
        arb_operate_pair(operation_is_sine(s->operation) ? s->r : s->partner,
                         operation_is_sine(s->operation) ? s->partner : s->r,
                         operation_is_hyperbolic(s->operation), s->a, bits);
    else
        arb_operate(s->r, s->operation, s->a, s->b, s->c, bits);
    switch (s->operation) {
    case EXPR_SQRT:
        arb_inv(s->inverse, s->r, bits);
        arb_mul_2exp_si(s->inverse, s->inverse, -1);
        break;
    case EXPR_POW: arb_inv(s->inverse, s->a, bits); break;
    case EXPR_LOG:
        arb_inv(s->inverse, s->a, bits);
        if (!arb_is_finite(s->r)) /* 1/a is no derivative of what does not exist */
            arb_indeterminate(s->inverse);
        break;
    case EXPR_TAN: start_other(s, s->r, 1, bits); break;
    case EXPR_TANH: start_tanh(s, bits); break;
    case EXPR_ATAN:
        start_other(s, s->a, 1, bits);
        arb_inv(s->inverse, s->other, bits);
        break;
    case EXPR_ASIN:
    case EXPR_ACOS:
        start_other(s, s->a, -1, bits);
        arb_sqrt(s->other, s->other, bits);
        arb_inv(s->inverse, s->other, bits);
        break;
    default: break;
    }
}

void arb_jet_convolve(arb_ptr value, arb_srcptr a, arb_srcptr b, int first, int last,
                      int k, slong bits) {
    arb_dot(value, NULL, 0, a + first, 1, b + (k - first), -1, last - first + 1, bits);
}

void arb_jet_subtract(arb_ptr value, arb_srcptr initial, arb_srcptr a, arb_srcptr b,
                      int first, int last, int k, slong bits) {
    arb_dot(value, initial, 1, a + first, 1, b + (k - first), -1, last - first + 1, bits);
}

void arb_jet_square(arb_ptr value, arb_srcptr a, int first, int k, slong bits) {
    arb_jet_convolve(value, a, a, first, (k - 1) / 2, k, bits);
    arb_mul_2exp_si(value, value, 1);
    if (k % 2 == 0 && k / 2 >= first)
        arb_addmul(value, a + k / 2, a + k / 2, bits);
}
