/* Making rolls: for the files rolls*.c only.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_ROLLER_H
#define PROBLEMS_ROLLER_H

#include <stdbool.h>
#include <stdint.h>

#include "problems/base/room.h"
#include "problems/program/rolls.h"

/* The instructions of a window: their results take 16 KiB, and stay in the fastest cache. A brick
 * of a stack has hundreds of instructions, and what a few bricks have is too short for rolls:
 * then windows are large, the instructions are sorted by their colours, and results stay in the
 * next cache. */
enum { ROLLER_WINDOW = 2048, ROLLER_LARGE_WINDOW = 65536 };

/* An instruction or an output on its way into a roll or a copy. */
struct item {
    int kind;                    /* what must be equal in a roll */
    int number[ROLLS_ARGUMENTS]; /* what must be evenly spaced; 0 where there is none */
    int key[ROLLS_ARGUMENTS];    /* what items of a kind are sorted by */
    int index;                   /* of the instruction, or of the output */
};

struct roller {
    struct room room; /* of number, level, lasts, item, wanted */
    const struct program *p;
    int window;       /* instructions of one */
    uint64_t *colour; /* of each slot; NULL: sorted by numbers or differences */
    struct rolls *r;
    int roll_capacity, copy_capacity, stage_capacity;
    int *number; /* the value number of each result, once it has one (size length) */
    int *level;  /* of each instruction in its window (size length) */
    bool *lasts; /* whether a later window uses a result (size length) */
    int lasting, next_lasting; /* how many do; the number of the next one */
    struct item *item;         /* those of a window */
    struct item *wanted;       /* the outputs, as they are made */
    int next_wanted;           /* how many have been copied */
};

/* The instruction that makes a slot, -1: an input or a constant, or no slot. */
int roller_maker(const struct program *p, int slot);

/* Which array a value stands in: the first inputs, the other inputs, or what is neither. */
int roller_origin(const struct roller *w, int number);

/* *to := p's instructions in the order by reach (rolls_order.c); its code and outputs are the
 * caller's to free, even on failure: out of memory. Arrays of other things are p's. */
bool roller_order(const struct program *p, struct program *to);
/* How many results are used in later windows than theirs. */
int roller_count_lasting(const struct program *p, int window);

/* Fills in the levels of the instructions, and which results last. */
void roller_look(struct roller *w);

/* Appends the rolls of the instructions begin .. end-1, a window. False: out of memory. */
bool roller_add_window(struct roller *w, int begin, int end);

/* Sorts by kind, then keys, then index; the keys are as they are, or as the orders say. */
void roller_sort(struct item *item, int count);
void roller_sort_by_numbers(struct item *item, int count);
void roller_sort_by_differences(const struct roller *w, struct item *item, int count);
void roller_sort_by_colours(const struct roller *w, struct item *item, int count);

/* Gives colours to all slots; w->colour is the caller's. False: out of memory. */
bool roller_colour(struct roller *w);

/* How many items, of `count` sorted ones, are evenly spaced from the first on. */
int roller_length(const struct item *item, int count);

/* Turns evenly spaced items round when the first number that changes decreases. */
void roller_face_forward(struct item *item, int count);

/* Fills in w->wanted: the outputs in the order in which they are due; how many. Then appends the
 * copies of those due once the instructions before `end` have run, and not copied yet. False: out
 * of memory. */
int roller_sort_outputs(struct roller *w);
bool roller_copy_outputs(struct roller *w, int wanted, int end);

/* Appends what `count` evenly spaced items are: a roll whose results are numbered from
 * `result` on; a copy of the values number[0] to the outputs number[1]; the end of a stage.
 * False: out of memory. */
bool roller_add_roll(struct roller *w, const struct item *item, int count, int result);
bool roller_add_copy(struct roller *w, const struct item *item, int count);
bool roller_add_stage(struct roller *w);

#endif
