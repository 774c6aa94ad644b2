/* The mass matrix: v' from M v' = force.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_MASS_H
#define PROBLEMS_MASS_H

#include "problems/elaboration/elaborate.h"

/* What the factorisation M = L D L^T leaves, besides the accelerations. */
struct mass_factors {
    int n;
    int *order;  /* velocities in the order of elimination (size n) */
    expr *pivot; /* D, by velocity (size n) */
};

/* v'[n] from the entries in e->mass and force[n], which is overwritten; false: a pivot is
 * zero, or too much work, or no memory, which *e has noted. *factors is emptied with
 * mass_clear in every case. */
bool mass_solve(struct elaboration *e, int n, expr *force, expr *acceleration,
                struct mass_factors *factors);
void mass_clear(struct mass_factors *factors);

/* Velocities by the number of their neighbours in the matrix, for the next one to be
 * eliminated. */
struct degree_queue {
    int count, capacity;
    struct degree *heap; /* the least on top (size count) */
};

struct degree {
    int degree, velocity;
};

/* Adds an entry; an older one of the same velocity stays and must be passed over. */
bool degree_queue_push(struct degree_queue *q, struct degree entry);

/* Takes away the entry of the least degree, of several the one of the first velocity; the
 * queue is not empty. */
struct degree degree_queue_pop(struct degree_queue *q);

#endif
