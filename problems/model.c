/* A model's life, and what it says at once.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/model.h"

#include <stdlib.h>
#include <string.h>

#include "problems/base/arena.h"
#include "problems/graph/expr.h"

void model_free(struct model *m) {
    if (!m)
        return;
    free(m->tag);
    free(m->state);
    free(m->initial);
    expr_matrix_clear(&m->map);
    free(m->position_rates);
    if (m->free_rates != m->rates)
        free(m->free_rates);
    free(m->rates);
    free(m->unknown);
    free(m->balance);
    free(m->multiplier);
    expr_matrix_clear(&m->mass);
    free(m->parameter);
    free(m->size);
    free(m->size_value);
    free(m->invariant);
    free(m->solution);
    free(m->published_value);
    free(m->drawn);
    free(m->joint);
    expr_matrix_clear(&m->joint_matrix);
    expr_matrix_clear(&m->joint_response);
    free(m->joint_rate);
    free(m->joint_bias);
    free(m->quaternion);
    free(m->contact);
    expr_matrix_clear(&m->contact_matrix);
    free(m->contact_offset);
    graph_free(m->graph);
    arena_free(m->texts);
    free(m);
}

enum problem_status model_field(struct model *m, expr *field) {
    for (int i = 0; i < m->nq; i++)
        field[i] = m->position_rates[i];
    for (int i = 0; i < m->nv + m->nz; i++)
        field[m->nq + i] = m->rates[i];
    return PROBLEM_OK;
}

/* Without memory, expect the worst. */
bool model_has_kinks(struct model *m) {
    return expr_kinks(m->graph, m->nq, m->position_rates) != 0 ||
           expr_kinks(m->graph, m->nv + m->nz, m->rates) != 0;
}

static int find(int count, char *const *names, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

bool model_has_tag(const struct model *m, const char *tag) {
    return find(m->tags, m->tag, tag) >= 0;
}

int model_find_parameter(const struct model *m, const char *name) {
    return find(m->parameters, m->parameter, name);
}

int model_find_size(const struct model *m, const char *name) {
    return find(m->sizes, m->size, name);
}

int model_find_state(const struct model *m, const char *name) {
    return find(m->nq + m->nv + m->nz, m->state, name);
}

int model_find_invariant(const struct model *m, const char *name) {
    for (int i = 0; i < m->invariants; i++)
        if (strcmp(m->invariant[i].name, name) == 0)
            return i;
    return -1;
}
