/* What the timing study has found, for a person: its tables.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_PRINT_H
#define HARNESS_TIMING_PRINT_H

#include <stdio.h>

struct timing_results; /* harness/speed/timing/timing_results.h */
struct timing_told;    /* harness/speed/timing/timing_told.h */

/* Tables of the results: the models and the means over them, contacts, chains by their own
 * methods. */
void timing_print(const struct timing_results *results, FILE *out);

/* Of the results: cost at equal accuracy, of each model from the cheapest curve to the dearest;
 * growth of all methods; the benchmarks that could not be measured. */
void timing_precision_print(const struct timing_results *results, FILE *out);
void timing_growth_print(const struct timing_results *results, FILE *out);
void timing_general_print_failures(const struct timing_results *results, FILE *out);

/* The measurements, of each model from the fastest to the slowest. */
void timing_general_print(const struct timing_told *told, FILE *out);

#endif
