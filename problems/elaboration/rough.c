/* One pass over the nodes that some expressions use, with a few bits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/rough.h"

#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/graph/walk.h"
#include "problems/readers/mpfr_operation.h"

/* A rough value needs few bits; a step with them costs as much as some twenty terms. */
enum { ROUGH_BITS = 64, ROUGH_WORK = 20 };

static mpfr_srcptr argument(const graph *g, const struct walk *w, mpfr_t *value, expr e,
                            int i) {
    expr a = walk_next(g, e, i, WALK_ENTERS_CONSTANTS);
    return a == EXPR_NONE ? NULL : value[walk_place(w, a)];
}

static void evaluate_leaf(mpfr_ptr value, const graph *g, expr leaf, double t,
                          const double *x) {
    int variable;
    switch (expr_operation(g, leaf)) {
    case EXPR_NUMBER: mpfr_set_q(value, expr_value(g, leaf), MPFR_RNDN); break;
    case EXPR_PI: mpfr_const_pi(value, MPFR_RNDN); break;
    default:
        variable = expr_index(g, leaf);
        mpfr_set_d(value, variable == 0 ? t : x[variable - 1], MPFR_RNDN);
    }
}

static void evaluate_node(mpfr_t *value, const graph *g, const struct walk *w, int i,
                          double t, const double *x) {
    expr node = w->node[i];
    enum expr_operation operation = expr_operation(g, node);
    if (operation == EXPR_PARAMETER)
        mpfr_set(value[i], argument(g, w, value, node, 0), MPFR_RNDN);
    else if (expr_operation_arity(operation) == 0)
        evaluate_leaf(value[i], g, node, t, x);
    else
        mpfr_operate(value[i], operation, argument(g, w, value, node, 0),
                     argument(g, w, value, node, 1), argument(g, w, value, node, 2));
}

static bool evaluate_walk(struct elaboration *e, const struct walk *w, int count,
                          const expr *root, double t, const double *x,
                          struct rough *rough) {
    const graph *g = e->model->graph;
    mpfr_t *value = malloc((size_t)w->count * sizeof *value);
    if (!value)
        return elaborate_fail_memory(e);
    for (int i = 0; i < w->count; i++) {
        mpfr_init2(value[i], ROUGH_BITS);
        evaluate_node(value, g, w, i, t, x);
    }
    for (int i = 0; i < count; i++) {
        mpfr_srcptr v = value[walk_place(w, root[i])];
        bool finite = mpfr_number_p(v) != 0;
        rough[i] =
            (struct rough){finite, finite ? mpfr_sgn(v) : 0, mpfr_get_d(v, MPFR_RNDN)};
    }
    for (int i = 0; i < w->count; i++)
        mpfr_clear(value[i]);
    free(value);
    return true;
}

bool rough_values(struct elaboration *e, int count, const expr *root, double t,
                  const double *x, int offset, struct rough *value) {
    struct walk w;
    bool done;
    if (walk_collect(&w, e->model->graph, count, root, WALK_ENTERS_CONSTANTS) !=
        PROBLEM_OK)
        done = elaborate_fail_memory(e);
    else
        done = elaborate_spend(e, (long)ROUGH_WORK * w.count, offset) &&
               evaluate_walk(e, &w, count, root, t, x, value);
    walk_clear(&w);
    return done;
}

bool rough_start(struct elaboration *e, double *t, double *x) {
    expr *initial = malloc((size_t)(e->states + 1) * sizeof *initial);
    struct rough *rough = malloc((size_t)(e->states + 1) * sizeof *rough);
    bool done = initial && rough;
    if (done) {
        for (int i = 0; i < e->states; i++)
            initial[i] = e->state[e->declared[i]].initial;
        initial[e->states] = e->model->span_begin;
        done = rough_values(e, e->states + 1, initial, 0, NULL, 0, rough);
    } else {
        elaborate_fail_memory(e);
    }
    for (int i = 0; i < e->states && done; i++)
        x[i] = rough[i].value;
    if (done)
        *t = rough[e->states].value;
    free(initial);
    free(rough);
    return done;
}
