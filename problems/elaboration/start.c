/* A program of the expressions, run once.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/elaboration/start.h"

#include <stdlib.h>
#include <string.h>

#include "problems/balls/constant_balls.h"
#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/eval_arb.h"

/* One operation with balls costs as much as some fifty terms read. */
enum { BALL_WORK = 50 };

arb_ptr start_alloc(int count) {
    arb_ptr ball = malloc(((size_t)count + 1) * sizeof *ball);
    for (int i = 0; i < count && ball; i++)
        arb_init(ball + i);
    return ball;
}

void start_free(arb_ptr ball, int count) {
    for (int i = 0; i < count && ball; i++)
        arb_clear(ball + i);
    free(ball);
}

/* in[0] := the time, in[1 + i] := x_i, from the balls of all that these are made of. */
static bool set_inputs(struct elaboration *e, const expr *root, arb_ptr in) {
    const graph *g = e->model->graph;
    struct walk w;
    bool done =
        walk_collect(&w, g, 1 + e->states, root, WALK_ENTERS_CONSTANTS) == PROBLEM_OK;
    struct exact *exact = done ? calloc((size_t)w.count, sizeof *exact) : NULL;
    arb_ptr ball = exact ? constant_balls_alloc(&w) : NULL;
    if (exact)
        exact_evaluate(exact, g, &w);
    if (ball)
        constant_balls(ball, g, &w, exact, 2 * START_BITS, BELIEF_DOMAINS);
    for (int i = 0; i < 1 + e->states && ball; i++)
        arb_set_round(in + i, ball + walk_place(&w, root[i]), START_BITS);
    done = ball != NULL;
    constant_balls_free(ball, &w);
    if (exact)
        exact_clear(exact, w.count);
    free(exact);
    walk_clear(&w);
    return done || elaborate_fail_memory(e);
}

bool start_inputs(struct elaboration *e, arb_ptr in) {
    expr *root = malloc(((size_t)e->states + 1) * sizeof *root);
    if (!root)
        return elaborate_fail_memory(e);
    root[0] = e->model->span_begin;
    memcpy(root + 1, e->model->initial, (size_t)e->states * sizeof *root);
    bool done = set_inputs(e, root, in);
    free(root);
    return done;
}

static bool run(struct elaboration *e, const struct program *p, arb_srcptr in,
                arb_ptr ball) {
    struct eval_arb *eval = NULL;
    if (eval_arb_alloc(&eval, e->model->graph, p, START_BITS, EVAL_EXACT_CONSTANTS) !=
        PROBLEM_OK)
        return elaborate_fail_memory(e);
    eval_arb_run(eval, in, ball);
    eval_arb_free(eval);
    return true;
}

bool start_balls_at(struct elaboration *e, arb_srcptr in, int count, const expr *root,
                    int offset, arb_ptr ball) {
    struct program *p =
        graph_failed(e->model->graph) ? NULL : model_program(e->model, count, root);
    if (!p)
        return elaborate_fail_memory(e);
    bool done = elaborate_spend(e, BALL_WORK * ((long)p->length + p->inputs), offset) &&
                run(e, p, in, ball);
    program_free(p);
    return done;
}

bool start_balls(struct elaboration *e, int count, const expr *root, int offset,
                 arb_ptr ball) {
    arb_ptr in = start_alloc(1 + e->states);
    bool done =
        in ? start_inputs(e, in) && start_balls_at(e, in, count, root, offset, ball)
           : elaborate_fail_memory(e);
    start_free(in, 1 + e->states);
    return done;
}
