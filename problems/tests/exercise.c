/* One run through the graph and its readers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/exercise.h"

#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/program/program_shared.h"
#include "problems/readers/eval_mpfr.h"
#include "problems/tests/eval_acb.h"
#include "problems/readers/eval_arb.h"
#include "problems/readers/eval_arb_jet.h"
#include "problems/readers/eval_double.h"
#include "problems/readers/eval_jet.h"
#include "problems/tests/random_expressions.h"

/* More inputs than the graph has room for at first, so that everything grows. */
enum { INPUTS = 400, OUTPUTS = 6, ORDER = 3 };

/* Arb keeps numbers of up to 128 bits without allocating. */
enum { BITS = 200 };

struct run {
    graph *graph;
    int variable[INPUTS];
    expr output[OUTPUTS];
    struct program *program;
    struct exercise result;
};

/* A failure has been reported: what it left must be `nothing`. */
static bool failed(struct run *r, bool nothing) {
    r->result.complete = false;
    r->result.consistent = r->result.consistent && nothing;
    return true;
}

static bool build(struct run *r) {
    graph *g = r->graph;
    struct sample s = {1u, 4711u};
    expr sum = expr_pi(g);
    for (int i = 0; i < INPUTS; i++) {
        r->variable[i] = i;
        sum = expr_add(g, sum, expr_mul(g, fraction(g, i + 2, 7), expr_variable(g, i)));
    }
    for (int i = 0; i < 40; i++)
        graph_set_parameter(g, i, fraction(g, i + 1, 3));
    r->output[0] = expr_mul(g, sum, expr_apply(g, EXPR_COS, expr_parameter(g, 39)));
    r->output[1] = random_expression(g, &s, 3, 60, RANDOM_TAME);
    expr_gradient(g, r->output[1], 3, r->variable, &r->output[2]);
    r->output[5] = expr_substitute(g, r->output[1], 1, &r->variable[1], &r->output[0]);
    bool none = false;
    for (int i = 0; i < OUTPUTS; i++)
        none = none || r->output[i] == EXPR_NONE;
    if (graph_failed(g))
        failed(r, true);
    else if (none) /* nothing may be missing from a graph that has not failed */
        failed(r, false);
    return !none && !graph_failed(g);
}

static void list_variables(struct run *r) {
    int *used = NULL, count = expr_variables(r->graph, r->output[0], &used);
    if (count < 0)
        failed(r, used == NULL);
    else if (count != INPUTS)
        failed(r, false);
    free(used);
}

static void round_constant(struct run *r) {
    double value = 1.37;
    expr sine = expr_apply(r->graph, EXPR_SIN, expr_parameter(r->graph, 20));
    enum problem_status status = expr_constant_double(r->graph, sine, &value);
    if (status != PROBLEM_OK)
        failed(r, status == PROBLEM_NO_MEMORY && value == 1.37);
}

static void read_double(struct run *r) {
    struct eval_double *reader = NULL;
    double in[INPUTS] = {0.83}, out[OUTPUTS];
    enum problem_status status = eval_double_alloc(&reader, r->graph, r->program);
    if (status != PROBLEM_OK)
        failed(r, status == PROBLEM_NO_MEMORY && reader == NULL);
    else
        eval_double_run(reader, in, out);
    eval_double_free(reader);
}

static void read_mpfr(struct run *r) {
    struct eval_mpfr *reader = NULL;
    enum problem_status status =
        eval_mpfr_alloc(&reader, r->graph, r->program, BITS, EVAL_EXACT_CONSTANTS);
    if (status != PROBLEM_OK) {
        failed(r, status == PROBLEM_NO_MEMORY && reader == NULL);
        return;
    }
    mpfr_t x[INPUTS];
    for (int i = 0; i < INPUTS; i++)
        mpfr_init_set_d(x[i], 0.83, MPFR_RNDN);
    eval_mpfr_run(reader, (const mpfr_t *)x, x);
    for (int i = 0; i < INPUTS; i++)
        mpfr_clear(x[i]);
    eval_mpfr_free(reader);
}

static void read_jet(struct run *r) {
    struct eval_jet *jet = NULL;
    enum problem_status status =
        eval_jet_alloc(&jet, r->graph, r->program, BITS, ORDER, EVAL_DOUBLE_CONSTANTS);
    if (status != PROBLEM_OK)
        failed(r, status == PROBLEM_NO_MEMORY && jet == NULL);
    else
        for (int k = 0; k <= ORDER; k++)
            eval_jet_order(jet, k);
    eval_jet_free(jet);
}

static void read_arb(struct run *r) {
    struct eval_arb *reader = NULL;
    enum problem_status status =
        eval_arb_alloc(&reader, r->graph, r->program, BITS, EVAL_EXACT_CONSTANTS);
    if (status != PROBLEM_OK) {
        failed(r, status == PROBLEM_NO_MEMORY && reader == NULL);
        return;
    }
    arb_ptr in = _arb_vec_init(INPUTS), out = _arb_vec_init(OUTPUTS);
    for (int i = 0; i < INPUTS; i++)
        arb_set_d(in + i, 0.83);
    eval_arb_run(reader, in, out);
    _arb_vec_clear(out, OUTPUTS);
    _arb_vec_clear(in, INPUTS);
    eval_arb_free(reader);
}

static void read_acb(struct run *r) {
    struct eval_acb *reader = NULL;
    enum problem_status status =
        eval_acb_alloc(&reader, r->graph, r->program, BITS, EVAL_DOUBLE_CONSTANTS);
    if (status != PROBLEM_OK) {
        failed(r, status == PROBLEM_NO_MEMORY && reader == NULL);
        return;
    }
    acb_ptr in = _acb_vec_init(INPUTS), out = _acb_vec_init(OUTPUTS);
    for (int i = 0; i < INPUTS; i++)
        acb_set_d_d(in + i, 0.83, 0.37);
    eval_acb_run(reader, in, out);
    _acb_vec_clear(out, OUTPUTS);
    _acb_vec_clear(in, INPUTS);
    eval_acb_free(reader);
}

static void read_arb_jet(struct run *r) {
    struct eval_arb_jet *jet = NULL;
    enum problem_status status =
        eval_arb_jet_alloc(&jet, r->graph, r->program, BITS, ORDER, EVAL_EXACT_CONSTANTS);
    if (status != PROBLEM_OK)
        failed(r, status == PROBLEM_NO_MEMORY && jet == NULL);
    else
        for (int k = 0; k <= ORDER; k++)
            eval_arb_jet_order(jet, k);
    eval_arb_jet_free(jet);
}

static void share(struct run *r) {
    struct program *shared = program_shared_alloc(r->program);
    if (!shared)
        failed(r, true);
    program_free(shared);
}

struct exercise exercise_run(void) {
    struct run r = {.result = {true, true}};
    r.graph = graph_alloc();
    if (!r.graph)
        return (struct exercise){false, true};
    if (build(&r)) {
        list_variables(&r);
        round_constant(&r);
        r.program = program_alloc(r.graph, INPUTS, r.variable, OUTPUTS, r.output);
        if (r.program) {
            read_double(&r);
            read_mpfr(&r);
            read_jet(&r);
            read_arb(&r);
            read_acb(&r);
            read_arb_jet(&r);
            share(&r);
        } else {
            failed(&r, true);
        }
    }
    program_free(r.program);
    graph_free(r.graph);
    return r.result;
}
