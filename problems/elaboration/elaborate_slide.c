/* Sliding velocities of contacts. One is linear in the velocities: ds/dv_j and s at v = 0 depend
 * on t and the positions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/linear.h"
#include "problems/graph/expr.h"
#include "problems/graph/walk.h"

enum { SLIDES_LIMIT = 2 };

/* Fails when a kink is where some combination of velocities vanishes: step(v) has the same
 * derivatives as a constant, and is not linear. */
static bool check_surfaces(struct elaboration *e, expr slide, int offset) {
    const graph *g = e->model->graph;
    struct walk w;
    bool fine = walk_collect(&w, g, 1, &slide, WALK_CONSTANTS_ARE_LEAVES) == PROBLEM_OK ||
                elaborate_fail_memory(e);
    for (int i = 0; i < w.count && fine; i++)
        if (expr_operation(g, w.node[i]) == EXPR_SELECT)
            fine = elaborate_depends(e, expr_argument(g, w.node[i], 0), offset,
                                     "a kink of a sliding velocity",
                                     (struct allowed){.time = true, .positions = true});
    walk_clear(&w);
    return fine;
}

bool elaborate_slide(struct elaboration *e, struct contact *c, struct statement *s) {
    const int offset = term_begin(s->value);
    if (c->slides == SLIDES_LIMIT)
        return elaborate_fail(e, s->offset, "a contact has at most %d sliding velocities",
                              SLIDES_LIMIT);
    expr slide = elaborate_elementary(e, s->value, "a sliding velocity");
    struct linear_form form = {0};
    if (slide == EXPR_NONE ||
        !elaborate_depends(
            e, slide, offset, "a sliding velocity",
            (struct allowed){.time = true, .positions = true, .velocities = true}) ||
        !elaborate_linear(e, slide, offset, "the sliding velocity", LINEAR_WITH_REST,
                          &form))
        return false;
    const int velocities = form.count;
    linear_clear(&form);
    if (velocities == 0)
        return elaborate_fail(e, offset, "this sliding velocity depends on no velocity");
    c->slide[c->slides++] = slide;
    return check_surfaces(e, slide, offset);
}
