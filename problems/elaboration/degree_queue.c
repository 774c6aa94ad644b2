/* A binary heap.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/arena.h"
#include "problems/elaboration/degree_queue.h"

static bool comes_before(struct degree a, struct degree b) {
    return a.degree < b.degree || (a.degree == b.degree && a.row < b.row);
}

bool degree_queue_push(struct degree_queue *q, struct degree entry) {
    struct degree *grown =
        array_grow(q->heap, &q->capacity, q->count + 1, sizeof *q->heap);
    if (!grown)
        return false;
    q->heap = grown;
    int i = q->count++;
    for (; i > 0 && comes_before(entry, q->heap[(i - 1) / 2]); i = (i - 1) / 2)
        q->heap[i] = q->heap[(i - 1) / 2];
    q->heap[i] = entry;
    return true;
}

struct degree degree_queue_pop(struct degree_queue *q) {
    struct degree top = q->heap[0], last = q->heap[--q->count];
    int i = 0;
    for (int child; (child = 2 * i + 1) < q->count; i = child) {
        if (child + 1 < q->count && comes_before(q->heap[child + 1], q->heap[child]))
            child++;
        if (!comes_before(q->heap[child], last))
            break;
        q->heap[i] = q->heap[child];
    }
    q->heap[i] = last;
    return top;
}
