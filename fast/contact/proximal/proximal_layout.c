/* Which blocks a sparse block matrix and its factors have: eliminating a node joins its
 * later neighbours (A. George, J. W. Liu, Computer Solution of Large Sparse Positive
 * Definite Systems (1981), chapter 5).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <stdlib.h>

#include "fast/contact/proximal/proximal_blocks.h"
#include "fast/system.h"

/* The later neighbours of each node, ascending, in one growing list. */
struct filled {
    int *begin; /* [nodes + 1] */
    int *list;
    size_t count, room;
};

static bool append_node(struct filled *filled, int node) {
    if (filled->count == filled->room) {
        const size_t room = 2 * filled->room + 16;
        int *list = realloc(filled->list, room * sizeof *list);
        if (list == NULL)
            return false;
        filled->list = list;
        filled->room = room;
    }
    filled->list[filled->count++] = node;
    return true;
}

static int compare_nodes(const void *a, const void *b) {
    const int i = *(const int *)a, j = *(const int *)b;
    return (i > j) - (i < j);
}

/* Node j's: its own in the pattern, and those of the nodes whose first later neighbour it
 * is. */
static bool fill_node(struct filled *filled, const struct fast_pattern *pattern, int j,
                      int *mark, int *child, int *sibling) {
    const size_t from = filled->count;
    filled->begin[j] = (int)from;
    mark[j] = j;
    for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++) {
        const int i = pattern->row[e];
        if (i <= j || mark[i] == j)
            continue;
        mark[i] = j;
        if (!append_node(filled, i))
            return false;
    }
    for (int k = child[j]; k >= 0; k = sibling[k])
        for (int e = filled->begin[k]; e < filled->begin[k + 1]; e++) {
            const int i = filled->list[e];
            if (i <= j || mark[i] == j)
                continue;
            mark[i] = j;
            if (!append_node(filled, i))
                return false;
        }
    if (filled->count > INT_MAX)
        return false;
    filled->begin[j + 1] = (int)filled->count;
    if (filled->count == from)
        return true;
    qsort(filled->list + from, filled->count - from, sizeof(int), compare_nodes);
    const int parent = filled->list[from];
    sibling[j] = child[parent];
    child[parent] = j;
    return true;
}

static bool fill_nodes(struct filled *filled, const struct fast_pattern *pattern) {
    const size_t n = (size_t)pattern->columns + 1;
    int *mark = malloc(n * sizeof *mark), *child = malloc(n * sizeof *child);
    int *sibling = malloc(n * sizeof *sibling);
    filled->begin = calloc(n + 1, sizeof *filled->begin);
    bool is_filled =
        mark != NULL && child != NULL && sibling != NULL && filled->begin != NULL;
    for (int j = 0; is_filled && j < pattern->columns; j++)
        mark[j] = child[j] = sibling[j] = -1;
    for (int j = 0; is_filled && j < pattern->columns; j++)
        is_filled = fill_node(filled, pattern, j, mark, child, sibling);
    free(mark);
    free(child);
    free(sibling);
    return is_filled;
}

static void *take_stored(struct judge_store *store, size_t count, size_t size) {
    return judge_store_take(store, count, size);
}

static bool place_blocks(struct proximal_blocks *b, struct judge_store *store,
                         const struct filled *filled) {
    const size_t nodes = (size_t)b->nodes;
    b->begin = take_stored(store, nodes + 1, sizeof(int));
    b->diagonal = take_stored(store, nodes, sizeof(int));
    b->target_begin = take_stored(store, nodes + 1, sizeof(int));
    b->neighbour = take_stored(store, filled->count, sizeof(int));
    b->lower = take_stored(store, filled->count, sizeof(int));
    b->upper = take_stored(store, filled->count, sizeof(int));
    if (store->has_failed)
        return false;
    size_t place = 0, pairs = 0;
    for (int j = 0; j < b->nodes; j++) {
        const size_t size = (size_t)b->size[j];
        b->largest = b->size[j] > b->largest ? b->size[j] : b->largest;
        b->diagonal[j] = (int)place;
        place += size * size;
        b->begin[j] = filled->begin[j];
        const size_t count = (size_t)(filled->begin[j + 1] - filled->begin[j]);
        b->target_begin[j] = (int)pairs;
        pairs += count * count;
        for (int e = filled->begin[j]; e < filled->begin[j + 1]; e++) {
            b->neighbour[e] = filled->list[e];
            b->lower[e] = (int)place;
            place += size * (size_t)b->size[filled->list[e]];
            b->upper[e] = (int)place;
            place += size * (size_t)b->size[filled->list[e]];
        }
        if (place > INT_MAX || pairs > INT_MAX)
            return false;
    }
    b->begin[nodes] = (int)filled->count;
    b->target_begin[nodes] = (int)pairs;
    b->count = (int)place;
    b->target = take_stored(store, pairs, sizeof(int));
    b->values = take_stored(store, place, sizeof(double));
    b->pivot = take_stored(store, (size_t)b->n, sizeof(int));
    return !store->has_failed;
}

int proximal_blocks_find(const struct proximal_blocks *b, int i, int j) {
    if (i == j)
        return b->diagonal[i];
    const int node = i < j ? i : j, other = i < j ? j : i;
    int low = b->begin[node], high = b->begin[node + 1];
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (b->neighbour[middle] < other)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == b->begin[node + 1] || b->neighbour[low] != other)
        return -1;
    return i > j ? b->lower[low] : b->upper[low];
}

bool proximal_blocks_lay_out(struct proximal_blocks *blocks, struct judge_store *store,
                             const struct fast_pattern *pattern, const int *size,
                             const int *offset) {
    struct filled filled = {0};
    blocks->nodes = pattern->columns;
    blocks->size = size;
    blocks->offset = offset;
    blocks->n = offset[pattern->columns];
    const bool is_placed =
        fill_nodes(&filled, pattern) && place_blocks(blocks, store, &filled);
    free(filled.begin);
    free(filled.list);
    for (int j = 0; is_placed && j < blocks->nodes; j++) {
        int *target = blocks->target + blocks->target_begin[j];
        for (int e = blocks->begin[j]; e < blocks->begin[j + 1]; e++)
            for (int f = blocks->begin[j]; f < blocks->begin[j + 1]; f++)
                *target++ = proximal_blocks_find(blocks, blocks->neighbour[e],
                                                 blocks->neighbour[f]);
    }
    return is_placed;
}
