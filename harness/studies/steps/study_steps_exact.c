/* The reference's step from doubles.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include "harness/studies/steps/study_steps.h"
#include "problems/model.h"
#include "ref/vector.h"

/* Precision of the reference's step: what double rounds is far above its last bit. */
enum { STEP_BITS = 192 };

int exact_step_init(struct exact_step *e, struct model *m) {
    const int nx = m->nq + m->nv + m->nz;
    *e = (struct exact_step){.nx = nx};
    e->t = room_number(&e->room, STEP_BITS);
    e->h = room_number(&e->room, STEP_BITS);
    e->x = room_numbers(&e->room, nx, STEP_BITS);
    e->large = room_numbers(&e->room, nx, STEP_BITS);
    e->half = room_numbers(&e->room, nx, STEP_BITS);
    e->small = room_numbers(&e->room, nx, STEP_BITS);
    e->near_large = room_doubles(&e->room, nx);
    e->near_half = room_doubles(&e->room, nx);
    e->near_small = room_doubles(&e->room, nx);
    return e->room.is_short ||
           ref_pair_alloc(&e->pair, m, STEP_BITS, EVAL_DOUBLE_CONSTANTS) != REF_OK;
}

void exact_step_clear(struct exact_step *e) {
    room_clear(&e->room);
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
