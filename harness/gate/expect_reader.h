/* Reading a JSON document with complaints that name the file, the line, and what was expected
 * there.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_EXPECT_READER_H
#define HARNESS_EXPECT_READER_H

#include <stdbool.h>

#include <jansson.h>

#include "harness/base/json_place.h"
#include "harness/gate/expect.h"

enum { reader_deepest = 8 };

struct reader {
    const char *path;
    char *text;                            /* of the file */
    struct json_step step[reader_deepest]; /* to the value that is being read */
    int depth;
    struct diagnostic *d;
};

/* Reads the whole file as one JSON object into *document, which the caller frees, as it does
 * r->text. Nonzero: *d says why. */
int reader_open(struct reader *r, const char *path, json_t **document,
                struct diagnostic *d);

/* Each of the following complains about the value that has been entered, and returns
 * nonzero; zero when there is nothing to complain about. */
int reader_complain(const struct reader *r, const char *format, ...);
void reader_enter_member(struct reader *r, const char *key);
void reader_enter_item(struct reader *r, size_t index);
void reader_leave(struct reader *r);

/* The document has the only known format of its kind under this key. */
int reader_format(struct reader *r, const json_t *document, const char *key, int known);

/* Enters a member that is a container of the type; *value is NULL when there is none, and
 * nothing is entered. */
int reader_enter_container(struct reader *r, const json_t *document, const char *key,
                           json_type type, json_t **value);

/* *value := the truth value under a key; false when there is none. */
int reader_truth(struct reader *r, const json_t *document, const char *key, bool *value);

/* `name` is one of the known ones, ending with NULL. */
int reader_check_name(const struct reader *r, const char *what, const char *name,
                      const char *const *known);

/* The object has no other keys than these, ending with NULL. */
int reader_check_keys(struct reader *r, json_t *object, const char *const *known);

/* *text := the text under a key, which is not empty; unchanged when there is none, and it is
 * not required. */
int reader_text(struct reader *r, const json_t *object, const char *key, bool required,
                const char **text);

/* *number := the whole number from 1 to `most` under a key; unchanged when there is none. */
int reader_whole(struct reader *r, const json_t *object, const char *key, int most,
                 int *number);

/* e->acceptance := those under "accept"; `studies`, ending with NULL, are the names that a study
 * may have. */
int expect_read_acceptances(struct reader *r, const json_t *document,
                            const char *const *studies, struct expect *e);

#endif
