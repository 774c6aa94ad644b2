/* Sine and cosine of the same argument cost little more together than one of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/program/program.h"
#include "problems/readers/mpfr_operation.h"

bool operation_is_sine(enum expr_operation operation) {
    return operation == EXPR_SIN || operation == EXPR_SINH;
}

bool operation_is_hyperbolic(enum expr_operation operation) {
    return operation == EXPR_SINH || operation == EXPR_COSH;
}

bool operation_is_paired(enum expr_operation operation) {
    return operation_is_sine(operation) || operation == EXPR_COS ||
           operation == EXPR_COSH;
}

/* The last instruction of either kind for each argument slot, -1 if there is none. */
static int *allocate_last(const struct program *p) {
    size_t count = 2 * (size_t)program_slots(p) + 1;
    int *last = malloc(count * sizeof *last);
    for (size_t i = 0; i < count && last; i++)
        last[i] = -1;
    return last;
}

int *program_pairs_alloc(const struct program *p) {
    int *last = allocate_last(p);
    int *pair = malloc(((size_t)p->length + 1) * sizeof *pair);
    if (!last || !pair) {
        free(last);
        free(pair);
        return NULL;
    }
    for (int i = 0; i < p->length; i++) {
        enum expr_operation operation = p->code[i].operation;
        pair[i] = -1;
        if (!operation_is_paired(operation))
            continue;
        int *other = &last[2 * p->code[i].a + operation_is_hyperbolic(operation)];
        if (*other >= 0 && pair[*other] < 0 && p->code[*other].operation != operation) {
            pair[i] = *other;
            pair[*other] = i;
        }
        *other = i;
    }
    free(last);
    return pair;
}
