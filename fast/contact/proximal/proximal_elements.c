/* Where every entry of J, G and M goes in the solver's blocks.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <stdlib.h>

#include "fast/contact/proximal/proximal.h"
#include "fast/contact/proximal/proximal_nodes.h"
#include "fast/linear/pattern.h"

static void *take_elements(struct proximal *p, size_t count, size_t size) {
    return judge_store_take(&p->store, count, size);
}

static const struct fast_pattern *pattern_of(const struct contact_problem *shape, int e,
                                             int contacts) {
    return e < contacts ? shape->matrix_pattern : shape->joint_pattern;
}

/* The columns of element e in its pattern: *from to the result. */
static int columns_of(const struct proximal *p, int e, int *from) {
    *from = e < p->contacts ? p->judge->first[e] : e - p->contacts;
    return *from + proximal_rows(p, e);
}

static int compare_places(const void *a, const void *b) {
    const int i = *(const int *)a, j = *(const int *)b;
    return (i > j) - (i < j);
}

/* Nodes of element e into list, ascending; how many. mark is e + 1 for them. */
static int find_nodes(const struct proximal *p, const struct contact_problem *shape,
                      const struct proximal_nodes *nodes, int e, int *mark, int *list) {
    const struct fast_pattern *pattern = pattern_of(shape, e, p->contacts);
    int from, count = 0;
    const int to = columns_of(p, e, &from);
    for (int k = pattern->start[from]; k < pattern->start[to]; k++) {
        const int node = nodes->node[pattern->row[k]];
        if (mark[node] != e + 1)
            list[count++] = node;
        mark[node] = e + 1;
    }
    qsort(list, (size_t)count, sizeof *list, compare_places);
    return count;
}

/* Slots, their places, and the targets of their pairs. */
static bool lay_out_slots(struct proximal *p, const struct contact_problem *shape,
                          const struct proximal_nodes *nodes, int *mark, int *list) {
    size_t slots = 0, pairs = 0, entries = 0;
    for (int e = 0; e < p->elements; e++) {
        const size_t count = (size_t)find_nodes(p, shape, nodes, e, mark, list);
        for (size_t k = 0; k < count; k++)
            entries += (size_t)(nodes->size[list[k]] * proximal_rows(p, e));
        slots += count;
        pairs += count * count;
    }
    if (slots > INT_MAX || pairs > INT_MAX || entries > INT_MAX)
        return false;
    p->node = take_elements(p, slots, sizeof(int));
    p->place = take_elements(p, slots, sizeof(int));
    p->target = take_elements(p, pairs, sizeof(int));
    p->jacobian = take_elements(p, entries, sizeof(double));
    if (p->store.has_failed)
        return false;
    for (int i = 0; i < nodes->count; i++)
        mark[i] = 0;
    int *target = p->target;
    for (int e = 0; e < p->elements; e++) {
        const int from = p->slot[e];
        const int count = find_nodes(p, shape, nodes, e, mark, p->node + from);
        p->slot[e + 1] = from + count;
        p->target_begin[e] = (int)(target - p->target);
        for (int a = from; a < from + count; a++) {
            p->place[a] = p->jacobian_count;
            p->jacobian_count += nodes->size[p->node[a]] * proximal_rows(p, e);
            for (int b = from; b < from + count; b++)
                *target++ = proximal_blocks_find(&p->blocks, p->node[a], p->node[b]);
        }
    }
    return true;
}

static int slot_of(const struct proximal *p, int e, int node) {
    int slot = p->slot[e];
    while (p->node[slot] != node)
        slot++;
    return slot;
}

static void place_entries(struct proximal *p, const struct contact_problem *shape,
                          const struct proximal_nodes *nodes) {
    for (int e = 0; e < p->elements; e++) {
        const struct fast_pattern *pattern = pattern_of(shape, e, p->contacts);
        int *place = e < p->contacts ? p->entry_place : p->joint_place;
        int from;
        const int to = columns_of(p, e, &from);
        for (int row = from; row < to; row++)
            for (int k = pattern->start[row]; k < pattern->start[row + 1]; k++) {
                const int i = pattern->row[k], node = nodes->node[i];
                place[k] = p->place[slot_of(p, e, node)] +
                           (row - from) * nodes->size[node] + nodes->within[i];
            }
    }
    const struct fast_pattern *mass = shape->mass_pattern;
    for (int j = 0; j < p->nv; j++)
        for (int k = mass->start[j]; k < mass->start[j + 1]; k++) {
            const int i = mass->row[k];
            p->mass_place[k] =
                proximal_blocks_find(&p->blocks, nodes->node[i], nodes->node[j]) +
                nodes->within[i] * nodes->size[nodes->node[j]] + nodes->within[j];
        }
}

static bool place_all(struct proximal *p, const struct contact_problem *shape,
                      const struct proximal_nodes *nodes) {
    const size_t n = (size_t)p->nv;
    p->slot = take_elements(p, (size_t)p->elements + 1, sizeof(int));
    p->target_begin = take_elements(p, (size_t)p->elements, sizeof(int));
    p->entry_place =
        take_elements(p, (size_t)shape->matrix_pattern->start[p->rows], sizeof(int));
    p->joint_place = take_elements(
        p, p->joints > 0 ? (size_t)shape->joint_pattern->start[p->joints] : 0,
        sizeof(int));
    p->mass_place =
        take_elements(p, (size_t)shape->mass_pattern->start[p->nv], sizeof(int));
    int *mark = calloc(n + 1, sizeof *mark), *list = calloc(n + 1, sizeof *list);
    bool is_placed = !p->store.has_failed && mark != NULL && list != NULL &&
                     lay_out_slots(p, shape, nodes, mark, list);
    free(mark);
    free(list);
    if (!is_placed)
        return false;
    place_entries(p, shape, nodes);
    return true;
}

/* Nodes by the parts of their velocities. */
static bool part_nodes(struct proximal *p, const struct proximal_nodes *nodes) {
    const struct judge_parts *parts = &p->judge->parts;
    int *of = calloc((size_t)nodes->count + 1, sizeof *of);
    for (int i = 0; of != NULL && i < p->nv; i++)
        of[nodes->node[i]] = parts->of_velocity[i];
    const bool is_filled = of != NULL && judge_runs_fill(&p->nodes, &p->store,
                                                         parts->count, nodes->count, of);
    free(of);
    return is_filled;
}

enum fast_status proximal_lay_out(struct proximal *p,
                                  const struct contact_problem *shape) {
    struct proximal_nodes nodes = {0};
    const bool is_laid_out = proximal_nodes_find(&nodes, &p->store, shape) &&
                             proximal_blocks_lay_out(&p->blocks, &p->store, nodes.pattern,
                                                     nodes.size, nodes.offset) &&
                             place_all(p, shape, &nodes) && part_nodes(p, &nodes);
    fast_pattern_free(nodes.pattern);
    return is_laid_out ? FAST_OK : FAST_NO_MEMORY;
}
