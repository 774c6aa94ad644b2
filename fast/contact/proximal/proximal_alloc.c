/* The proximal solver's memory.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "fast/contact/proximal/proximal.h"

static void *take_room(struct proximal *p, int count, size_t size) {
    return judge_store_take(&p->store, (size_t)count, size);
}

static double *take_numbers(struct proximal *p, int count) {
    return take_room(p, count, sizeof(double));
}

static void take_linear(struct proximal *p) {
    const int all = p->rows + p->joints;
    p->takes_part = take_room(p, p->elements, sizeof(bool));
    p->was_in = take_room(p, p->elements, sizeof(bool));
    p->stiffness = take_numbers(p, 9 * p->elements);
    p->factored = take_numbers(p, 9 * p->elements);
    p->push = take_numbers(p, all);
    p->move = take_numbers(p, all);
    p->dv = take_numbers(p, p->nv);
    p->product = take_numbers(p, 3 * p->blocks.largest * p->judge->parts.count);
}

static struct proximal_iterate take_iterate(struct proximal *p, bool has_slack) {
    return (struct proximal_iterate){.impulse = take_numbers(p, p->rows),
                                     .joint_impulse = take_numbers(p, p->joints),
                                     .slack =
                                         has_slack ? take_numbers(p, p->contacts) : NULL};
}

static void take_iterates(struct proximal *p) {
    p->v = take_numbers(p, p->nv);
    p->impulse = take_numbers(p, p->rows);
    p->joint_impulse = take_numbers(p, p->joints);
    p->slack = take_numbers(p, p->contacts);
    p->best = take_iterate(p, false);
    p->start = take_iterate(p, true);
    p->marked = take_iterate(p, true);
}

static void take_path(struct proximal *p) {
    p->last_normal = take_numbers(p, p->contacts);
    p->last_slack = take_numbers(p, p->contacts);
    p->last_speed = take_numbers(p, p->contacts);
    p->normal_speed = take_numbers(p, p->contacts);
    p->gauge = take_numbers(p, 2 * p->contacts);
    p->state = take_room(p, p->contacts, sizeof *p->state);
    p->tried = take_room(p, p->contacts, sizeof *p->tried);
}

static enum fast_status
fill_shape(struct proximal *p, const struct contact_problem *shape, struct team *team) {
    enum fast_status status = judge_alloc(&p->judge, shape, team);
    if (status != FAST_OK)
        return status;
    p->nv = shape->nv;
    p->contacts = shape->contacts;
    p->rows = shape->rows;
    p->joints = shape->joints;
    p->elements = shape->contacts + shape->joints;
    status = proximal_lay_out(p, shape);
    if (status != FAST_OK)
        return status;
    take_linear(p);
    take_iterates(p);
    take_path(p);
    return p->store.has_failed ? FAST_NO_MEMORY : FAST_OK;
}

enum fast_status proximal_alloc(struct proximal **p, const struct contact_problem *shape,
                                struct team *team) {
    *p = calloc(1, sizeof **p);
    if (*p == NULL)
        return FAST_NO_MEMORY;
    const enum fast_status status = fill_shape(*p, shape, team);
    if (status != FAST_OK) {
        proximal_free(*p);
        *p = NULL;
    }
    return status;
}

void proximal_free(void *self) {
    struct proximal *p = self;
    if (p == NULL)
        return;
    contact_judge_free(p->judge);
    judge_store_free(&p->store);
    free(p);
}
