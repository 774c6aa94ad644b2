/* Which curves show a model's motion.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CHOICE_H
#define HARNESS_CHOICE_H

#include <stdbool.h>

#include "problems/graph/node.h"

struct model; /* problems/model.h */

enum { CHOICE_MOST_CURVES = 12, CHOICE_NAME_ROOM = 64 };

struct choice_curve {
    char name[CHOICE_NAME_ROOM]; /* "" when there is nothing to tell it from */
    bool is_over_time;           /* x is the time */
    bool is_relative;            /* y is to be divided by its largest magnitude */
    expr x, y;                   /* of t and x */
};

struct choice {
    int count, left_out; /* left_out: there were too many */
    struct choice_curve curve[CHOICE_MOST_CURVES];
    bool is_place; /* the plane is one of places: a unit up is a unit across */
    char across[CHOICE_NAME_ROOM], up[CHOICE_NAME_ROOM]; /* axes of curves in the plane */
    char time_up[CHOICE_NAME_ROOM];                      /* of those over time */
};

/* The model's own paths; without any, a choice by its states. */
void choice_make(struct choice *c, struct model *m);

#endif
