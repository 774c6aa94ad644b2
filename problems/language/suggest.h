/* The nearest known name to a wrong one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_SUGGEST_H
#define PROBLEMS_SUGGEST_H

struct suggestion {
    const char *wrong;
    const char *best; /* NULL: nothing is near enough */
    int distance;
};

/* The search for a name near to a wrong one, which must stay where it is. */
struct suggestion suggest_start(const char *wrong);

/* Takes a known name into account; one that it abbreviates is as near as with one slip. */
void suggest_consider(struct suggestion *s, const char *known);

/* How many letters must be added, left out, replaced or exchanged with their neighbour to
 * turn a into b: the distance of optimal string alignment. Texts longer than 64 characters
 * are infinitely (INT_MAX) far from everything. */
int suggest_distance(const char *a, const char *b);

#endif
