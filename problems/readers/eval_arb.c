/* The reader in real balls: a loop over the instructions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/eval_arb.h"

#include <stdlib.h>

#include "problems/balls/arb_operation.h"
#include "problems/program/program.h"
#include "problems/readers/mpfr_operation.h"

struct eval_arb {
    const struct program *program;
    slong bits;
    bool refuses_jumps;
    int *pair;    /* see program_pairs_alloc */
    int slots;    /* how many of slot are initialised */
    arb_ptr slot; /* inputs, constants, results */
};

static enum problem_status fill(struct eval_arb *e, const graph *g,
                                enum eval_constants constants) {
    const struct program *p = e->program;
    e->pair = program_pairs_alloc(p);
    e->slot = malloc(((size_t)program_slots(p) + 1) * sizeof *e->slot);
    if (!e->pair || !e->slot)
        return PROBLEM_NO_MEMORY;
    while (e->slots < program_slots(p))
        arb_init(e->slot + e->slots++);
    enum problem_status status = PROBLEM_OK;
    for (int i = 0; i < p->constants && status == PROBLEM_OK; i++)
        status = eval_arb_constant(g, p->constant[i], e->bits, constants,
                                   e->slot + p->inputs + i);
    return status;
}

enum problem_status eval_arb_alloc(struct eval_arb **e, const graph *g,
                                   const struct program *p, slong bits,
                                   enum eval_constants constants) {
    *e = NULL;
    struct eval_arb *made = calloc(1, sizeof *made);
    if (!made)
        return PROBLEM_NO_MEMORY;
    made->program = p;
    made->bits = bits;
    enum problem_status status = fill(made, g, constants);
    if (status == PROBLEM_OK)
        *e = made;
    else
        eval_arb_free(made);
    return status;
}

void eval_arb_free(struct eval_arb *e) {
    if (!e)
        return;
    for (int i = 0; i < e->slots; i++)
        arb_clear(e->slot + i);
    free(e->slot);
    free(e->pair);
    free(e);
}

void eval_arb_refuse_jumps(struct eval_arb *e) {
    e->refuses_jumps = true;
}

static bool has_sign(arb_srcptr a) {
    return arb_is_nonnegative(a) || arb_is_negative(a);
}

static arb_srcptr argument(const struct eval_arb *e, int slot) {
    return slot < 0 ? NULL : e->slot + slot;
}

/* Both of a pair when the first one's turn comes; nothing at the second one's. */
static void run_pair(struct eval_arb *e, arb_ptr result, int i, int other) {
    const struct instruction *code = &e->program->code[i];
    if (other < i)
        return;
    bool sine_first = operation_is_sine(code->operation);
    arb_operate_pair(result + (sine_first ? i : other), result + (sine_first ? other : i),
                     operation_is_hyperbolic(code->operation), e->slot + code->a,
                     e->bits);
}

static void run_single(struct eval_arb *e, arb_ptr result,
                       const struct instruction *code) {
    if (e->refuses_jumps && code->operation == EXPR_SELECT &&
        !has_sign(e->slot + code->a))
        arb_indeterminate(result);
    else
        arb_operate(result, code->operation, argument(e, code->a), argument(e, code->b),
                    argument(e, code->c), e->bits);
}

void eval_arb_run(struct eval_arb *e, arb_srcptr in, arb_ptr out) {
    const struct program *p = e->program;
    arb_ptr result = e->slot + p->inputs + p->constants;
    for (int i = 0; i < p->inputs; i++)
        arb_set(e->slot + i, in + i);
    for (int i = 0; i < p->length; i++) {
        if (e->pair[i] >= 0)
            run_pair(e, result, i, e->pair[i]);
        else
            run_single(e, result + i, &p->code[i]);
    }
    for (int i = 0; i < p->outputs; i++)
        arb_set(out + i, e->slot + p->output[i]);
}
