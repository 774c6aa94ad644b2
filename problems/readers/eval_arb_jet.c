/* The reader in power series of balls: the instructions as steps over series, run for one
 * order. A slot's coefficients stand side by side.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/eval_arb_jet.h"

#include <stdlib.h>

#include "problems/program/program.h"
#include "problems/readers/arb_jet.h"
#include "problems/readers/eval_arb.h"
#include "problems/readers/mpfr_operation.h"

struct eval_arb_jet {
    const struct program *program;
    slong bits;                /* the most */
    slong working;             /* those of the orders that are computed next */
    size_t columns;            /* coefficients of a series: order + 1 */
    size_t numbers;            /* how many of coefficient are initialised */
    arb_ptr coefficient;       /* the series of each slot, then the auxiliary ones */
    int steps;                 /* how many of step are initialised */
    struct arb_jet_step *step; /* (size program->length) */
};

static const slong least_bits = 2; /* of Arb's operations */

static arb_ptr series(const struct eval_arb_jet *e, int slot) {
    return e->coefficient + (size_t)slot * e->columns;
}

static bool is_constant(const struct program *p, int slot) {
    return slot >= p->inputs && slot < p->inputs + p->constants;
}

/* How many auxiliary series the program needs, partners of single functions included. */
static size_t count_extras(const struct program *p, const int *pair) {
    size_t count = 0;
    for (int i = 0; i < p->length; i++) {
        enum expr_operation operation = p->code[i].operation;
        bool single = pair[i] < 0 && operation_is_paired(operation);
        bool skip = pair[i] >= 0 && pair[i] < i;
        count += (skip ? 0 : (size_t)arb_jet_extras(operation)) + single;
    }
    return count;
}

/* Step i; *next is where the unused auxiliary series begin. */
static void connect_step(struct eval_arb_jet *e, int i, int pair, arb_ptr *next) {
    const struct program *p = e->program;
    const struct instruction *code = &p->code[i];
    const int first = p->inputs + p->constants;
    struct arb_jet_step *s = &e->step[i];
    s->operation = code->operation;
    s->r = series(e, first + i);
    s->a = series(e, code->a);
    s->b = code->b < 0 ? NULL : series(e, code->b);
    s->c = code->c < 0 ? NULL : series(e, code->c);
    s->a_is_constant = is_constant(p, code->a);
    s->b_is_constant = code->b >= 0 && is_constant(p, code->b);
    s->skip = pair >= 0 && pair < i;
    if (s->skip)
        return;
    arb_ptr *const wanted[] = {&s->slope, &s->other};
    for (int k = 0; k < arb_jet_extras(code->operation); k++, *next += e->columns)
        *wanted[k] = *next;
    if (pair >= 0) {
        s->partner = series(e, first + pair);
    } else if (operation_is_paired(code->operation)) {
        s->partner = *next;
        *next += e->columns;
    }
}

static enum problem_status set_constants(struct eval_arb_jet *e, const graph *g,
                                         enum eval_constants constants) {
    const struct program *p = e->program;
    enum problem_status status = PROBLEM_OK;
    for (int i = 0; i < p->constants && status == PROBLEM_OK; i++)
        status = eval_arb_constant(g, p->constant[i], e->bits, constants,
                                   series(e, p->inputs + i));
    return status;
}

static enum problem_status fill(struct eval_arb_jet *e, const graph *g,
                                enum eval_constants constants) {
    const struct program *p = e->program;
    const size_t slots = (size_t)program_slots(p);
    int *pair = program_pairs_alloc(p);
    if (!pair)
        return PROBLEM_NO_MEMORY;
    size_t wanted = (slots + count_extras(p, pair)) * e->columns;
    e->coefficient = malloc((wanted + 1) * sizeof *e->coefficient);
    e->step = calloc((size_t)p->length + 1, sizeof *e->step);
    bool allocated = e->coefficient && e->step;
    if (allocated) {
        while (e->numbers < wanted)
            arb_init(e->coefficient + e->numbers++);
        arb_ptr next = e->coefficient + slots * e->columns;
        for (; e->steps < p->length; e->steps++) {
            arb_init(e->step[e->steps].inverse);
            connect_step(e, e->steps, pair[e->steps], &next);
        }
    }
    free(pair);
    return allocated ? set_constants(e, g, constants) : PROBLEM_NO_MEMORY;
}

enum problem_status eval_arb_jet_alloc(struct eval_arb_jet **e, const graph *g,
                                       const struct program *p, slong bits, int order,
                                       enum eval_constants constants) {
    *e = NULL;
    struct eval_arb_jet *made = calloc(1, sizeof *made);
    if (!made)
        return PROBLEM_NO_MEMORY;
    made->program = p;
    made->bits = made->working = bits;
    made->columns = (size_t)order + 1;
    enum problem_status status = fill(made, g, constants);
    if (status == PROBLEM_OK)
        *e = made;
    else
        eval_arb_jet_free(made);
    return status;
}

void eval_arb_jet_free(struct eval_arb_jet *e) {
    if (!e)
        return;
    for (size_t i = 0; i < e->numbers; i++)
        arb_clear(e->coefficient + i);
    for (int i = 0; i < e->steps; i++)
        arb_clear(e->step[i].inverse);
    free(e->coefficient);
    free(e->step);
    free(e);
}

arb_ptr eval_arb_jet_input(struct eval_arb_jet *e, int i) {
    return series(e, i);
}

arb_srcptr eval_arb_jet_output(const struct eval_arb_jet *e, int i) {
    return series(e, e->program->output[i]);
}

void eval_arb_jet_precision(struct eval_arb_jet *e, slong bits) {
    e->working = bits < least_bits ? least_bits : bits < e->bits ? bits : e->bits;
}

void eval_arb_jet_order(struct eval_arb_jet *e, int k) {
    for (int i = 0; i < e->program->length; i++) {
        struct arb_jet_step *s = &e->step[i];
        if (s->skip)
            continue;
        if (k == 0)
            arb_jet_start(s, e->working);
        else
            arb_jet_order(s, k, e->working);
    }
}
