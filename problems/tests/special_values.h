/* The table of special functions' values in data/special.txt, and random arguments.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_SPECIAL_VALUES_H
#define PROBLEMS_TESTS_SPECIAL_VALUES_H

#include <mpfr.h>

#include "problems/graph/operation.h"
#include "problems/tests/sample.h"

enum { SPECIAL_VALUES = 100, SPECIAL_WORD = 80 };

struct special_value {
    enum expr_operation function;
    char a[SPECIAL_WORD], b[SPECIAL_WORD], value[SPECIAL_WORD];
};

/* Their number; the test fails when the table cannot be read. */
int special_values(struct special_value *value);

/* An operation by its name; the test fails when there is none. */
enum expr_operation special_operation(const char *name);

/* a and b in the domain of a function: arguments of all sizes, parameters from everywhere. */
void special_sample(struct sample *s, enum expr_operation function, mpfr_ptr a,
                    mpfr_ptr b);

#endif
