/* Jacobi's functions by theta functions (NIST Digital Library of Mathematical Functions,
 * 22.2.4-6 with 22.2.2 and 20.9.1): K = pi/(2 agm(1, sqrt(1 - m))), K' = K(1 - m),
 * tau = i K'/K, z = u/(2K),
 *
 *     sn = m^(-1/4) theta_1/theta_4,   cn = ((1 - m)/m)^(1/4) theta_2/theta_4,
 *     dn = (1 - m)^(1/4) theta_3/theta_4      of (z, tau),
 *     am(u) = n pi + arg(cn + i sn)(v),       v = u - 2 n K in (-2K, 2K),
 *
 * whose slopes by u are at most 1: the theta functions are taken at the middle of u.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/balls/arb_jacobi.h"

#include <acb_modular.h>

#include "problems/base/many.h"

/* 0 < m < 1 and what follows from it. */
struct modulus {
    arb_t m, complement, k, k_prime; /* m, 1 - m, K(m), K(1 - m) */
};

void arb_quarter(arb_t r, const arb_t a, slong bits) {
    arb_t one;
    arb_init(one);
    arb_one(one);
    if (arb_is_positive(a)) {
        arb_sqrt(r, a, bits);
        arb_agm(r, one, r, bits);
        arb_mul_2exp_si(r, r, 1);
        arb_const_pi(one, bits);
        arb_div(r, one, r, bits);
    } else {
        arb_indeterminate(r);
    }
    arb_clear(one);
}

static void modulus_init(struct modulus *s, arb_srcptr m, slong bits) {
    arb_inits(s->m, s->complement, s->k, s->k_prime);
    arb_set(s->m, m);
    arb_sub_ui(s->complement, m, 1, bits);
    arb_neg(s->complement, s->complement);
    arb_quarter(s->k, s->complement, bits);
    arb_quarter(s->k_prime, s->m, bits);
}

static void modulus_clear(struct modulus *s) {
    arb_clears(s->m, s->complement, s->k, s->k_prime);
}

/* a quotient of theta functions times the fourth root of another one: numerator/theta_4
 * (above/below)^(1/4). */
static void finish(arb_t r, const acb_t numerator, const acb_t theta_4, const arb_t above,
                   const arb_t below, slong bits) {
    arb_t factor;
    arb_init(factor);
    arb_div(factor, above, below, bits);
    arb_sqrt(factor, factor, bits);
    arb_sqrt(factor, factor, bits);
    arb_div(r, acb_realref(numerator), acb_realref(theta_4), bits);
    arb_mul(r, r, factor, bits);
    arb_clear(factor);
}

/* sn, cn, dn at u. */
static void find_three(arb_ptr sn, arb_ptr cn, arb_ptr dn, const arb_t u,
                       const struct modulus *s, slong bits) {
    acb_t theta[4], z, tau;
    arb_t one;
    for (int i = 0; i < 4; i++)
        acb_init(theta[i]);
    acb_inits(z, tau);
    arb_init(one);
    arb_one(one);
    arb_div(acb_realref(z), u, s->k, bits);
    arb_mul_2exp_si(acb_realref(z), acb_realref(z), -1);
    arb_div(acb_imagref(tau), s->k_prime, s->k, bits);
    acb_modular_theta(theta[0], theta[1], theta[2], theta[3], z, tau, bits);
    finish(sn, theta[0], theta[3], one, s->m, bits);
    finish(cn, theta[1], theta[3], s->complement, s->m, bits);
    finish(dn, theta[2], theta[3], s->complement, one, bits);
    arb_clear(one);
    acb_clears(tau, z);
    for (int i = 0; i < 4; i++)
        acb_clear(theta[i]);
}

/* n := the integer nearest to u/(2K), about, or 0 where no bit would be left of the rest;
 * v := u - 2 n K. */
static void reduce(fmpz_t n, arb_t v, const arb_t u, const struct modulus *s,
                   slong bits) {
    arf_t turns;
    arf_init(turns);
    arb_div(v, u, s->k, bits);
    arb_add_ui(v, v, 1, bits);
    arf_mul_2exp_si(turns, arb_midref(v), -1);
    arf_floor(turns, turns);
    fmpz_zero(n);
    if (arb_is_finite(v) && arf_cmpabs_2exp_si(turns, bits) < 0)
        arf_get_fmpz(n, turns, ARF_RND_NEAR);
    arb_mul_fmpz(v, s->k, n, bits);
    arb_mul_2exp_si(v, v, 1);
    arb_sub(v, u, v, bits);
    arf_clear(turns);
}

static void take_amplitude(arb_ptr r, const arb_t u, const struct modulus *s,
                           slong bits) {
    arb_t v, end, sn, cn, dn;
    fmpz_t n;
    fmpz_init(n);
    arb_inits(v, end, sn, cn, dn);
    reduce(n, v, u, s, bits);
    find_three(sn, cn, dn, v, s, bits);
    arb_mul_2exp_si(end, s->k, 1);
    arb_abs(dn, v);
    if (arb_lt(dn, end)) {
        arb_atan2(r, sn, cn, bits);
        arb_const_pi(end, bits);
        arb_addmul_fmpz(r, end, n, bits);
    } else {
        arb_indeterminate(r);
    }
    arb_clears(v, end, sn, cn, dn);
    fmpz_clear(n);
}

/* The ball of what lies in [-1, 1]. */
static void cut_to_unit(arb_ptr r, slong bits) {
    arb_t unit;
    arb_init(unit);
    mag_one(arb_radref(unit));
    if (arb_is_finite(r) && !arb_contains(unit, r) && arb_overlaps(r, unit))
        arb_intersection(r, r, unit, bits);
    arb_clear(unit);
}

void arb_jacobi(arb_ptr r, enum expr_operation function, arb_srcptr u, arb_srcptr m,
                slong bits) {
    struct modulus s;
    arb_t middle, other[2];
    arb_inits(middle, other[0], other[1]);
    arb_get_mid_arb(middle, u);
    mag_t radius;
    mag_init_set(radius, arb_radref(u));
    modulus_init(&s, m, bits);
    if (function == EXPR_AM)
        take_amplitude(r, middle, &s, bits);
    else if (function == EXPR_SN)
        find_three(r, other[0], other[1], middle, &s, bits);
    else if (function == EXPR_CN)
        find_three(other[0], r, other[1], middle, &s, bits);
    else
        find_three(other[0], other[1], r, middle, &s, bits);
    arb_add_error_mag(r, radius);
    if (function != EXPR_AM)
        cut_to_unit(r, bits);
    modulus_clear(&s);
    mag_clear(radius);
    arb_clears(other[1], other[0], middle);
}
