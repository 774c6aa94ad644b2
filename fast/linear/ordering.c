/* Reverse Cuthill-McKee: neighbours in the graph of A + A' are numbered level by level
 * from a node that is far from some other, in each level those with few neighbours
 * first.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "fast/linear/ordering.h"
#include "fast/linear/pattern.h"
#include "fast/system.h"

/* Searches for a node that is as far off as can be: after so many the gain is small. */
static const int most_searches = 4;

struct search {
    const struct fast_pattern *graph;
    int *queue; /* [n] nodes in the order in which they are reached */
    int *seen;  /* [n] the last round that reached the node; -1: it is numbered already */
    int round;
};

static int degree_of(const struct fast_pattern *graph, int node) {
    return graph->start[node + 1] - graph->start[node];
}

/* Insertion sort of nodes that are gap apart, by degree. */
static void sort_by_degree_with(int gap, const struct fast_pattern *graph, int *nodes,
                                int count) {
    for (int i = gap; i < count; i++) {
        const int node = nodes[i], degree = degree_of(graph, node);
        int k = i;
        for (; k >= gap && degree_of(graph, nodes[k - gap]) > degree; k -= gap)
            nodes[k] = nodes[k - gap];
        nodes[k] = node;
    }
}

/* Shell's sort: there can be as many neighbours as nodes. */
static void sort_by_degree(const struct fast_pattern *graph, int *nodes, int count) {
    int gap = 1;
    while (gap < count / 3)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        sort_by_degree_with(gap, graph, nodes, count);
}

/* Fills the queue, from `from` on, with all that can be reached from root; returns its
 * end. *levels: how many steps away the last one is. */
static int spread(struct search *search, int root, int from, int *levels) {
    const struct fast_pattern *graph = search->graph;
    int end = from, level_end = from + 1;
    search->round++;
    search->queue[end++] = root;
    search->seen[root] = search->round;
    *levels = 0;
    for (int i = from; i < end; i++) {
        if (i == level_end) {
            level_end = end;
            ++*levels;
        }
        const int node = search->queue[i], first = end;
        for (int e = graph->start[node]; e < graph->start[node + 1]; e++) {
            const int other = graph->row[e];
            if (search->seen[other] == search->round || search->seen[other] < 0)
                continue;
            search->seen[other] = search->round;
            search->queue[end++] = other;
        }
        sort_by_degree(graph, search->queue + first, end - first);
    }
    return end;
}

/* Numbers the connected part that root is in; returns the queue's new end. */
static int number_part(struct search *search, int root, int from) {
    int levels, end = spread(search, root, from, &levels);
    for (int k = 0; k < most_searches; k++) {
        int further, far_off = search->queue[end - 1];
        end = spread(search, far_off, from, &further);
        if (further <= levels)
            break;
        levels = further;
    }
    for (int i = from; i < end; i++)
        search->seen[search->queue[i]] = -1;
    return end;
}

static struct fast_pattern *make_graph(const struct fast_pattern *pattern) {
    struct fast_pattern *graph = NULL, *transposed = fast_pattern_transpose(pattern);
    if (transposed != NULL)
        graph = fast_pattern_union(pattern, transposed);
    fast_pattern_free(transposed);
    return graph;
}

bool fast_order(const struct fast_pattern *pattern, int *place) {
    const int n = pattern->columns;
    struct fast_pattern *graph = make_graph(pattern);
    int *memory = calloc(2 * (size_t)n + 1, sizeof *memory);
    bool found = graph != NULL && memory != NULL;
    if (found) {
        struct search search = {graph, memory, memory + n, 0};
        int end = 0;
        for (int j = 0; j < n; j++)
            if (search.seen[j] >= 0)
                end = number_part(&search, j, end);
        for (int i = 0; i < n; i++)
            place[search.queue[i]] = n - 1 - i;
    }
    fast_pattern_free(graph);
    free(memory);
    return found;
}

void fast_bandwidth(const struct fast_pattern *pattern, const int *place, int *lower,
                    int *upper) {
    *lower = *upper = 0;
    for (int j = 0; j < pattern->columns; j++)
        for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++) {
            const int i = pattern->row[e];
            const int below = place == NULL ? i - j : place[i] - place[j];
            if (below > *lower)
                *lower = below;
            if (-below > *upper)
                *upper = -below;
        }
}
