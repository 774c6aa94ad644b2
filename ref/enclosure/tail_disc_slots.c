/* Where the slots of a program are for complex |s| <= rho, along P: each in a box of complex
 * numbers, and between two absolute values:
 *
 *     least(a + b) = max(least_a - most_b, least_b - most_a)
 *     least(a / b) = least_a/most_b,  most(a / b) = most_a/least_b,  also where b's box contains 0
 *     |exp a| = exp(Re a),   sinh |Re a| <= |sinh a|, |cosh a| <= cosh |Re a|
 *
 * the last since |sinh(x + iy)|^2 = sinh^2 x + sin^2 y, |cosh(x + iy)|^2 = sinh^2 x + cos^2 y.
 * most is infinite, and least zero, where a is not known to be analytic.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/balls/arb_operation.h"
#include "problems/base/many.h"
#include "ref/enclosure/enclosure.h"

/* most and least of |e^x|, |sinh|, |cosh| from the real part of a's box. */
static void bound_exponential(mag_t most, mag_t least, enum expr_operation operation,
                              const acb_t a) {
    arb_t x, low, high;
    arb_inits(x, low, high);
    arb_set(x, acb_realref(a));
    if (operation != EXPR_EXP)
        arb_abs(x, x);
    arb_get_lbound_arf(arb_midref(low), x, ENCLOSURE_LOW_BITS);
    arb_get_ubound_arf(arb_midref(high), x, ENCLOSURE_LOW_BITS);
    if (operation == EXPR_EXP) {
        arb_exp(low, low, ENCLOSURE_LOW_BITS);
        arb_exp(high, high, ENCLOSURE_LOW_BITS);
    } else {
        arb_sinh(low, low, ENCLOSURE_LOW_BITS);
        arb_cosh(high, high, ENCLOSURE_LOW_BITS);
    }
    arb_get_mag(most, high);
    if (arb_is_positive(low))
        arb_get_mag_lower(least, low);
    else
        mag_zero(least);
    arb_clears(high, low, x);
}

/* least := max(least_a - most_b, least_b - most_a, 0). */
static void bound_sum(mag_t most, mag_t least, const struct enclosure_disc *d, int a,
                      int b) {
    mag_t other;
    mag_init(other);
    mag_add(most, d->most + a, d->most + b);
    mag_sub_lower(least, d->least + a, d->most + b);
    mag_sub_lower(other, d->least + b, d->most + a);
    mag_max(least, least, other);
    mag_clear(other);
}

/* Zero times what may have a pole, and zero over what may be zero, are not known to be zero. */
static bool is_analytic(const struct enclosure_disc *d, const struct instruction *code) {
    const bool product = code->operation == EXPR_MUL || code->operation == EXPR_DIV;
    return !product ||
           !(mag_is_inf(d->most + code->a) || mag_is_inf(d->most + code->b) ||
             (code->operation == EXPR_DIV && mag_is_zero(d->least + code->b)));
}

/* What the operation makes of absolute values; nothing is known of others. */
static void bound_size(mag_t most, mag_t least, const struct enclosure_disc *d,
                       const struct instruction *code) {
    const int a = code->a, b = code->b;
    mag_inf(most);
    mag_zero(least);
    if (!is_analytic(d, code))
        return;
    switch (code->operation) {
    case EXPR_ADD:
    case EXPR_SUB: bound_sum(most, least, d, a, b); break;
    case EXPR_NEG:
        mag_set(most, d->most + a);
        mag_set(least, d->least + a);
        break;
    case EXPR_MUL:
        mag_mul(most, d->most + a, d->most + b);
        mag_mul_lower(least, d->least + a, d->least + b);
        break;
    case EXPR_DIV:
        mag_div(most, d->most + a, d->least + b);
        mag_div_lower(least, d->least + a, d->most + b);
        break;
    case EXPR_EXP:
    case EXPR_SINH:
    case EXPR_COSH:
        if (acb_is_finite(d->box + a))
            bound_exponential(most, least, code->operation, d->box + a);
        break;
    default: break;
    }
}

static acb_srcptr argument(const struct enclosure_disc *d, int slot) {
    return slot < 0 ? NULL : d->box + slot;
}

static void bound_slot(struct enclosure_disc *d, int slot,
                       const struct instruction *code) {
    acb_ptr box = d->box + slot;
    mag_t size;
    mag_init(size);
    acb_operate(box, code->operation, argument(d, code->a), argument(d, code->b),
                argument(d, code->c), ENCLOSURE_LOW_BITS);
    bound_size(d->most + slot, d->least + slot, d, code);
    if (acb_is_finite(box)) {
        acb_get_mag(size, box);
        mag_min(d->most + slot, d->most + slot, size);
        acb_get_mag_lower(size, box);
        mag_max(d->least + slot, d->least + slot, size);
    }
    if (mag_is_inf(d->most + slot))
        mag_zero(d->least + slot);
    mag_clear(size);
}

/* The slot of an input or a constant: a ball around its first coefficient. */
static void set_leaf(struct enclosure_disc *d, int slot, arb_srcptr start,
                     const mag_t radius) {
    acb_set_round_arb(d->box + slot, start, ENCLOSURE_LOW_BITS);
    arb_add_error_mag(acb_realref(d->box + slot), radius);
    arb_add_error_mag(acb_imagref(d->box + slot), radius);
    acb_get_mag(d->most + slot, d->box + slot);
    acb_get_mag_lower(d->least + slot, d->box + slot);
}

/* radius := sum_{1 <= k <= degree} |x_k| rho^k. */
static void find_radius(mag_t radius, mag_srcptr size, int degree, const mag_t rho) {
    mag_zero(radius);
    for (int k = degree; k >= 1; k--) {
        mag_add(radius, radius, size + k);
        mag_mul(radius, radius, rho);
    }
}

void enclosure_disc_slots(const struct enclosure_tail *t, mag_srcptr size, int degree,
                          mag_srcptr width, const mag_t rho) {
    struct enclosure_disc *d = t->disc;
    const struct program *p = t->program;
    const int first = p->inputs + p->constants;
    mag_t radius;
    mag_init(radius);
    for (int i = 0; i < first; i++) {
        mag_zero(radius);
        if (i == 0)
            mag_set(radius, rho);
        else if (i < p->inputs)
            find_radius(radius, size + (i - 1) * (degree + 1), degree, rho);
        if (i > 0 && i < p->inputs && width != NULL)
            mag_add(radius, radius, width + i - 1);
        set_leaf(d, i, eval_arb_jet_output(t->jet, i), radius);
    }
    for (int i = 0; i < p->length; i++)
        bound_slot(d, first + i, &p->code[i]);
    mag_clear(radius);
}
