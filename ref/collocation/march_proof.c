/* Steps of collocation, proved: x' = F along the polynomial of a step but for a defect d with
 *
 *     |d|_i <= 2^-(bits - 16) (mu_0 w_i + sum_j |h J_ij| w_j) / h,     w: the components' sizes,
 *
 * which is what the equations' terms are, rounded. What it changes x by, (mu_0 - h J)^-1 h d as
 * in stages_error.c, is added up. Switching functions have the signs of the branches imposed;
 * where one vanishes at an end of a piece, a switching time, it may do so.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_poly.h>
#include <math.h>
#include <stdlib.h>

#include "problems/base/many.h"
#include "ref/collocation/collocation_internal.h"
#include "ref/range/range.h"

enum {
    SLACK_BITS = 16,
    MARGIN_NUMERATOR = 3, /* the margin: 2^-(3/4 bits) of a component */
    MARGIN_DENOMINATOR = 4,
    /* Coefficients about an end of the step are up to (3 + 8^(1/2))^s times the values. */
    BITS_A_STAGE = 3,
    SUM_BITS = 64
};

struct ref_march_proving {
    struct ref_range *range;
    struct ref_proof proof;
    struct ref_unproved unproved;
    bool *watched; /* (size switches) */
    mpfr_t disturbance, reached, term;
    arb_ptr node, value, coefficient; /* (size stages + 1) */
    mag_ptr change;                   /* (size nx) */
};

static slong range_bits(const struct ref_march *w) {
    return ref_stages_bits(w->stages.bits) + BITS_A_STAGE * w->radau.stages;
}

static enum ref_status make_range(struct ref_march *w, struct model *m,
                                  enum eval_constants constants) {
    const int n = w->stages.nx;
    int *of = calloc((size_t)n + 1, sizeof *of);
    enum ref_status status = of == NULL ? REF_NO_MEMORY : REF_OK;
    for (int i = 0; i < n && of != NULL; i++)
        of[i] = i;
    if (status == REF_OK)
        status = ref_range_alloc(&w->proving->range, m->graph, w->stages.field_program, n,
                                 of, range_bits(w), w->radau.stages, constants);
    free(of);
    return status;
}

enum ref_status ref_march_prove(struct ref_march *w, struct model *m,
                                enum eval_constants constants) {
    struct ref_march_proving *p = calloc(1, sizeof *p);
    if (p == NULL)
        return REF_NO_MEMORY;
    w->proving = p;
    mpfr_inits2(SUM_BITS, p->disturbance, p->term, (mpfr_ptr)NULL);
    mpfr_init2(p->reached, mpfr_get_prec(w->h));
    mpfr_set_zero(p->disturbance, 1);
    p->node = _arb_vec_init(w->radau.stages + 1);
    p->value = _arb_vec_init(w->radau.stages + 1);
    p->coefficient = _arb_vec_init(w->radau.stages + 1);
    p->change = _mag_vec_init(w->stages.nx);
    p->watched = calloc((size_t)w->stages.field_program->switches + 1, sizeof(bool));
    for (int j = 0; j <= w->radau.stages; j++)
        arf_set_mpfr(arb_midref(p->node + j), w->radau.node[j]);
    p->proof.made = true;
    p->proof.defect = -(double)w->stages.bits * log10(2.0);
    p->proof.assumed = REF_ASSUMED_RADIUS;
    enum ref_status status = p->watched == NULL ? REF_NO_MEMORY : REF_OK;
    if (status == REF_OK)
        status = make_range(w, m, constants);
    if (status == REF_OK && w->calendar.flow != NULL)
        status = ref_flow_prove(w->calendar.flow, &w->calendar.clock, constants);
    return status;
}

void ref_march_prove_end(struct ref_march *w) {
    struct ref_march_proving *p = w->proving;
    if (p == NULL)
        return;
    ref_range_free(p->range);
    _arb_vec_clear(p->node, w->radau.stages + 1);
    _arb_vec_clear(p->value, w->radau.stages + 1);
    _arb_vec_clear(p->coefficient, w->radau.stages + 1);
    _mag_vec_clear(p->change, w->stages.nx);
    free(p->watched);
    mpfr_clears(p->disturbance, p->reached, p->term, (mpfr_ptr)NULL);
    free(p);
    w->proving = NULL;
}

/* The polynomial through the stages, about the start; its coefficients are rounded, and it is
 * the rounded one that is proved. */
static void set_polynomial(struct ref_march *w, int i) {
    struct ref_march_proving *p = w->proving;
    struct ref_stages *e = &w->stages;
    const int s = w->radau.stages;
    arb_ptr into = ref_range_polynomial(p->range, i);
    arb_t power;
    arb_init(power);
    for (int j = 0; j <= s; j++) {
        mpfr_add(e->sum, e->start[i], e->z[j * e->nx + i], MPFR_RNDN);
        arf_set_mpfr(arb_midref(p->value + j), e->sum);
    }
    _arb_poly_interpolate_newton(into, p->node, p->value, s + 1, range_bits(w));
    arb_one(power);
    for (int k = 0; k <= s; k++) {
        arb_mul(into + k, into + k, power, range_bits(w));
        mag_zero(arb_radref(into + k));
        arf_set_mpfr(arb_midref(p->coefficient), e->h);
        arb_div(power, power, p->coefficient, range_bits(w));
    }
    arb_clear(power);
}

/* allowed := (mu_0 w + |h J| w) / h 2^-(bits - 16). */
static void set_allowed(struct ref_march *w) {
    struct ref_range *r = w->proving->range;
    const struct ref_stages *e = &w->stages;
    mag_t size, entry, length;
    mag_inits(size, entry, length);
    ref_range_size(length, e->h, 0);
    for (int i = 0; i < e->nx; i++) {
        mag_zero(r->allowed + i);
        for (int j = 0; j < e->nx; j++) {
            acb_get_mag(entry, acb_mat_entry(e->jacobian_h, i, j));
            ref_range_size(size, e->scale[j], 0);
            mag_addmul(r->allowed + i, entry, size);
        }
        acb_get_mag(entry, e->radau->eigenvalue);
        ref_range_size(size, e->scale[i], 0);
        mag_addmul(r->allowed + i, entry, size);
        mag_div(r->allowed + i, r->allowed + i, length);
        mag_mul_2exp_si(r->allowed + i, r->allowed + i, SLACK_BITS - (long)e->bits);
        ref_range_size(r->margin + i, e->scale[i],
                       -(long)e->bits * MARGIN_NUMERATOR / MARGIN_DENOMINATOR);
    }
    mag_clears(size, entry, length);
}

/* disturbance := disturbance + max_i |(mu_0 - h J)^-1 h d|_i / w_i. */
static void add_change(struct ref_march *w) {
    struct ref_march_proving *p = w->proving;
    struct ref_stages *e = &w->stages;
    mag_t entry, length, largest;
    mag_inits(entry, length, largest);
    ref_range_size(length, e->h, 0);
    for (int i = 0; i < e->nx; i++)
        mag_zero(p->change + i);
    for (int j = 0; j < e->nx; j++) {
        for (int i = 0; i < e->nx; i++)
            acb_set_si(acb_mat_entry(e->column, i, 0), i == j);
        ref_stages_filter(e);
        for (int i = 0; i < e->nx; i++) {
            acb_get_mag(entry, acb_mat_entry(e->column, i, 0));
            mag_mul(entry, entry, length);
            mag_addmul(p->change + i, entry, p->range->bound + j);
        }
    }
    for (int i = 0; i < e->nx; i++) {
        ref_range_size(entry, e->scale[i], 0);
        mag_div(entry, p->change + i, entry);
        mag_max(largest, largest, entry);
    }
    arf_t exact;
    arf_init(exact);
    arf_set_mag(exact, largest);
    arf_get_mpfr(p->term, exact, MPFR_RNDU);
    mpfr_add(p->disturbance, p->disturbance, p->term, MPFR_RNDU);
    arf_clear(exact);
    mag_clears(entry, length, largest);
}

static void note(struct ref_march_proving *p, const struct ref_march *w) {
    const struct ref_range *r = p->range;
    ref_proof_note(&p->proof, r, SLACK_BITS - (long)w->stages.bits);
    for (int i = 0; i < r->watches; i++) {
        p->proof.switching += !p->watched[r->watch[i].select];
        p->watched[r->watch[i].select] = true;
    }
}

enum ref_status ref_march_prove_step(struct ref_march *w, bool starts, bool ends,
                                     bool *proved) {
    struct ref_march_proving *p = w->proving;
    struct ref_stages *e = &w->stages;
    enum ref_status status = ref_range_decide(p->range, eval_jet_branches(e->field));
    *proved = false;
    if (status != REF_OK)
        return status;
    for (int i = 0; i < e->nx; i++)
        set_polynomial(w, i);
    set_allowed(w);
    ref_range_begin(p->range, e->t, e->h);
    status = ref_range_prove(p->range, starts, ends, p->reached);
    *proved = status == REF_OK && mpfr_greaterequal_p(p->reached, e->h);
    mpfr_set(w->place, p->reached, MPFR_RNDN);
    if (*proved) {
        add_change(w);
        note(p, w);
    } else {
        const bool is_sign = p->range->gap == REF_RANGE_SIGN;
        p->unproved = (struct ref_unproved){
            .way = REF_BY_COLLOCATION,
            .time = mpfr_get_d(e->t, MPFR_RNDN),
            .length = p->range->part,
            .step = mpfr_get_d(e->h, MPFR_RNDN),
            .subject = is_sign ? REF_OF_SWITCH : REF_OF_EQUATION,
            .index = is_sign ? p->range->watch[p->range->which].select : p->range->which};
    }
    return status;
}

void ref_march_tell_proof(const struct ref_march *w, struct ref_proof *proof,
                          struct ref_unproved *unproved) {
    const struct ref_march_proving *p = w->proving;
    *proof = p->proof;
    *unproved = p->unproved;
    if (w->calendar.flow != NULL) {
        const struct ref_proving *clock = w->calendar.flow->proving;
        proof->switching = clock->proof.switching > proof->switching
                               ? clock->proof.switching
                               : proof->switching;
        if (clock->unproved.step > 0)
            *unproved = clock->unproved;
    }
}

mpfr_srcptr ref_march_disturbance(const struct ref_march *w) {
    return w->proving->disturbance;
}
