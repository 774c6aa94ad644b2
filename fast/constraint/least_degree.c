/* Minimum degree on the quotient graph (George, Liu: The evolution of the minimum
 * degree ordering algorithm, 1989; degrees bounded as by Amestoy, Davis, Duff 1996):
 * eliminating a node makes an element, the clique of its neighbours; a node's
 * neighbours are those it has edges with and those it shares an element with. An
 * element swallows those that its node was in, so a node's list of elements and edges
 * never grows.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "fast/constraint/least_degree.h"
#include "fast/system.h"

struct graph {
    int n;
    int *start;    /* [n + 1] where node i's list begins */
    int *list;     /* its elements, then the nodes it has edges with */
    int *elements; /* [n] how many of each */
    int *edges;    /* [n] */
    int **member;  /* [n] of an element: its nodes; NULL: none, or swallowed */
    int *size;     /* [n] of an element: how many nodes */
    int *mark;     /* [n] the last elimination that met the node */
    int *head, *next, *before; /* [n] nodes by their degree, linked; -1: none */
    int *degree;               /* [n] */
    int *found;                /* [n] */
    bool *is_eliminated;       /* [n] */
};

static int *take_integers(int **memory, size_t count) {
    int *taken = *memory;
    *memory += count;
    return taken;
}

static bool graph_open(struct graph *graph, const struct fast_pattern *pattern,
                       int **memory) {
    const size_t n = (size_t)pattern->columns, entries = (size_t)pattern->start[n];
    int *rest = *memory = calloc(10 * (n + 1) + entries, sizeof(int));
    graph->n = pattern->columns;
    graph->member = calloc(n + 1, sizeof *graph->member);
    graph->is_eliminated = calloc(n + 1, sizeof *graph->is_eliminated);
    if (rest == NULL || graph->member == NULL || graph->is_eliminated == NULL)
        return false;
    graph->start = take_integers(&rest, n + 1);
    graph->elements = take_integers(&rest, n + 1);
    graph->edges = take_integers(&rest, n + 1);
    graph->size = take_integers(&rest, n + 1);
    graph->mark = take_integers(&rest, n + 1);
    graph->head = take_integers(&rest, n + 1);
    graph->next = take_integers(&rest, n + 1);
    graph->before = take_integers(&rest, n + 1);
    graph->degree = take_integers(&rest, n + 1);
    graph->found = take_integers(&rest, n + 1);
    graph->list = rest;
    return true;
}

static void graph_close(struct graph *graph, int *memory) {
    for (int i = 0; i < graph->n && graph->member != NULL; i++)
        free(graph->member[i]);
    free(graph->member);
    free(graph->is_eliminated);
    free(memory);
}

static void link_node(struct graph *graph, int node, int degree) {
    const int next = graph->head[degree];
    graph->degree[node] = degree;
    graph->next[node] = next;
    graph->before[node] = -1;
    if (next >= 0)
        graph->before[next] = node;
    graph->head[degree] = node;
}

static void unlink_node(struct graph *graph, int node) {
    const int next = graph->next[node], before = graph->before[node];
    if (next >= 0)
        graph->before[next] = before;
    if (before >= 0)
        graph->next[before] = next;
    else
        graph->head[graph->degree[node]] = next;
}

static void read_pattern(struct graph *graph, const struct fast_pattern *pattern) {
    int *end = graph->list;
    for (int i = 0; i < graph->n; i++) {
        graph->mark[i] = graph->head[i] = -1;
        graph->start[i] = (int)(end - graph->list);
        for (int e = pattern->start[i]; e < pattern->start[i + 1]; e++)
            if (pattern->row[e] != i)
                *end++ = pattern->row[e];
        graph->edges[i] = (int)(end - graph->list) - graph->start[i];
    }
    for (int i = graph->n - 1; i >= 0; i--)
        link_node(graph, i, graph->edges[i]);
}

/* Adds to found the nodes that are still there and not met before. */
static int meet(struct graph *graph, int pivot, const int *nodes, int count, int met) {
    for (int i = 0; i < count; i++) {
        const int node = nodes[i];
        if (node == pivot || graph->mark[node] == pivot || graph->is_eliminated[node])
            continue;
        graph->mark[node] = pivot;
        graph->found[met++] = node;
    }
    return met;
}

/* The pivot's neighbours; its elements are swallowed. */
static int find_neighbours(struct graph *graph, int pivot) {
    const int *list = graph->list + graph->start[pivot];
    int met = meet(graph, pivot, list + graph->elements[pivot], graph->edges[pivot], 0);
    for (int k = 0; k < graph->elements[pivot]; k++) {
        const int element = list[k];
        met = meet(graph, pivot, graph->member[element], graph->size[element], met);
        free(graph->member[element]);
        graph->member[element] = NULL;
    }
    return met;
}

/* Takes out of a neighbour's list what the pivot's element covers, and puts that
 * first. */
static void update_list(struct graph *graph, int pivot, int node) {
    int *list = graph->list + graph->start[node];
    const int elements = graph->elements[node], edges = graph->edges[node];
    int kept = 0, kept_edges = 0;
    for (int k = 0; k < elements; k++)
        if (graph->member[list[k]] != NULL)
            list[kept++] = list[k];
    for (int k = elements; k < elements + edges; k++)
        if (list[k] != pivot && graph->mark[list[k]] != pivot)
            list[kept + kept_edges++] = list[k];
    if (kept_edges > 0)
        list[kept + kept_edges] = list[kept];
    list[kept] = pivot;
    graph->elements[node] = kept + 1;
    graph->edges[node] = kept_edges;
}

/* A bound on how many neighbours a node has, of `left` nodes. */
static int bound_degree(const struct graph *graph, int node, int left) {
    const int *list = graph->list + graph->start[node];
    int degree = graph->edges[node];
    for (int k = 0; k < graph->elements[node] && degree < left; k++)
        degree += graph->size[list[k]] - 1;
    return degree < left ? degree : left - 1;
}

static bool eliminate(struct graph *graph, int pivot, int left) {
    const int met = find_neighbours(graph, pivot);
    int *member = malloc(((size_t)met + 1) * sizeof *member);
    if (member == NULL)
        return false;
    if (met > 0)
        memcpy(member, graph->found, (size_t)met * sizeof *member);
    graph->is_eliminated[pivot] = true;
    graph->member[pivot] = member;
    graph->size[pivot] = met;
    for (int i = 0; i < met; i++) {
        unlink_node(graph, member[i]);
        update_list(graph, pivot, member[i]);
    }
    for (int i = met - 1; i >= 0; i--)
        link_node(graph, member[i], bound_degree(graph, member[i], left));
    return true;
}

bool least_degree_order(const struct fast_pattern *pattern, int *place) {
    struct graph graph = {0};
    int *memory;
    bool complete = graph_open(&graph, pattern, &memory);
    if (complete)
        read_pattern(&graph, pattern);
    for (int k = 0; complete && k < graph.n; k++) {
        int degree = 0;
        while (graph.head[degree] < 0)
            degree++;
        const int pivot = graph.head[degree];
        unlink_node(&graph, pivot);
        place[pivot] = k;
        complete = eliminate(&graph, pivot, graph.n - k - 1);
    }
    graph_close(&graph, memory);
    return complete;
}
