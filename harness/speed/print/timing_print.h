/* What the timing study has found, for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_PRINT_H
#define HARNESS_TIMING_PRINT_H

#include <stdbool.h>
#include <stdio.h>

#include "harness/results/result_list.h"

/* A table of the models, the means over all of them, and the chain's growth. */
void timing_print(const struct results *results, FILE *out);

/* The table of the stepper with contacts alone; whether a result is one of its. */
void timing_print_contacts(const struct results *results, FILE *out);
bool timing_is_of_contacts(const struct result *r);

#endif
