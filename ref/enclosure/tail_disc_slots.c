/* Where the slots of a program are for complex |s| <= rho, along P: each in a box of complex
 * numbers, that of the operation on its arguments' boxes and, where it is e^L g
 * (tail_disc_split.c), also in e^L g; besides
 *
 *     log a       in the box of L_a + log g_a
 *     atan a      within artanh(1/|a|) of pi/2 or -pi/2, where |a| > 1 on all of the disc
 *
 * For real s a, L_a and g_a are real: where g_a is off (-inf, 0] a is positive, and the logarithm
 * is that of real numbers, continued. What is not finite is not known to be analytic.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/balls/arb_operation.h"
#include "problems/base/many.h"
#include "ref/enclosure/enclosure.h"

static bool is_finite(const struct enclosure_disc *d, int slot) {
    return slot < 0 || acb_is_finite(d->box + slot);
}

static acb_srcptr argument(const struct enclosure_disc *d, int slot) {
    return slot < 0 ? NULL : d->box + slot;
}

/* Nothing is known of what zero makes of a pole. */
static void operate_on_boxes(acb_t r, const struct enclosure_disc *d,
                             const struct instruction *code) {
    if (is_finite(d, code->a) && is_finite(d, code->b) && is_finite(d, code->c))
        acb_operate(r, code->operation, argument(d, code->a), argument(d, code->b),
                    argument(d, code->c), ENCLOSURE_LOW_BITS);
    else
        acb_indeterminate(r);
}

/* value := L_a + log g_a. */
static void take_logarithm(acb_t value, const struct enclosure_disc *d, int a) {
    acb_t log;
    acb_init(log);
    acb_operate(log, EXPR_LOG, d->rest + a, NULL, NULL, ENCLOSURE_LOW_BITS);
    enclosure_form_value(value, d->exponent + a, d->box);
    acb_add(value, value, log, ENCLOSURE_LOW_BITS);
    acb_clear(log);
}

/* value := a ball around pi/2 or -pi/2, as a is at the start; not finite unless |a| > 1. */
static void take_arc_tangent(acb_t value, const struct enclosure_disc *d, int a,
                             const arb_t start) {
    arb_t most;
    acb_t inverse;
    mag_t size, other;
    arb_init(most);
    acb_init(inverse);
    mag_inits(size, other);
    acb_inv(inverse, d->box + a, ENCLOSURE_LOW_BITS);
    acb_get_mag(size, inverse);
    enclosure_form_value(inverse, d->exponent + a, d->box);
    acb_neg(inverse, inverse);
    acb_exp(inverse, inverse, ENCLOSURE_LOW_BITS);
    acb_div(inverse, inverse, d->rest + a, ENCLOSURE_LOW_BITS);
    acb_get_mag(other, inverse);
    mag_min(size, size, other);
    arf_set_mag(arb_midref(most), size);
    arb_atanh(most, most, ENCLOSURE_LOW_BITS);
    arb_get_mag(size, most);
    acb_zero(value);
    arb_const_pi(acb_realref(value), ENCLOSURE_LOW_BITS);
    arb_mul_2exp_si(acb_realref(value), acb_realref(value), -1);
    if (arb_is_negative(start))
        acb_neg(value, value);
    if (!arb_is_finite(most) || arb_contains_zero(start))
        acb_indeterminate(value);
    else
        acb_add_error_mag(value, size);
    mag_clears(other, size);
    acb_clear(inverse);
    arb_clear(most);
}

/* box := what both know. */
static void meet(acb_ptr box, const acb_t other) {
    if (!acb_is_finite(box))
        acb_set(box, other);
    else if (acb_is_finite(other)) {
        arb_intersection(acb_realref(box), acb_realref(box), acb_realref(other),
                         ENCLOSURE_LOW_BITS);
        arb_intersection(acb_imagref(box), acb_imagref(box), acb_imagref(other),
                         ENCLOSURE_LOW_BITS);
    }
}

static void bound_slot(const struct enclosure_tail *t, int slot,
                       const struct instruction *code) {
    struct enclosure_disc *d = t->disc;
    acb_ptr box = d->box + slot;
    acb_t other;
    acb_init(other);
    acb_indeterminate(other);
    operate_on_boxes(box, d, code);
    bool is_split = enclosure_disc_split(d, slot, code) &&
                    acb_is_finite(d->rest + slot) &&
                    !enclosure_form_is_zero(d->exponent + slot);
    if (is_split) {
        enclosure_disc_exponential(other, d, d->exponent + slot);
        acb_mul(other, other, d->rest + slot, ENCLOSURE_LOW_BITS);
    } else if (code->operation == EXPR_LOG) {
        take_logarithm(other, d, code->a);
    } else if (code->operation == EXPR_ATAN) {
        take_arc_tangent(other, d, code->a, eval_arb_jet_output(t->jet, code->a));
    }
    meet(box, other);
    acb_clear(other);
    if (is_split)
        return;
    enclosure_form_zero(d->exponent + slot);
    acb_set(d->rest + slot, box);
}

/* radius := sum_{1 <= k <= degree} |x_k| rho^k. */
static void find_radius(mag_t radius, mag_srcptr size, int degree, const mag_t rho) {
    mag_zero(radius);
    for (int k = degree; k >= 1; k--) {
        mag_add(radius, radius, size + k);
        mag_mul(radius, radius, rho);
    }
}

/* The slot of an input or a constant: a ball around its first coefficient. */
static void set_leaf(struct enclosure_disc *d, int slot, arb_srcptr start,
                     const mag_t radius) {
    acb_set_round_arb(d->box + slot, start, ENCLOSURE_LOW_BITS);
    acb_add_error_mag(d->box + slot, radius);
    enclosure_form_zero(d->exponent + slot);
    acb_set(d->rest + slot, d->box + slot);
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
        bound_slot(t, first + i, &p->code[i]);
    mag_clear(radius);
}
