/* A model's life, and what it says at once.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/model.h"

#include <stdlib.h>

#include "problems/arena.h"
#include "problems/graph/walk.h"
#include "problems/language/file.h"

enum problem_status model_read(struct model **m, const char *path, int settings,
                               const struct setting *setting, struct diagnostic *d) {
    char *text;
    size_t length;
    *m = NULL;
    enum problem_status status = file_read(&text, &length, path, d);
    if (status != PROBLEM_OK)
        return status;
    status = model_parse(m, path, text, length, settings, setting, d);
    free(text);
    return status;
}

void model_free(struct model *m) {
    if (!m)
        return;
    free(m->tag);
    free(m->state);
    free(m->initial);
    expr_matrix_clear(&m->map);
    free(m->position_rates);
    free(m->rates);
    free(m->parameter);
    free(m->size);
    free(m->size_value);
    free(m->invariant);
    free(m->solution);
    free(m->published_value);
    free(m->drawn);
    free(m->joint);
    free(m->contact);
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

/* Whether some node that the roots use is a select whose surface can be crossed. */
static bool has_kinks(const graph *g, int roots, const expr *root) {
    struct walk w;
    bool found = true; /* without memory, expect the worst */
    if (walk_collect(&w, g, roots, root, WALK_CONSTANTS_ARE_LEAVES) == PROBLEM_OK) {
        found = false;
        for (int i = 0; i < w.count && !found; i++)
            found = expr_operation(g, w.node[i]) == EXPR_SELECT &&
                    !expr_is_constant(g, expr_argument(g, w.node[i], 0));
    }
    walk_clear(&w);
    return found;
}

bool model_has_kinks(struct model *m) {
    return has_kinks(m->graph, m->nq, m->position_rates) ||
           has_kinks(m->graph, m->nv + m->nz, m->rates);
}
