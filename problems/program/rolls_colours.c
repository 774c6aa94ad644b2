/* Colours: which instructions have the same role, as those that make the same quantity of each
 * body of a stack have. A value's colour is made of what it is made of, then of what it is used
 * for, which gives the inputs the colours of their roles, and then again of what it is made of:
 * refinement of colours, as of a graph whose symmetries are sought (B. Weisfeiler, A. Leman,
 * Nauchno-Technicheskaya Informatsia 2 (1968) 12). Bodies near the ends of a stack have colours of
 * their own; the others share theirs, for outputs have no names.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/base/splitmix.h"
#include "problems/program/program.h"
#include "problems/program/roller.h"

/* One more word in a hash. */
static uint64_t mix(uint64_t hash, uint64_t word) {
    return splitmix(hash + word);
}

static int slot_of(const struct instruction *code, int k) {
    return k == 0 ? code->a : k == 1 ? code->b : code->c;
}

/* Colours by what values are made of: a number each for the constants. */
static void colour_by_making(const struct program *p, uint64_t *colour) {
    const int results = p->inputs + p->constants;
    for (int i = 0; i < p->length; i++) {
        uint64_t hash = (uint64_t)p->code[i].operation;
        for (int k = 0; k < ROLLS_ARGUMENTS; k++) {
            int slot = slot_of(&p->code[i], k);
            hash = mix(hash, slot < 0 ? 0 : colour[slot]);
        }
        colour[results + i] = hash;
    }
}

/* Adds to each colour what the value is used for, users first. use[] is 0 before and after. */
static void colour_by_use(const struct program *p, uint64_t *colour, uint64_t *use) {
    const int results = p->inputs + p->constants;
    for (int i = p->length - 1; i >= 0; i--) {
        colour[results + i] = mix(colour[results + i], use[results + i]);
        use[results + i] = 0;
        for (int k = 0; k < ROLLS_ARGUMENTS; k++) {
            int slot = slot_of(&p->code[i], k);
            if (slot >= 0)
                use[slot] += mix(colour[results + i], (uint64_t)k);
        }
    }
    for (int i = 0; i < results; i++) {
        if (i < p->inputs)
            colour[i] = mix(colour[i], use[i]);
        use[i] = 0;
    }
}

bool roller_colour(struct roller *w) {
    const struct program *p = w->p;
    const size_t slots = (size_t)(p->inputs + p->constants + p->length);
    uint64_t *use = calloc(slots + 1, sizeof *use);
    w->colour = calloc(slots + 1, sizeof *w->colour);
    if (use && w->colour) {
        for (int i = 0; i < p->constants; i++)
            w->colour[p->inputs + i] = 1 + (uint64_t)i;
        colour_by_making(p, w->colour);
        colour_by_use(p, w->colour, use);
        colour_by_making(p, w->colour);
    }
    free(use);
    return use && w->colour;
}

void roller_sort_by_colours(const struct roller *w, struct item *item, int count) {
    const int results = w->p->inputs + w->p->constants;
    for (int i = 0; i < count; i++) {
        uint64_t colour = w->colour[results + item[i].index];
        item[i].key[0] = (int)(colour >> 33);
        item[i].key[1] = (int)(colour & 0x7fffffff);
        item[i].key[2] = 0;
    }
    roller_sort(item, count);
}
