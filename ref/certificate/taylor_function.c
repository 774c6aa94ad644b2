/* Taylor models of functions: f(A)'s first terms from power series, and a rest
 *
 *     [f(A)]         f(A(sigma)) is analytic and at most M for |sigma| <= rho if f is so on the
 *                    disc |z - a_0| <= sum_{k >= 1} |a_k| rho^k; by Cauchy's estimate its terms
 *                    from N on are at most M rho^-N / (1 - 1/rho)
 *     f(A + T) - f(A)    at most sup |f'| |T|, f' over the range of A + T.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_poly.h>

#include "problems/balls/arb_operation.h"
#include "problems/base/many.h"
#include "ref/certificate/claim.h"

/* Radii rho that are tried: 2, 3, 4.5, ... */
enum { MOST_RADII = 30 };

bool taylor_function_terms(struct taylor_model *r, enum expr_operation operation,
                           const struct taylor_model *a, const struct taylor_model *b,
                           slong bits) {
    const slong room = r->length;
    arb_ptr f = r->own;
    arb_ptr other = _arb_vec_init(room);
    bool known = true;
    switch (operation) {
    case EXPR_POW: _arb_poly_pow_arb_series(f, a->c, a->length, b->c, room, bits); break;
    case EXPR_EXP: _arb_poly_exp_series(f, a->c, a->length, room, bits); break;
    case EXPR_LOG: _arb_poly_log_series(f, a->c, a->length, room, bits); break;
    case EXPR_SIN: _arb_poly_sin_cos_series(f, other, a->c, a->length, room, bits); break;
    case EXPR_COS: _arb_poly_sin_cos_series(other, f, a->c, a->length, room, bits); break;
    case EXPR_TAN: _arb_poly_tan_series(f, a->c, a->length, room, bits); break;
    case EXPR_ASIN: _arb_poly_asin_series(f, a->c, a->length, room, bits); break;
    case EXPR_ACOS: _arb_poly_acos_series(f, a->c, a->length, room, bits); break;
    case EXPR_ATAN: _arb_poly_atan_series(f, a->c, a->length, room, bits); break;
    case EXPR_SINH: _arb_poly_sinh_series(f, a->c, a->length, room, bits); break;
    case EXPR_COSH: _arb_poly_cosh_series(f, a->c, a->length, room, bits); break;
    case EXPR_TANH: {
        arb_ptr sine = _arb_vec_init(room);
        _arb_poly_sinh_cosh_series(sine, other, a->c, a->length, room, bits);
        _arb_poly_div_series(f, sine, room, other, room, room, bits);
        _arb_vec_clear(sine, room);
        break;
    }
    default: known = false; break;
    }
    _arb_vec_clear(other, room);
    return known;
}

/* bound >= |f| on the disc of this radius around a_0. */
static void bound_on_disc(mag_t bound, enum expr_operation operation,
                          const struct taylor_model *a, const struct taylor_model *b,
                          const mag_t radius) {
    acb_t z, exponent, value;
    acb_inits(z, exponent, value);
    acb_set_round_arb(z, a->c, CLAIM_LOW_BITS);
    acb_set_arb(exponent, b->c);
    arb_add_error_mag(acb_realref(z), radius);
    arb_add_error_mag(acb_imagref(z), radius);
    acb_operate(value, operation, z, exponent, NULL, CLAIM_LOW_BITS);
    acb_get_mag(bound, value);
    acb_clears(value, exponent, z);
}

/* radius := sum_{k >= 1} |a_k| rho^k. */
static void find_radius(mag_t radius, const struct taylor_model *a, const mag_t rho) {
    mag_t term;
    mag_init(term);
    mag_zero(radius);
    for (int k = a->length - 1; k >= 1; k--) {
        arb_get_mag(term, a->c + k);
        mag_add(radius, radius, term);
        mag_mul(radius, radius, rho);
    }
    mag_clear(term);
}

/* rest := [f(A)], the least of a few bounds. */
static void find_high_terms(mag_t rest, enum expr_operation operation,
                            const struct taylor_model *a, const struct taylor_model *b,
                            int room) {
    mag_t rho, radius, bound, factor;
    mag_inits(rho, radius, bound, factor);
    mag_inf(rest);
    mag_set_ui(rho, 2);
    for (int trial = 0; trial < MOST_RADII; trial++) {
        find_radius(radius, a, rho);
        bound_on_disc(bound, operation, a, b, radius);
        mag_inv(factor, rho);
        mag_geom_series(factor, factor, (ulong)room);
        mag_mul(bound, bound, factor);
        if (mag_cmp(bound, rest) >= 0)
            break;
        mag_set(rest, bound);
        mag_mul_ui(rho, rho, 3);
        mag_mul_2exp_si(rho, rho, -1);
    }
    mag_clears(rho, radius, bound, factor);
}

/* slope := f' on a range; not finite outside of f's domain. */
static void find_slope(arb_t slope, enum expr_operation operation, const arb_t range,
                       const arb_t exponent) {
    const slong bits = CLAIM_LOW_BITS;
    switch (operation) {
    case EXPR_EXP: arb_exp(slope, range, bits); break;
    case EXPR_LOG:
        arb_log(slope, range, bits);
        if (arb_is_finite(slope))
            arb_inv(slope, range, bits);
        break;
    case EXPR_TAN:
        arb_tan(slope, range, bits);
        arb_sqr(slope, slope, bits);
        arb_add_ui(slope, slope, 1, bits);
        break;
    case EXPR_ASIN:
    case EXPR_ACOS:
        arb_sqr(slope, range, bits);
        arb_sub_ui(slope, slope, 1, bits);
        arb_neg(slope, slope);
        arb_rsqrt(slope, slope, bits);
        break;
    case EXPR_SINH: arb_cosh(slope, range, bits); break;
    case EXPR_COSH: arb_sinh(slope, range, bits); break;
    case EXPR_POW:
        arb_sub_ui(slope, exponent, 1, bits);
        arb_pow(slope, range, slope, bits);
        arb_mul(slope, slope, exponent, bits);
        if (!arb_is_positive(range))
            arb_indeterminate(slope);
        break;
    default: arb_one(slope); break; /* sin, cos, atan, tanh: |f'| <= 1 */
    }
}

static void add_slope(mag_t rest, enum expr_operation operation,
                      const struct taylor_model *a, const struct taylor_model *b) {
    arb_t range, slope;
    mag_t bound;
    arb_inits(range, slope);
    mag_init(bound);
    taylor_range(range, a);
    find_slope(slope, operation, range, b->c);
    arb_get_mag(bound, slope);
    mag_addmul(rest, bound, a->rest);
    mag_clear(bound);
    arb_clears(slope, range);
}

void taylor_function_rest(mag_t rest, enum expr_operation operation,
                          const struct taylor_model *a, const struct taylor_model *b,
                          int room) {
    mag_zero(rest);
    if (a->length > 1)
        find_high_terms(rest, operation, a, b, room);
    if (!mag_is_zero(a->rest))
        add_slope(rest, operation, a, b);
}
