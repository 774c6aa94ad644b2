/* The equation of one implicit Euler step,
 *
 *     R(x) = x0 + h F(t1, x) - x = 0,     -dR/dx = I - h dF/dx,
 *
 * with F and its Jacobian from the model's own expressions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/vector.h"
#include "ref/model.h"
#include "ref/linear.h"
#include "ref/pair/equation.h"

/* Working precision over the result's: F may lose 2^16 to cancellation, and components
 * may be 2^-40 of the largest, before the last bit of the result suffers. (With 56 and
 * not 64 bits, 128 bits fit into three machine words, for which MPFR has special
 * code.) */
enum { EQUATION_GUARD_BITS = 56 };

mpfr_prec_t ref_equation_bits(mpfr_prec_t bits) {
    return bits + EQUATION_GUARD_BITS;
}

static enum ref_status allocate_readers(struct ref_equation *e, struct model *m,
                                        enum eval_constants constants) {
    mpfr_prec_t work = ref_equation_bits(e->bits);
    e->field_program = model_field_program(m);
    e->jacobian_program = model_jacobian_program(m, &e->pattern);
    if (e->field_program == NULL || e->jacobian_program == NULL)
        return REF_NO_MEMORY;
    enum problem_status status =
        eval_mpfr_alloc(&e->field, m->graph, e->field_program, work, constants);
    if (status == PROBLEM_OK)
        status =
            eval_mpfr_alloc(&e->jacobian, m->graph, e->jacobian_program, work, constants);
    if (status != PROBLEM_OK)
        return ref_from_problem_status(status);
    return ref_nearby_alloc(&e->nearby, m, e->field_program, e->jacobian_program,
                            &e->pattern);
}

static enum ref_status allocate_vectors(struct ref_equation *e) {
    mpfr_prec_t work = ref_equation_bits(e->bits);
    e->in = room_numbers(&e->room, 1 + e->nx, work);
    e->start = room_numbers(&e->room, e->nx, work);
    e->update = room_numbers(&e->room, e->nx, work);
    e->base = room_numbers(&e->room, e->nx, work);
    e->step = room_numbers(&e->room, e->nx, work);
    e->entry = room_numbers(&e->room, e->pattern.count, work);
    if (e->room.is_short)
        return REF_NO_MEMORY;
    e->x = e->in + 1;
    return ref_linear_alloc(&e->matrix, e->nx, work);
}

enum ref_status ref_equation_init(struct ref_equation *e, struct model *m,
                                  mpfr_prec_t bits, enum eval_constants constants) {
    *e = (struct ref_equation){.nx = ref_state_size(m), .bits = bits};
    mpfr_inits2(ref_equation_bits(bits), e->h, e->product, e->norm, e->step_norm,
                (mpfr_ptr)NULL);
    enum ref_status status = allocate_readers(e, m, constants);
    return status == REF_OK ? allocate_vectors(e) : status;
}

void ref_equation_clear(struct ref_equation *e) {
    eval_mpfr_free(e->field);
    eval_mpfr_free(e->jacobian);
    ref_nearby_free(e->nearby);
    ref_linear_free(e->matrix);
    room_clear(&e->room);
    program_free(e->field_program);
    program_free(e->jacobian_program);
    expr_matrix_clear(&e->pattern);
    mpfr_clears(e->h, e->product, e->norm, e->step_norm, (mpfr_ptr)NULL);
}

enum ref_status ref_equation_residual(struct ref_equation *e) {
    mpfr_t *r = e->update;
    eval_mpfr_run(e->field, vector_const(e->in), r);
    for (int i = 0; i < e->nx; i++) {
        mpfr_mul(r[i], e->h, r[i], MPFR_RNDN);
        mpfr_sub(e->product, e->start[i], e->x[i], MPFR_RNDN);
        mpfr_add(r[i], e->product, r[i], MPFR_RNDN);
    }
    return vector_is_finite(vector_const(r), e->nx) ? REF_OK : REF_NOT_FINITE;
}

enum ref_status ref_equation_factor(struct ref_equation *e) {
    eval_mpfr_run(e->jacobian, vector_const(e->in), e->entry);
    ref_linear_identity(e->matrix);
    for (int k = 0; k < e->pattern.count; k++) {
        mpfr_ptr a = ref_linear_entry(e->matrix, e->pattern.row[k], e->pattern.column[k]);
        mpfr_mul(e->product, e->h, e->entry[k], MPFR_RNDN);
        mpfr_sub(a, a, e->product, MPFR_RNDN);
    }
    return ref_linear_factor(e->matrix);
}

void ref_equation_correct(struct ref_equation *e) {
    ref_linear_solve(e->matrix, e->update);
    e->iterations++;
}
