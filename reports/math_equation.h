/* One equation of a model file.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_MATH_EQUATION_H
#define REPORTS_MATH_EQUATION_H

#include "reports/math_tree.h"
#include "reports/text.h"

/* Appends the statement s .. end as a row of a table, with the ranges and conditions of
 * the blocks around it, which are nodes of the tree. False: it is no equation, and what
 * is in the row is of no use. */
bool math_equation(struct text *row, struct math_tree *tree, const int *block, int blocks,
                   const char *s, const char *end);

#endif
