/* The nodes: zeros of P_s(x) - P_{s-1}(x), Legendre's polynomials on [-1, 1], moved to
 * [0, 1] (Hairer, Wanner (1996), IV.5, (5.3)); by Newton's method, with
 *
 *     (k+1) P_{k+1} = (2k+1) x P_k - k P_{k-1},    P'_{k+1} = P'_{k-1} + (2k+1) P_k.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/collocation/collocation_internal.h"
#include "ref/vector.h"

#include <math.h>

enum {
    MAX_NEWTON = 200,
    /* A correction below so many units in the last place, as a power of two, is rounding.
     */
    ROUNDING_BITS = 32
};

/* Where Newton's method is, and scratch. */
struct search {
    mpfr_t x, value, slope, correction;
    mpfr_t p, before, p_slope, slope_before, term;
};

static void init_search(struct search *z, mpfr_prec_t bits) {
    mpfr_inits2(bits, z->x, z->value, z->slope, z->correction, z->p, z->before,
                z->p_slope, z->slope_before, z->term, (mpfr_ptr)NULL);
}

static void clear_search(struct search *z) {
    mpfr_clears(z->x, z->value, z->slope, z->correction, z->p, z->before, z->p_slope,
                z->slope_before, z->term, (mpfr_ptr)NULL);
}

/* value := P_s(x) - P_{s-1}(x), slope := its derivative. */
static void evaluate(struct search *z, int s) {
    mpfr_set_zero(z->before, 1);
    mpfr_set_ui(z->p, 1, MPFR_RNDN);
    mpfr_set_zero(z->slope_before, 1);
    mpfr_set_zero(z->p_slope, 1);
    for (int k = 0; k < s; k++) {
        mpfr_mul_si(z->term, z->p, 2 * k + 1, MPFR_RNDN);
        mpfr_add(z->slope_before, z->slope_before, z->term, MPFR_RNDN);
        mpfr_mul(z->term, z->term, z->x, MPFR_RNDN);
        mpfr_mul_si(z->before, z->before, k, MPFR_RNDN);
        mpfr_sub(z->before, z->term, z->before, MPFR_RNDN);
        mpfr_div_si(z->before, z->before, k + 1, MPFR_RNDN);
        mpfr_swap(z->before, z->p);
        mpfr_swap(z->slope_before, z->p_slope);
    }
    mpfr_sub(z->value, z->p, z->before, MPFR_RNDN);
    mpfr_sub(z->slope, z->p_slope, z->slope_before, MPFR_RNDN);
}

/* x := the zero near x, another than 1: Newton's method for the polynomial without its
 * factor x - 1. */
static enum ref_status polish_zero(struct search *z, int s) {
    long small = ROUNDING_BITS - (long)mpfr_get_prec(z->x);
    for (int i = 0; i < MAX_NEWTON; i++) {
        evaluate(z, s);
        mpfr_sub_ui(z->correction, z->x, 1, MPFR_RNDN);
        mpfr_div(z->correction, z->value, z->correction, MPFR_RNDN);
        mpfr_sub(z->slope, z->slope, z->correction, MPFR_RNDN);
        mpfr_div(z->correction, z->value, z->slope, MPFR_RNDN);
        mpfr_sub(z->x, z->x, z->correction, MPFR_RNDN);
        if (ref_exponent(z->correction) < small)
            return REF_OK;
    }
    return REF_NOT_CONVERGED;
}

/* Begins at the zeros of the like sum of Chebyshev's polynomials. */
enum ref_status ref_radau_find_nodes(struct ref_radau *r) {
    int s = r->stages;
    struct search z;
    init_search(&z, r->bits);
    enum ref_status status = REF_OK;
    mpfr_set_zero(r->node[0], 1);
    for (int i = 1; i < s && status == REF_OK; i++) {
        mpfr_set_d(z.x, cos(2 * acos(-1.0) * (s - i) / (2 * s - 1)), MPFR_RNDN);
        status = polish_zero(&z, s);
        mpfr_add_ui(r->node[i], z.x, 1, MPFR_RNDN);
        mpfr_div_2ui(r->node[i], r->node[i], 1, MPFR_RNDN);
        if (mpfr_cmp(r->node[i], r->node[i - 1]) <= 0)
            status = REF_NOT_CONVERGED;
    }
    mpfr_set_ui(r->node[s], 1, MPFR_RNDN);
    clear_search(&z);
    return status;
}
