/* Values of expressions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/crossing.h"
#include "ref/crossing/readers.h"
#include "ref/model.h"

enum ref_status crossing_evaluate(const struct crossing_scene *s, int count,
                                  const expr *e, arb_srcptr box, slong bits,
                                  arb_ptr value) {
    struct eval_arb *reader;
    if (graph_failed(s->m->graph))
        return REF_NO_MEMORY;
    enum ref_status status = crossing_readers_find(s->readers, s->m, count, e, bits,
                                                   s->task->options->constants, &reader);
    if (status == REF_OK)
        eval_arb_run(reader, box, value);
    return status;
}

bool crossing_is_constant(const struct crossing_scene *s, expr e) {
    for (int j = 0; j <= s->n; j++)
        if (!expr_is_zero(s->m->graph, expr_derivative(s->m->graph, e, j)))
            return false;
    return true;
}

bool crossing_are_constant(const struct crossing_scene *s, int count, const expr *e) {
    for (int i = 0; i < count; i++)
        if (!crossing_is_constant(s, e[i]))
            return false;
    return true;
}

/* Balls without a radius are exact, those of cos 0 and the like. */
bool crossing_is_zero(const struct crossing_scene *s, expr constant) {
    const graph *g = s->m->graph;
    arb_t value;
    if (constant == EXPR_NONE)
        return false;
    arb_init(value);
    bool zero = eval_arb_constant(g, constant, ENCLOSURE_LOW_BITS, EVAL_EXACT_CONSTANTS,
                                  value) == PROBLEM_OK &&
                (arb_is_zero(value) ||
                 (arb_contains_zero(value) && crossing_is_identity(g, constant)));
    arb_clear(value);
    return zero;
}
