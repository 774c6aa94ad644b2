/* The rule for paired times.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include <gsl/gsl_cdf.h>

#include "harness/base/message.h"
#include "harness/base/numbers/finite.h"
#include "harness/speed/compare/rule.h"
#include "harness/speed/measure/estimate.h"

_Static_assert((int)RULE_ROOM <= (int)ESTIMATE_MOST,
               "two runs' processes have one middle");

/* Quantiles of the normal distribution: 99.5 % ("same" has an interval of 99 %), 95 %. */
static const double same_quantile = 2.5758293035489004,
                    found_quantile = 1.6448536269514722;

struct rule rule_usual(void) {
    return (struct rule){.delta = RULE_DELTA_PERCENT / 100.0,
                         .alpha = RULE_ALPHA,
                         .looks = 7,
                         .look = {8, 12, 16, 24, 32, 48, RULE_PROCESSES}};
}

int rule_limit(struct rule *r, int processes, struct diagnostic *d) {
    int looks = 0;
    if (processes < RULE_FEWEST || processes > RULE_MOST || processes % 2 != 0)
        return message_set(d, "expected an even number of processes from %d to %d",
                           RULE_FEWEST, RULE_MOST);
    while (looks < r->looks && r->look[looks] < processes)
        looks++;
    r->look[looks] = processes;
    r->looks = looks + 1;
    return 0;
}

int rule_next(const struct rule *r, int n) {
    for (int i = 0; i < r->looks; i++)
        if (r->look[i] > n)
            return r->look[i];
    return 0;
}

static double quantile(const struct rule *r, int n) {
    return gsl_cdf_tdist_Qinv(r->alpha / (2 * r->looks), n - 1);
}

struct rule_estimate rule_estimate(const struct rule *r, int n, const double *x) {
    struct rule_estimate e = {n, NAN, NAN, NAN, NAN, NAN};
    if (n < 2 || n > RULE_ROOM || !are_finite(x, n))
        return e;
    const struct middle m = estimate_middle(n, x);
    e.change = m.median;
    e.scale = m.scale;
    e.error = m.error;
    e.half = quantile(r, n) * e.error;
    e.detectable = fmax(r->delta / 2, e.half) + found_quantile * e.error;
    return e;
}

enum rule_verdict rule_look(const struct rule *r, const struct rule_estimate *e) {
    double size = fabs(e->change), margin = r->delta / 2;
    if (!isfinite(e->change) || !isfinite(e->half))
        return RULE_CANNOT_TELL;
    if (size > margin && size > e->half)
        return e->change > 0 ? RULE_SLOWER : RULE_FASTER;
    if (size <= margin && size + same_quantile * e->error < r->delta && e->half < margin)
        return RULE_SAME;
    return RULE_CANNOT_TELL;
}
