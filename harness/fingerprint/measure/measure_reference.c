/* A probe's steps by the reference, the discrete equations solved to the last bit: two half
 * steps of implicit Euler, whose estimate is large minus small, which is the step of
 * velocity-implicit and of implicit Euler; or the step of semi-explicit Euler or a relative.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/message.h"
#include "harness/fingerprint/measure/measure_attempt.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/study_projected.h"
#include "problems/model.h"
#include "ref/ref.h"
#include "ref/vector.h"

struct reference_step {
    const struct projected_traits *traits; /* NULL: the pair */
    ref_pair *pair;                        /* one of these two */
    ref_step *step;
    int nx;
    mpfr_t *x, *large, *half, *small;
    mpfr_t t, h;
};

static const struct projected_traits *find_traits(const struct bench *b) {
    struct subject_options options =
        b->options != NULL ? *b->options : measure_options(b->method);
    return projected_traits_chosen(&options);
}

static enum ref_status open_method(struct reference_step *r, struct model *m,
                                   mpfr_prec_t bits) {
    return r->traits == NULL ? ref_pair_alloc(&r->pair, m, bits, EVAL_EXACT_CONSTANTS)
                             : ref_step_alloc(&r->step, m, r->traits->reference, bits,
                                              EVAL_EXACT_CONSTANTS);
}

static enum ref_status begin(struct reference_step *r, const struct bench *b,
                             struct model *m, const struct probe *p) {
    const mpfr_prec_t bits = b->bits;
    *r = (struct reference_step){.traits = find_traits(b), .nx = m->nq + m->nv + m->nz};
    mpfr_init2(r->t, bits);
    mpfr_init2(r->h, bits);
    mpfr_set_d(r->h, p->h, MPFR_RNDN);
    r->x = vector_alloc(r->nx, bits);
    r->large = vector_alloc(r->nx, bits);
    r->half = vector_alloc(r->nx, bits);
    r->small = vector_alloc(r->nx, bits);
    if (!r->x || !r->large || !r->half || !r->small)
        return REF_NO_MEMORY;
    enum ref_status status = open_method(r, m, bits);
    if (status == REF_OK)
        status = ref_initial(m, EVAL_EXACT_CONSTANTS, r->t, r->x);
    return status;
}

static void end_step(struct reference_step *r) {
    ref_pair_free(r->pair);
    ref_step_free(r->step);
    vector_free(r->x, r->nx);
    vector_free(r->large, r->nx);
    vector_free(r->half, r->nx);
    vector_free(r->small, r->nx);
    mpfr_clears(r->t, r->h, (mpfr_ptr)NULL);
}

static enum ref_status make_step(struct reference_step *r) {
    enum ref_status status =
        r->traits == NULL
            ? ref_pair_step(r->pair, r->t, vector_const(r->x), r->h, r->large, r->half,
                            r->small)
            : ref_step_take(r->step, r->t, vector_const(r->x), r->h, r->small, r->large);
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
    enum ref_status status = begin(&r, b, m, p);
    enum measure_status outcome = status == REF_OK ? MEASURE_OK : MEASURE_FAILED;
    for (int i = 0; i < p->steps && status == REF_OK; i++)
        status = make_step(&r);
    end->has_estimate = r.traits == NULL || r.traits->estimate > 0;
    for (int i = 0; i < r.nx && status == REF_OK; i++) {
        mpfr_set(end->x[i], r.small[i], MPFR_RNDN);
        if (r.traits == NULL)
            mpfr_sub(end->e[i], r.large[i], r.small[i], MPFR_RNDN);
        else
            mpfr_mul_si(end->e[i], r.large[i], r.traits->sign, MPFR_RNDN);
    }
    if (status != REF_OK) {
        message_set(d, "%s", ref_status_text(status));
        outcome = outcome == MEASURE_OK ? MEASURE_AGAIN : outcome;
    }
    end_step(&r);
    return outcome;
}
