/* The order by reach. A program's order is a walk from its outputs, and outputs come by their
 * kinds: the gaps of all contacts, then the rows of all of them, so that what both are made of
 * lives long. An instruction reaches as far as the input with the largest number that it is made
 * of. Those that reach less far first, and else as before, arguments still come before what is
 * made of them, and what belongs to one body of a stack stands together.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/program/program.h"
#include "problems/program/roller.h"

/* reach[length] of the instructions, 0 of what inputs do not make; begin[inputs + 1]: how many
 * reach less far than each input. */
static void find_reach(const struct program *p, int *reach, int *begin) {
    for (int i = 0; i < p->length; i++) {
        const int slot[ROLLS_ARGUMENTS] = {p->code[i].a, p->code[i].b, p->code[i].c};
        for (int k = 0; k < ROLLS_ARGUMENTS; k++) {
            const int made = roller_maker(p, slot[k]);
            const int far = made >= 0 ? reach[made] : slot[k] < p->inputs ? slot[k] : 0;
            reach[i] = far > reach[i] ? far : reach[i];
        }
        begin[reach[i] + 1]++;
    }
    for (int i = 0; i < p->inputs; i++)
        begin[i + 1] += begin[i];
}

/* The slot's number where instruction i has become place[i]. */
static int move_slot(const struct program *p, const int *place, int slot) {
    const int made = roller_maker(p, slot);
    return made < 0 ? slot : p->inputs + p->constants + place[made];
}

/* place[length] := where each instruction goes; begin[] is used up. */
static void move_code(const struct program *p, int *place, int *begin,
                      struct program *to) {
    for (int i = 0; i < p->length; i++)
        place[i] = begin[place[i]]++;
    for (int i = 0; i < p->length; i++)
        to->code[place[i]] = (struct instruction){
            p->code[i].operation, move_slot(p, place, p->code[i].a),
            move_slot(p, place, p->code[i].b), move_slot(p, place, p->code[i].c)};
    for (int i = 0; i < p->outputs; i++)
        to->output[i] = move_slot(p, place, p->output[i]);
}

bool roller_order(const struct program *p, struct program *to) {
    int *place = calloc((size_t)p->length + 1, sizeof *place);
    int *begin = calloc((size_t)p->inputs + 2, sizeof *begin);
    *to = *p;
    to->code = calloc((size_t)p->length + 1, sizeof *to->code);
    to->output = calloc((size_t)p->outputs + 1, sizeof *to->output);
    const bool done = place && begin && to->code && to->output;
    if (done) {
        find_reach(p, place, begin);
        move_code(p, place, begin, to);
    }
    free(place);
    free(begin);
    return done;
}

int roller_count_lasting(const struct program *p, int window) {
    bool *lasts = calloc((size_t)p->length + 1, sizeof *lasts);
    int count = 0;
    for (int i = 0; lasts && i < p->length; i++) {
        const int slot[ROLLS_ARGUMENTS] = {p->code[i].a, p->code[i].b, p->code[i].c};
        for (int k = 0; k < ROLLS_ARGUMENTS; k++) {
            const int made = roller_maker(p, slot[k]);
            if (made >= 0 && made / window != i / window && !lasts[made])
                lasts[made] = ++count > 0;
        }
    }
    free(lasts);
    return count;
}
