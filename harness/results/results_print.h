/* Results for a person, on a terminal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RESULTS_PRINT_H
#define HARNESS_RESULTS_PRINT_H

#include <stdio.h>

#include "harness/results/result_list.h"

/* One row for each result; when there are many, only for those that are not about a single
 * component. */
void results_print_all(const struct results *results, FILE *out);

/* One row for each model; the results whose verdict makes the whole fail are told below, and
 * how many there are of each kind. */
void results_print_gate(const struct results *results, FILE *out);

/* What failed and why, and the counts. */
void results_print_failures(const struct results *results, FILE *out);

#endif
