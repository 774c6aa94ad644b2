/* Solutions in MPFR: with the discrete equations of fixed steps solved to the last bit, or with
 * every decision of the original, which is what the faithful mode does in double, from the same
 * doubles, without its rounding errors.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SOLVE_MPFR_H
#define HARNESS_SOLVE_MPFR_H

#include "harness/jobs/progress.h"
#include "harness/solve/samples.h"
#include "harness/solve/solve.h"
#include "harness/solve/solve_limit.h"

struct mpfr_run {
    const struct solve_request *request;
    struct solution *solution;
    int nx;
    struct solve_times times;
    struct samples samples;
    struct solve_limit limits;
    struct progress progress;
    mpfr_t begin, until, step, t, to, h; /* t to h: the class's own */
    mpfr_t *x;                           /* the start; the state before a step */
    void *self;
};

struct mpfr_class {
    bool at_doubles; /* all times are doubles, and known before it is opened */
    /* At the start. Where it fails *why may say why, in a sentence of its own. */
    enum ref_status (*open)(struct mpfr_run *r, struct diagnostic *why);
    enum ref_status (*run)(struct mpfr_run *r); /* to the end, taking samples */
    void (*tell)(struct mpfr_run *r);           /* where it has got to, and counters */
    /* Why it has failed, as the integrator says it; may leave *why empty. NULL: it does. */
    void (*explain)(struct mpfr_run *r, enum ref_status status, bool begun,
                    struct diagnostic *why);
    void (*free)(void *self); /* takes NULL */
};
extern const struct mpfr_class mpfr_exact, mpfr_pair, mpfr_projected;

/* Before each step from t on: whether there is to be another. */
static inline enum ref_status mpfr_check(struct mpfr_run *r, mpfr_srcptr t) {
    const struct solve_times *times = &r->times;
    progress_show(&r->progress,
                  (mpfr_get_d(t, MPFR_RNDN) - times->begin) /
                      (times->until - times->begin),
                  "solving");
    return solve_limit_check(&r->limits, r->samples.next);
}

#endif
