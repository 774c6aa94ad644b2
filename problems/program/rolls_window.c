/* The instructions of a window, level by level.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/program/program.h"
#include "problems/program/roller.h"

/* How many instructions a roll on average should have for one order of a level to be good
 * enough, without trying the other. */
enum { FEW = 32 };

static int argument_of(const struct instruction *i, int k) {
    return k == 0 ? i->a : k == 1 ? i->b : i->c;
}

/* The instruction that makes a slot, -1: an input or a constant, or no slot. */
int roller_maker(const struct program *p, int slot) {
    return slot < p->inputs + p->constants ? -1 : slot - p->inputs - p->constants;
}

/* Levels within windows, and which results outlive theirs. */
void roller_look(struct roller *w) {
    for (int i = 0; i < w->p->length; i++)
        for (int k = 0; k < ROLLS_ARGUMENTS; k++) {
            int made = roller_maker(w->p, argument_of(&w->p->code[i], k));
            if (made < 0)
                continue;
            if (made / w->window != i / w->window)
                w->lasts[made] = true;
            else if (w->level[i] <= w->level[made])
                w->level[i] = w->level[made] + 1;
        }
    for (int i = 0; i < w->p->length; i++)
        w->lasting += w->lasts[i];
}

/* The first inputs, the other inputs, what is neither: each has its own array. */
int roller_origin(const struct roller *w, int number) {
    return (number >= w->p->leading) + (number >= w->p->inputs);
}

/* A roll has one operation, one lifetime of its results, and each of its arguments from one
 * array throughout. */
static void set_kind(const struct roller *w, struct item *item) {
    const struct instruction *code = &w->p->code[item->index];
    item->kind = 2 * (int)code->operation + w->lasts[item->index];
    for (int k = 0; k < ROLLS_ARGUMENTS; k++) {
        int slot = argument_of(code, k), made = roller_maker(w->p, slot);
        item->number[k] = slot < 0 ? 0 : made < 0 ? slot : w->number[made];
        item->kind = 3 * item->kind + roller_origin(w, item->number[k]);
    }
}

static int count_rolls(const struct item *item, int count) {
    int rolls = 0;
    for (int i = 0; i < count; i += roller_length(item + i, count - i))
        rolls++;
    return rolls;
}

/* Into the order that makes fewer rolls, or one that makes few. */
static void sort_for_rolls(const struct roller *w, struct item *item, int count) {
    if (w->colour) {
        roller_sort_by_colours(w, item, count);
        return;
    }
    roller_sort_by_numbers(item, count);
    const int by_numbers = count_rolls(item, count);
    if (by_numbers * FEW <= count)
        return;
    roller_sort_by_differences(w, item, count);
    if (count_rolls(item, count) > by_numbers)
        roller_sort_by_numbers(item, count);
}

/* The instructions of one level; *next is the next number of a short-lived result. */
static bool roll_level(struct roller *w, struct item *item, int count, int *next) {
    for (int i = 0; i < count; i++)
        set_kind(w, &item[i]);
    sort_for_rolls(w, item, count);
    for (int i = 0; i < count;) {
        int length = roller_length(item + i, count - i);
        int *place = w->lasts[item[i].index] ? &w->next_lasting : next;
        roller_face_forward(item + i, length);
        if (!roller_add_roll(w, item + i, length, *place))
            return false;
        for (int end = i + length; i < end; i++)
            w->number[item[i].index] = (*place)++;
    }
    return true;
}

bool roller_add_window(struct roller *w, int begin, int end) {
    int count = end - begin, next = w->p->inputs + w->p->constants + w->lasting;
    struct item *item = w->item;
    for (int i = 0; i < count; i++)
        item[i] = (struct item){.kind = w->level[begin + i], .index = begin + i};
    roller_sort(item, count);
    for (int i = 0, level_end; i < count; i = level_end) {
        for (level_end = i; level_end < count && item[level_end].kind == item[i].kind;)
            level_end++;
        if (!roll_level(w, item + i, level_end - i, &next))
            return false;
    }
    if (w->r->values < next)
        w->r->values = next;
    return true;
}
