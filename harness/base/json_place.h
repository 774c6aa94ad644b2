/* Where in a JSON text a value stands, for messages: jansson keeps no lines of what it has
 * read. The grammar is that of RFC 8259.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_JSON_PLACE_H
#define HARNESS_JSON_PLACE_H

#include <stddef.h>

/* One step from a value to one inside of it. */
struct json_step {
    const char *key; /* the member of an object; NULL: the item of an array */
    size_t index;
};

/* The line (from 1) in which the value that the steps lead to begins, or (of a member of an
 * object) its key. The text is a document that jansson has read. Steps that lead nowhere end
 * at the value before. */
int json_place_line(const char *text, const struct json_step *steps, int count);

#endif
