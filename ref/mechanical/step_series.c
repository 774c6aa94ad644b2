/* A step as a power series in h at one point (t, x), order by order: the coefficient of h^k in
 * F depends on those of h^0 .. h^k in its arguments only, so that implicit equations give
 *
 *     u = base + h F_u:   u_{k+1} = base_{k+1} + F_{u,k}
 *
 * just as explicit ones do. Every method is a sequence of passes, each of which expands F
 * along one argument: t + c h and a series made of those found before.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/mechanical/step.h"
#include "ref/vector.h"
#include "ref/model.h"
#include "problems/readers/eval_jet.h"

#include <limits.h>
#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"

enum { SERIES_GUARD_BITS = 32, MAX_ORDER = 1000 };

struct ref_step_series {
    enum ref_mechanical_method method;
    int nq, nx, order;
    struct program *program; /* of F */
    struct eval_jet *jet;
    /* x_i's coefficient of h^k is at i (order + 1) + k. */
    mpfr_t *start, *result, *middle, *compared, *estimate, *slope[STEP_SLOPES];
    mpfr_t term, sum;
};

static int count_coefficients(const ref_step_series *s) {
    return s->nx * (s->order + 1);
}

static mpfr_ptr at(const ref_step_series *s, mpfr_t *series, int i, int k) {
    return series[i * (s->order + 1) + k];
}

static enum ref_status init_step_series(ref_step_series *s, struct model *m,
                                        mpfr_prec_t work, enum eval_constants constants) {
    mpfr_t **const all[] = {&s->start, &s->result, &s->middle, &s->compared,
                            &s->estimate};
    bool made = true;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        made = (*all[i] = vector_alloc(count_coefficients(s), work)) != NULL && made;
    for (int i = 0; i < STEP_SLOPES; i++)
        made = (s->slope[i] = vector_alloc(count_coefficients(s), work)) != NULL && made;
    s->program = model_field_program(m);
    if (!made || s->program == NULL)
        return REF_NO_MEMORY;
    return ref_from_problem_status(
        eval_jet_alloc(&s->jet, m->graph, s->program, work, s->order, constants));
}

enum ref_status ref_step_series_alloc(ref_step_series **made, struct model *m,
                                      enum ref_mechanical_method method, mpfr_prec_t bits,
                                      int order, enum eval_constants constants) {
    *made = NULL;
    if (!ref_precision_is_usable(bits) || order < 1 || order > MAX_ORDER ||
        ref_state_size(m) > INT_MAX / (order + 1))
        return REF_BAD_ARGUMENT;
    ref_step_series *s = calloc(1, sizeof *s);
    if (s == NULL)
        return REF_NO_MEMORY;
    s->method = method;
    s->nq = m->nq;
    s->nx = ref_state_size(m);
    s->order = order;
    mpfr_prec_t work = bits + SERIES_GUARD_BITS;
    mpfr_inits2(work, s->term, s->sum, (mpfr_ptr)NULL);
    enum ref_status status = init_step_series(s, m, work, constants);
    if (status == REF_OK)
        *made = s;
    else
        ref_step_series_free(s);
    return status;
}

void ref_step_series_free(ref_step_series *s) {
    if (s == NULL)
        return;
    mpfr_t *const all[] = {s->start, s->result, s->middle, s->compared, s->estimate};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        vector_free(all[i], count_coefficients(s));
    for (int i = 0; i < STEP_SLOPES; i++)
        vector_free(s->slope[i], count_coefficients(s));
    eval_jet_free(s->jet);
    program_free(s->program);
    mpfr_clears(s->term, s->sum, (mpfr_ptr)NULL);
    free(s);
}

const mpfr_t *ref_step_series_result(const ref_step_series *s, int i) {
    return vector_const(s->result + i * (s->order + 1));
}

const mpfr_t *ref_step_series_estimate(const ref_step_series *s, int i) {
    return vector_const(s->estimate + i * (s->order + 1));
}

/* F is to be expanded along t + (numerator/denominator) h, branches as found at h = 0. */
static void begin_pass(ref_step_series *s, mpfr_srcptr t, int numerator,
                       int denominator) {
    mpfr_t *time = eval_jet_input(s->jet, 0);
    for (int k = 0; k <= s->order; k++)
        mpfr_set_ui(time[k], 0, MPFR_RNDN);
    mpfr_set(time[0], t, MPFR_RNDN);
    mpfr_set_si(time[1], numerator, MPFR_RNDN);
    mpfr_div_si(time[1], time[1], denominator, MPFR_RNDN);
    signed char *branch = eval_jet_branches(s->jet);
    for (int i = 0; i < s->program->switches; i++)
        branch[i] = 0;
}

static void give(ref_step_series *s, int i, int k, mpfr_srcptr value) {
    mpfr_set(eval_jet_input(s->jet, 1 + i)[k], value, MPFR_RNDN);
}

/* rate := F along the whole series x. */
static void expand_along(ref_step_series *s, mpfr_t *x, mpfr_t *rate) {
    for (int k = 0; k <= s->order; k++) {
        for (int i = 0; i < s->nx; i++)
            give(s, i, k, at(s, x, i, k));
        eval_jet_order(s->jet, k);
        for (int i = 0; i < s->nx; i++)
            mpfr_set(at(s, rate, i, k), eval_jet_output(s->jet, i)[k], MPFR_RNDN);
    }
}

/* x_{k+1} := from_{k+1} + (1/divisor) rate_k for the components first .. end - 1. */
static void advance(ref_step_series *s, mpfr_t *from, mpfr_t *rate, int divisor,
                    int first, int end, mpfr_t *x) {
    for (int i = first; i < end; i++) {
        mpfr_set(at(s, x, i, 0), at(s, from, i, 0), MPFR_RNDN);
        for (int k = 0; k < s->order; k++) {
            mpfr_div_si(s->term, at(s, rate, i, k), divisor, MPFR_RNDN);
            mpfr_add(at(s, x, i, k + 1), at(s, from, i, k + 1), s->term, MPFR_RNDN);
        }
    }
}

static void copy_block(ref_step_series *s, mpfr_t *from, int first, int end, mpfr_t *to) {
    for (int i = first; i < end; i++)
        for (int k = 0; k <= s->order; k++)
            mpfr_set(at(s, to, i, k), at(s, from, i, k), MPFR_RNDN);
}

/* A gaming step of h/divisor from the series `from`, which begins at t + h begin/divisor. */
static void pass_gaming(ref_step_series *s, mpfr_srcptr t, int begin, int divisor,
                        mpfr_t *from, mpfr_t *x) {
    begin_pass(s, t, begin, divisor);
    expand_along(s, from, s->slope[0]);
    copy_block(s, from, 0, s->nq, x);
    advance(s, from, s->slope[0], divisor, s->nq, s->nx, x);
    begin_pass(s, t, begin, divisor);
    expand_along(s, x, s->slope[0]);
    advance(s, from, s->slope[0], divisor, 0, s->nq, x);
}

/* Forms 1 and 2: the block is found order by order, F being taken along it and the rest of
 * the start; then the rest is advanced with the rates found there. */
static void pass_implicit(ref_step_series *s, mpfr_srcptr t, int end_time, int first,
                          int end) {
    begin_pass(s, t, end_time, 1);
    copy_block(s, s->start, 0, s->nx, s->middle);
    for (int k = 0; k <= s->order; k++) {
        for (int i = 0; i < s->nx; i++)
            give(s, i, k, at(s, s->middle, i, k));
        eval_jet_order(s->jet, k);
        for (int i = 0; i < s->nx; i++)
            mpfr_set(at(s, s->slope[0], i, k), eval_jet_output(s->jet, i)[k], MPFR_RNDN);
        for (int i = first; i < end && k < s->order; i++)
            mpfr_add(at(s, s->middle, i, k + 1), at(s, s->start, i, k + 1),
                     at(s, s->slope[0], i, k), MPFR_RNDN);
    }
    copy_block(s, s->middle, first, end, s->result);
    advance(s, s->start, s->slope[0], 1, 0, first, s->result);
    advance(s, s->start, s->slope[0], 1, end, s->nx, s->result);
}

static void combine_merson(ref_step_series *s, const struct merson_row *row, mpfr_t *x) {
    for (int i = 0; i < s->nx; i++) {
        mpfr_set(at(s, x, i, 0), at(s, s->start, i, 0), MPFR_RNDN);
        for (int k = 0; k < s->order; k++) {
            mpfr_set_zero(s->sum, 1);
            for (int j = 0; j < STEP_SLOPES; j++) {
                mpfr_mul_si(s->term, at(s, s->slope[j], i, k), row->weight[j], MPFR_RNDN);
                mpfr_add(s->sum, s->sum, s->term, MPFR_RNDN);
            }
            mpfr_div_si(at(s, x, i, k + 1), s->sum, row->denominator, MPFR_RNDN);
        }
    }
}

static void pass_merson(ref_step_series *s, mpfr_srcptr t) {
    for (int j = 0; j < STEP_SLOPES; j++)
        for (int k = 0; k < count_coefficients(s); k++)
            mpfr_set_zero(s->slope[j][k], 1);
    for (int j = 0; j < STEP_SLOPES; j++) {
        combine_merson(s, &merson_rows[j], s->compared);
        begin_pass(s, t, merson_rows[j].node, merson_rows[j].denominator);
        expand_along(s, s->compared, s->slope[j]);
    }
    combine_merson(s, &merson_rows[STEP_SLOPES], s->result);
}

/* compared := result + (h/2) (F(t + h, result) - F(t, x)). */
static void pass_explicit_euler(ref_step_series *s, mpfr_srcptr t) {
    begin_pass(s, t, 0, 1);
    expand_along(s, s->start, s->slope[0]);
    advance(s, s->start, s->slope[0], 1, 0, s->nx, s->result);
    begin_pass(s, t, 1, 1);
    expand_along(s, s->result, s->slope[1]);
    for (int k = 0; k < count_coefficients(s); k++)
        mpfr_sub(s->slope[1][k], s->slope[1][k], s->slope[0][k], MPFR_RNDN);
    advance(s, s->result, s->slope[1], 2, 0, s->nx, s->compared);
}

static void pass_all(ref_step_series *s, mpfr_srcptr t) {
    switch (s->method) {
    case REF_EXPLICIT_EULER: pass_explicit_euler(s, t); return;
    case REF_RUNGE_KUTTA_MERSON: pass_merson(s, t); return;
    case REF_SEMI_EXPLICIT_EULER_2:
        pass_gaming(s, t, 0, 2, s->start, s->middle);
        pass_gaming(s, t, 1, 2, s->middle, s->result);
        pass_gaming(s, t, 0, 1, s->start, s->compared);
        return;
    case REF_SEMI_EXPLICIT_EULER_POSITION_IMPLICIT:
        pass_implicit(s, t, 1, 0, s->nq);
        break;
    case REF_SEMI_EXPLICIT_EULER_VELOCITY_IMPLICIT:
        pass_implicit(s, t, 0, s->nq, s->nx);
        break;
    default: pass_gaming(s, t, 0, 1, s->start, s->result); break;
    }
    copy_block(s, s->result, 0, s->nx, s->compared);
}

enum ref_status ref_step_series_expand(ref_step_series *s, mpfr_srcptr t,
                                       const mpfr_t *x) {
    if (!mpfr_number_p(t) || !vector_is_finite(x, s->nx))
        return REF_NOT_FINITE;
    for (int k = 0; k < count_coefficients(s); k++)
        mpfr_set_zero(s->start[k], 1);
    for (int i = 0; i < s->nx; i++)
        mpfr_set(at(s, s->start, i, 0), x[i], MPFR_RNDN);
    pass_all(s, t);
    for (int k = 0; k < count_coefficients(s); k++) {
        mpfr_sub(s->estimate[k], s->result[k], s->compared[k], MPFR_RNDN);
        if (s->method == REF_RUNGE_KUTTA_MERSON)
            mpfr_div_ui(s->estimate[k], s->estimate[k], STEP_SLOPES, MPFR_RNDN);
    }
    bool is_finite = vector_is_finite(vector_const(s->result), count_coefficients(s)) &&
                     vector_is_finite(vector_const(s->estimate), count_coefficients(s));
    return is_finite ? REF_OK : REF_NOT_FINITE;
}
