/* Evenly spaced items and what they become.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/arena.h"
#include "problems/program/program.h"
#include "problems/program/roller.h"

/* From the first item to the second, 0 when there is one only. */
static int stride(const struct item *item, int count, int k) {
    return count > 1 ? item[1].number[k] - item[0].number[k] : 0;
}

int roller_length(const struct item *item, int count) {
    int length = 1;
    for (; length < count && item[length].kind == item[0].kind; length++)
        for (int k = 0; k < ROLLS_ARGUMENTS; k++)
            if (item[length].number[k] - item[length - 1].number[k] !=
                stride(item, count, k))
                return length;
    return length;
}

void roller_face_forward(struct item *item, int count) {
    int direction = 0;
    for (int k = 0; k < ROLLS_ARGUMENTS && direction == 0; k++)
        direction = stride(item, count, k);
    if (direction >= 0)
        return;
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        struct item kept = item[i];
        item[i] = item[j];
        item[j] = kept;
    }
}

static struct progression progression(const struct item *item, int count, int k) {
    return (struct progression){item[0].number[k], stride(item, count, k)};
}

bool roller_add_roll(struct roller *w, const struct item *item, int count, int result) {
    struct rolls *r = w->r;
    struct roll *grown =
        array_grow(r->roll, &w->roll_capacity, r->rolls + 1, sizeof *grown);
    if (!grown)
        return false;
    r->roll = grown;
    struct roll *roll = &r->roll[r->rolls++];
    roll->operation = w->p->code[item->index].operation;
    roll->count = count;
    roll->result = result;
    for (int k = 0; k < ROLLS_ARGUMENTS; k++)
        roll->argument[k] = progression(item, count, k);
    return true;
}

bool roller_add_copy(struct roller *w, const struct item *item, int count) {
    struct rolls *r = w->r;
    struct roll_copy *grown =
        array_grow(r->copy, &w->copy_capacity, r->copies + 1, sizeof *grown);
    if (!grown)
        return false;
    r->copy = grown;
    r->copy[r->copies++] = (struct roll_copy){count, progression(item, count, 0),
                                              progression(item, count, 1)};
    return true;
}

bool roller_add_stage(struct roller *w) {
    struct rolls *r = w->r;
    struct roll_stage *grown =
        array_grow(r->stage, &w->stage_capacity, r->stages + 1, sizeof *grown);
    if (!grown)
        return false;
    r->stage = grown;
    r->stage[r->stages++] = (struct roll_stage){r->rolls, r->copies};
    return true;
}
