/* A program in which each select is decided: its branch takes its place, and what only the
 * other branch needs is left out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "ref/range/range.h"

/* The branch's slot of select number i, -1 where no branch is given. */
static int taken_slot(const struct program *p, int i, int branch) {
    const struct instruction *code = &p->code[p->switching[i]];
    return branch > 0 ? code->b : branch < 0 ? code->c : -1;
}

static int select_number(const struct program *p, int instruction) {
    for (int i = 0; i < p->switches; i++)
        if (p->switching[i] == instruction)
            return i;
    return -1;
}

static void need(bool *needed, int slot) {
    if (slot >= 0)
        needed[slot] = true;
}

/* needed[slots]: what the outputs depend on. A select needs its switching function and the
 * branch taken. */
static void find_needed(struct ref_range *r, const signed char *branch, bool *needed) {
    const struct program *p = r->program;
    const int first = p->inputs + p->constants;
    for (int i = 0; i < p->outputs; i++)
        needed[p->output[i]] = true;
    for (int i = p->length - 1; i >= 0; i--) {
        const struct instruction *code = &p->code[i];
        const int select = code->operation == EXPR_SELECT ? select_number(p, i) : -1;
        if (select >= 0)
            r->live[select] = needed[first + i];
        if (!needed[first + i])
            continue;
        need(needed, code->a);
        need(needed, select < 0 ? code->b : taken_slot(p, select, branch[select]));
        need(needed, select < 0 ? code->c : -1);
    }
}

static bool is_zero(const struct ref_range *r, int slot) {
    const struct program *p = r->program;
    return slot >= p->inputs && slot < p->inputs + p->constants &&
           expr_is_zero(r->graph, p->constant[slot - p->inputs]);
}

/* Whether a constant is known to be positive. */
static bool is_positive(const struct ref_range *r, int slot) {
    const struct program *p = r->program;
    arb_t value;
    arb_init(value);
    bool positive =
        slot >= p->inputs && slot < p->inputs + p->constants &&
        eval_arb_constant(r->graph, p->constant[slot - p->inputs], ENCLOSURE_LOW_BITS,
                          r->constants, value) == PROBLEM_OK &&
        arb_is_positive(value);
    arb_clear(value);
    return positive;
}

/* The slot of zero if the instruction gives zero because of it, else -1: a power has no series
 * there, though the branch of max(-q, 0)^(3/2) on which it is taken of 0 has. */
static int zero_slot(const struct ref_range *r, const struct instruction *code) {
    switch (code->operation) {
    case EXPR_MUL:
        if (is_zero(r, code->b))
            return code->b;
        return is_zero(r, code->a) ? code->a : -1;
    case EXPR_NEG:
    case EXPR_SQRT: return is_zero(r, code->a) ? code->a : -1;
    case EXPR_POW: return is_zero(r, code->a) && is_positive(r, code->b) ? code->a : -1;
    default: return -1;
    }
}

/* The instructions with their arguments' places; what is not needed, or zero, becomes -t. */
static void rewrite(struct ref_range *r, const signed char *branch, const bool *needed,
                    int *place) {
    const struct program *p = r->program;
    const int first = p->inputs + p->constants, slots = program_slots(p);
    for (int k = 0; k < slots; k++)
        place[k] = k;
    for (int i = 0; i < p->length; i++) {
        struct instruction *code = &r->decided.code[i];
        const int select = code->operation == EXPR_SELECT ? select_number(p, i) : -1;
        const int taken = select < 0 ? -1 : taken_slot(p, select, branch[select]);
        if (taken >= 0)
            place[first + i] = place[taken];
        if (!needed[first + i] || taken >= 0) {
            *code = (struct instruction){EXPR_NEG, 0, -1, -1};
            continue;
        }
        code->a = code->a < 0 ? -1 : place[code->a];
        code->b = code->b < 0 ? -1 : place[code->b];
        code->c = code->c < 0 ? -1 : place[code->c];
        const int zero = zero_slot(r, code);
        if (zero >= 0) {
            place[first + i] = zero;
            *code = (struct instruction){EXPR_NEG, 0, -1, -1};
        }
    }
    for (int i = 0; i < p->outputs; i++)
        r->decided.output[i] = place[p->output[i]];
}

/* The switching functions of the selects that matter. */
static void watch_selects(struct ref_range *r, const signed char *branch,
                          const int *place) {
    const struct program *p = r->program;
    r->watches = 0;
    for (int i = 0; i < p->switches; i++)
        if (r->live[i])
            r->watch[r->watches++] = (struct ref_range_watch){
                place[p->code[p->switching[i]].a], branch[i], i, false};
}

bool ref_range_resolve(struct ref_range *r, const signed char *branch) {
    const struct program *p = r->program;
    const int slots = program_slots(p);
    bool *needed = calloc((size_t)slots + 1, sizeof *needed);
    int *place = calloc((size_t)slots + 1, sizeof *place);
    const bool made = needed != NULL && place != NULL;
    if (made) {
        memcpy(r->decided.code, p->code, (size_t)p->length * sizeof *p->code);
        find_needed(r, branch, needed);
        rewrite(r, branch, needed, place);
        if (p->switches > 0)
            watch_selects(r, branch, place);
    }
    free(needed);
    free(place);
    return made;
}
