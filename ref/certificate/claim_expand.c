/* P, Taylor's polynomial through the centre of a set. No proof rests on how it is found.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "ref/certificate/claim.h"

enum { LEAST_TERMS = 8 };

/* log2 of a coefficient of P, for the taper. */
static double find_exponent(void *context, int i, int k) {
    struct claim *c = context;
    arb_srcptr term = eval_arb_jet_input(c->field.series, 1 + i) + k;
    mag_t size;
    mag_init(size);
    arb_get_mag(size, term);
    double exponent = mag_is_zero(size) ? -INFINITY : mag_get_d_log2_approx(size);
    mag_clear(size);
    return exponent;
}

static void set_start(struct claim *c, const arf_t t, const arf_t h, arf_srcptr centre) {
    arb_ptr time = eval_arb_jet_input(c->field.series, 0);
    _arb_vec_zero(time, c->order + 1);
    arb_set_arf(time, t);
    arb_set_arf(time + 1, h);
    for (int i = 0; i < c->n; i++) {
        arb_ptr series = eval_arb_jet_input(c->field.series, 1 + i);
        _arb_vec_zero(series, c->order + 1);
        arb_set_arf(series, centre + i);
    }
}

/* P's coefficients k + 1; false: one is not finite. */
static bool set_coefficients(struct claim *c, const arf_t h, int k, slong bits) {
    bool finite = true;
    for (int i = 0; i < c->n && finite; i++) {
        arb_ptr next = eval_arb_jet_input(c->field.series, 1 + i) + k + 1;
        arb_mul_arf(next, taylor_program_output(&c->field, i)->c + k, h, bits);
        arb_div_ui(next, next, (ulong)k + 1, bits);
        mag_zero(arb_radref(next));
        finite = arb_is_finite(next);
    }
    return finite;
}

/* P is in sigma, so that its terms have h^k in them: the taper's steps are of length 1. A term
 * of which no bit counts ends P. */
bool claim_expand(struct claim *c, const arf_t t, const arf_t h, arf_srcptr centre) {
    bool finite = true;
    set_start(c, t, h, centre);
    for (c->terms = 0; c->terms < c->order && finite; c->terms++) {
        long bits = ref_taper_bits(&c->taper, c->terms, find_exponent, c);
        if (bits < 0 && c->terms > LEAST_TERMS)
            break;
        bits = bits > c->bits ? c->bits : bits < CLAIM_LOW_BITS ? CLAIM_LOW_BITS : bits;
        eval_arb_jet_precision(c->field.series, bits);
        eval_arb_jet_order(c->field.series, c->terms);
        finite = set_coefficients(c, h, c->terms, bits);
    }
    for (int i = 0; i < c->n; i++)
        _arb_vec_set(claim_polynomial(c, i), eval_arb_jet_input(c->field.series, 1 + i),
                     c->order + 1);
    return finite;
}
