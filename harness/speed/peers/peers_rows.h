/* Which peer is compared with which method of ours, on which problem, and why that can be done.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PEERS_ROWS_H
#define HARNESS_PEERS_ROWS_H

#include <stdbool.h>

enum peers_host { PEERS_LIBRARY, PEERS_DRAKE, PEERS_MUJOCO };

/* Values first, first factor, ... of the step or of the accuracy. */
struct peers_ladder {
    bool is_step;
    double first, factor;
    int count;
};

enum { PEERS_MOST_RUNGS = 8 };

struct peers_row {
    const char *model;           /* in the catalogue */
    const char *set;             /* NAME=VALUE of a size or a parameter; NULL */
    double length;               /* of a pass, from the model's start on */
    const char *method, *option; /* ours; NAME=VALUE or NULL */
    enum peers_host host;
    const char *peer;                 /* a method of linked/peers.h, or of the package */
    const char *system;               /* Drake's: "multibody" or "examples"; else NULL */
    struct peers_ladder ours, theirs; /* count 1 and both steps: the same h */
    const char *configuration, *comparable;
};

extern const struct peers_row peers_rows[];
extern const int peers_rows_count;

/* Whether the two are compared step by step. */
bool peers_row_is_fixed(const struct peers_row *row);

/* The value in NAME=VALUE, and name[PEERS_TEXT] := the name; NULL, and "", of NULL. */
enum { PEERS_TEXT = 64 };
const char *peers_value(char name[PEERS_TEXT], const char *assignment);

#endif
