/* Members of other people's JSON: absent, null and of another kind are the same.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SITE_VALUE_H
#define REPORTS_SITE_VALUE_H

#include <jansson.h>
#include <stdbool.h>

/* The text of a member; "": there is none. Owned by the object. */
const char *value_text(const json_t *object, const char *key);

/* The number of a member, which may be written as a decimal text; NaN: there is none. */
double value_number(const json_t *object, const char *key);

/* The common logarithm of its magnitude, of decimals beyond double too (1e-400); NaN: it is
 * absent or zero. */
double value_log(const json_t *object, const char *key);

/* Whether the member is there and not null. */
bool value_has(const json_t *object, const char *key);

/* Whether a member is the text `word`. */
bool value_is(const json_t *object, const char *key, const char *word);

/* Sets a member to a text, to a whole number; adds to a whole number (from 0). */
void value_set(json_t *object, const char *key, const char *text);
void value_count(json_t *object, const char *key, json_int_t count);
void value_add(json_t *object, const char *key, json_int_t more);

/* Sets the member words: the name in pieces, between which a narrow page may break it. */
void value_words(json_t *object);

/* Sets a member to seconds since 1970 as strftime writes them, in UTC, unless they are no
 * number. */
void value_date(json_t *object, const char *key, double seconds, const char *format);

/* Sets a member to so much of an object's commit as tells it; "": it has none. */
void value_commit(json_t *object, const char *key, const json_t *build);

/* Sets the mark (fail, pass or open) and the sign that a reader sees. */
void value_mark(json_t *object, const char *mark);

/* Where an object of this mark stands in a list with the worst first, from 0. */
int value_rank(const json_t *object);

/* Copies members, whose names are words between blanks; those that are absent stay so. */
void value_copy(json_t *to, const json_t *from, const char *keys);

/* The first of a list in which the member is the word; NULL: there is none. Borrowed. */
json_t *value_find(const json_t *list, const char *key, const char *word);

/* Appends an object's members that are neither objects nor arrays, as name and value. */
void value_list(json_t *list, const json_t *object);

/* The values of an object's members. New reference. */
json_t *value_members(const json_t *object);

/* Those of a list in which the member is the word. New reference. */
json_t *value_those(const json_t *list, const char *key, const char *word);

/* A list in the order of `compare`, whose equals stay as they stand. New reference. */
json_t *value_sorted(const json_t *list,
                     int (*compare)(const json_t *one, const json_t *other));

/* Shortens a list to `most` elements; how many are gone. */
size_t value_cut(json_t *list, size_t most);

/* The array of a member, made when it is not there; owned by the object. */
json_t *value_array(json_t *object, const char *key);
json_t *value_object(json_t *object, const char *key);

#endif
