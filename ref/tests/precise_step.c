/* See precise_step.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/precise_step.h"
#include "ref/vector.h"
#include "ref/model.h"

#include <limits.h>

#include "problems/model.h"

enum {
    ENOUGH_BITS = 128, /* for times before they are rounded */
    TIME_BITS = 20,    /* of t and h: exact at every precision */
    TINY_BITS =
        40, /* components below 2^-40 of the largest are compared with that (newton.c) */
};

const char *precise_method_name(int method) {
    static const char *const name[PRECISE_METHODS] = {
        "implicit Euler's pair",
        "semi-explicit Euler, position implicit",
        "semi-explicit Euler, velocity implicit",
        "semi-explicit Euler, gaming",
        "semi-explicit Euler 2",
        "explicit Euler",
        "Merson"};
    return name[method];
}

/* t, h := where and how far. */
static void set_times(struct model *m, int divisor, mpfr_t t, mpfr_t h) {
    mpfr_t end;
    mpfr_init2(end, mpfr_get_prec(h));
    ref_constant(m->graph, m->span_begin, EVAL_EXACT_CONSTANTS, t);
    ref_constant(m->graph, m->span_end, EVAL_EXACT_CONSTANTS, end);
    mpfr_prec_round(t, TIME_BITS, MPFR_RNDN);
    mpfr_sub(h, end, t, MPFR_RNDN);
    if (divisor > 0)
        mpfr_div_ui(h, h, (unsigned long)divisor, MPFR_RNDN);
    else
        mpfr_mul_ui(h, h, (unsigned long)-divisor, MPFR_RNDN);
    mpfr_prec_round(h, TIME_BITS, MPFR_RNDN);
    mpfr_clear(end);
}

/* s->start := the model's own, consistent to the last bits. */
static enum ref_status find_start(struct precise_step *s, struct model *m,
                                  ref_joints *joints, mpfr_t t) {
    mpfr_t begin;
    mpfr_init2(begin, s->bits);
    enum ref_status status = ref_initial(m, EVAL_EXACT_CONSTANTS, begin, s->start);
    mpfr_clear(begin);
    return status != REF_OK || joints == NULL ? status
                                              : ref_joints_project(joints, t, s->start);
}

static enum ref_status take_pair(struct precise_step *s, struct model *m, mpfr_t t,
                                 mpfr_t h) {
    ref_pair *p;
    enum ref_status status = ref_pair_alloc(&p, m, s->bits, EVAL_EXACT_CONSTANTS);
    if (status == REF_OK)
        status = ref_pair_step(p, t, vector_const(s->start), h, s->result,
                               s->result + s->nx, s->result + 2 * s->nx);
    ref_pair_free(p);
    return status;
}

/* A step is rounded before it is projected, and near dependent rows that goes far: so it is
 * rounded to the lower precision in both. */
static enum ref_status take_step(struct precise_step *s, struct model *m, int method,
                                 ref_joints *joints, mpfr_prec_t rounding, mpfr_t t,
                                 mpfr_t h) {
    ref_step *step;
    mpfr_t t1;
    mpfr_init2(t1, ENOUGH_BITS);
    mpfr_add(t1, t, h, MPFR_RNDN);
    enum ref_status status =
        ref_step_alloc(&step, m, (enum ref_mechanical_method)(method - 1), s->bits,
                       EVAL_EXACT_CONSTANTS);
    if (status == REF_OK)
        status = ref_step_take(step, t, vector_const(s->start), h, s->result, NULL);
    for (int i = 0; i < s->nx && status == REF_OK && joints != NULL; i++) {
        mpfr_prec_round(s->result[i], rounding, MPFR_RNDN);
        mpfr_prec_round(s->result[i], s->bits, MPFR_RNDN);
    }
    if (status == REF_OK && joints != NULL)
        status = ref_joints_project(joints, t1, s->result);
    ref_step_free(step);
    mpfr_clear(t1);
    return status;
}

void precise_step_take(struct precise_step *s, struct model *m, int method, int divisor,
                       const struct precise_step *like) {
    const int n = ref_state_size(m), count = method == PRECISE_PAIR ? 3 * n : n;
    *s = (struct precise_step){.bits = s->bits,
                               .nx = n,
                               .count = count,
                               .start = vector_alloc(n, s->bits),
                               .result = vector_alloc(count, s->bits)};
    const mpfr_prec_t rounding = like == NULL ? s->bits : like->bits;
    ref_joints *joints = NULL;
    mpfr_t t, h;
    mpfr_inits2(ENOUGH_BITS, t, h, (mpfr_ptr)NULL);
    set_times(m, divisor, t, h);
    if (m->joints + m->quaternions > 0)
        s->status = ref_joints_alloc(&joints, m, s->bits, EVAL_EXACT_CONSTANTS);
    if (s->status == REF_OK && like == NULL)
        s->status = find_start(s, m, joints, t);
    else if (s->status == REF_OK)
        vector_set(s->start, vector_const(like->start), n);
    if (s->status == REF_OK)
        s->status = method == PRECISE_PAIR
                        ? take_pair(s, m, t, h)
                        : take_step(s, m, method, joints, rounding, t, h);
    ref_joints_free(joints);
    mpfr_clears(t, h, (mpfr_ptr)NULL);
}

void precise_step_clear(struct precise_step *s) {
    vector_free(s->start, s->nx);
    vector_free(s->result, s->count);
}

/* floor(log2 |off|) - floor(log2 |allowed|) + 1, or 0 where off is within. */
static long bits_beyond(mpfr_t off, mpfr_t allowed) {
    if (mpfr_cmpabs(off, allowed) <= 0)
        return 0;
    return mpfr_zero_p(allowed) ? LONG_MAX
                                : ref_exponent(off) - ref_exponent(allowed) + 1;
}

long precise_step_compare(const struct precise_step *few,
                          const struct precise_step *many) {
    if (few->status != many->status)
        return LONG_MAX;
    long most = 0;
    mpfr_t off, allowed, floor;
    mpfr_inits2(many->bits, off, allowed, floor, (mpfr_ptr)NULL);
    vector_norm(floor, vector_const(many->result), many->count);
    mpfr_div_2ui(floor, floor, TINY_BITS, MPFR_RNDU);
    for (int i = 0; i < few->count && few->status == REF_OK; i++) {
        mpfr_sub(off, few->result[i], many->result[i], MPFR_RNDN);
        mpfr_abs(allowed, many->result[i], MPFR_RNDN);
        mpfr_max(allowed, allowed, floor, MPFR_RNDN);
        mpfr_div_2ui(allowed, allowed, (unsigned long)few->bits, MPFR_RNDU);
        const long beyond = bits_beyond(off, allowed);
        most = beyond > most ? beyond : most;
    }
    mpfr_clears(off, allowed, floor, (mpfr_ptr)NULL);
    return most;
}
