/* Parts of what `show` prints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SHOW_PARTS_H
#define HARNESS_SHOW_PARTS_H

#include <stdio.h>

struct model; /* problems/model.h */

enum { SHOW_LABEL_WIDTH = 11, SHOW_MOST_PRINTED = 24 };

/* A line "  label   text", or nothing where the text is NULL or empty. */
void show_line(const char *label, const char *text, FILE *out);

/* The joints of a model, and its contacts. */
void show_joints(struct model *m, FILE *out);
void show_contacts(struct model *m, FILE *out);

#endif
