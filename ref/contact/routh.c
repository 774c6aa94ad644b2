/* A planar impact by Routh's method: along the growing normal impulse p
 *
 *     dr = (1, f) dp,   du = W dr,   f = -mu sign(u_t) while it slips;
 *
 * when slip ends, f = -W_tn / W_tt holds it if |f| <= mu, else slip goes on the way that W_tn
 * drives it. Compression ends at p_c where u_n = 0; the impact at p = (1 + e) p_c. u is linear
 * in p between the end of slip and those, which divide it into three pieces at most (E. J. Routh,
 * Advanced Rigid Dynamics (1905), chapter V; V. Bhatt, J. Koechling, Trans. ASME J. Appl.
 * Mech. 62 (1995) 893).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact.h"
#include "ref/vector.h"

struct impact {
    const mpfr_t *W;
    mpfr_srcptr mu;
    mpfr_t u[2], r[2], f, rate[2], step, limit, term;
    bool sticks;
};

/* f and du/dp where u_t is what it is. */
static void find_rates(struct impact *s) {
    int sign = mpfr_sgn(s->u[1]);
    s->sticks = false;
    if (sign == 0) {
        mpfr_div(s->f, s->W[1], s->W[3], MPFR_RNDN);
        mpfr_neg(s->f, s->f, MPFR_RNDN);
        s->sticks = mpfr_cmpabs(s->f, s->mu) <= 0;
        sign = mpfr_sgn(s->W[1]);
    }
    if (!s->sticks)
        mpfr_mul_si(s->f, s->mu, -sign, MPFR_RNDN);
    for (int i = 0; i < 2; i++)
        mpfr_fma(s->rate[i], s->W[2 + i], s->f, s->W[i], MPFR_RNDN);
    if (s->sticks)
        mpfr_set_zero(s->rate[1], 1);
}

/* step := the impulse until u_i = 0, if that comes, and before step. */
static bool ends_before(struct impact *s, int i) {
    if (mpfr_sgn(s->u[i]) * mpfr_sgn(s->rate[i]) >= 0)
        return false;
    mpfr_div(s->term, s->u[i], s->rate[i], MPFR_RNDN);
    mpfr_neg(s->term, s->term, MPFR_RNDN);
    if (!mpfr_less_p(s->term, s->step))
        return false;
    mpfr_set(s->step, s->term, MPFR_RNDN);
    return true;
}

static void advance_impulse(struct impact *s) {
    for (int i = 0; i < 2; i++)
        mpfr_fma(s->u[i], s->rate[i], s->step, s->u[i], MPFR_RNDN);
    mpfr_add(s->r[0], s->r[0], s->step, MPFR_RNDN);
    mpfr_fma(s->r[1], s->f, s->step, s->r[1], MPFR_RNDN);
}

/* Goes on until r_n = limit, or, if that is infinite, until u_n = 0. */
static enum ref_status press(struct impact *s) {
    enum { MOST_PIECES = 3 };
    bool compresses = mpfr_inf_p(s->limit);
    for (int k = 0; k < MOST_PIECES; k++) {
        find_rates(s);
        mpfr_sub(s->step, s->limit, s->r[0], MPFR_RNDN);
        bool stops = ends_before(s, 1), ends = compresses && ends_before(s, 0);
        if (mpfr_inf_p(s->step))
            return REF_NOT_CONVERGED;
        advance_impulse(s);
        if (ends || !stops) {
            if (compresses)
                mpfr_set_zero(s->u[0], 1);
            return REF_OK;
        }
        mpfr_set_zero(s->u[1], 1);
        if (compresses && mpfr_sgn(s->u[0]) >= 0)
            return REF_OK;
    }
    return REF_NOT_CONVERGED;
}

/* Whether W is positive definite, mu and e are possible. */
static bool is_possible(struct impact *s, const mpfr_t *u, mpfr_srcptr e) {
    if (!vector_is_finite(s->W, 4) || !vector_is_finite(u, 2) || !mpfr_number_p(s->mu) ||
        !mpfr_number_p(e) || mpfr_sgn(s->mu) < 0 || mpfr_sgn(e) < 0 ||
        mpfr_cmp_si(e, 1) > 0 || !mpfr_equal_p(s->W[1], s->W[2]))
        return false;
    mpfr_fmms(s->term, s->W[0], s->W[3], s->W[1], s->W[2], MPFR_RNDN);
    return mpfr_sgn(s->W[0]) > 0 && mpfr_sgn(s->term) > 0;
}

static enum ref_status find_impact(struct impact *s, mpfr_srcptr e) {
    find_rates(s);
    int approach = mpfr_sgn(s->u[0]);
    bool presses = approach < 0 || (approach == 0 && mpfr_sgn(s->rate[0]) < 0);
    if (!presses)
        return REF_OK;
    mpfr_set_inf(s->limit, 1);
    enum ref_status status = press(s);
    if (status != REF_OK || mpfr_zero_p(e))
        return status;
    mpfr_fma(s->limit, e, s->r[0], s->r[0], MPFR_RNDN);
    return press(s);
}

enum ref_status ref_routh_impact(const mpfr_t *W, const mpfr_t *u, mpfr_srcptr mu,
                                 mpfr_srcptr e, mpfr_t *u1, mpfr_t *r) {
    enum { GUARD_BITS = 64 };
    mpfr_prec_t work = mpfr_get_prec(u1[0]) + mpfr_get_prec(W[0]) + GUARD_BITS;
    struct impact s = {.W = W, .mu = mu};
    mpfr_inits2(work, s.u[0], s.u[1], s.r[0], s.r[1], s.f, s.rate[0], s.rate[1], s.step,
                s.limit, s.term, (mpfr_ptr)NULL);
    enum ref_status status = REF_BAD_ARGUMENT;
    if (is_possible(&s, u, e)) {
        for (int i = 0; i < 2; i++) {
            mpfr_set(s.u[i], u[i], MPFR_RNDN);
            mpfr_set_zero(s.r[i], 1);
        }
        status = find_impact(&s, e);
    }
    for (int i = 0; i < 2 && status == REF_OK; i++) {
        mpfr_set(u1[i], s.u[i], MPFR_RNDN);
        mpfr_set(r[i], s.r[i], MPFR_RNDN);
    }
    mpfr_clears(s.u[0], s.u[1], s.r[0], s.r[1], s.f, s.rate[0], s.rate[1], s.step,
                s.limit, s.term, (mpfr_ptr)NULL);
    return status;
}
