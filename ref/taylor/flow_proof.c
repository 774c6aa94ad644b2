/* Steps of Taylor's method, proved: the polynomial of a step obeys x' = F in all of it, and the
 * switching functions have the signs of their branches but at the crossings that were found.
 *
 * With S h = max |x_k| h^k the defect is to be below 2^-(bits - 16) S: a
 * pulse of F that changes x by more than that is seen, and the 2^16 leave room for the
 * enclosure's own width. The switching functions have their signs in the tube of 2^-(3/4 bits)
 * |x| around the polynomial, which is wider than what two runs that agree may be off by.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "problems/model.h"
#include "ref/range/range.h"
#include "ref/vector.h"
#include "ref/taylor/flow.h"

enum {
    RANGE_GUARD_BITS = 16, /* of the balls, over those of the arithmetic */
    SLACK_BITS = 16,
    MARGIN_NUMERATOR = 3, /* the margin: 2^-(3/4 bits) */
    MARGIN_DENOMINATOR = 4,
    SUM_BITS = 64
};

static enum ref_status make_range(struct ref_proving *p, ref_flow *f, struct model *m,
                                  enum eval_constants constants) {
    const struct program *program = f->shared != NULL ? f->shared : f->program;
    int *of = calloc((size_t)f->nx + 1, sizeof *of);
    enum ref_status status = of == NULL ? REF_NO_MEMORY : REF_OK;
    for (int i = 0; i < f->nx && of != NULL; i++)
        of[i] = i;
    if (status == REF_OK)
        status = ref_range_alloc(&p->range, m->graph, program, f->nx, of,
                                 mpfr_get_prec(f->step) + RANGE_GUARD_BITS, f->order,
                                 constants);
    free(of);
    return status;
}

enum ref_status ref_flow_prove(ref_flow *f, struct model *m,
                               enum eval_constants constants) {
    struct ref_proving *p = calloc(1, sizeof *p);
    if (p == NULL)
        return REF_NO_MEMORY;
    f->proving = p;
    mpfr_inits2(SUM_BITS, p->disturbance, p->scale, p->term, p->power, (mpfr_ptr)NULL);
    mpfr_init2(p->reached, mpfr_get_prec(f->step));
    mpfr_set_zero(p->disturbance, 1);
    p->watched = calloc((size_t)f->switching.selects + 1, sizeof *p->watched);
    p->proof.made = true;
    p->proof.defect = -(double)f->bits * log10(2.0);
    p->proof.assumed = REF_ASSUMED_RADIUS;
    return p->watched == NULL ? REF_NO_MEMORY : make_range(p, f, m, constants);
}

void ref_flow_prove_end(ref_flow *f) {
    struct ref_proving *p = f->proving;
    if (p == NULL)
        return;
    ref_range_free(p->range);
    free(p->watched);
    mpfr_clears(p->disturbance, p->reached, p->scale, p->term, p->power, (mpfr_ptr)NULL);
    free(p);
    f->proving = NULL;
}

/* scale := the largest |x_k| h^k of the series, 2^-(4 bits) at least. */
static void find_scale(struct ref_proving *p, ref_flow *f) {
    mpfr_set_ui_2exp(p->scale, 1, -REF_FLOOR_FACTOR * (long)f->bits, MPFR_RNDU);
    mpfr_set_ui(p->power, 1, MPFR_RNDN);
    for (int k = 0; k <= f->order; k++) {
        mpfr_srcptr largest = eval_jet_input(f->jet, 1)[k];
        for (int i = 1; i < f->nx; i++) {
            mpfr_srcptr other = eval_jet_input(f->jet, 1 + i)[k];
            largest = mpfr_cmpabs(other, largest) > 0 ? other : largest;
        }
        mpfr_mul(p->term, largest, p->power, MPFR_RNDA);
        mpfr_abs(p->term, p->term, MPFR_RNDU);
        mpfr_max(p->scale, p->scale, p->term, MPFR_RNDU);
        mpfr_mul(p->power, p->power, f->step, MPFR_RNDU);
    }
}

static void set_step(struct ref_proving *p, ref_flow *f) {
    struct ref_range *r = p->range;
    const long margin = (long)f->bits * MARGIN_NUMERATOR / MARGIN_DENOMINATOR;
    find_scale(p, f);
    for (int i = 0; i < f->nx; i++) {
        ref_range_set(r, i, vector_const(eval_jet_input(f->jet, 1 + i)), f->order + 1);
        ref_range_size(r->margin + i, p->scale, 0);
        mag_mul_2exp_si(r->margin + i, r->margin + i, -margin);
        mpfr_div(p->term, p->scale, f->step, MPFR_RNDU);
        ref_range_size(r->allowed + i, p->term, 0);
        mag_mul_2exp_si(r->allowed + i, r->allowed + i, SLACK_BITS - (long)f->bits);
    }
    ref_range_begin(r, f->time, f->step);
}

static enum ref_status refuse(struct ref_proving *p, const ref_flow *f) {
    const struct ref_range *r = p->range;
    const bool is_sign = r->gap == REF_RANGE_SIGN;
    p->unproved =
        (struct ref_unproved){.way = REF_BY_TAYLOR,
                              .time = mpfr_get_d(f->time, MPFR_RNDN),
                              .length = r->part,
                              .step = mpfr_get_d(f->step, MPFR_RNDN),
                              .subject = is_sign ? REF_OF_SWITCH : REF_OF_EQUATION,
                              .index = is_sign ? r->watch[r->which].select : r->which};
    return REF_UNPROVED;
}

/* What was proved is added to what is told. */
static void note(struct ref_proving *p, const ref_flow *f) {
    const struct ref_range *r = p->range;
    mpfr_mul_d(p->term, p->scale, r->defect, MPFR_RNDU);
    mpfr_mul_2si(p->term, p->term, SLACK_BITS - (long)f->bits, MPFR_RNDU);
    mpfr_add(p->disturbance, p->disturbance, p->term, MPFR_RNDU);
    ref_proof_note(&p->proof, r, SLACK_BITS - (long)f->bits);
    for (int i = 0; i < r->watches; i++) {
        p->proof.switching += !p->watched[r->watch[i].select];
        p->watched[r->watch[i].select] = true;
    }
}

enum ref_status ref_flow_prove_step(ref_flow *f, bool starts_on_surface, bool *crossed) {
    struct ref_proving *p = f->proving;
    enum ref_status status = ref_range_decide(p->range, f->switching.branch);
    if (status != REF_OK)
        return status;
    set_step(p, f);
    status = ref_range_prove(p->range, starts_on_surface, *crossed, p->reached);
    if (status != REF_OK)
        return status;
    if (mpfr_less_p(p->reached, f->step)) {
        const long time = ref_exponent(f->time), target = ref_exponent(f->target);
        if (mpfr_zero_p(p->reached) ||
            ref_exponent(p->reached) < (time > target ? time : target) - (long)f->bits)
            return refuse(p, f);
        mpfr_set(f->step, p->reached, MPFR_RNDN);
        for (int i = 0; i < f->switching.selects; i++)
            f->switching.on_surface[i] = false;
        *crossed = false;
    }
    note(p, f);
    return REF_OK;
}
