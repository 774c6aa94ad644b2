/* What the completion of a shell offers, from the program's own tables: commands, their options,
 * models, methods, and the options of methods with their values.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPLETION_H
#define HARNESS_COMPLETION_H

#include <stdio.h>

#include "problems/catalogue.h"

/* Functions of sh that print words, for completion.bash and completion.zsh. */
void completion_print_sh(const struct catalogue *catalogue, FILE *out);

/* The whole completion of fish. */
void completion_print_fish(const struct catalogue *catalogue, FILE *out);

#endif
