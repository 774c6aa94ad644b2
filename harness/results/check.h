/* What is known about the quantities that results are about: what each one checks, and what
 * to look at when it fails.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CHECK_H
#define HARNESS_CHECK_H

#include <stddef.h>

#include "harness/results/gate_outcome.h"

/* What a value is held to: expected -+ tolerance; at least expected; at most the sum of
 * expected and tolerance. */
enum check_sense { CHECK_WITHIN, CHECK_AT_LEAST, CHECK_AT_MOST };

struct check {
    const char *study;
    const char *name;    /* a pattern: "order*" is also that of a component */
    const char *checks;  /* what was checked, a phrase */
    const char *look_at; /* where to look for the reason, a sentence */
    enum check_sense sense;
};

/* What is known about a result's quantity; a general entry for what is not in the table. */
const struct check *check_of(const struct result *result);

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
