/* One step of each method in exact form: making the workspace, and the choice among methods.
 *
 *     explicit Euler        x1 = x + h F(t, x),       estimate -(h/2) (F(t + h, x1) - F(t, x))
 *     semi-explicit Euler   step_semi_explicit.c
 *     semi-explicit Euler 2 two gaming steps of h/2,  estimate x1 - (one gaming step of h)
 *     Merson                step_merson.c,            estimate (x1 - stage 5)/5
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/mechanical/step.h"
#include "ref/vector.h"
#include "ref/model.h"

#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/linear.h"

/* Precision beyond the result's: sums of some terms, and equations solved, lose a few bits;
 * F may lose 2^40 to cancellation before the last bit of the result suffers. */
enum { STEP_GUARD_BITS = 64 };

static enum ref_status make_readers(ref_step *s, struct model *m,
                                    enum eval_constants constants) {
    s->field_program = model_field_program(m);
    s->map_program = model_map_program(m);
    s->jacobian_program = model_jacobian_program(m, &s->pattern);
    if (s->field_program == NULL || s->map_program == NULL || s->jacobian_program == NULL)
        return REF_NO_MEMORY;
    enum problem_status status =
        eval_mpfr_alloc(&s->field, m->graph, s->field_program, s->work, constants);
    if (status == PROBLEM_OK)
        status = eval_mpfr_alloc(&s->map, m->graph, s->map_program, s->work, constants);
    if (status == PROBLEM_OK)
        status = eval_mpfr_alloc(&s->jacobian, m->graph, s->jacobian_program, s->work,
                                 constants);
    return ref_from_problem_status(status);
}

static enum ref_status make_vectors(ref_step *s) {
    mpfr_t **const vectors[] = {&s->start,    &s->point, &s->middle, &s->result,
                                &s->compared, &s->base,  &s->update};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        *vectors[i] = room_numbers(&s->room, s->nx, s->work);
    for (int i = 0; i < STEP_SLOPES; i++)
        s->slope[i] = room_numbers(&s->room, s->nx, s->work);
    s->in = room_numbers(&s->room, 1 + s->nx, s->work);
    s->entry = room_numbers(&s->room, s->pattern.count, s->work);
    if (s->room.is_short)
        return REF_NO_MEMORY;
    return ref_linear_alloc(&s->matrix, s->nx, s->work);
}

enum ref_status ref_step_alloc(ref_step **made, struct model *m,
                               enum ref_mechanical_method method, mpfr_prec_t bits,
                               enum eval_constants constants) {
    *made = NULL;
    if (!ref_precision_is_usable(bits))
        return REF_BAD_ARGUMENT;
    ref_step *s = calloc(1, sizeof *s);
    if (s == NULL)
        return REF_NO_MEMORY;
    s->method = method;
    s->nq = m->nq;
    s->nx = ref_state_size(m);
    s->work = bits + STEP_GUARD_BITS;
    mpfr_inits2(s->work, s->t, s->h, s->half_h, s->t1, s->term, s->norm, s->step_norm,
                (mpfr_ptr)NULL);
    enum ref_status status = make_readers(s, m, constants);
    if (status == REF_OK)
        status = make_vectors(s);
    if (status == REF_OK)
        *made = s;
    else
        ref_step_free(s);
    return status;
}

void ref_step_free(ref_step *s) {
    if (s == NULL)
        return;
    for (int i = 0; i < STEP_SLOPES; i++)
        vector_free(s->slope_tangent[i], s->nx * s->nx);
    vector_free(s->tangent, s->nx * s->nx);
    vector_free(s->point_tangent, s->nx * s->nx);
    room_clear(&s->room);
    ref_linear_free(s->matrix);
    eval_mpfr_free(s->field);
    eval_mpfr_free(s->map);
    eval_mpfr_free(s->jacobian);
    program_free(s->field_program);
    program_free(s->map_program);
    program_free(s->jacobian_program);
    expr_matrix_clear(&s->pattern);
    mpfr_clears(s->t, s->h, s->half_h, s->t1, s->term, s->norm, s->step_norm,
                (mpfr_ptr)NULL);
    free(s);
}

/* compared := the result plus (h/2) (F(t1, x1) - F(t, x)), the trapezoidal rule's. */
static enum ref_status take_explicit_euler(ref_step *s) {
    enum ref_status status = ref_step_field(s, s->t, vector_const(s->start), s->slope[0]);
    for (int i = 0; i < s->nx && status == REF_OK; i++) {
        mpfr_mul(s->result[i], s->h, s->slope[0][i], MPFR_RNDN);
        mpfr_add(s->result[i], s->result[i], s->start[i], MPFR_RNDN);
    }
    if (status == REF_OK)
        status = ref_step_field(s, s->t1, vector_const(s->result), s->slope[1]);
    for (int i = 0; i < s->nx && status == REF_OK; i++) {
        mpfr_sub(s->term, s->slope[1][i], s->slope[0][i], MPFR_RNDN);
        mpfr_mul(s->term, s->term, s->half_h, MPFR_RNDN);
        mpfr_add(s->compared[i], s->result[i], s->term, MPFR_RNDN);
    }
    return status;
}

static enum ref_status take_two_halves(ref_step *s) {
    enum ref_status status =
        ref_step_semi_explicit(s, REF_SEMI_EXPLICIT_EULER_GAMING, s->t,
                               vector_const(s->start), s->h, s->compared);
    if (status == REF_OK)
        status = ref_step_semi_explicit(s, REF_SEMI_EXPLICIT_EULER_GAMING, s->t,
                                        vector_const(s->start), s->half_h, s->middle);
    mpfr_add(s->t1, s->t, s->half_h, MPFR_RNDN);
    if (status == REF_OK)
        status = ref_step_semi_explicit(s, REF_SEMI_EXPLICIT_EULER_GAMING, s->t1,
                                        vector_const(s->middle), s->half_h, s->result);
    return status;
}

/* result and compared, from start. */
static enum ref_status take(ref_step *s) {
    switch (s->method) {
    case REF_EXPLICIT_EULER: return take_explicit_euler(s);
    case REF_RUNGE_KUTTA_MERSON:
        return ref_step_merson(s, s->t, vector_const(s->start), s->h);
    case REF_SEMI_EXPLICIT_EULER_2: return take_two_halves(s);
    default: break;
    }
    enum ref_status status = ref_step_semi_explicit(
        s, s->method, s->t, vector_const(s->start), s->h, s->result);
    vector_set(s->compared, vector_const(s->result), s->nx);
    return status;
}

/* t, h, h/2, t + h and start := the arguments; REF_NOT_FINITE. */
static enum ref_status ref_step_set_start(ref_step *s, mpfr_srcptr t, const mpfr_t *x,
                                          mpfr_srcptr h) {
    if (!mpfr_number_p(t) || !mpfr_number_p(h) || !vector_is_finite(x, s->nx))
        return REF_NOT_FINITE;
    mpfr_set(s->t, t, MPFR_RNDN);
    mpfr_set(s->h, h, MPFR_RNDN);
    mpfr_div_2ui(s->half_h, s->h, 1, MPFR_RNDN);
    mpfr_add(s->t1, s->t, s->h, MPFR_RNDN);
    vector_set(s->start, x, s->nx);
    return REF_OK;
}

enum ref_status ref_step_take(ref_step *s, mpfr_srcptr t, const mpfr_t *x, mpfr_srcptr h,
                              mpfr_t *x1, mpfr_t *estimate) {
    enum ref_status status = ref_step_set_start(s, t, x, h);
    if (status == REF_OK)
        status = take(s);
    if (status == REF_OK && !vector_is_finite(vector_const(s->result), s->nx))
        status = REF_NOT_FINITE;
    if (status != REF_OK)
        return status;
    for (int i = 0; i < s->nx; i++) {
        mpfr_sub(s->term, s->result[i], s->compared[i], MPFR_RNDN);
        if (s->method == REF_RUNGE_KUTTA_MERSON)
            mpfr_div_ui(s->term, s->term, STEP_SLOPES, MPFR_RNDN);
        mpfr_set(x1[i], s->result[i], MPFR_RNDN);
        if (estimate != NULL)
            mpfr_set(estimate[i], s->term, MPFR_RNDN);
    }
    return REF_OK;
}
