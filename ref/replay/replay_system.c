/* The system as the integrators see it: F(t, x), N(q) v, N(q), and the function whose
 * zero a Newton iteration seeks,
 *
 *     velocity-implicit Euler   l(y) = f(t, q_n + h N(q) v, y)
 *     implicit Euler            F(t, x)
 *
 * with N at the latest iterate q, which stays as it is while y is varied (Drake's class
 * text of the velocity-implicit Euler integrator, (7)).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/replay/replay_internal.h"
#include "ref/vector.h"
#include "ref/model.h"

#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"

static struct program *flatten_map_matrix(const struct model *m) {
    int *variable = calloc((size_t)m->nq + 1, sizeof *variable);
    if (variable == NULL)
        return NULL;
    for (int i = 0; i < m->nq; i++)
        variable[i] = 1 + i;
    struct program *p =
        program_alloc(m->graph, m->nq, variable, m->map.count, m->map.entry);
    free(variable);
    return p;
}

static enum ref_status allocate_reader(struct eval_mpfr **reader, const ref_replay *r,
                                       const struct program *p, mpfr_prec_t bits) {
    if (p == NULL)
        return REF_NO_MEMORY;
    return ref_from_problem_status(
        eval_mpfr_alloc(reader, r->model->graph, p, bits, r->options.constants));
}

static enum ref_status fill_system(const ref_replay *r, struct ref_system *s) {
    s->argument = vector_alloc(1 + r->nx, s->bits);
    s->rate = vector_alloc(r->nx, s->bits);
    s->map_argument = vector_alloc(r->nq + r->nv, s->bits);
    s->map_value = vector_alloc(r->nq, s->bits);
    if (s->argument == NULL || s->rate == NULL || s->map_argument == NULL ||
        s->map_value == NULL)
        return REF_NO_MEMORY;
    enum ref_status status = allocate_reader(&s->field, r, r->field_program, s->bits);
    return status == REF_OK ? allocate_reader(&s->map, r, r->map_program, s->bits)
                            : status;
}

static void empty_system(const ref_replay *r, struct ref_system *s) {
    eval_mpfr_free(s->field);
    eval_mpfr_free(s->map);
    vector_free(s->argument, 1 + r->nx);
    vector_free(s->rate, r->nx);
    vector_free(s->map_argument, r->nq + r->nv);
    vector_free(s->map_value, r->nq);
}

enum ref_status ref_replay_init_system(ref_replay *r) {
    struct model *m = r->model;
    r->own.bits = r->bits;
    r->rough.bits = r->difference_bits;
    r->field_program = model_field_program(m);
    r->map_program = model_map_program(m);
    r->matrix_program = flatten_map_matrix(m);
    r->map_entry = vector_alloc(m->map.count, r->bits);
    r->map_matrix = vector_alloc(r->nq * r->nv, r->bits);
    if (r->map_entry == NULL || r->map_matrix == NULL)
        return REF_NO_MEMORY;
    enum ref_status status = allocate_reader(&r->matrix, r, r->matrix_program, r->bits);
    if (status == REF_OK)
        status = fill_system(r, &r->own);
    if (status == REF_OK)
        status = fill_system(r, &r->rough);
    if (status != REF_OK || r->options.jacobian != REF_EXACT)
        return status;
    r->jacobian_program = model_jacobian_program(m, &r->pattern);
    return allocate_reader(&r->jacobian, r, r->jacobian_program, r->bits);
}

void ref_replay_clear_system(ref_replay *r) {
    empty_system(r, &r->own);
    empty_system(r, &r->rough);
    eval_mpfr_free(r->matrix);
    eval_mpfr_free(r->jacobian);
    program_free(r->field_program);
    program_free(r->map_program);
    program_free(r->matrix_program);
    program_free(r->jacobian_program);
    expr_matrix_clear(&r->pattern);
    vector_free(r->map_entry, r->model->map.count);
    vector_free(r->map_matrix, r->nq * r->nv);
}

void ref_replay_field(ref_replay *r, mpfr_srcptr t, const mpfr_t *x, mpfr_t *rate) {
    mpfr_set(r->own.argument[0], t, MPFR_RNDN);
    vector_set(r->own.argument + 1, x, r->nx);
    eval_mpfr_run(r->own.field, vector_const(r->own.argument), rate);
    r->total.evaluations++;
}

void ref_replay_move(const ref_replay *r, struct ref_system *s, const mpfr_t *start,
                     mpfr_srcptr h, const mpfr_t *q, const mpfr_t *v, mpfr_t *end) {
    vector_set(s->map_argument, q, r->nq);
    vector_set(s->map_argument + r->nq, v, r->nv);
    eval_mpfr_run(s->map, vector_const(s->map_argument), s->map_value);
    for (int i = 0; i < r->nq; i++) {
        mpfr_mul(s->product, h, s->map_value[i], MPFR_RNDN);
        mpfr_add(end[i], start[i], s->product, MPFR_RNDN);
    }
}

void ref_replay_function(ref_replay *r, struct ref_system *s, mpfr_srcptr t,
                         mpfr_srcptr h, const mpfr_t *start, const mpfr_t *x,
                         const mpfr_t *u, mpfr_t *value) {
    mpfr_t *argument = s->argument + 1;
    mpfr_set(s->argument[0], t, MPFR_RNDN);
    if (r->options.method == REF_VELOCITY_IMPLICIT_EULER)
        ref_replay_move(r, s, start, h, x, u, argument);
    vector_set(argument + r->first, u, r->n);
    eval_mpfr_run(s->field, vector_const(s->argument), s->rate);
    r->total.evaluations++;
    vector_set(value, vector_const(s->rate + r->first), r->n);
}

void ref_replay_map_matrix(ref_replay *r, const mpfr_t *q) {
    const struct expr_matrix *map = &r->model->map;
    eval_mpfr_run(r->matrix, q, r->map_entry);
    for (int k = 0; k < map->count; k++)
        mpfr_set(r->map_matrix[map->row[k] * r->nv + map->column[k]], r->map_entry[k],
                 MPFR_RNDN);
}
