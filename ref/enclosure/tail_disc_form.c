/* Linear forms of slots, shift + sum_k factor_k a_(slot_k), their numbers real balls: what stands
 * in exponents. The terms that two of them share cancel, where the slots' boxes would add up.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/enclosure/enclosure.h"

void enclosure_form_init(struct enclosure_form *f) {
    f->terms = 0;
    arb_init(f->shift);
    for (int k = 0; k < ENCLOSURE_FORM_TERMS; k++)
        arb_init(f->factor[k]);
}

void enclosure_form_clear(struct enclosure_form *f) {
    for (int k = 0; k < ENCLOSURE_FORM_TERMS; k++)
        arb_clear(f->factor[k]);
    arb_clear(f->shift);
}

void enclosure_form_zero(struct enclosure_form *f) {
    f->terms = 0;
    arb_zero(f->shift);
}

void enclosure_form_set_slot(struct enclosure_form *f, int slot) {
    enclosure_form_zero(f);
    f->terms = 1;
    f->slot[0] = slot;
    arb_one(f->factor[0]);
}

/* Where the slot's term stands or would be put; -1 where there is no room. */
static int find_term(struct enclosure_form *f, int slot) {
    int k = 0;
    while (k < f->terms && f->slot[k] != slot)
        k++;
    if (k == ENCLOSURE_FORM_TERMS)
        return -1;
    if (k == f->terms) {
        f->slot[k] = slot;
        arb_zero(f->factor[k]);
        f->terms++;
    }
    return k;
}

bool enclosure_form_add(struct enclosure_form *f, const struct enclosure_form *a,
                        const arb_t scale) {
    arb_addmul(f->shift, a->shift, scale, ENCLOSURE_LOW_BITS);
    for (int i = 0; i < a->terms; i++) {
        const int k = find_term(f, a->slot[i]);
        if (k < 0)
            return false;
        arb_addmul(f->factor[k], a->factor[i], scale, ENCLOSURE_LOW_BITS);
    }
    return true;
}

bool enclosure_form_add_multiple(struct enclosure_form *f, const struct enclosure_form *a,
                                 slong multiple) {
    arb_t scale;
    arb_init(scale);
    arb_set_si(scale, multiple);
    const bool fits = enclosure_form_add(f, a, scale);
    arb_clear(scale);
    return fits;
}

void enclosure_form_value(acb_t value, const struct enclosure_form *f, acb_srcptr box) {
    acb_set_arb(value, f->shift);
    for (int k = 0; k < f->terms; k++)
        acb_addmul_arb(value, box + f->slot[k], f->factor[k], ENCLOSURE_LOW_BITS);
}

bool enclosure_form_is_zero(const struct enclosure_form *f) {
    return f->terms == 0 && arb_is_zero(f->shift);
}
