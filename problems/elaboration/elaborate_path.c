/* Curves to be drawn: pairs of expressions of t and the state.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "problems/elaboration/elaborate.h"

static bool add_path(struct elaboration *e, void *context) {
    struct statement *s = context;
    struct model *m = e->model;
    expr x = elaborate_expression(e, s->value);
    expr y = x == EXPR_NONE ? EXPR_NONE : elaborate_expression(e, s->second_value);
    char *name = arena_text(m->texts, s->text, strlen(s->text));
    if (y == EXPR_NONE)
        return false;
    struct path *grown =
        array_grow(m->drawn, &e->path_capacity, m->paths + 1, sizeof *grown);
    if (grown)
        m->drawn = grown;
    if (!grown || !name)
        return elaborate_fail_memory(e);
    m->drawn[m->paths++] = (struct path){name, x, y};
    return true;
}

bool elaborate_path(struct elaboration *e, struct statement *s) {
    return elaborate_loops(e, s->clauses, add_path, s);
}
