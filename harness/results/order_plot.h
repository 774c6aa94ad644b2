/* The errors of a study of the order over the step sizes, drawn in characters for a terminal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_ORDER_PLOT_H
#define HARNESS_ORDER_PLOT_H

#include <stdio.h>

#include "harness/results/result_list.h"

/* Draws the points of each result "order" in multiple precision, both axes logarithmic, in lines of
 * at most so many columns: a letter for each method ('*' where several meet), and below the order of
 * each. Nothing where there are no points, several models, or fewer than 30 columns. */
void order_plot_print(const struct results *results, int columns, FILE *out);

#endif
