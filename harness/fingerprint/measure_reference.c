/* A probe's steps by the reference: two half steps of implicit Euler, whose estimate is large
 * minus small, the discrete equations solved to the last bit. That is the step of
 * velocity-implicit and of implicit Euler.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/commands/message.h"
#include "harness/fingerprint/measure_attempt.h"
#include "harness/studies/vector.h"
#include "ref/ref.h"

struct reference_step {
    ref_pair *pair;
    int nx;
    mpfr_t *x, *large, *half, *small;
    mpfr_t t, h;
};

static enum ref_status begin(struct reference_step *r, struct model *m,
                             const struct probe *p, mpfr_prec_t bits) {
    *r = (struct reference_step){.nx = m->nq + m->nv + m->nz};
    mpfr_init2(r->t, bits);
    mpfr_init2(r->h, bits);
    mpfr_set_d(r->h, p->h, MPFR_RNDN);
    r->x = vector_alloc(r->nx, bits);
    r->large = vector_alloc(r->nx, bits);
    r->half = vector_alloc(r->nx, bits);
    r->small = vector_alloc(r->nx, bits);
    if (!r->x || !r->large || !r->half || !r->small)
        return REF_NO_MEMORY;
    enum ref_status status = ref_pair_alloc(&r->pair, m, bits, EVAL_EXACT_CONSTANTS);
    if (status == REF_OK)
        status = ref_initial(m, EVAL_EXACT_CONSTANTS, r->t, r->x);
    return status;
}

static void end_step(struct reference_step *r) {
    ref_pair_free(r->pair);
    vector_free(r->x, r->nx);
    vector_free(r->large, r->nx);
    vector_free(r->half, r->nx);
    vector_free(r->small, r->nx);
    mpfr_clears(r->t, r->h, (mpfr_ptr)NULL);
}

static enum ref_status make_step(struct reference_step *r) {
    enum ref_status status = ref_pair_step(r->pair, r->t, vector_const(r->x), r->h,
                                           r->large, r->half, r->small);
    if (status != REF_OK)
        return status;
    mpfr_add(r->t, r->t, r->h, MPFR_RNDN);
    for (int i = 0; i < r->nx; i++)
        mpfr_set(r->x[i], r->small[i], MPFR_RNDN);
    return REF_OK;
}

enum measure_status measure_by_reference(struct measure_end *end, const struct bench *b,
                                         struct model *m, const struct probe *p,
                                         struct diagnostic *d) {
    struct reference_step r;
    enum ref_status status = begin(&r, m, p, b->bits);
    enum measure_status outcome = status == REF_OK ? MEASURE_OK : MEASURE_FAILED;
    for (int i = 0; i < p->steps && status == REF_OK; i++)
        status = make_step(&r);
    end->has_estimate = true;
    for (int i = 0; i < r.nx && status == REF_OK; i++) {
        mpfr_set(end->x[i], r.small[i], MPFR_RNDN);
        mpfr_sub(end->e[i], r.large[i], r.small[i], MPFR_RNDN);
    }
    if (status != REF_OK) {
        message_set(d, "%s", ref_status_text(status));
        outcome = outcome == MEASURE_OK ? MEASURE_AGAIN : outcome;
    }
    end_step(&r);
    return outcome;
}
