/* What the completion of a shell offers, from the program's own tables: commands, their options,
 * models, and the values of options, those of methods' own among them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPLETION_H
#define HARNESS_COMPLETION_H

#include <stdbool.h>
#include <stdio.h>

#include "harness/session/session.h"

struct catalogue; /* problems/catalogue.h */

/* Whether the value of an option is one of known words; those, a blank after each. */
bool completion_has_words(const struct option_definition *o);
void completion_print_words(const struct option_definition *o,
                            const struct catalogue *catalogue, FILE *out);

/* Functions of sh that print words, for completion.bash and completion.zsh. */
void completion_print_sh(const struct command *const *commands,
                         const struct catalogue *catalogue, FILE *out);

/* The whole completion of fish. */
void completion_print_fish(const struct command *const *commands,
                           const struct catalogue *catalogue, FILE *out);

#endif
