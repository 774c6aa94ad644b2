/* Measurements kept in an SQLite file: what it holds, how it is read and written.
 *
 * The file holds documents, one a run: measurements (of `timing`), comparisons (of `compare`),
 * values from elsewhere (of `history import`) and judgements of changes. Each is kept to the
 * last digit, and its values stand in tables besides, which SCHEMA.md describes. A document is
 * in the file as a whole or not at all, whatever happens to the program or the machine.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_HISTORY_H
#define HARNESS_HISTORY_H

#include <jansson.h>

#include "harness/session/session.h"

/* The newest version of the schema, and the mark of our files (PRAGMA application_id): "Half"
 * in ASCII. */
enum { HISTORY_VERSION = 2, HISTORY_APPLICATION = 0x48616c66 };

struct history;

enum history_access {
    HISTORY_READ, /* the file must be there */
    HISTORY_WRITE /* made when it is not there */
};

/* Opens a file, made new by `access`; one of an older version is brought to the newest. What
 * other processes hold is waited for `wait` seconds. *h is freed with history_close (which
 * takes NULL). On failure *h is NULL, the file is as it was, and *d says why: EXIT_USAGE for a
 * file that is none of ours, EXIT_MACHINE for one that cannot be had. */
enum exit_status history_open(struct history **h, const char *path,
                              enum history_access access, double wait,
                              struct diagnostic *d);
void history_close(struct history *h);

/* Whether an array of documents can be added: EXIT_USAGE when one cannot, and *d says which
 * and why. `names` (size of the array, or NULL) say where a document comes from. */
enum exit_status history_accept(const json_t *documents, const char *const *names,
                                struct diagnostic *d);

struct history_added {
    int added, known; /* documents; known: they were there before */
};

/* Adds an array of documents, all or none, if they can be. The same measurement is not added
 * twice. On failure *d says why, nothing is added and *a is unchanged. */
enum exit_status history_add(struct history *h, const json_t *documents,
                             const char *const *names, struct history_added *a,
                             struct diagnostic *d);

/* Appends the documents of a file: one JSON document, several after one another (JSON lines), or
 * an array of them; of less than HISTORY_LONGEST bytes. Nonzero: *d says why, and where. */
#define HISTORY_LONGEST ((size_t)1 << 32)
int history_read_documents(json_t *documents, const char *path, struct diagnostic *d);

/* Looks for damage: of the file, of references, of documents that are not what was added, of
 * values that are not those of their documents. *problems: an array of sentences, which the
 * caller frees. */
enum exit_status history_check(struct history *h, json_t **problems,
                               struct diagnostic *d);

#endif
