/* Lists of results, each of which owns what it refers to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RESULT_LIST_H
#define HARNESS_RESULT_LIST_H

#include <stddef.h>

#include <jansson.h>

struct diagnostic; /* problems/base/status.h */
struct result;     /* harness/results/result.h */

struct results {
    struct result *item;
    size_t count, room;
};

/* for (const struct result *each: of a list) */
#define RESULTS_FOREACH(list, each)                                                      \
    for (const struct result *each = (list)->item;                                       \
         each != NULL && each < (list)->item + (list)->count; each++)

/* Appends the results of a document's array. Nonzero: *d says which cannot be read. */
int results_read(struct results *list, const json_t *array, struct diagnostic *d);

/* The results as a new array; NULL: out of memory. */
json_t *results_tell(const struct results *list);

/* Appends a copy, its reason made as printf makes it. Nonzero: out of memory. */
int results_add(struct results *list, const struct result *r, const char *reason, ...);

/* Appends all results of another list, which is empty then. Nonzero: out of memory, and nothing
 * was moved. */
int results_move(struct results *list, struct results *from);

/* An empty list, with nothing allocated. */
void results_clear(struct results *list);

/* Brings results that stand model by model into the order of the methods (which end with NULL)
 * for each model. Nonzero: out of memory, and the order is as it was. */
int results_by_method(struct results *list, const char *const *methods);

#endif
