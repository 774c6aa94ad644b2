/* Time for the ways to a truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <time.h>

#include "harness/base/truth_clock.h"

double truth_clock_processor(void) {
    const double nanosecond = 1e-9;
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + nanosecond * (double)now.tv_nsec;
}

/* A new search with the time that is left. */
static void truth_clock_again(struct truth_clock *c, unsigned ways) {
    c->way = REF_WAYS;
    c->last = REF_BY_COLLOCATION;
    while (ways != 0 && c->last > 0 && (ways & 1u << c->last) == 0)
        c->last--;
}

struct truth_clock truth_clock_start(double (*now)(void), double limit, unsigned ways) {
    struct truth_clock c = {.now = now, .limit = limit};
    c.began = c.now();
    truth_clock_again(&c, ways);
    return c;
}

bool truth_clock_is_over(const struct truth_clock *c) {
    return c->limit > 0 && c->now() - c->began >= c->limit;
}

bool truth_clock_stop(void *clock, enum ref_way way) {
    (void)way;
    return truth_clock_is_over(clock);
}

double truth_clock_left(const struct truth_clock *c) {
    const double least = 1e-3;
    return c->limit > 0 ? fmax(c->limit - (c->now() - c->began), least) : 0;
}

bool truth_clock_stops(struct truth_clock *c, enum ref_way way) {
    if (!(c->limit > 0))
        return false;
    double spent = c->now() - c->began;
    if (way != c->way) {
        double share = way == c->last ? 1 : truth_clock_share;
        c->way = way;
        c->deadline = spent + share * (c->limit - spent);
    }
    bool stops = spent >= c->deadline;
    c->stopped = c->stopped || stops;
    return stops;
}
