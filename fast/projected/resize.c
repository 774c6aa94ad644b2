/* The next step's size (Simbody 3.7: AbstractIntegratorRep::adjustStepSize).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/projected/internal.h"

static const double safety = 0.9;
static const double most_growth = 5, most_shrinkage = 0.1;
/* Changes between these are not worth it. */
static const double hysteresis_low = 0.9, hysteresis_high = 1.2;

/* x^(1/order), for the orders there are; the original's is pow's to the last bit. */
static double find_root(const struct projected *m, double x) {
    if (m->options.mode == FAST_FAITHFUL)
        return pow(x, 1.0 / m->formula.order);
    const double root = sqrt(x);
    return m->formula.order == 2 ? root : sqrt(root);
}

static double propose(const struct projected *m, double err, double accepted, double h) {
    if (!isfinite(err))
        return most_shrinkage * h;
    if (err == 0)
        return most_growth * h;
    return safety * h * find_root(m, accepted / err);
}

double projected_resize(const struct projected *m, double err, double h,
                        bool is_limited) {
    const double accepted = projected_accepted_error(m);
    double next = propose(m, err, accepted, h);
    if (next > h && (is_limited || next < hysteresis_high * h))
        next = h;
    if (next < h)
        next = err <= accepted ? h : fmin(next, hysteresis_low * h);
    next = fmin(fmax(next, most_shrinkage * h), most_growth * h);
    return fmin(fmax(next, m->options.min_step), m->options.max_step);
}
