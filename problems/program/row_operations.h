/* The operations of programs over rows of numbers, in double. Sums, differences, products and
 * quotients have loops for arguments that stand side by side or stay the same, which the
 * compiler turns into vector instructions; these round as the scalar ones do. Where the length
 * and the strides are numbers the loops are of that size, and the choice between them is made by
 * the compiler.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_ROW_OPERATIONS_H
#define PROBLEMS_ROW_OPERATIONS_H

#include <math.h>
#include <stddef.h>

#include "problems/graph/operation.h"

/* r[i] = a[i da] operation b[i db] for i < n. */
struct operands {
    ptrdiff_t n;
    double *restrict r;
    const double *a, *b, *c;
    ptrdiff_t da, db, dc;
};

#define BINARY_LIST(ENTRY)                                                               \
    ENTRY(add, +)                                                                        \
    ENTRY(subtract, -)                                                                   \
    ENTRY(multiply, *)                                                                   \
    ENTRY(divide, /)

#define DEFINE_BINARY(name, sign)                                                        \
    static inline void name(struct operands o) {                                         \
        double *restrict r = o.r;                                                        \
        if (o.da == 1 && o.db == 1) {                                                    \
            for (ptrdiff_t i = 0; i < o.n; i++)                                          \
                r[i] = o.a[i] sign o.b[i];                                               \
        } else if (o.da == 0 && o.db == 1) {                                             \
            const double a = *o.a;                                                       \
            for (ptrdiff_t i = 0; i < o.n; i++)                                          \
                r[i] = a sign o.b[i];                                                    \
        } else if (o.da == 1 && o.db == 0) {                                             \
            const double b = *o.b;                                                       \
            for (ptrdiff_t i = 0; i < o.n; i++)                                          \
                r[i] = o.a[i] sign b;                                                    \
        } else {                                                                         \
            for (ptrdiff_t i = 0; i < o.n; i++)                                          \
                r[i] = o.a[i * o.da] sign o.b[i * o.db];                                 \
        }                                                                                \
    }
BINARY_LIST(DEFINE_BINARY)

static inline void negate(struct operands o) {
    for (ptrdiff_t i = 0; i < o.n; i++)
        o.r[i] = -o.a[i * o.da];
}

static inline void take_root(struct operands o) {
    for (ptrdiff_t i = 0; i < o.n; i++)
        o.r[i] = sqrt(o.a[i * o.da]);
}

static inline void raise_to_power(struct operands o) {
    for (ptrdiff_t i = 0; i < o.n; i++)
        o.r[i] = pow(o.a[i * o.da], o.b[i * o.db]);
}

static inline void choose(struct operands o) {
    for (ptrdiff_t i = 0; i < o.n; i++) {
        const double s = o.a[i * o.da], b = o.b[i * o.db], c = o.c[i * o.dc];
        o.r[i] = s >= 0 ? b : s < 0 ? c : NAN;
    }
}

static inline void apply(double function(double), struct operands o) {
    for (ptrdiff_t i = 0; i < o.n; i++)
        o.r[i] = function(o.a[i * o.da]);
}

static inline void run_operation(enum expr_operation operation, struct operands o) {
    switch (operation) {
    case EXPR_ADD: add(o); break;
    case EXPR_SUB: subtract(o); break;
    case EXPR_MUL: multiply(o); break;
    case EXPR_DIV: divide(o); break;
    case EXPR_NEG: negate(o); break;
    case EXPR_POW: raise_to_power(o); break;
    case EXPR_SQRT: take_root(o); break;
    case EXPR_SELECT: choose(o); break;
    case EXPR_EXP: apply(exp, o); break;
    case EXPR_LOG: apply(log, o); break;
    case EXPR_SIN: apply(sin, o); break;
    case EXPR_COS: apply(cos, o); break;
    case EXPR_TAN: apply(tan, o); break;
    case EXPR_ASIN: apply(asin, o); break;
    case EXPR_ACOS: apply(acos, o); break;
    case EXPR_ATAN: apply(atan, o); break;
    case EXPR_SINH: apply(sinh, o); break;
    case EXPR_COSH: apply(cosh, o); break;
    case EXPR_TANH: apply(tanh, o); break;
    default: break; /* leaves are no instructions */
    }
}

#endif
