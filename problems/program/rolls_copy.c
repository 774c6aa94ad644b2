/* Copies of what is wanted of a program, each as soon as it is made, and evenly spaced ones as one.
 * An output that no instruction makes is copied with the next one that is made, so that what stands
 * side by side is written at one time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/program/program.h"
#include "problems/program/roller.h"

/* What is added to the kind of an output that no instruction makes: those are sorted apart. */
enum { GIVEN = 3 };

/* First the first copy of each result, then the second ones, and so on: what four contacts of a
 * face have in common is copied for all bodies at once, not for one after the other. */
static void sort_by_ranks(struct item *item, int count) {
    int rank = 0;
    for (int i = 0; i < count; i++) {
        const bool again = i > 0 && item[i].number[0] == item[i - 1].number[0];
        rank = again ? rank + 1 : 0;
        if (item[i].kind >= GIVEN)
            continue;
        item[i].key[0] = rank;
        item[i].key[1] = item[i].number[0];
    }
    roller_sort(item, count);
}

/* Copies number[0] to the output number[1]; keys are what they are sorted by. */
static bool copy_outputs(struct roller *w, struct item *item, int count) {
    roller_sort(item, count);
    if (w->colour)
        sort_by_ranks(item, count);
    for (int i = 0, length; i < count; i += length) {
        length = roller_length(item + i, count - i);
        if (!roller_add_copy(w, item + i, length))
            return false;
    }
    return true;
}

/* From the item of an output that is due to that of its copy. Those that are made stand by their
 * numbers; so do those that are given, but with colours by the one that is made next, and how far
 * before it they stand, as the same entry of each body of a stack does. */
static void set_copy(const struct roller *w, struct item *item) {
    const int slot = w->p->output[item->index], made = roller_maker(w->p, slot);
    const int ahead = item->number[1], due = item->kind;
    item->number[0] = made < 0 ? slot : w->number[made];
    item->number[1] = item->index;
    item->kind = roller_origin(w, item->number[0]) + (made < 0 ? GIVEN : 0);
    item->key[0] = item->number[0];
    if (made < 0 && w->colour && due >= 0) {
        item->key[1] = (int)(w->colour[w->p->inputs + w->p->constants + due] >> 33);
        item->key[2] = ahead;
    } else {
        item->key[1] = item->number[1];
    }
}

bool roller_copy_outputs(struct roller *w, int wanted, int end) {
    struct item *item = w->wanted + w->next_wanted;
    int count = 0;
    for (; w->next_wanted + count < wanted && item[count].kind < end; count++)
        set_copy(w, &item[count]);
    w->next_wanted += count;
    return copy_outputs(w, item, count);
}

int roller_sort_outputs(struct roller *w) {
    int due = w->p->length - 1, ahead = 0;
    for (int i = w->p->outputs - 1; i >= 0; i--) {
        const int made = roller_maker(w->p, w->p->output[i]);
        due = made >= 0 ? made : due;
        ahead = made >= 0 ? 0 : ahead + 1;
        w->wanted[i] = (struct item){.kind = due, .number = {0, ahead}, .index = i};
    }
    roller_sort(w->wanted, w->p->outputs);
    return w->p->outputs;
}
