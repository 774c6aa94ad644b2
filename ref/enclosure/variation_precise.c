/* V~ with more bits than doubles have (variation.c has its equation): coefficients in v->bits,
 * in the variable s, from the middles of J's coefficients. Its defect is bounded by the same
 * formulas with u = 2^-bits (variation_error.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/enclosure/enclosure.h"

static arb_ptr coefficient(const struct enclosure_variation *v, int i, int j, int k) {
    return v->v + (slong)(i * v->n + j) * (v->order + 1) + k;
}

/* to += J's entry times row `column` of V~, in coefficient k. */
static void add_entry(const struct enclosure_variation *v, arf_struct *to, int entry,
                      int k) {
    arb_srcptr factor = enclosure_tail_output(&v->tail, entry);
    for (int l = 0; l <= k && l < v->terms[entry]; l++)
        for (int j = 0; j < v->n; j++)
            arf_addmul(to + j, arb_midref(factor + l),
                       arb_midref(coefficient(v, v->column[entry], j, k - l)), v->bits,
                       ARF_RND_NEAR);
}

void enclosure_variation_refine(struct enclosure_variation *v) {
    const int n = v->n;
    arf_ptr sum = enclosure_exact_alloc(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            arb_set_ui(coefficient(v, i, j, 0), i == j);
    for (int k = 0; k < v->degree; k++)
        for (int i = 0, entry = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                arf_zero(sum + j);
            for (; entry < v->entries && v->row[entry] == i; entry++)
                add_entry(v, sum, entry, k);
            for (int j = 0; j < n; j++) {
                arb_ptr to = coefficient(v, i, j, k + 1);
                arf_div_ui(arb_midref(to), sum + j, (ulong)k + 1, v->bits, ARF_RND_NEAR);
                mag_zero(arb_radref(to));
            }
        }
    enclosure_exact_free(sum, n);
}
