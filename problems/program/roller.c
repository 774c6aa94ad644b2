/* Rolling up a program. It is cut into windows of consecutive instructions. In a window, an
 * instruction's level is one more than the highest of its arguments made in the same window,
 * so that those of a level can run in any order: they are sorted by kind and arguments, and
 * neighbours with evenly spaced arguments become a roll. A window's results fit into the
 * fastest cache; those that no later window needs give their places to the next window's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/program/roller.h"
#include "problems/program/program.h"

/* How many instructions a roll must replace on average to be worth its overhead, which is
 * that of a few interpreted instructions. */
enum { WORTH = 4 };
/* How many it replaces where small windows are good enough, without trying large ones. */
enum { PLENTY = 32 };
/* How many are so many that more gain nothing. */
enum { LONG = 64 };

static bool roll_up(struct roller *w) {
    const struct program *p = w->p;
    roller_look(w);
    w->next_lasting = p->inputs + p->constants;
    w->r->leading = p->leading;
    w->r->inputs = p->inputs;
    w->r->values = w->next_lasting + w->lasting;
    const int wanted = roller_sort_outputs(w);
    bool done =
        p->length > 0 || (roller_copy_outputs(w, wanted, 0) && roller_add_stage(w));
    for (int begin = 0; begin < p->length && done; begin += w->window) {
        int end = p->length - begin < w->window ? p->length : begin + w->window;
        done = roller_add_window(w, begin, end) && roller_copy_outputs(w, wanted, end) &&
               roller_add_stage(w);
    }
    return done;
}

static bool allocate(struct roller *w) {
    const size_t length = (size_t)w->p->length + 1, outputs = (size_t)w->p->outputs + 1;
    const size_t window = (size_t)w->window;
    w->r = calloc(1, sizeof *w->r);
    w->number = room_take(&w->room, length, sizeof *w->number);
    w->level = room_take(&w->room, length, sizeof *w->level);
    w->lasts = room_take(&w->room, length, sizeof *w->lasts);
    w->item = room_take(&w->room, length < window ? length : window, sizeof *w->item);
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

/* The same in the order in which fewer results live longer than their windows. */
static enum problem_status roll_in_order(struct rolls **r, const struct program *p,
                                         const struct program *ordered, int window) {
    const bool is_better =
        roller_count_lasting(ordered, window) < roller_count_lasting(p, window);
    return roll_by(r, is_better ? ordered : p, window);
}

/* The window in which rolls are about LONG instead of `length` instructions; 0: they are no
 * longer. Less memory is gone through then, again and again. */
static int shorten_window(const struct program *p, const struct rolls *r) {
    const int large = p->length < ROLLER_LARGE_WINDOW ? p->length : ROLLER_LARGE_WINDOW;
    const double length = r->rolls > 0 ? (double)p->length / r->rolls : 0;
    const double window = large * LONG / length;
    return length < 2 * LONG        ? 0
           : window < ROLLER_WINDOW ? ROLLER_WINDOW + 1
                                    : (int)window;
}

/* The same with large windows, but not larger than it takes. */
static enum problem_status roll_by_large(struct rolls **r, const struct program *p) {
    enum problem_status status = PROBLEM_NO_MEMORY;
    struct program ordered;
    *r = NULL;
    if (roller_order(p, &ordered))
        status = roll_in_order(r, p, &ordered, ROLLER_LARGE_WINDOW);
    const int window = *r ? shorten_window(p, *r) : 0;
    if (window > 0) {
        rolls_free(*r);
        status = roll_in_order(r, p, &ordered, window);
    }
    free(ordered.code);
    free(ordered.output);
    return status;
}

static int count_loops(const struct rolls *r) {
    return r->rolls + r->copies;
}

enum problem_status rolls_alloc(struct rolls **r, const struct program *p) {
    struct rolls *large = NULL;
    enum problem_status status = roll_by(r, p, ROLLER_WINDOW);
    if (status != PROBLEM_OK || p->length <= ROLLER_WINDOW ||
        (*r && count_loops(*r) <= (p->length + p->outputs) / PLENTY))
        return status;
    status = roll_by_large(&large, p);
    if (large && (!*r || count_loops(large) < count_loops(*r))) {
        rolls_free(*r);
        *r = large;
    } else {
        rolls_free(large);
    }
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
