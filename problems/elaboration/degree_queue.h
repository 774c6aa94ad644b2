/* Rows of a symmetric matrix by the number of their neighbours, for the next one to be
 * eliminated.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_DEGREE_QUEUE_H
#define PROBLEMS_DEGREE_QUEUE_H

#include <stdbool.h>

struct degree {
    int degree, row;
};

struct degree_queue {
    int count, capacity;
    struct degree *heap; /* the least on top (size count) */
};

/* Adds an entry; an older one of the same row stays and must be passed over. */
bool degree_queue_push(struct degree_queue *q, struct degree entry);

/* Takes away the entry of the least degree, of several the one of the first row; the queue
 * is not empty. */
struct degree degree_queue_pop(struct degree_queue *q);

#endif
