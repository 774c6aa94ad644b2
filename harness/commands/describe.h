/* A model as a document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_DESCRIBE_H
#define HARNESS_DESCRIBE_H

#include <jansson.h>

#include "problems/model.h"

/* name, title, source, why, tags, nq, nv, nz, path. */
json_t *describe_briefly(const struct model *m);

/* The same and states, initial, span, parameters, sizes, invariants, kinks, closed_form,
 * published, joints, contacts, text, equations. Numbers are decimal strings. NULL: out of
 * memory. */
json_t *describe_fully(struct model *m);

/* The statements of a model file that define its motion: rates, abbreviations, masses, forces
 * and the loops around them, as an array of lines without comments. */
json_t *describe_equations(const char *text);

#endif
