/* The judge's memory.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "fast/contact/judge/judge.h"
#include "fast/contact.h"
#include "fast/linear/pattern.h"

/* The largest block of M whose inverse is kept. */
enum { inverse_limit = 12 };

static void *take_array(struct contact_judge *judge, int count, size_t size) {
    return judge_store_take(&judge->store, (size_t)count, size);
}

/* Numbers velocities in their blocks of M, and places the blocks' inverses. */
static void lay_out_inverse(struct contact_judge *judge) {
    judge->blocks = mass_factor_blocks(judge->mass, &judge->block);
    judge->within = take_array(judge, judge->nv, sizeof(int));
    judge->size = take_array(judge, judge->blocks, sizeof(int));
    judge->begin = take_array(judge, judge->blocks + 1, sizeof(int));
    if (judge->store.has_failed)
        return;
    for (int i = 0; i < judge->nv; i++)
        judge->within[i] = judge->size[judge->block[i]]++;
    judge->largest = 0;
    bool is_contiguous = true;
    for (int i = 1; i < judge->nv; i++)
        is_contiguous = is_contiguous && judge->block[i] >= judge->block[i - 1];
    for (int b = 0; b < judge->blocks; b++)
        if (judge->size[b] > judge->largest)
            judge->largest = judge->size[b];
    judge->has_inverse = is_contiguous && judge->largest <= inverse_limit;
    if (!judge->has_inverse)
        return;
    for (int b = 0; b < judge->blocks; b++)
        judge->begin[b + 1] = judge->begin[b] + judge->size[b] * judge->size[b];
    judge->inverse = take_array(judge, judge->begin[judge->blocks], sizeof(double));
}

static void take_vectors(struct contact_judge *judge) {
    judge->weight = take_array(judge, judge->contacts, sizeof(double));
    judge->joint_weight = take_array(judge, judge->joints, sizeof(double));
    judge->momentum = take_array(judge, judge->nv, sizeof(double));
    judge->change = take_array(judge, judge->nv, sizeof(double));
    judge->u = take_array(judge, judge->rows, sizeof(double));
    judge->joint_error = take_array(judge, judge->joints, sizeof(double));
    judge->scratch = take_array(judge, judge->nv, sizeof(double));
    judge->dense = take_array(judge, judge->nv, sizeof(double));
    judge->size_of_momentum = take_array(judge, judge->nv, sizeof(double));
}

static bool fits(const struct contact_problem *shape) {
    if (shape->nv < 0 || shape->contacts < 0 || shape->rows < 0 || shape->joints < 0 ||
        shape->first == NULL || shape->first[0] != 0 ||
        shape->first[shape->contacts] != shape->rows)
        return false;
    for (int c = 0; c < shape->contacts; c++) {
        const int rows = shape->first[c + 1] - shape->first[c];
        if (rows < 1 || rows > 3)
            return false;
    }
    return shape->matrix_pattern != NULL && shape->mass_pattern != NULL &&
           (shape->joints == 0 || shape->joint_pattern != NULL) &&
           fast_pattern_fits(shape->matrix_pattern, shape->nv, shape->rows) &&
           fast_pattern_fits(shape->mass_pattern, shape->nv, shape->nv) &&
           (shape->joints == 0 ||
            fast_pattern_fits(shape->joint_pattern, shape->nv, shape->joints));
}

enum fast_status judge_alloc(struct contact_judge **judge,
                             const struct contact_problem *shape, struct team *team) {
    *judge = NULL;
    if (!fits(shape))
        return FAST_BAD_SYSTEM;
    struct contact_judge *j = calloc(1, sizeof *j);
    if (j == NULL)
        return FAST_NO_MEMORY;
    j->nv = shape->nv;
    j->contacts = shape->contacts;
    j->rows = shape->rows;
    j->joints = shape->joints;
    int *first = take_array(j, shape->contacts + 1, sizeof(int));
    j->matrix_pattern = fast_pattern_copy(shape->matrix_pattern);
    if (shape->joints > 0)
        j->joint_pattern = fast_pattern_copy(shape->joint_pattern);
    j->mass = mass_factor_alloc(shape->mass_pattern);
    if (j->matrix_pattern == NULL || j->mass == NULL || first == NULL ||
        (shape->joints > 0 && j->joint_pattern == NULL)) {
        contact_judge_free(j);
        return FAST_NO_MEMORY;
    }
    memcpy(first, shape->first, ((size_t)shape->contacts + 1) * sizeof *first);
    j->first = first;
    lay_out_inverse(j);
    take_vectors(j);
    if (!row_groups_init(&j->groups, j->contacts, j->first, j->matrix_pattern) ||
        !judge_parts_find(&j->parts, &j->store, shape, j->has_inverse ? team : NULL)) {
        contact_judge_free(j);
        return FAST_NO_MEMORY;
    }
    *judge = j;
    return FAST_OK;
}

enum fast_status contact_judge_alloc(contact_judge **judge,
                                     const struct contact_problem *shape) {
    return judge_alloc(judge, shape, NULL);
}

void contact_judge_free(contact_judge *judge) {
    if (judge == NULL)
        return;
    fast_pattern_free(judge->matrix_pattern);
    fast_pattern_free(judge->joint_pattern);
    mass_factor_free(judge->mass);
    row_groups_clear(&judge->groups);
    judge_store_free(&judge->store);
    free(judge);
}
