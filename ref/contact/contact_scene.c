/* The model at one state: its programs, read in MPFR.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/contact_scene.h"
#include "ref/vector.h"
#include "ref/model.h"

#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"

static enum ref_status make_function(struct ref_scene *s, struct ref_scene_function *f,
                                     struct program *program,
                                     enum eval_constants constants) {
    f->program = program;
    if (program == NULL)
        return REF_NO_MEMORY;
    f->outputs = program->outputs;
    f->out = room_numbers(&s->room, f->outputs, s->work);
    if (f->out == NULL)
        return REF_NO_MEMORY;
    return ref_from_problem_status(
        eval_mpfr_alloc(&f->eval, s->model->graph, program, s->work, constants));
}

static enum ref_status make_functions(struct ref_scene *s,
                                      enum eval_constants constants) {
    struct model *m = s->model;
    struct {
        struct ref_scene_function *function;
        struct program *program;
    } made[] = {
        {&s->contact, model_rows_program(m, &s->J_pattern)},
        {&s->gaps, model_gaps_program(m)},
        {&s->mass, model_mass_program(m, &s->M_pattern)},
        {&s->rates, model_free_rates_program(m)},
        {&s->map, model_map_program(m)},
        {&s->velocity, s->joints ? model_velocity_program(m, &s->G_pattern) : NULL},
        {&s->position,
         s->joints ? model_position_program(m, &s->position_pattern) : NULL},
        {&s->dynamics,
         s->joints ? model_dynamics_program(m, &s->dynamics_pattern, &s->response_pattern)
                   : NULL},
    };
    enum ref_status status = REF_OK;
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        if (i >= 5 && s->joints == 0)
            continue;
        enum ref_status one =
            make_function(s, made[i].function, made[i].program, constants);
        status = status == REF_OK ? one : status;
    }
    return status;
}

static enum ref_status read_constants(struct ref_scene *s,
                                      enum eval_constants constants) {
    enum ref_status status = REF_OK;
    for (int i = 0; i < s->contacts && status == REF_OK; i++) {
        const struct contact *c = &s->model->contact[i];
        const expr value[] = {c->restitution, c->static_friction, c->dynamic_friction,
                              c->viscous_friction};
        mpfr_t *const into[] = {s->restitution, s->static_friction, s->dynamic_friction,
                                s->viscous_friction};
        for (int k = 0; k < 4 && status == REF_OK; k++)
            status = ref_from_problem_status(
                ref_constant(s->model->graph, value[k], constants, into[k][i]));
        s->first[i + 1] = s->first[i] + 1 + c->slides;
    }
    return status;
}

static bool make_vectors(struct ref_scene *s) {
    const struct {
        mpfr_t **vector;
        int size;
    } all[] = {
        {&s->restitution, s->contacts},
        {&s->static_friction, s->contacts},
        {&s->dynamic_friction, s->contacts},
        {&s->viscous_friction, s->contacts},
        {&s->in, 1 + s->nx},
        {&s->gap, s->contacts},
        {&s->offset, s->rows},
        {&s->J, s->rows * s->nv},
        {&s->M, s->nv * s->nv},
        {&s->G, s->joints * s->nv},
        {&s->joint_offset, s->joints},
        {&s->joint_error, s->joints},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i].vector = room_numbers(&s->room, all[i].size, s->work);
    s->first = room_take(&s->room, (size_t)s->contacts + 1, sizeof *s->first);
    return !s->room.is_short;
}

enum ref_status ref_scene_init(struct ref_scene *s, struct model *m, mpfr_prec_t work,
                               enum eval_constants constants) {
    *s = (struct ref_scene){.model = m,
                            .nq = m->nq,
                            .nv = m->nv,
                            .nz = m->nz,
                            .nx = ref_state_size(m),
                            .contacts = m->contacts,
                            .rows = model_contact_rows(m),
                            .joints = m->joints,
                            .holonomic = m->holonomic,
                            .work = work};
    if (!make_vectors(s))
        return REF_NO_MEMORY;
    enum ref_status status = read_constants(s, constants);
    return status == REF_OK ? make_functions(s, constants) : status;
}

static void clear_function(struct ref_scene_function *f) {
    eval_mpfr_free(f->eval);
    program_free(f->program);
}

void ref_scene_clear(struct ref_scene *s) {
    struct ref_scene_function *const functions[] = {
        &s->contact, &s->gaps,     &s->mass,     &s->rates,
        &s->map,     &s->velocity, &s->position, &s->dynamics};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        clear_function(functions[i]);
    struct expr_matrix *const matrices[] = {&s->J_pattern,        &s->M_pattern,
                                            &s->G_pattern,        &s->position_pattern,
                                            &s->dynamics_pattern, &s->response_pattern};
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++)
        expr_matrix_clear(matrices[i]);
    room_clear(&s->room);
}

static enum ref_status evaluate(struct ref_scene *s, struct ref_scene_function *f) {
    eval_mpfr_run(f->eval, vector_const(s->in), f->out);
    bool finite = vector_is_finite(vector_const(f->out), f->outputs);
    return finite ? REF_OK : REF_NOT_FINITE;
}

static void set_input(struct ref_scene *s, mpfr_srcptr t, const mpfr_t *x) {
    mpfr_set(s->in[0], t, MPFR_RNDN);
    vector_set(s->in + 1, x, s->nx);
}

/* matrix (rows x columns, by columns) := the entries of a pattern, transposed or not. */
static void spread(mpfr_t *matrix, int rows, int columns, const struct expr_matrix *p,
                   mpfr_t *entry, bool transposed) {
    for (int i = 0; i < rows * columns; i++)
        mpfr_set_zero(matrix[i], 1);
    for (int k = 0; k < p->count; k++) {
        int row = transposed ? p->column[k] : p->row[k];
        int column = transposed ? p->row[k] : p->column[k];
        mpfr_set(matrix[column * rows + row], entry[k], MPFR_RNDN);
    }
}

static enum ref_status set_joints(struct ref_scene *s) {
    for (int i = 0; i < s->nv; i++)
        mpfr_set_zero(s->in[1 + s->nq + i], 1);
    enum ref_status status = evaluate(s, &s->velocity);
    if (status == REF_OK)
        status = evaluate(s, &s->position);
    if (status != REF_OK)
        return status;
    vector_set(s->joint_offset, vector_const(s->velocity.out), s->joints);
    spread(s->G, s->joints, s->nv, &s->G_pattern, s->velocity.out + s->joints, false);
    for (int i = 0; i < s->joints; i++)
        mpfr_set_zero(s->joint_error[i], 1);
    vector_set(s->joint_error, vector_const(s->position.out), s->holonomic);
    return REF_OK;
}

enum ref_status ref_scene_set(struct ref_scene *s, mpfr_srcptr t, const mpfr_t *x) {
    set_input(s, t, x);
    enum ref_status status = evaluate(s, &s->contact);
    if (status == REF_OK)
        status = evaluate(s, &s->mass);
    if (status != REF_OK)
        return status;
    mpfr_t *out = s->contact.out;
    vector_set(s->gap, vector_const(out), s->contacts);
    vector_set(s->offset, vector_const(out + s->contacts), s->rows);
    spread(s->J, s->rows, s->nv, &s->J_pattern, out + s->contacts + s->rows, true);
    spread(s->M, s->nv, s->nv, &s->M_pattern, s->mass.out, false);
    return s->joints > 0 ? set_joints(s) : REF_OK;
}

enum ref_status ref_scene_gaps(struct ref_scene *s, mpfr_srcptr t, const mpfr_t *x,
                               mpfr_t *gap) {
    set_input(s, t, x);
    enum ref_status status = evaluate(s, &s->gaps);
    vector_set(gap, vector_const(s->gaps.out), s->contacts);
    return status;
}

enum ref_status ref_scene_rates(struct ref_scene *s, mpfr_srcptr t, const mpfr_t *x,
                                mpfr_t *rates) {
    set_input(s, t, x);
    enum ref_status status = evaluate(s, &s->rates);
    vector_set(rates, vector_const(s->rates.out), s->nv + s->nz);
    return status;
}

enum ref_status ref_scene_bias(struct ref_scene *s, mpfr_srcptr t, const mpfr_t *x,
                               mpfr_t *bias) {
    set_input(s, t, x);
    enum ref_status status = evaluate(s, &s->dynamics);
    vector_set(bias, vector_const(s->dynamics.out + s->nv + s->nz), s->joints);
    return status;
}

void ref_scene_move(struct ref_scene *s, const mpfr_t *q0, const mpfr_t *d, mpfr_t *q) {
    vector_set(s->in + 1, q0, s->nq);
    vector_set(s->in + 1 + s->nq, d, s->nv);
    eval_mpfr_run(s->map.eval, vector_const(s->in + 1), s->map.out);
    for (int i = 0; i < s->nq; i++)
        mpfr_add(q[i], q[i], s->map.out[i], MPFR_RNDN);
}

void ref_scene_normalise(const struct ref_scene *s, mpfr_t *q) {
    mpfr_t norm;
    mpfr_init2(norm, s->work);
    for (int k = 0; k < s->model->quaternions; k++) {
        const int *position = s->model->quaternion[k].position;
        mpfr_set_zero(norm, 1);
        for (int i = 0; i < 4; i++)
            mpfr_hypot(norm, norm, q[position[i]], MPFR_RNDN);
        for (int i = 0; i < 4; i++)
            mpfr_div(q[position[i]], q[position[i]], norm, MPFR_RNDN);
    }
    mpfr_clear(norm);
}

/* Whether velocity k is in the pattern of a row. */
static bool uses(const struct ref_scene *s, int row, int k) {
    for (int e = 0; e < s->J_pattern.count; e++)
        if (s->J_pattern.column[e] == row && s->J_pattern.row[e] == k)
            return true;
    return false;
}

bool ref_scene_is_patch(const struct ref_scene *s, int a, int b) {
    for (int k = 0; k < s->nv; k++)
        if (uses(s, s->first[a], k) != uses(s, s->first[b], k))
            return false;
    return true;
}
