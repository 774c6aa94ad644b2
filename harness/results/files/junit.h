/* Results as JUnit XML, which continuous-integration servers read: a test suite for each
 * model, a test case for each result. What fails is a failure; what is undecided, without
 * being required, is skipped.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_JUNIT_H
#define HARNESS_JUNIT_H

#include <stdio.h>

#include "harness/results/result_list.h"

/* Writes a well-formed document, whatever the texts in the results contain. The results of a
 * model stand together. */
void junit_print(const struct results *results, double seconds, FILE *out);

/* Writes text so that it can stand between tags or in an attribute: markup is escaped, and
 * characters that XML 1.0 (section 2.2) does not allow become question marks. */
void junit_print_text(const char *text, FILE *out);

#endif
