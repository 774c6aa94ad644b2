/* Solutions in MPFR with every decision of the original: what the faithful mode does in double,
 * from the same doubles, without its rounding errors.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SOLVE_REPLAY_H
#define HARNESS_SOLVE_REPLAY_H

#include "harness/jobs/progress.h"
#include "harness/solve/samples.h"
#include "harness/solve/solve.h"
#include "harness/solve/solve_limit.h"

struct replay {
    const struct solve_request *request;
    struct solution *solution;
    int nx;
    struct solve_times times;
    struct samples samples;
    struct solve_limit limits;
    struct progress progress;
    mpfr_t begin, until, t, limit, step, never;
    mpfr_t *x; /* the start; the state before a step */
    void *self;
};

struct replay_class {
    enum ref_status (*open)(struct replay *r); /* at the start */
    enum ref_status (*run)(struct replay *r);  /* to the end, taking samples */
    void (*tell)(struct replay *r);            /* where it has got to, and counters */
    /* Why it has failed, as the integrator says it; may leave *why empty. NULL: it does. */
    void (*explain)(struct replay *r, enum ref_status status, bool begun,
                    struct diagnostic *why);
    void (*free)(void *self); /* takes NULL */
};
extern const struct replay_class replay_of_pair, replay_of_projected;

/* Before each step from t on: whether there is to be another. */
static inline enum ref_status replay_check(struct replay *r, mpfr_srcptr t) {
    const struct solve_times *times = &r->times;
    progress_show(&r->progress,
                  (mpfr_get_d(t, MPFR_RNDN) - times->begin) /
                      (times->until - times->begin),
                  "solving");
    return solve_limit_check(&r->limits, r->samples.next);
}

#endif
