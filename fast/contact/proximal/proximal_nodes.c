/* Nodes: velocities that occur together in every row and in M, found as equal columns of
 * the pattern of M + J^T K J (indistinguishable vertices: A. George, J. W. Liu, SIAM Rev.
 * 31 (1989) 1). A free body is one node, whatever M's zeros; they are eliminated by least
 * degree, so that chains and trees fill nothing.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "fast/constraint/least_degree.h"
#include "fast/contact/proximal/proximal_nodes.h"
#include "fast/contact.h"
#include "fast/linear/pattern.h"
#include "fast/system.h"

/* Which velocities each element acts on: nv x elements. NULL: no memory. */
static struct fast_pattern *join_rows(const struct contact_problem *shape) {
    const int entries = shape->matrix_pattern->start[shape->rows];
    const int joint_entries =
        shape->joints > 0 ? shape->joint_pattern->start[shape->joints] : 0;
    const int elements = shape->contacts + shape->joints;
    int *start = calloc((size_t)elements + 2, sizeof *start);
    int *row = calloc((size_t)entries + (size_t)joint_entries + 1, sizeof *row);
    int *mark = calloc((size_t)shape->nv + 1, sizeof *mark);
    struct fast_pattern *joined = NULL;
    if (start == NULL || row == NULL || mark == NULL)
        goto done;
    for (int e = 0; e < elements; e++) {
        const struct fast_pattern *pattern =
            e < shape->contacts ? shape->matrix_pattern : shape->joint_pattern;
        const int from = e < shape->contacts ? shape->first[e] : e - shape->contacts;
        const int to = e < shape->contacts ? shape->first[e + 1] : from + 1;
        for (int k = pattern->start[from]; k < pattern->start[to]; k++)
            mark[pattern->row[k]] = e + 1;
        start[e + 1] = start[e];
        for (int i = 0; i < shape->nv; i++)
            if (mark[i] == e + 1)
                row[start[e + 1]++] = i;
    }
    const struct fast_pattern view = {shape->nv, elements, start, row};
    joined = fast_pattern_copy(&view);
done:
    free(start);
    free(row);
    free(mark);
    return joined;
}

/* The pattern of M + J^T K J, with its diagonal. NULL: no memory. */
static struct fast_pattern *join_velocities(const struct contact_problem *shape) {
    struct fast_pattern *rows = join_rows(shape), *turned = NULL, *product = NULL;
    struct fast_pattern *with_mass = NULL, *one = NULL, *whole = NULL;
    if (rows != NULL)
        turned = fast_pattern_transpose(rows);
    if (turned != NULL)
        product = fast_pattern_product(rows, turned);
    if (product != NULL)
        with_mass = fast_pattern_union(product, shape->mass_pattern);
    if (with_mass != NULL)
        one = fast_pattern_identity(shape->nv);
    if (one != NULL)
        whole = fast_pattern_union(with_mass, one);
    fast_pattern_free(rows);
    fast_pattern_free(turned);
    fast_pattern_free(product);
    fast_pattern_free(with_mass);
    fast_pattern_free(one);
    return whole;
}

static bool columns_are_equal(const struct fast_pattern *pattern, int i, int j) {
    const int *a = pattern->row + pattern->start[i],
              *b = pattern->row + pattern->start[j];
    const int count = pattern->start[j + 1] - pattern->start[j];
    return pattern->start[i + 1] - pattern->start[i] == count &&
           memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

/* node[i] of each velocity; how many there are. */
static int group(const struct fast_pattern *whole, int *node) {
    int nodes = 0;
    for (int j = 0; j < whole->columns; j++) {
        node[j] = -1;
        for (int e = whole->start[j]; e < whole->start[j + 1] && node[j] < 0; e++)
            if (whole->row[e] < j && columns_are_equal(whole, whole->row[e], j))
                node[j] = node[whole->row[e]];
        if (node[j] < 0)
            node[j] = nodes++;
    }
    return nodes;
}

/* The nodes' pattern from the velocities' one. NULL: no memory. */
static struct fast_pattern *join_nodes(const struct fast_pattern *whole, int nodes,
                                       const int *node) {
    const size_t n = (size_t)whole->columns;
    int *start = calloc(n + 2, sizeof *start);
    int *row = calloc((size_t)whole->start[n] + 1, sizeof *row);
    struct fast_pattern *joined = NULL, *turned = NULL;
    if (start != NULL && row != NULL) {
        for (size_t i = 0; i < n; i++) {
            start[i + 1] = (int)i + 1;
            row[i] = node[i];
        }
        const struct fast_pattern membership = {nodes, whole->columns, start, row};
        struct fast_pattern *half = fast_pattern_product(&membership, whole);
        turned = fast_pattern_transpose(&membership);
        if (half != NULL && turned != NULL)
            joined = fast_pattern_product(half, turned);
        fast_pattern_free(half);
    }
    fast_pattern_free(turned);
    free(start);
    free(row);
    return joined;
}

/* The same with node i renamed place[i]. NULL: no memory. */
static struct fast_pattern *rename_nodes(const struct fast_pattern *pattern,
                                         const int *place) {
    const int n = pattern->columns;
    int *start = calloc((size_t)n + 2, sizeof *start),
        *row = calloc((size_t)n + 1, sizeof *row);
    struct fast_pattern *renamed = NULL;
    if (start != NULL && row != NULL) {
        for (int i = 0; i < n; i++) {
            start[i + 1] = i + 1;
            row[i] = place[i];
        }
        const struct fast_pattern change = {n, n, start, row};
        struct fast_pattern *half = fast_pattern_product(&change, pattern);
        struct fast_pattern *turned = fast_pattern_transpose(&change);
        if (half != NULL && turned != NULL)
            renamed = fast_pattern_product(half, turned);
        fast_pattern_free(half);
        fast_pattern_free(turned);
    }
    free(start);
    free(row);
    return renamed;
}

static bool number_nodes(struct proximal_nodes *nodes, int n) {
    struct fast_pattern *renamed = NULL;
    int *place = calloc((size_t)nodes->count + 1, sizeof *place);
    if (place != NULL && least_degree_order(nodes->pattern, place))
        renamed = rename_nodes(nodes->pattern, place);
    if (renamed != NULL) {
        fast_pattern_free(nodes->pattern);
        nodes->pattern = renamed;
        for (int i = 0; i < n; i++) {
            nodes->node[i] = place[nodes->node[i]];
            nodes->within[i] = nodes->size[nodes->node[i]]++;
        }
        for (int k = 0; k < nodes->count; k++)
            nodes->offset[k + 1] = nodes->offset[k] + nodes->size[k];
    }
    free(place);
    return renamed != NULL;
}

bool proximal_nodes_find(struct proximal_nodes *nodes, struct judge_store *store,
                         const struct contact_problem *shape) {
    const size_t n = (size_t)shape->nv;
    nodes->node = judge_store_take(store, n, sizeof(int));
    nodes->within = judge_store_take(store, n, sizeof(int));
    nodes->size = judge_store_take(store, n, sizeof(int));
    nodes->offset = judge_store_take(store, n + 1, sizeof(int));
    struct fast_pattern *whole = store->has_failed ? NULL : join_velocities(shape);
    if (whole == NULL)
        return false;
    nodes->count = group(whole, nodes->node);
    nodes->pattern = join_nodes(whole, nodes->count, nodes->node);
    fast_pattern_free(whole);
    return nodes->pattern != NULL && number_nodes(nodes, shape->nv);
}
