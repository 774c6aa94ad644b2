/* The operations of expressions, and of the programs that are made of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_OPERATION_H
#define PROBLEMS_OPERATION_H

#include <stdbool.h>

/* Operations with their number of arguments and the name a model file gives them. */
#define EXPR_OPERATION_LIST(ENTRY)                                                       \
    ENTRY(EXPR_NUMBER, 0, "number") /* an exact rational */                              \
    ENTRY(EXPR_PI, 0, "pi")                                                              \
    ENTRY(EXPR_PARAMETER, 0, "parameter") /* a constant with a value set from outside */ \
    ENTRY(EXPR_VARIABLE, 0,                                                              \
          "variable") /* 0 is time, 1 + i is the state component x_i */                  \
    ENTRY(EXPR_ADD, 2, "+")                                                              \
    ENTRY(EXPR_SUB, 2, "-")                                                              \
    ENTRY(EXPR_MUL, 2, "*")                                                              \
    ENTRY(EXPR_DIV, 2, "/")                                                              \
    ENTRY(EXPR_NEG, 1, "-")                                                              \
    ENTRY(EXPR_POW, 2, "^") /* a^b, b a constant that is no integer number */            \
    ENTRY(EXPR_SQRT, 1, "sqrt")                                                          \
    ENTRY(EXPR_EXP, 1, "exp")                                                            \
    ENTRY(EXPR_LOG, 1, "log")                                                            \
    ENTRY(EXPR_SIN, 1, "sin")                                                            \
    ENTRY(EXPR_COS, 1, "cos")                                                            \
    ENTRY(EXPR_TAN, 1, "tan")                                                            \
    ENTRY(EXPR_ASIN, 1, "asin")                                                          \
    ENTRY(EXPR_ACOS, 1, "acos")                                                          \
    ENTRY(EXPR_ATAN, 1, "atan")                                                          \
    ENTRY(EXPR_SINH, 1, "sinh")                                                          \
    ENTRY(EXPR_COSH, 1, "cosh")                                                          \
    ENTRY(EXPR_TANH, 1, "tanh")                                                          \
    ENTRY(EXPR_SELECT, 3, "select") /* s >= 0: a; s < 0: b; s not a number: NaN */       \
    ENTRY(EXPR_SN, 2, "sn") /* Jacobi's functions of u and the parameter m = k^2 */      \
    ENTRY(EXPR_CN, 2, "cn")                                                              \
    ENTRY(EXPR_DN, 2, "dn")                                                              \
    ENTRY(EXPR_AM, 2, "am")                                                              \
    ENTRY(EXPR_ELLIPTIC_F, 2, "elliptic_f") /* Legendre's integral of phi and m */       \
    ENTRY(EXPR_ELLIPTIC_K, 1, "elliptic_k") /* of m */                                   \
    ENTRY(EXPR_KEPLER, 2, "kepler")         /* E of M and e: E - e sin E = M */

#define EXPR_OPERATION_ENUM(name, arity, text) name,
enum expr_operation { EXPR_OPERATION_LIST(EXPR_OPERATION_ENUM) };
#undef EXPR_OPERATION_ENUM

/* The name and the number of arguments of an operation. */
const char *expr_operation_name(enum expr_operation operation);
int expr_operation_arity(enum expr_operation operation);

/* Whether an operation is a special function, EXPR_SN to EXPR_KEPLER. */
bool operation_is_special(enum expr_operation operation);

#endif
