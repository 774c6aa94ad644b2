/* Results for a person, on a terminal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RESULTS_PRINT_H
#define HARNESS_RESULTS_PRINT_H

#include <stdio.h>

#include "harness/results/gate_outcome.h"
#include "harness/results/result_list.h"

/* One row for each result; when there are many, only for those that are not about a single
 * component. */
void results_print_all(const struct results *results, FILE *out);

/* One row for each model and method that have an order, slopes or round-off, or do not all pass;
 * the results whose verdict makes the whole fail are told below, and how many there are of each
 * kind. */
void results_print_gate(const struct results *results, FILE *out);

/* What is undecided, which it may be, and why. */
void results_print_undecided(const struct results *results, FILE *out);

/* What failed and why, and the counts. */
void results_print_failures(const struct results *results, FILE *out);

/* A line for each study and method, what fails, what was accepted, the overall verdict in the
 * last line; `verbose`: each result before, with what was checked and on which grade of
 * truth. */
void gate_print(const struct gate_outcome *o, bool verbose, FILE *out);

/* Draws the points of each result "order" in multiple precision, both axes logarithmic, in lines
 * of at most so many columns: a letter for each method ('*' where several meet), and below the
 * order of each. Nothing where there are no points, several models, or fewer than 30 columns. */
void order_plot_print(const struct results *results, int columns, FILE *out);

/* What is told of the models that the one integrator under test does not take, in one line: how
 * many models and studies, and why; empty where there are none. */
void applicable_sentence(char *text, size_t size,
                         const struct not_applicable *not_applicable);

/* The same as a paragraph; nothing where there are none. */
void applicable_print(const struct not_applicable *not_applicable, FILE *out);

#endif
