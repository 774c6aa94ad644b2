/* Statements of a text in the model language.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_MATH_SPLIT_H
#define REPORTS_MATH_SPLIT_H

#include <stdbool.h>

/* The next statement in *s .. end: its first byte and what follows its last; *s moves on.
 * A statement ends at the end of its line, except inside ( ) or [ ] or behind an operator
 * or a comma; at a semicolon; behind '{' and around '}'. False: there is none. */
bool math_split_next(const char **s, const char *end, const char **first,
                     const char **last);

#endif
