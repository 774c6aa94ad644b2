/* Rolling up a program. It is cut into windows of consecutive instructions. In a window, an
 * instruction's level is one more than the highest of its arguments made in the same window,
 * so that those of a level can run in any order: they are sorted by kind and arguments, and
 * neighbours with evenly spaced arguments become a roll. A window's results fit into the
 * fastest cache; those that no later window needs give their places to the next window's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/program/roller.h"

/* How many instructions a roll must replace on average to be worth its overhead, which is
 * that of a few interpreted instructions. */
enum { WORTH = 4 };

/* Copies number[0] to the output number[1]. */
static bool copy_outputs(struct roller *w, struct item *item, int count) {
    for (int i = 0; i < count; i++) {
        item[i].number[1] = item[i].index;
        item[i].kind = roller_origin(w, item[i].number[0]);
    }
    roller_sort_by_numbers(item, count);
    for (int i = 0, length; i < count; i += length) {
        length = roller_length(item + i, count - i);
        if (!roller_add_copy(w, item + i, length))
            return false;
    }
    return true;
}

/* The outputs that the instructions before `end` make and that are not copied yet. */
static bool copy_results(struct roller *w, int wanted, int end) {
    struct item *item = w->wanted + w->next_wanted;
    int count = 0;
    for (; w->next_wanted + count < wanted && item[count].kind < end; count++)
        item[count].number[0] = w->number[item[count].kind];
    w->next_wanted += count;
    return copy_outputs(w, item, count);
}

/* The outputs that no instruction makes, in windows so that each stays in the cache. */
static bool copy_given(struct roller *w) {
    const struct program *p = w->p;
    for (int i = 0, count = 0; i < p->outputs; i++) {
        if (roller_maker(p, p->output[i]) < 0)
            w->item[count++] = (struct item){.number = {p->output[i]}, .index = i};
        if (count == w->window || i + 1 == p->outputs) {
            if (!copy_outputs(w, w->item, count))
                return false;
            count = 0;
        }
    }
    return roller_add_stage(w);
}

/* The outputs that instructions make, in the order in which they are made; how many. */
static int sort_outputs(struct roller *w) {
    int count = 0;
    for (int i = 0; i < w->p->outputs; i++) {
        int made = roller_maker(w->p, w->p->output[i]);
        if (made >= 0)
            w->wanted[count++] = (struct item){.kind = made, .index = i};
    }
    roller_sort(w->wanted, count);
    return count;
}

static bool roll_up(struct roller *w) {
    const struct program *p = w->p;
    roller_look(w);
    w->next_lasting = p->inputs + p->constants;
    w->r->leading = p->leading;
    w->r->inputs = p->inputs;
    w->r->values = w->next_lasting + w->lasting;
    int wanted = sort_outputs(w);
    bool done = copy_given(w);
    for (int begin = 0; begin < p->length && done; begin += w->window) {
        int end = p->length - begin < w->window ? p->length : begin + w->window;
        done = roller_add_window(w, begin, end) && copy_results(w, wanted, end) &&
               roller_add_stage(w);
    }
    return done;
}

static bool allocate(struct roller *w) {
    const size_t length = (size_t)w->p->length + 1, outputs = (size_t)w->p->outputs + 1;
    const size_t most = length < outputs ? outputs : length;
    const size_t window = (size_t)w->window;
    w->r = calloc(1, sizeof *w->r);
    w->number = room_take(&w->room, length, sizeof *w->number);
    w->level = room_take(&w->room, length, sizeof *w->level);
    w->lasts = room_take(&w->room, length, sizeof *w->lasts);
    w->item = room_take(&w->room, most < window ? most : window, sizeof *w->item);
    w->wanted = room_take(&w->room, outputs, sizeof *w->wanted);
    return w->r && !w->room.is_short;
}

/* *r := the rolls with windows of a size, NULL when they gain too little. */
static enum problem_status roll_by(struct rolls **r, const struct program *p,
                                   int window) {
    struct roller w = {.p = p, .window = window};
    bool done =
        allocate(&w) && (window == ROLLER_WINDOW || roller_colour(&w)) && roll_up(&w);
    free(w.colour);
    room_clear(&w.room);
    *r = w.r;
    if (!done || w.r->rolls + w.r->copies > (p->length + p->outputs) / WORTH) {
        rolls_free(w.r);
        *r = NULL;
    }
    return done ? PROBLEM_OK : PROBLEM_NO_MEMORY;
}

enum problem_status rolls_alloc(struct rolls **r, const struct program *p) {
    enum problem_status status = roll_by(r, p, ROLLER_WINDOW);
    if (status == PROBLEM_OK && !*r && p->length > ROLLER_WINDOW)
        status = roll_by(r, p, ROLLER_LARGE_WINDOW);
    return status;
}

void rolls_free(struct rolls *r) {
    if (!r)
        return;
    free(r->roll);
    free(r->copy);
    free(r->stage);
    free(r);
}
