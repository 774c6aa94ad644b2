/* Sums of the solution's series: at the end of a step, and at places in it.
 *
 * With the terms a_k = x_k h^k, the series and its derivative at tau = u h are
 *
 *     x(u h) = sum_k a_k u^k,      h x'(u h) = sum_k (k + 1) a_{k+1} u^k,
 *
 * each a single sum of products with powers u^k, which are the same in all steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/taylor/flow_sums.h"

/* A row of numbers is read backward: number k of it stands at order - k. */
static mpfr_ptr in_row(const struct ref_flow_sums *s, mpfr_t *row, int k) {
    return row[s->order - k];
}

static void set_powers(const struct ref_flow_sums *s, mpfr_t *row, mpfr_srcptr base) {
    mpfr_set_ui(in_row(s, row, 0), 1, MPFR_RNDN);
    for (int k = 1; k <= s->order; k++)
        mpfr_mul(in_row(s, row, k), in_row(s, row, k - 1), base, MPFR_RNDN);
}

enum ref_status ref_flow_sums_init(struct ref_flow_sums *s, int nx, mpfr_prec_t work,
                                   int order) {
    const size_t row = (size_t)order + 1;
    s->order = order;
    s->bits = work;
    s->number = mpfr_dot_alloc((REF_FLOW_PLACES + 1 + 2 * (size_t)nx) * row, work);
    if (s->number == NULL)
        return REF_NO_MEMORY;
    if (!mpfr_dot_init(&s->dot, work)) {
        mpfr_dot_free(s->number);
        s->number = NULL;
        return REF_NO_MEMORY;
    }
    s->power = s->number + REF_FLOW_PLACES * row;
    s->term = s->power + row;
    s->slope = s->term + (size_t)nx * row;
    mpfr_ptr fraction = s->term[0];
    for (int k = 1; k <= REF_FLOW_PLACES; k++) {
        mpfr_set_ui(fraction, (unsigned long)k, MPFR_RNDN);
        mpfr_div_ui(fraction, fraction, REF_FLOW_PLACES, MPFR_RNDN);
        set_powers(s, s->number + (size_t)(k - 1) * row, fraction);
    }
    return REF_OK;
}

void ref_flow_sums_clear(struct ref_flow_sums *s) {
    if (s->number == NULL)
        return;
    mpfr_dot_free(s->number);
    mpfr_dot_clear(&s->dot);
}

/* The sum of coefficient[k] times number k of a row, for k < count. */
static void add_up(mpfr_ptr sum, struct ref_flow_sums *s, mpfr_t *coefficient,
                   mpfr_t *row, int count) {
    mpfr_dot_sum(sum, &s->dot, (const mpfr_t *)coefficient,
                 (const mpfr_t *)(row + s->order), count, s->bits);
}

void ref_flow_sums_step(struct ref_flow_sums *s, mpfr_srcptr h) {
    set_powers(s, s->power, h);
}

void ref_flow_sums_end(mpfr_ptr value, struct ref_flow_sums *s, mpfr_t *coefficient) {
    add_up(value, s, coefficient, s->power, s->order + 1);
}

void ref_flow_sums_end_slope(mpfr_ptr slope, struct ref_flow_sums *s,
                             mpfr_t *coefficient) {
    mpfr_t *factor = s->slope;
    for (int k = 1; k <= s->order; k++)
        mpfr_mul_ui(factor[k - 1], coefficient[k], (unsigned long)k, MPFR_RNDN);
    mpfr_dot_sum(slope, &s->dot, (const mpfr_t *)factor,
                 (const mpfr_t *)(s->power + s->order - 1), s->order, s->bits);
}

void ref_flow_sums_terms(struct ref_flow_sums *s, int i, mpfr_t *coefficient) {
    const size_t first = (size_t)i * ((size_t)s->order + 1);
    mpfr_t *term = s->term + first, *slope = s->slope + first;
    for (int k = 0; k <= s->order; k++) {
        mpfr_mul(term[k], coefficient[k], in_row(s, s->power, k), MPFR_RNDN);
        if (k > 0)
            mpfr_mul_ui(slope[k - 1], term[k], (unsigned long)k, MPFR_RNDN);
    }
}

void ref_flow_sums_at(mpfr_ptr value, mpfr_ptr slope, struct ref_flow_sums *s, int i,
                      int place) {
    const size_t row = (size_t)s->order + 1;
    mpfr_t *powers = s->number + (size_t)(place - 1) * row;
    add_up(value, s, s->term + (size_t)i * row, powers, s->order + 1);
    add_up(slope, s, s->slope + (size_t)i * row, powers, s->order);
}
