/* Names and arguments of operations.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/operation.h"

static const char *const operation_name[] = {
#define EXPR_OPERATION_NAME(name, arity, text) text,
    EXPR_OPERATION_LIST(EXPR_OPERATION_NAME)
#undef EXPR_OPERATION_NAME
};

static const int operation_arity[] = {
#define EXPR_OPERATION_ARITY(name, arity, text) arity,
    EXPR_OPERATION_LIST(EXPR_OPERATION_ARITY)
#undef EXPR_OPERATION_ARITY
};

const char *expr_operation_name(enum expr_operation operation) {
    return operation_name[operation];
}

int expr_operation_arity(enum expr_operation operation) {
    return operation_arity[operation];
}

bool operation_is_special(enum expr_operation operation) {
    return operation >= EXPR_SN && operation <= EXPR_KEPLER;
}
