/* The reader in power series: the instructions as steps over series, run for one order.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/eval_jet.h"

#include <stdlib.h>

#include "problems/program/program.h"
#include "problems/readers/jet.h"
#include "problems/readers/mpfr_operation.h"

struct eval_jet {
    const struct program *program;
    size_t columns;        /* coefficients of a series: order + 1 */
    mpfr_t *coefficient;   /* the series of each slot, then the auxiliary ones */
    struct jet_step *step; /* (size program->length) */
    signed char *branch;   /* as set by the caller (size program->switches) */
    struct jet_work work;
};

static mpfr_t *series(const struct eval_jet *e, int slot) {
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
        count += (size_t)jet_extras(operation) + single;
    }
    return count;
}

/* Sets up the steps; `next` is where the auxiliary series begin. */
static void connect(struct eval_jet *e, const int *pair, mpfr_t *next) {
    const struct program *p = e->program;
    const int first = p->inputs + p->constants;
    for (int i = 0; i < p->length; i++) {
        const struct instruction *code = &p->code[i];
        struct jet_step *s = &e->step[i];
        s->operation = code->operation;
        s->skip = pair[i] >= 0 && pair[i] < i;
        s->r = series(e, first + i);
        s->a = series(e, code->a);
        s->b = code->b < 0 ? NULL : series(e, code->b);
        s->c = code->c < 0 ? NULL : series(e, code->c);
        s->a_is_constant = is_constant(p, code->a);
        s->b_is_constant = code->b >= 0 && is_constant(p, code->b);
        for (int k = 0; k < jet_extras(code->operation); k++, next += e->columns)
            s->extra[k] = next;
        if (pair[i] >= 0) {
            s->partner = series(e, first + pair[i]);
        } else if (operation_is_paired(code->operation)) {
            s->partner = next;
            next += e->columns;
        }
    }
}

static enum problem_status round_constants(struct eval_jet *e, const graph *g,
                                           enum eval_constants constants) {
    const struct program *p = e->program;
    enum problem_status status = PROBLEM_OK;
    for (int i = 0; i < p->constants && status == PROBLEM_OK; i++)
        status = mpfr_round_constant(series(e, p->inputs + i)[0], g, p, i, constants);
    return status;
}

static enum problem_status fill(struct eval_jet *e, const graph *g, mpfr_prec_t bits,
                                enum eval_constants constants) {
    const struct program *p = e->program;
    const size_t slots = (size_t)program_slots(p);
    int *pair = program_pairs_alloc(p);
    if (!pair)
        return PROBLEM_NO_MEMORY;
    size_t wanted = (slots + count_extras(p, pair)) * e->columns;
    e->coefficient = mpfr_dot_alloc(wanted, bits);
    e->step = calloc((size_t)p->length + 1, sizeof *e->step);
    e->branch = calloc((size_t)p->switches + 1, sizeof *e->branch);
    bool allocated = e->coefficient && e->step && e->branch;
    if (allocated)
        connect(e, pair, e->coefficient + slots * e->columns);
    free(pair);
    return allocated ? round_constants(e, g, constants) : PROBLEM_NO_MEMORY;
}

enum problem_status eval_jet_alloc(struct eval_jet **e, const graph *g,
                                   const struct program *p, mpfr_prec_t bits, int order,
                                   enum eval_constants constants) {
    *e = NULL;
    struct eval_jet *made = calloc(1, sizeof *made);
    if (!made)
        return PROBLEM_NO_MEMORY;
    made->program = p;
    made->columns = (size_t)order + 1;
    if (!mpfr_dot_init(&made->work.dot, bits)) {
        free(made);
        return PROBLEM_NO_MEMORY;
    }
    mpfr_inits2(bits, made->work.sum, made->work.product, (mpfr_ptr)NULL);
    made->work.bits = bits;
    enum problem_status status = fill(made, g, bits, constants);
    if (status == PROBLEM_OK)
        *e = made;
    else
        eval_jet_free(made);
    return status;
}

void eval_jet_free(struct eval_jet *e) {
    if (!e)
        return;
    mpfr_clears(e->work.sum, e->work.product, (mpfr_ptr)NULL);
    mpfr_dot_clear(&e->work.dot);
    mpfr_dot_free(e->coefficient);
    free(e->step);
    free(e->branch);
    free(e);
}

mpfr_t *eval_jet_input(struct eval_jet *e, int i) {
    return series(e, i);
}

const mpfr_t *eval_jet_output(const struct eval_jet *e, int i) {
    return (const mpfr_t *)series(e, e->program->output[i]);
}

signed char *eval_jet_branches(struct eval_jet *e) {
    return e->branch;
}

const mpfr_t *eval_jet_switch(const struct eval_jet *e, int i) {
    return (const mpfr_t *)e->step[e->program->switching[i]].a;
}

int eval_jet_branch(const struct eval_jet *e, int i) {
    return e->step[e->program->switching[i]].branch;
}

static void start(struct eval_jet *e) {
    int next = 0; /* selects stand in code order, their surfaces before them */
    for (int i = 0; i < e->program->length; i++) {
        struct jet_step *s = &e->step[i];
        bool is_select = s->operation == EXPR_SELECT;
        if (!s->skip)
            jet_step_start(&e->work, s, is_select ? e->branch[next++] : 0);
    }
}

void eval_jet_precision(struct eval_jet *e, mpfr_prec_t bits) {
    mpfr_prec_t most = mpfr_get_prec(e->work.sum);
    e->work.bits = bits < 1 ? 1 : bits < most ? bits : most;
}

void eval_jet_order(struct eval_jet *e, int k) {
    if (k == 0) {
        start(e);
        return;
    }
    for (int i = 0; i < e->program->length; i++)
        if (!e->step[i].skip)
            jet_step_order(&e->work, &e->step[i], k);
}
