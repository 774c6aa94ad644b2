/* A piece of a model file as it was written.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_WRITTEN_H
#define PROBLEMS_WRITTEN_H

#include <stdbool.h>
#include <stdio.h>

#include "problems/language/source.h"

/* The lines from begin to end without comments and empty lines, separated by ends of lines;
 * as_markup: with &, < and > as XML has them. */
void written_text(FILE *out, const struct source *source, int begin, int end,
                  bool as_markup);

#endif
