/* Two threads that take turns.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/guest/turns.h"

#include <errno.h>
#include <time.h>

/* Longer than from one callback to the next, however busy the machine is. */
static const long longest_wait = 200000000; /* nanoseconds */
static const long second = 1000000000;

int turns_init(struct turns *t) {
    *t = (struct turns){.is_there = {true, true}};
    if (pthread_mutex_init(&t->mutex, NULL) != 0)
        return -1;
    if (pthread_cond_init(&t->passed, NULL) == 0)
        return 0;
    pthread_mutex_destroy(&t->mutex);
    return -1;
}

void turns_clear(struct turns *t) {
    pthread_cond_destroy(&t->passed);
    pthread_mutex_destroy(&t->mutex);
}

/* With the mutex held. */
static void wait_for_turn(struct turns *t, int mine) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += longest_wait;
    until.tv_sec += until.tv_nsec / second;
    until.tv_nsec %= second;
    while (t->whose != mine && t->is_there[!mine] && !t->are_free)
        if (pthread_cond_timedwait(&t->passed, &t->mutex, &until) == ETIMEDOUT)
            t->are_free = true;
}

void turns_begin(struct seat *s) {
    pthread_mutex_lock(&s->turns->mutex);
    wait_for_turn(s->turns, s->mine);
    pthread_mutex_unlock(&s->turns->mutex);
}

void turns_pass(void *seat) {
    struct seat *s = seat;
    struct turns *t = s->turns;
    pthread_mutex_lock(&t->mutex);
    if (t->is_there[!s->mine] && !t->are_free) {
        t->whose = !s->mine;
        pthread_cond_broadcast(&t->passed);
        wait_for_turn(t, s->mine);
    }
    pthread_mutex_unlock(&t->mutex);
}

void turns_leave(struct seat *s) {
    struct turns *t = s->turns;
    pthread_mutex_lock(&t->mutex);
    t->is_there[s->mine] = false;
    t->whose = !s->mine;
    pthread_cond_broadcast(&t->passed);
    pthread_mutex_unlock(&t->mutex);
}
