/* The range of a Taylor model, from its first terms over parts of [0, 1].
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_poly.h>

#include "problems/base/many.h"
#include "ref/certificate/claim.h"

enum {
    PARTS = 4,
    PARTS_EXPONENT = 2,
    RANGE_BITS = 16 /* terms below 2^-16 of the largest are bounded by their sum */
};

/* How many terms a range is worth: all behind them are small. */
static int choose_terms(const struct taylor_model *a) {
    int length = a->length;
    mag_t largest, term;
    mag_inits(largest, term);
    for (int k = 0; k < a->length; k++) {
        arb_get_mag(term, a->c + k);
        mag_max(largest, largest, term);
    }
    mag_mul_2exp_si(largest, largest, -RANGE_BITS);
    for (; length > 1; length--) {
        arb_get_mag(term, a->c + length - 1);
        if (mag_cmp(term, largest) > 0)
            break;
    }
    mag_clears(term, largest);
    return length;
}

void taylor_range(arb_t range, const struct taylor_model *a) {
    const int terms = choose_terms(a);
    mag_t others;
    arb_t value, part;
    mag_init(others);
    arb_inits(value, part);
    for (slong k = 0; k < PARTS; k++) {
        arb_set_si(part, 2 * k + 1);
        arb_add_error_2exp_si(part, 0);
        arb_mul_2exp_si(part, part, -1 - PARTS_EXPONENT);
        _arb_poly_evaluate_horner(value, a->c, terms, part, CLAIM_LOW_BITS);
        if (k == 0)
            arb_set(range, value);
        else
            arb_union(range, range, value, CLAIM_LOW_BITS);
    }
    taylor_sum(others, a, terms);
    arb_add_error_mag(range, others);
    arb_add_error_mag(range, a->rest);
    mag_clear(others);
    arb_clears(part, value);
}

void taylor_sum(mag_t sum, const struct taylor_model *a, int first) {
    mag_t term;
    mag_init(term);
    mag_zero(sum);
    for (int k = first; k < a->length; k++) {
        arb_get_mag(term, a->c + k);
        mag_add(sum, sum, term);
    }
    mag_clear(term);
}
