/* Parts of what `show` prints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SHOW_PARTS_H
#define HARNESS_SHOW_PARTS_H

#include <stdio.h>

#include <jansson.h>

enum { SHOW_LABEL_WIDTH = 11, SHOW_MOST_PRINTED = 24 };

/* A line "  label   text", or nothing where the text is NULL or empty. */
void show_line(const char *label, const char *text, FILE *out);

/* The text of a string, "?" of anything else. */
const char *show_text(const json_t *value);

/* The joints of a model that describe_fully() has described, and its contacts. */
void show_joints(const json_t *about, FILE *out);
void show_contacts(const json_t *about, FILE *out);

#endif
