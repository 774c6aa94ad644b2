/* Slots as e^L g, L a linear form of slots (the exponent) and g a box (the rest), so that what is
 * common to two exponents cancels, where a box tells nothing of e^u with a large range of Im u:
 *
 *     e^u         L = u,  g = 1                       2 cosh u = e^u (1 + e^(-2u)),  sinh likewise
 *     a b, a / b  L = L_a +- L_b,  g = g_a g_b, g_a / g_b
 *     a +- b      L = L_a,  g = g_a +- g_b e^(L_b - L_a)      where Re (L_b - L_a) <= 0
 *     a^c         L = c L_a,  g = g_a^c
 *
 * For real s the slots, and so L and g, are real: where g_a is off (-inf, 0] a is positive, and the
 * power is that of real numbers, continued.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/balls/arb_operation.h"
#include "ref/enclosure/enclosure.h"

void enclosure_disc_exponential(acb_t value, const struct enclosure_disc *d,
                                const struct enclosure_form *l) {
    enclosure_form_value(value, l, d->box);
    acb_exp(value, value, ENCLOSURE_LOW_BITS);
}

/* e^(+-u) (1 +- e^(-+2u))/2, as Re u is. */
static bool split_hyperbolic(struct enclosure_disc *d, int slot,
                             const struct instruction *code) {
    const slong sign = arf_sgn(arb_midref(acb_realref(d->box + code->a))) < 0 ? -1 : 1;
    struct enclosure_form *l = d->exponent + slot;
    acb_ptr g = d->rest + slot;
    enclosure_form_zero(l);
    enclosure_form_add_multiple(l, d->line + code->a, -2 * sign);
    enclosure_disc_exponential(g, d, l);
    if (code->operation == EXPR_SINH)
        acb_neg(g, g);
    acb_add_ui(g, g, 1, ENCLOSURE_LOW_BITS);
    acb_mul_2exp_si(g, g, -1);
    if (code->operation == EXPR_SINH && sign < 0)
        acb_neg(g, g);
    enclosure_form_zero(l);
    return enclosure_form_add_multiple(l, d->line + code->a, sign);
}

static bool split_product(struct enclosure_disc *d, int slot,
                          const struct instruction *code) {
    const int a = code->a, b = code->b;
    struct enclosure_form *l = d->exponent + slot;
    enclosure_form_zero(l);
    enclosure_form_add_multiple(l, d->exponent + a, 1);
    acb_operate(d->rest + slot, code->operation, d->rest + a, d->rest + b, NULL,
                ENCLOSURE_LOW_BITS);
    return enclosure_form_add_multiple(l, d->exponent + b,
                                       code->operation == EXPR_MUL ? 1 : -1);
}

/* The term whose exponent is larger gives L. */
static bool split_sum(struct enclosure_disc *d, int slot,
                      const struct instruction *code) {
    const int a = code->a, b = code->b;
    struct enclosure_form *l = d->exponent + slot;
    acb_ptr g = d->rest + slot;
    enclosure_form_zero(l);
    enclosure_form_add_multiple(l, d->exponent + b, 1);
    bool fits = enclosure_form_add_multiple(l, d->exponent + a, -1);
    acb_t scaled;
    acb_init(scaled);
    enclosure_form_value(scaled, l, d->box);
    const bool first = arf_sgn(arb_midref(acb_realref(scaled))) <= 0;
    if (!first)
        acb_neg(scaled, scaled);
    acb_exp(scaled, scaled, ENCLOSURE_LOW_BITS);
    acb_mul(scaled, scaled, d->rest + (first ? b : a), ENCLOSURE_LOW_BITS);
    acb_operate(g, code->operation, first ? d->rest + a : scaled,
                first ? scaled : d->rest + b, NULL, ENCLOSURE_LOW_BITS);
    acb_clear(scaled);
    enclosure_form_zero(l);
    return enclosure_form_add_multiple(l, d->exponent + (first ? a : b), 1) && fits;
}

/* a^c; c: NULL for 1/2. */
static bool split_power(struct enclosure_disc *d, int slot,
                        const struct instruction *code) {
    arb_t power;
    arb_init(power);
    struct enclosure_form *l = d->exponent + slot;
    if (code->operation == EXPR_POW)
        arb_set(power, acb_realref(d->box + code->b));
    else
        arb_set_d(power, 0.5);
    enclosure_form_zero(l);
    const bool fits = enclosure_form_add(l, d->exponent + code->a, power);
    acb_operate(d->rest + slot, code->operation, d->rest + code->a,
                code->b < 0 ? NULL : d->box + code->b, NULL, ENCLOSURE_LOW_BITS);
    arb_clear(power);
    return fits;
}

bool enclosure_disc_split(struct enclosure_disc *d, int slot,
                          const struct instruction *code) {
    switch (code->operation) {
    case EXPR_EXP:
        acb_one(d->rest + slot);
        enclosure_form_zero(d->exponent + slot);
        return acb_is_finite(d->box + code->a) &&
               enclosure_form_add_multiple(d->exponent + slot, d->line + code->a, 1);
    case EXPR_SINH:
    case EXPR_COSH:
        return acb_is_finite(d->box + code->a) && split_hyperbolic(d, slot, code);
    case EXPR_NEG:
        acb_neg(d->rest + slot, d->rest + code->a);
        enclosure_form_zero(d->exponent + slot);
        return enclosure_form_add_multiple(d->exponent + slot, d->exponent + code->a, 1);
    case EXPR_MUL:
    case EXPR_DIV: return split_product(d, slot, code);
    case EXPR_ADD:
    case EXPR_SUB: return split_sum(d, slot, code);
    case EXPR_SQRT:
    case EXPR_POW: return split_power(d, slot, code);
    default: return false;
    }
}
