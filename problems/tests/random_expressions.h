/* Random expressions for tests, and the numbers to go with them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_RANDOM_EXPRESSIONS_H
#define PROBLEMS_TESTS_RANDOM_EXPRESSIONS_H

#include "problems/graph/node.h"
#include "problems/graph/operation.h"
#include "problems/tests/sample.h"

/* Any operation on anything; or with arguments that stay inside the domain of each function
 * and away from its poles, so that values and derivatives exist. */
enum random_kind { RANDOM_ANY, RANDOM_TAME };

/* An expression made by `operations` random operations from the variables 0 .. variables-1
 * and some numbers. Every operation occurs sooner or later, kinks included. */
expr random_expression(graph *g, struct sample *s, int variables, int operations,
                       enum random_kind kind);

/* A random rational number, biased towards 0, 1, -1, integers and short decimals. */
expr random_number(graph *g, struct sample *s);

/* The rational number numerator/denominator. */
expr fraction(graph *g, long numerator, unsigned long denominator);

/* The number of operations in a program that are `operation`. */
struct program;
int count_operation(const struct program *p, enum expr_operation operation);

#endif
