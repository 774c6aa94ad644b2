/* Runs of many steps, within the time that a study may take.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/conditions/conditions.h"
#include "harness/solution/truth_clock.h"

/* What is left for the results, and for a call that is under way. */
static const double share_of_limit = 0.8;

/* Steps of one call at most; the clock is looked at between calls. */
enum { MOST_AT_ONCE = 1024 };

bool conditions_is_over(const struct conditions *c, double share) {
    double limit = c->study->seconds_limit;
    return limit > 0 && truth_clock_now() - c->began > share * share_of_limit * limit;
}

/* Calls of our own methods are quick; those of others grow as they prove to be. */
enum run_outcome conditions_run(const struct conditions *c, const struct subject *s,
                                double t0, double h, long from, long to, double share) {
    long at_once = c->study->foreign ? 1 : to - from;
    while (from < to) {
        if (conditions_is_over(c, share))
            return RUN_OVER;
        from = from + at_once < to ? from + at_once : to;
        if (s->run(s->self, h, t0 + (double)from * h))
            return RUN_FAILED;
        if (at_once < MOST_AT_ONCE)
            at_once *= 2;
    }
    return RUN_DONE;
}
