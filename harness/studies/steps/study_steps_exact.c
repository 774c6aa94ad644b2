/* The reference's step from doubles.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/vector.h"
#include "harness/studies/steps/study_steps.h"

/* Precision of the reference's step: what double rounds is far above its last bit. */
#define STEP_BITS 192

int exact_step_init(struct exact_step *e, struct model *m) {
    int nx = m->nq + m->nv + m->nz;
    size_t n = (size_t)nx + 1;
    *e = (struct exact_step){.nx = nx};
    mpfr_inits2(STEP_BITS, e->t, e->h, (mpfr_ptr)0);
    e->x = vector_alloc(nx, STEP_BITS);
    e->large = vector_alloc(nx, STEP_BITS);
    e->half = vector_alloc(nx, STEP_BITS);
    e->small = vector_alloc(nx, STEP_BITS);
    e->near_large = calloc(n, sizeof *e->near_large);
    e->near_half = calloc(n, sizeof *e->near_half);
    e->near_small = calloc(n, sizeof *e->near_small);
    enum ref_status status =
        ref_pair_alloc(&e->pair, m, STEP_BITS, EVAL_DOUBLE_CONSTANTS);
    return !(status == REF_OK && e->x && e->large && e->half && e->small &&
             e->near_large && e->near_half && e->near_small);
}

void exact_step_clear(struct exact_step *e) {
    mpfr_clears(e->t, e->h, (mpfr_ptr)0);
    vector_free(e->x, e->nx);
    vector_free(e->large, e->nx);
    vector_free(e->half, e->nx);
    vector_free(e->small, e->nx);
    free(e->near_large);
    free(e->near_half);
    free(e->near_small);
    ref_pair_free(e->pair);
}

enum ref_status exact_step_make(struct exact_step *e, double t, const double *x,
                                double h) {
    mpfr_set_d(e->t, t, MPFR_RNDN);
    mpfr_set_d(e->h, h, MPFR_RNDN);
    vector_set_doubles(e->x, x, e->nx);
    enum ref_status status = ref_pair_step(e->pair, e->t, vector_const(e->x), e->h,
                                           e->large, e->half, e->small);
    if (status == REF_OK) {
        vector_get_doubles(e->near_large, vector_const(e->large), e->nx);
        vector_get_doubles(e->near_half, vector_const(e->half), e->nx);
        vector_get_doubles(e->near_small, vector_const(e->small), e->nx);
    }
    return status;
}

double exact_difference(double value, mpfr_srcptr exact) {
    mpfr_t difference;
    mpfr_init2(difference, mpfr_get_prec(exact));
    mpfr_d_sub(difference, value, exact, MPFR_RNDN);
    double result = mpfr_get_d(difference, MPFR_RNDN);
    mpfr_clear(difference);
    return result;
}
