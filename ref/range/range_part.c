/* One part |s - m| <= r of a step: series of the program's slots about m in balls, bounds on
 * what they leave out, and with these the residuals and signs.
 *
 * The residual p' - F has the terms (k + 1) c_{k+1} - F_k below the order N of the series,
 * and beyond it those of p' and the remainder of F. N is where p's own terms are rounding, and
 * a little more.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_poly.h>
#include <math.h>

#include "problems/base/many.h"
#include "ref/range/range.h"

enum {
    LEAST_TERMS = 6,
    MORE_TERMS_PART = 8, /* this part more than what p itself needs */
    /* p's terms count as rounding at 2^-(bits - 8) of the largest. */
    ROUNDING_BITS = 8
};

static mag_ptr sizes(const struct ref_range *r, int i) {
    return r->size + (slong)i * (r->order + 1);
}

static arb_ptr series(const struct ref_range *r, int i) {
    return r->about + (slong)i * (r->order + 1);
}

void ref_range_shift(struct ref_range *r, const arf_t middle) {
    arb_t m;
    arb_init(m);
    arb_set_arf(m, middle);
    _arb_vec_set(r->about, r->whole, (slong)r->polynomials * (r->order + 1));
    for (int i = 0; i < r->polynomials; i++) {
        if (!arf_is_zero(middle))
            _arb_poly_taylor_shift(series(r, i), m, r->order + 1, r->bits);
        for (int k = 0; k <= r->order; k++)
            arb_get_mag(sizes(r, i) + k, series(r, i) + k);
    }
    arb_clear(m);
}

/* The first N from which on the terms of polynomial i are rounding. */
static int count_terms(const struct ref_range *r, int i, const mag_t radius) {
    int count = 0;
    mag_t power, term, largest;
    mag_inits(power, term, largest);
    mag_one(power);
    for (int pass = 0; pass < 2; pass++, mag_one(power))
        for (int k = 0; k <= r->order; k++, mag_mul(power, power, radius)) {
            mag_mul(term, sizes(r, i) + k, power);
            if (pass == 0)
                mag_max(largest, largest, term);
            else if (mag_cmp(term, largest) > 0)
                count = k + 1;
            if (pass == 0 && k == r->order)
                mag_mul_2exp_si(largest, largest, ROUNDING_BITS - r->bits);
        }
    mag_clears(power, term, largest);
    return count;
}

static int choose_order(const struct ref_range *r, const mag_t radius) {
    int most = LEAST_TERMS;
    for (int i = 0; i < r->polynomials; i++) {
        int count = count_terms(r, i, radius);
        most = count > most ? count : most;
    }
    most += most / MORE_TERMS_PART + 1;
    return most < r->order + 1 ? most : r->order + 1;
}

static double find_exponent(void *context, int i, int k) {
    const struct ref_range *r = context;
    mag_srcptr size = sizes(r, i) + k;
    return mag_is_zero(size) ? -INFINITY : mag_get_d_log2_approx(size);
}

/* The program's series about t0 + m, orders below N. */
static void expand(struct ref_range *r, const arf_t middle, int order) {
    struct enclosure_tail *t = &r->tail;
    arb_ptr time = enclosure_tail_input(t, 0);
    _arb_vec_zero(time, order);
    arf_add(arb_midref(time), r->time, middle, ARF_PREC_EXACT, ARF_RND_NEAR);
    arb_one(time + 1);
    for (int i = 0; i < r->polynomials; i++)
        _arb_vec_set(enclosure_tail_input(t, 1 + i), series(r, i), order);
    for (int k = 0; k < order; k++) {
        long bits = ref_taper_bits(&r->taper, k, find_exponent, r);
        eval_arb_jet_precision(t->jet, bits < r->bits ? bits : r->bits);
        eval_arb_jet_order(t->jet, k);
    }
    enclosure_tail_read(t, order);
}

/* bound >= |residual i| for |s - m| <= radius. */
static void bound_residual(mag_t bound, const struct ref_range *r, int i,
                           const mag_t radius) {
    const struct enclosure_tail *t = &r->tail;
    const int of = r->derivative_of[i];
    arb_srcptr output = enclosure_tail_output(t, i);
    arb_t term;
    mag_t size;
    arb_init(term);
    mag_init(size);
    mag_zero(bound);
    for (int k = r->order; k >= 0; k--) {
        arb_zero(term);
        if (of >= 0 && k < r->order)
            arb_mul_ui(term, series(r, of) + k + 1, (ulong)k + 1, r->bits);
        if (k < t->order)
            arb_sub(term, term, output + k, r->bits);
        arb_get_mag(size, term);
        mag_mul(bound, bound, radius);
        mag_add(bound, bound, size);
    }
    mag_add(bound, bound, enclosure_tail_bound(t, i));
    arb_clear(term);
    mag_clear(size);
}

static bool residuals_are_small(struct ref_range *r, const mag_t radius) {
    bool small = true;
    mag_t bound;
    mag_init(bound);
    enclosure_tail_scale(&r->tail, radius);
    enclosure_tail_run(&r->tail, r->size, r->order);
    r->defect = 0;
    for (int i = 0; i < r->residuals && small; i++) {
        bound_residual(bound, r, i, radius);
        small = mag_cmp(bound, r->allowed + i) <= 0;
        if (!small) {
            r->gap = REF_RANGE_RESIDUAL;
            r->which = i;
        } else if (!mag_is_zero(bound)) {
            mag_max(r->bound + i, r->bound + i, bound);
            mag_div(bound, bound, r->allowed + i);
            r->defect = fmax(r->defect, mag_get_d(bound));
        }
    }
    mag_clear(bound);
    return small;
}

/* Whether the residuals are small on the other side of a select, too: then its sign does not
 * matter here. */
static bool is_indifferent(struct ref_range *r, int select, const arf_t middle,
                           const mag_t radius) {
    const int order = r->tail.order;
    const double defect = r->defect;
    bool same = false;
    signed char *branch = r->branch;
    signed char *other = flint_malloc((size_t)r->program->switches);
    for (int i = 0; i < r->program->switches; i++)
        other[i] = (signed char)(i == select ? -branch[i] : branch[i]);
    signed char *kept = flint_malloc((size_t)r->program->switches);
    for (int i = 0; i < r->program->switches; i++)
        kept[i] = branch[i];
    if (ref_range_decide(r, other) == REF_OK) {
        expand(r, middle, order);
        same = residuals_are_small(r, radius);
    }
    if (ref_range_decide(r, kept) == REF_OK)
        expand(r, middle, order);
    else
        same = false;
    enclosure_tail_scale(&r->tail, radius);
    enclosure_tail_surround(&r->tail, r->size, r->order, r->margin);
    r->defect = fmax(defect, r->defect);
    flint_free(other);
    flint_free(kept);
    return same;
}

/* A function that is zero to the margin, its series leaving out less than that, has no sign
 * that could be told. */
static bool has_sign(struct ref_range *r, int i, const arf_t middle, const mag_t radius,
                     int side) {
    const struct ref_range_watch *w = &r->watch[i];
    const int order = r->tail.order;
    arb_srcptr a = eval_arb_jet_output(r->tail.jet, w->slot);
    if (ref_range_sign(a, order, radius, r->tail.tail + w->slot, w->sign, side, r->bits))
        return true;
    mag_t left_out;
    mag_init(left_out);
    mag_mul_2exp_si(left_out, r->left_out + i, 1);
    const bool is_margin = mag_cmp(left_out, r->tail.tail + w->slot) <= 0;
    mag_clear(left_out);
    if (!is_margin || !ref_range_vanishes(a, order, radius, r->tail.tail + w->slot))
        return false;
    if (w->select >= 0 && is_indifferent(r, w->select, middle, radius))
        return true;
    if (!w->may_vanish)
        return false;
    r->vanishing++;
    return true;
}

bool ref_range_solves(struct ref_range *r, const arf_t middle, const mag_t radius) {
    expand(r, middle, choose_order(r, radius));
    r->parts++;
    return residuals_are_small(r, radius);
}

bool ref_range_part(struct ref_range *r, const arf_t middle, const arf_t radius,
                    int side) {
    mag_t length;
    mag_init(length);
    arf_get_mag(length, radius);
    ref_range_shift(r, middle);
    bool proved = ref_range_solves(r, middle, length);
    for (int i = 0; i < r->watches && proved; i++)
        mag_set(r->left_out + i, r->tail.tail + r->watch[i].slot);
    if (proved && r->watches > 0)
        enclosure_tail_surround(&r->tail, r->size, r->order, r->margin);
    for (int i = 0; i < r->watches && proved; i++) {
        proved = has_sign(r, i, middle, length, side);
        if (!proved) {
            r->gap = REF_RANGE_SIGN;
            r->which = i;
        }
    }
    mag_clear(length);
    return proved;
}
