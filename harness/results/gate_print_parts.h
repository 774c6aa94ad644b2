/* What the files of the gate's text share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_GATE_PRINT_PARTS_H
#define HARNESS_GATE_PRINT_PARTS_H

#include <stdio.h>

#include "harness/results/gate_outcome.h"

/* "pendulum: error-order (order, double, heun)" */
void gate_print_name(const struct result *result, FILE *out);

/* The value, its interval where it is one, and what was expected. */
void gate_print_figures(const struct result *result, FILE *out);

/* What fails with what to look at; what deviates and is accepted. */
void gate_print_failures(const struct gate_outcome *o, FILE *out);
void gate_print_acceptances(const struct gate_outcome *o, FILE *out);

#endif
