/* Cubes of roots: with r = sqrt(s) the product (r r) r is s r, which is defined where r is, and
 * needs a product of series less. Forces that fall as 1/r^3 have them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/program/program.h"
#include "problems/program/program_shared.h"

/* The instruction whose slot this is; NULL: an input or a constant. */
static const struct instruction *instruction_of(const struct program *p, int slot) {
    const int first = p->inputs + p->constants;
    return slot < first ? NULL : &p->code[slot - first];
}

/* Whether a is r r and b is r, r = sqrt(s). */
static bool is_cube(const struct program *p, int a, int b) {
    const struct instruction *square = instruction_of(p, a), *root = instruction_of(p, b);
    return square != NULL && root != NULL && square->operation == EXPR_MUL &&
           square->a == b && square->b == b && root->operation == EXPR_SQRT;
}

static void reduce(const struct program *p, struct instruction *code) {
    if (code->operation != EXPR_MUL)
        return;
    if (is_cube(p, code->a, code->b))
        code->a = instruction_of(p, code->b)->a;
    else if (is_cube(p, code->b, code->a))
        code->b = instruction_of(p, code->a)->a;
}

static void need(bool *needed, int slot) {
    if (slot >= 0)
        needed[slot] = true;
}

bool program_reduce_roots(struct program *p) {
    const int first = p->inputs + p->constants;
    bool *needed = calloc((size_t)program_slots(p) + 1, sizeof *needed);
    if (needed == NULL)
        return false;
    for (int i = 0; i < p->outputs; i++)
        needed[p->output[i]] = true;
    for (int i = p->length - 1; i >= 0; i--) {
        struct instruction *code = &p->code[i];
        reduce(p, code);
        if (!needed[first + i] && code->operation != EXPR_SELECT) {
            *code = (struct instruction){EXPR_NEG, 0, -1, -1};
            continue;
        }
        need(needed, code->a);
        need(needed, code->b);
        need(needed, code->c);
    }
    free(needed);
    return true;
}
