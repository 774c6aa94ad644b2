/* The programs of a model with joints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/bind/bind_programs.h"

#include <string.h>

#include "problems/model.h"
#include "problems/program/program.h"

/* Takes the program over, and keeps the room for outputs large enough. */
static enum problem_status take(struct bind_programs *p, struct bind_function *f,
                                const graph *g, struct program *program) {
    enum problem_status status = bind_function_make(f, g, program);
    if (status == PROBLEM_OK && (size_t)program->outputs > p->most_values)
        p->most_values = (size_t)program->outputs;
    return status;
}

static enum problem_status make_dynamics(struct bind_programs *p, struct model *m) {
    struct expr_matrix matrix = {0}, response = {0};
    const int vectors = m->nv + m->nz + m->joints;
    enum problem_status status =
        take(p, &p->dynamics, m->graph, model_dynamics_program(m, &matrix, &response));
    if (status == PROBLEM_OK)
        status = bind_matrix_place(&p->matrix, &matrix, vectors);
    if (status == PROBLEM_OK)
        status = bind_matrix_place(&p->response, &response, vectors + matrix.count);
    expr_matrix_clear(&matrix);
    expr_matrix_clear(&response);
    return status;
}

static enum problem_status make_errors(struct bind_programs *p, struct model *m) {
    struct expr_matrix of_position = {0}, of_velocity = {0};
    enum problem_status status =
        take(p, &p->position, m->graph, model_position_program(m, &of_position));
    if (status == PROBLEM_OK)
        status = bind_matrix_place(&p->position_matrix, &of_position, m->holonomic);
    if (status == PROBLEM_OK)
        status = take(p, &p->velocity, m->graph, model_velocity_program(m, &of_velocity));
    if (status == PROBLEM_OK)
        status = bind_matrix_place(&p->velocity_matrix, &of_velocity, m->joints);
    expr_matrix_clear(&of_position);
    expr_matrix_clear(&of_velocity);
    return status;
}

static bool have_same_pattern(const struct bind_matrix *a, const struct bind_matrix *b) {
    const size_t columns = (size_t)a->pattern.columns;
    return memcmp(a->start, b->start, (columns + 1) * sizeof *a->start) == 0 &&
           memcmp(a->row, b->row, (size_t)a->start[columns] * sizeof *a->row) == 0;
}

enum problem_status bind_programs_make(struct bind_programs *p, struct model *m) {
    *p = (struct bind_programs){.most_values = 0};
    enum problem_status status = make_dynamics(p, m);
    if (status == PROBLEM_OK)
        status = make_errors(p, m);
    if (status == PROBLEM_OK)
        p->patterns_agree = have_same_pattern(&p->matrix, &p->velocity_matrix);
    return status;
}

void bind_programs_clear(struct bind_programs *p) {
    bind_function_clear(&p->dynamics);
    bind_function_clear(&p->position);
    bind_function_clear(&p->velocity);
    bind_matrix_clear(&p->matrix);
    bind_matrix_clear(&p->response);
    bind_matrix_clear(&p->position_matrix);
    bind_matrix_clear(&p->velocity_matrix);
}

bool bind_programs_are_compiled(const struct bind_programs *p) {
    return p->dynamics.compiled != NULL && p->position.compiled != NULL &&
           p->velocity.compiled != NULL;
}
