/* Patterns for names: '*' stands for any characters, '?' for one, everything else for itself.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_GLOB_H
#define HARNESS_GLOB_H

#include <stdbool.h>

/* Whether the whole text is of the pattern. */
bool glob_matches(const char *pattern, const char *text);

/* Whether a pattern has a '*' or '?'. */
bool glob_is_pattern(const char *pattern);

#endif
