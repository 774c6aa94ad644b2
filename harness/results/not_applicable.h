/* What is told of the models that the one integrator under test does not take.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_NOT_APPLICABLE_H
#define HARNESS_NOT_APPLICABLE_H

#include <stdio.h>

#include <jansson.h>

/* One line: how many models and studies, and why; empty where there are none. */
void applicable_sentence(char *text, size_t size, const json_t *not_applicable);

/* The same as a paragraph; nothing where there are none. */
void applicable_print(const json_t *not_applicable, FILE *out);

#endif
