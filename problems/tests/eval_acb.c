/* The reader in complex balls, another arithmetic beside which bounds are tested: a loop over the
 * instructions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/eval_acb.h"

#include <stdlib.h>

#include "problems/balls/arb_operation.h"
#include "problems/program/program.h"
#include "problems/readers/eval_arb.h"

struct eval_acb {
    const struct program *program;
    slong bits;
    int slots;    /* how many of slot are initialised */
    acb_ptr slot; /* inputs, constants, results */
};

static enum problem_status fill(struct eval_acb *e, const graph *g,
                                enum eval_constants constants) {
    const struct program *p = e->program;
    e->slot = malloc(((size_t)program_slots(p) + 1) * sizeof *e->slot);
    if (!e->slot)
        return PROBLEM_NO_MEMORY;
    while (e->slots < program_slots(p))
        acb_init(e->slot + e->slots++);
    enum problem_status status = PROBLEM_OK;
    for (int i = 0; i < p->constants && status == PROBLEM_OK; i++)
        status = eval_arb_constant(g, p->constant[i], e->bits, constants,
                                   acb_realref(e->slot + p->inputs + i));
    return status;
}

enum problem_status eval_acb_alloc(struct eval_acb **e, const graph *g,
                                   const struct program *p, slong bits,
                                   enum eval_constants constants) {
    *e = NULL;
    struct eval_acb *made = calloc(1, sizeof *made);
    if (!made)
        return PROBLEM_NO_MEMORY;
    made->program = p;
    made->bits = bits;
    enum problem_status status = fill(made, g, constants);
    if (status == PROBLEM_OK)
        *e = made;
    else
        eval_acb_free(made);
    return status;
}

void eval_acb_free(struct eval_acb *e) {
    if (!e)
        return;
    for (int i = 0; i < e->slots; i++)
        acb_clear(e->slot + i);
    free(e->slot);
    free(e);
}

static acb_srcptr argument(const struct eval_acb *e, int slot) {
    return slot < 0 ? NULL : e->slot + slot;
}

void eval_acb_run(struct eval_acb *e, acb_srcptr in, acb_ptr out) {
    const struct program *p = e->program;
    acb_ptr result = e->slot + p->inputs + p->constants;
    for (int i = 0; i < p->inputs; i++)
        acb_set(e->slot + i, in + i);
    for (int i = 0; i < p->length; i++) {
        const struct instruction *code = &p->code[i];
        acb_operate(result + i, code->operation, argument(e, code->a),
                    argument(e, code->b), argument(e, code->c), e->bits);
    }
    for (int i = 0; i < p->outputs; i++)
        acb_set(out + i, e->slot + p->output[i]);
}
