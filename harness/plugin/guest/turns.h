/* Two threads that take turns at each callback, so that whatever an integrator keeps outside
 * of itself is overwritten by the other one between its use and its use, on every run alike.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_TURNS_H
#define HARNESS_PLUGIN_TURNS_H

/* pthread_mutex_t needs POSIX: the including source defines _XOPEN_SOURCE 700 first. */

#include <pthread.h>
#include <stdbool.h>

struct turns {
    pthread_mutex_t mutex;
    pthread_cond_t passed;
    int whose;
    bool is_there[2];
    /* One of them does not come back (it may wait for what the other holds): from then on both
     * run as they like. */
    bool are_free;
};

struct seat {
    struct turns *turns;
    int mine; /* 0 or 1 */
};

/* Both are there, and it is the turn of 0. Nonzero: out of memory. */
int turns_init(struct turns *t);
void turns_clear(struct turns *t);

void turns_begin(struct seat *s); /* waits for its first turn */
void turns_pass(void *seat);      /* lets the other one go on, and waits for its turn */
void turns_leave(struct seat *s); /* the other one goes on alone */

#endif
