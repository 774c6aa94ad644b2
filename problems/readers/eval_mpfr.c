/* The reader in MPFR: a loop over the instructions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/eval_mpfr.h"

#include <stdlib.h>

#include "problems/program/program.h"
#include "problems/readers/mpfr_operation.h"

struct eval_mpfr {
    const struct program *program;
    int *pair;    /* see program_pairs_alloc */
    int slots;    /* how many of slot are initialised */
    mpfr_t *slot; /* inputs, constants, results */
};

static enum problem_status fill(struct eval_mpfr *e, const graph *g, mpfr_prec_t bits,
                                enum eval_constants constants) {
    const struct program *p = e->program;
    e->pair = program_pairs_alloc(p);
    e->slot = malloc(((size_t)program_slots(p) + 1) * sizeof *e->slot);
    if (!e->pair || !e->slot)
        return PROBLEM_NO_MEMORY;
    while (e->slots < program_slots(p))
        mpfr_init2(e->slot[e->slots++], bits);
    enum problem_status status = PROBLEM_OK;
    for (int i = 0; i < p->constants && status == PROBLEM_OK; i++)
        status = mpfr_round_constant(e->slot[p->inputs + i], g, p, i, constants);
    return status;
}

enum problem_status eval_mpfr_alloc(struct eval_mpfr **e, const graph *g,
                                    const struct program *p, mpfr_prec_t bits,
                                    enum eval_constants constants) {
    *e = NULL;
    struct eval_mpfr *made = calloc(1, sizeof *made);
    if (!made)
        return PROBLEM_NO_MEMORY;
    made->program = p;
    enum problem_status status = fill(made, g, bits, constants);
    if (status == PROBLEM_OK)
        *e = made;
    else
        eval_mpfr_free(made);
    return status;
}

void eval_mpfr_free(struct eval_mpfr *e) {
    if (!e)
        return;
    for (int i = 0; i < e->slots; i++)
        mpfr_clear(e->slot[i]);
    free(e->slot);
    free(e->pair);
    free(e);
}

static mpfr_srcptr argument(const struct eval_mpfr *e, int slot) {
    return slot < 0 ? NULL : e->slot[slot];
}

/* Both of a pair when the first one's turn comes; nothing at the second one's. */
static void run_pair(struct eval_mpfr *e, mpfr_t *result, int i, int other) {
    const struct instruction *code = &e->program->code[i];
    if (other < i)
        return;
    bool sine_first = operation_is_sine(code->operation);
    mpfr_operate_pair(result[sine_first ? i : other], result[sine_first ? other : i],
                      operation_is_hyperbolic(code->operation), e->slot[code->a]);
}

void eval_mpfr_run(struct eval_mpfr *e, const mpfr_t *in, mpfr_t *out) {
    const struct program *p = e->program;
    mpfr_t *result = e->slot + p->inputs + p->constants;
    for (int i = 0; i < p->inputs; i++)
        mpfr_set(e->slot[i], in[i], MPFR_RNDN);
    for (int i = 0; i < p->length; i++) {
        const struct instruction *code = &p->code[i];
        if (e->pair[i] >= 0)
            run_pair(e, result, i, e->pair[i]);
        else
            mpfr_operate(result[i], code->operation, argument(e, code->a),
                         argument(e, code->b), argument(e, code->c));
    }
    for (int i = 0; i < p->outputs; i++)
        mpfr_set(out[i], e->slot[p->output[i]], MPFR_RNDN);
}
