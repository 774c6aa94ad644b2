/* Taking JSON values apart with one place for what goes wrong.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_JSON_H
#define REPORTS_JSON_H

#include <stdbool.h>

#include <jansson.h>

#include "reports/results.h"
#include "reports/text.h"

/* Where the reader stands, and the first thing that was wrong. All functions below do
 * nothing more once `failed` is set. */
struct json_reader {
    const char *list; /* "results"; NULL at the top */
    int index;        /* of the entry in that list */
    bool failed;
    struct text *why;
};

/* Notes that `key` is not what was expected ("a text"). */
void json_complain(struct json_reader *reader, const char *key, const char *expected);

/* The member of an object, a number also as a decimal text; its default ("" NaN, false,
 * 0) when it is absent or null. */
const char *json_text(struct json_reader *reader, const json_t *object, const char *key);
double json_number(struct json_reader *reader, const json_t *object, const char *key);
bool json_flag(struct json_reader *reader, const json_t *object, const char *key);
int json_count(struct json_reader *reader, const json_t *object, const char *key);

/* The same where a text that is not empty has to be. */
const char *json_needed_text(struct json_reader *reader, const json_t *object,
                             const char *key);

/* An array member of texts, in a new array (NULL when empty), its size in *count. */
const char **json_texts(struct json_reader *reader, const json_t *object, const char *key,
                        int *count);

/* An object member of texts and numbers as facts, in a new array (NULL when empty). */
struct fact *json_facts(struct json_reader *reader, const json_t *object, const char *key,
                        int *count);
void json_facts_free(struct fact *fact, int count);

/* For parts of the file that are shown as far as they can be understood: a member that is
 * missing or of another kind is NaN or "". */
double json_loose_number(const json_t *object, const char *key);
const char *json_loose_text(const json_t *object, const char *key);

/* A scalar member, or an array of scalars joined by `between`, as a new text; NULL when
 * it is absent or null. */
char *json_joined(struct json_reader *reader, const json_t *object, const char *key,
                  const char *between);

/* A text, number or truth value as a new text; NULL for anything else. A number is
 * printed with the fewest digits that read back the same. */
char *json_scalar_text(const json_t *value);

#endif
