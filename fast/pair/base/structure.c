/* A system's patterns and J's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "fast/linear/layout.h"
#include "fast/linear/pattern.h"
#include "fast/pair/base/structure.h"
#include "fast/linear/groups.h"
#include "fast/system.h"

/* NULL of NULL; otherwise *complete is false if there is no copy. */
static struct fast_pattern *copy_pattern_or_none(const struct fast_pattern *pattern,
                                                 bool *complete) {
    if (pattern == NULL)
        return NULL;
    struct fast_pattern *copied = fast_pattern_copy(pattern);
    *complete = *complete && copied != NULL;
    return copied;
}

/* A rows x columns pattern with part's entry (0, 0) at (row, column). */
static struct fast_pattern *place(const struct fast_pattern *part, int rows, int columns,
                                  int row, int column) {
    struct fast_pattern *placed = NULL;
    int *start = calloc((size_t)columns + 1, sizeof *start);
    int *moved = calloc((size_t)part->start[part->columns] + 1, sizeof *moved);
    if (start != NULL && moved != NULL) {
        for (int j = 0; j < columns; j++) {
            const int k = j - column;
            const bool inside = k >= 0 && k < part->columns;
            const int length = inside ? part->start[k + 1] - part->start[k] : 0;
            start[j + 1] = start[j] + length;
        }
        for (int e = 0; e < part->start[part->columns]; e++)
            moved[e] = row + part->row[e];
        const struct fast_pattern whole = {rows, columns, start, moved};
        placed = fast_pattern_copy(&whole);
    }
    free(start);
    free(moved);
    return placed;
}

/* *sum := *sum and part with its entry (0, 0) at (row, column); NULL if either is. */
static void include(struct fast_pattern **sum, const struct fast_pattern *part, int row,
                    int column) {
    struct fast_pattern *old = *sum, *placed = NULL;
    *sum = NULL;
    if (old != NULL && part != NULL)
        placed = place(part, old->rows, old->columns, row, column);
    if (placed != NULL)
        *sum = fast_pattern_union(old, placed);
    fast_pattern_free(placed);
    fast_pattern_free(old);
}

/* f_y + h f_q N. */
static struct fast_pattern *find_for_velocities(const struct fast_structure *structure,
                                                const struct integrator_system *system) {
    struct fast_pattern *sum = fast_pattern_copy(structure->fy);
    if (system->nv == 0)
        return sum;
    struct fast_pattern *product =
        structure->map != NULL ? fast_pattern_product(structure->fq, structure->map)
                               : fast_pattern_copy(structure->fq);
    include(&sum, product, 0, 0);
    fast_pattern_free(product);
    return sum;
}

/* [ 0  (1 0) ; f_q  f_y ]. */
static struct fast_pattern *find_for_states(const struct fast_structure *structure,
                                            const struct integrator_system *system) {
    const int nq = system->nq, nx = nq + system->nv + system->nz;
    struct fast_pattern *identity = fast_pattern_identity(nq);
    struct fast_pattern *sum = identity != NULL ? place(identity, nx, nx, 0, nq) : NULL;
    include(&sum, structure->fy, nq, nq);
    if (nq > 0)
        include(&sum, structure->fq, nq, 0);
    fast_pattern_free(identity);
    return sum;
}

/* Whether J's pattern can be told from what is known. */
static bool is_known(const struct integrator_system *system,
                     enum integrator_method method) {
    if (system->fy_pattern == NULL || (system->nq > 0 && system->fq_pattern == NULL))
        return false;
    if (system->map == NULL)
        return true;
    return method == FAST_VELOCITY_IMPLICIT_EULER && system->map_pattern != NULL;
}

/* A dense J is kept without a pattern: to go by one saves nothing then. */
static enum fast_status find_layout(struct fast_structure *structure,
                                    const struct integrator_system *system,
                                    enum integrator_method method) {
    const bool whole = method == FAST_IMPLICIT_EULER;
    const int n = system->nv + system->nz + (whole ? system->nq : 0);
    struct fast_pattern *pattern = NULL;
    if (is_known(system, method)) {
        pattern = whole ? find_for_states(structure, system)
                        : find_for_velocities(structure, system);
        if (pattern == NULL)
            return FAST_NO_MEMORY;
    }
    enum fast_layout_kind kind;
    enum fast_status status = fast_choose_layout(n, pattern, &kind);
    if (status == FAST_OK)
        status = fast_layout_alloc_kind(&structure->layout, n,
                                        kind == FAST_LAYOUT_DENSE ? NULL : pattern, kind);
    fast_pattern_free(pattern);
    return status;
}

enum fast_status fast_structure_alloc(struct fast_structure **structure,
                                      const struct integrator_system *system,
                                      enum integrator_method method) {
    *structure = NULL;
    struct fast_structure *created = calloc(1, sizeof *created);
    if (created == NULL)
        return FAST_NO_MEMORY;
    bool complete = true;
    created->fq = copy_pattern_or_none(system->fq_pattern, &complete);
    created->fy = copy_pattern_or_none(system->fy_pattern, &complete);
    if (system->map != NULL)
        created->map = copy_pattern_or_none(system->map_pattern, &complete);
    if (complete && created->map != NULL) {
        created->map_groups = fast_groups_alloc(system->nq, system->nv, created->map);
        complete = created->map_groups != NULL;
    }
    enum fast_status status = FAST_NO_MEMORY;
    if (complete)
        status = find_layout(created, system, method);
    if (status != FAST_OK) {
        fast_structure_free(created);
        return status;
    }
    *structure = created;
    return FAST_OK;
}

void fast_structure_free(struct fast_structure *structure) {
    if (structure == NULL)
        return;
    fast_pattern_free(structure->fq);
    fast_pattern_free(structure->fy);
    fast_pattern_free(structure->map);
    fast_groups_free(structure->map_groups);
    fast_layout_free(structure->layout);
    free(structure);
}
