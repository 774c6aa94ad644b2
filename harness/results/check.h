/* What is told about a result besides its figures: its quantity, its rule, a command, its grade in
 * words.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CHECK_H
#define HARNESS_CHECK_H

#include <stddef.h>

#include "harness/quantities/quantity.h"
#include "harness/results/gate_outcome.h"

/* What is known about a result's quantity. */
struct quantity check_of(const struct result *result);

/* text[size] := "gap/error-order": the quantity without the component, for rules. */
void check_rule(char *text, size_t size, const struct result *result);

/* text[size] := a command that shows more, "halfstep gap pendulum --method implicit-euler";
 * empty for results that no command is about. */
void check_command(char *text, size_t size, const struct result *result,
                   const struct gate_outcome *o);

/* A grade of truth in words: "discrete" is "against the discrete equations ..."; "" where there
 * is none. */
const char *check_grade(const char *grade);

#endif
