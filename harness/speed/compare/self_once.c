/* One comparison of a build with its own copy.
 *
 * A slowed copy makes fraction * (time of a pass) / (time of one multiplication) dependent
 * multiplications more in each pass; both times have been measured in a process before.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/speed/compare/compare.h"
#include "harness/speed/compare/copied.h"

/* *multiplications := those that make a pass slower by the fraction. */
static int calibrate(long *multiplications, double fraction,
                     const struct pairs_request *like, struct diagnostic *d) {
    struct measured_alone alone;
    *multiplications = 0;
    if (fraction == 0)
        return 0;
    if (measure_alone(&alone, like->measurer, like->old.library[0], like->workload,
                      pairs_seed(like->seed, 0), like->seconds, d))
        return -1;
    const double extra = fraction * alone.ns / alone.ruler_ns;
    if (!isfinite(extra) || extra < 1)
        return message_set(d, "a pass is too short to be slowed by %g %%",
                           100 * fraction);
    *multiplications = lround(extra);
    return 0;
}

int self_test_one(struct self_outcome *outcome, const struct pairs_request *like,
                  const struct side *side, const struct copied *copy, enum self_kind kind,
                  int direction, struct diagnostic *d) {
    struct pairs_request request = *like;
    struct pairs_found *f = malloc(sizeof *f);
    long slow;
    *outcome = (struct self_outcome){.kind = kind, .expected = RULE_SAME};
    request.old = (struct pairs_side){side->build.library, 0};
    request.new = (struct pairs_side){copy->library, 0};
    if (f == NULL)
        return message_set(d, "out of memory");
    int failed = calibrate(&slow, self_kind_fraction(kind), &request, d);
    if (kind != SELF_EQUAL) {
        outcome->expected = direction == 0 ? RULE_SLOWER : RULE_FASTER;
        *(direction == 0 ? &request.new.slow : &request.old.slow) = slow;
    }
    if (!failed) {
        failed = pairs_measure(f, &request, d);
        if (!failed && f->failed.text[0] != '\0')
            failed = message_set(d, "%s", f->failed.text);
        outcome->verdict = f->verdict;
        outcome->is_unconfirmed = f->alarmed && !f->confirmed;
        outcome->power = f->power;
        outcome->change = f->estimate.change;
        outcome->processes = f->processes;
        pairs_clear(f);
    }
    free(f);
    return failed;
}
