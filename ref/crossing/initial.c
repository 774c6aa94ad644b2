/* What is known exactly of the start.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/crossing.h"

/* What is an integer to the bit becomes that: 1 + 0 cos 1, which is no rational expression. */
static expr take_integer(graph *g, expr constant) {
    arb_t value;
    arb_init(value);
    const bool is_one = eval_arb_constant(g, constant, ENCLOSURE_LOW_BITS,
                                          EVAL_EXACT_CONSTANTS, value) == PROBLEM_OK &&
                        arb_is_int(value) &&
                        arf_cmpabs_2exp_si(arb_midref(value), 31) < 0;
    if (is_one)
        constant = expr_integer(g, arf_get_si(arb_midref(value), ARF_RND_NEAR));
    arb_clear(value);
    return constant;
}

expr crossing_initial(const struct crossing_scene *s, int j) {
    return take_integer(s->m->graph, j == 0 ? s->m->span_begin : s->m->initial[j - 1]);
}

bool crossing_vanishes(const struct crossing_scene *s, expr e) {
    graph *g = s->m->graph;
    const int inputs = 1 + s->n;
    int *variable = malloc((size_t)inputs * sizeof *variable);
    expr *by = malloc((size_t)inputs * sizeof *by);
    bool zero = false;
    if (variable != NULL && by != NULL) {
        for (int i = 0; i < inputs; i++) {
            variable[i] = i;
            by[i] = crossing_initial(s, i);
        }
        expr value = expr_substitute(g, e, inputs, variable, by);
        zero = value != EXPR_NONE && crossing_is_zero(s, value);
    }
    free(by);
    free(variable);
    return zero;
}
