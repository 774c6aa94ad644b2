/* From the model's start through pieces between switching times: storage, and how a piece
 * begins.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/collocation/collocation_internal.h"
#include "ref/vector.h"

enum {
    MIN_STAGES = 5,
    /* Few stages mean small steps, many mean large systems: where the work was found to
     * be least. */
    BITS_PER_STAGE = 4,
    MAX_STAGES = 45,
    /* Two precisions that are this much apart have different numbers of stages, the more
     * so beyond the largest: there the one or the other of two numbers is taken. */
    APART_BITS = 32,
    LESS_STAGES = 4,
    /* The first step moves the state by about 2^-6 of its size at the initial rate. */
    FIRST_MOVE_BITS = 6,
    FIRST_PART_BITS = 12 /* of the piece, where there is no such size */
};

/* The number of stages for a precision. */
static int ref_march_stages(mpfr_prec_t bits) {
    mpfr_prec_t stages = bits / BITS_PER_STAGE;
    if (stages < MIN_STAGES)
        return MIN_STAGES;
    if (stages < MAX_STAGES - LESS_STAGES - 1)
        return (int)stages | 1;
    return bits / APART_BITS % 2 == 0 ? MAX_STAGES - LESS_STAGES : MAX_STAGES;
}

static enum ref_status allocate_vectors(struct ref_march *w) {
    mpfr_prec_t work = ref_stages_bits(w->stages.bits);
    int n = w->stages.nx, s = w->radau.stages;
    w->last_z = vector_alloc((s + 1) * n, work);
    w->value = vector_alloc(s + 1, work);
    w->rise = vector_alloc(n, work);
    bool made = w->last_z != NULL && w->value != NULL && w->rise != NULL;
    return made ? REF_OK : REF_NO_MEMORY;
}

enum ref_status ref_march_alloc(struct ref_march *w, struct model *m, mpfr_prec_t bits,
                                enum eval_constants constants) {
    mpfr_prec_t work = ref_stages_bits(bits);
    *w = (struct ref_march){.steps = 0};
    mpfr_inits2(work, w->h, w->target, w->end, w->last_h, w->place, w->sum, w->term,
                (mpfr_ptr)NULL);
    enum ref_status status = ref_radau_init(&w->radau, ref_march_stages(bits), work);
    if (status == REF_OK)
        status = ref_stages_init(&w->stages, m, &w->radau, bits, constants);
    return status == REF_OK ? allocate_vectors(w) : status;
}

enum ref_status ref_march_init(struct ref_march *w, struct model *m, mpfr_prec_t bits,
                               enum eval_constants constants) {
    enum ref_status status = ref_march_alloc(w, m, bits, constants);
    if (status == REF_OK)
        status = ref_initial(m, constants, w->stages.t, w->stages.start);
    if (status == REF_OK)
        status = ref_calendar_init(&w->calendar, m, ref_stages_bits(bits), constants,
                                   w->stages.t);
    return status;
}

void ref_march_clear(struct ref_march *w) {
    int n = w->stages.nx, s = w->radau.stages;
    ref_march_prove_end(w);
    ref_calendar_clear(&w->calendar);
    vector_free(w->last_z, (s + 1) * n);
    vector_free(w->value, s + 1);
    vector_free(w->rise, n);
    ref_stages_clear(&w->stages);
    ref_radau_clear(&w->radau);
    mpfr_clears(w->h, w->target, w->end, w->last_h, w->place, w->sum, w->term,
                (mpfr_ptr)NULL);
}

/* h := 2^-6 |x| / |F| as a power of two, at most a part of the piece. */
static void choose_first_step(struct ref_march *w) {
    struct ref_stages *e = &w->stages;
    mpfr_sub(w->h, w->target, e->t, MPFR_RNDN);
    mpfr_div_2ui(w->h, w->h, FIRST_PART_BITS, MPFR_RNDN);
    vector_norm(w->sum, vector_const(e->start), e->nx);
    mpfr_set_zero(w->term, 1);
    for (int i = 0; i < e->nx; i++) {
        mpfr_srcptr rate = eval_jet_output(e->field, i)[0];
        if (mpfr_cmpabs(rate, w->term) > 0)
            mpfr_abs(w->term, rate, MPFR_RNDN);
    }
    if (mpfr_zero_p(w->sum) || mpfr_zero_p(w->term))
        return;
    mpfr_div(w->sum, w->sum, w->term, MPFR_RNDN);
    mpfr_div_2ui(w->sum, w->sum, FIRST_MOVE_BITS, MPFR_RNDN);
    mpfr_min(w->h, w->h, w->sum, MPFR_RNDN);
}

enum ref_status ref_march_begin_piece(struct ref_march *w) {
    mpfr_add(w->place, w->stages.t, w->target, MPFR_RNDN);
    mpfr_div_2ui(w->place, w->place, 1, MPFR_RNDN);
    ref_stages_take_branches(&w->stages, w->place);
    w->continues = false;
    w->is_fresh = true;
    if (!ref_stages_start_is_finite(&w->stages))
        return REF_NOT_FINITE;
    choose_first_step(w);
    return REF_OK;
}
