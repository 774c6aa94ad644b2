/* The ways of pinned runs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/originals/pinned_way.h"

#include <math.h>

#include "harness/studies/originals/pinned_run.h"

enum { WEIGHTS = PINNED_MOST_STATES };

const double pinned_short_step = 1.0 / 256, pinned_long_step = 1.0 / 12;

#define LIMITS .accuracy = 1e-5, .min_step = 1.0 / 1024
static const struct way WAY[] = {
    {"fixed", .manner = MANNER_EVEN},
    {"fixed-central", .manner = MANNER_EVEN, .jacobian = FAST_CENTRAL},
    {"fixed-exact", .manner = MANNER_EVEN, .jacobian = FAST_EXACT},
    {"fixed-fresh", .manner = MANNER_EVEN, .newton = FAST_FRESH},
    {"fixed-full", .manner = MANNER_EVEN, .newton = FAST_FULL},
    {"fixed-tight", .manner = MANNER_EVEN, .accuracy = 1e-9, .newton = FAST_FULL,
     .jacobian = FAST_EXACT},
    {"fixed-failing-first", .manner = MANNER_EVEN, .failing_call = 1},
    {"fixed-failing-second", .manner = MANNER_EVEN, .failing_call = 2},
    {"fixed-not-finite-first", .manner = MANNER_EVEN, .failing_call = 1,
     .fails_by_nan = true},
    {"fixed-not-finite-third", .manner = MANNER_EVEN, .failing_call = 3,
     .fails_by_nan = true},
    {"exact-failing", .manner = MANNER_EVEN, .failing_call = 2, .jacobian = FAST_EXACT},
    {"fixed-failing", .manner = MANNER_EVEN, .failing_call = 17},
    {"fixed-not-finite", .manner = MANNER_EVEN, .failing_call = 29, .fails_by_nan = true},
    {"long", .manner = MANNER_LONG},
    {"long-exact", .manner = MANNER_LONG, .jacobian = FAST_EXACT},
    {"long-fresh", .manner = MANNER_LONG, .newton = FAST_FRESH},
    {"long-full", .manner = MANNER_LONG, .newton = FAST_FULL},
    {"uneven", .manner = MANNER_UNEVEN},
    {"uneven-central", .manner = MANNER_UNEVEN, .jacobian = FAST_CENTRAL},
    {"uneven-fresh", .manner = MANNER_UNEVEN, .newton = FAST_FRESH},
    {"uneven-tight", .manner = MANNER_UNEVEN, .accuracy = 1e-8},
    {"controlled", .manner = MANNER_CONTROLLED},
    {"controlled-2", .manner = MANNER_CONTROLLED, .accuracy = 1e-2},
    {"controlled-4", .manner = MANNER_CONTROLLED, .accuracy = 1e-4},
    {"controlled-6", .manner = MANNER_CONTROLLED, .accuracy = 1e-6,
     .jacobian = FAST_EXACT},
    {"controlled-full", .manner = MANNER_CONTROLLED, .accuracy = 1e-3,
     .newton = FAST_FULL},
    {"controlled-fresh", .manner = MANNER_CONTROLLED, .accuracy = 1e-3,
     .newton = FAST_FRESH},
    {"controlled-central", .manner = MANNER_CONTROLLED, .accuracy = 1e-3,
     .jacobian = FAST_CENTRAL},
    {"controlled-weighted", .manner = MANNER_CONTROLLED, .accuracy = 1e-3,
     .weighted = true},
    {"controlled-relative", .manner = MANNER_CONTROLLED, .relative = 1e-4,
     .absolute = 1e-6},
    {"controlled-absolute", .manner = MANNER_CONTROLLED, .absolute = 1e-5,
     .weighted = true},
    {"controlled-starting", .manner = MANNER_CONTROLLED, .accuracy = 1e-3,
     .initial_step = 1.0 / 4096, .max_step = 1.0 / 64},
    {"controlled-least", .manner = MANNER_CONTROLLED, LIMITS},
    {"controlled-least-kept", .manner = MANNER_CONTROLLED, LIMITS,
     .keeps_min_step = true},
    {"controlled-failing", .manner = MANNER_CONTROLLED, .accuracy = 1e-3,
     .failing_call = 31},
    {"controlled-not-finite", .manner = MANNER_CONTROLLED, .accuracy = 1e-3,
     .failing_call = 43, .fails_by_nan = true},
};

int pinned_count(void) {
    return (int)(sizeof WAY / sizeof *WAY);
}

const char *pinned_name(int run) {
    return WAY[run].name;
}

const struct way *pinned_ways(void) {
    return WAY;
}

static double unset_if_zero(double value) {
    return value == 0 ? NAN : value;
}

static const double *find_weights(void) {
    static const double WEIGHT[WEIGHTS] = {0.7, 1.9, 0.4, 1.3, 0.9, 2.1, 0.6, 1.7};
    return WEIGHT;
}

struct subject_options pinned_options(const struct way *way, const struct model *m,
                                      double span) {
    struct subject_options o = subject_default_options();
    o.integrator.fixed_step = way->manner != MANNER_CONTROLLED;
    o.integrator.accuracy = unset_if_zero(way->accuracy);
    o.integrator.relative = unset_if_zero(way->relative);
    o.integrator.absolute = unset_if_zero(way->absolute);
    o.integrator.jacobian = way->jacobian;
    o.integrator.newton = way->newton;
    o.integrator.min_step = way->min_step * span;
    o.integrator.initial_step = unset_if_zero(way->initial_step * span);
    o.integrator.max_step = unset_if_zero(way->max_step * span);
    if (!o.integrator.fixed_step && isnan(o.integrator.max_step))
        o.integrator.max_step = pinned_long_step * span;
    o.integrator.throw_on_min_step = !way->keeps_min_step;
    o.failing_call = way->failing_call;
    o.fails_by_nan = way->fails_by_nan;
    o.counts_calls = true;
    if (way->weighted) {
        o.integrator.weights_v_count = m->nv;
        o.integrator.weights_z_count = m->nz;
        o.integrator.weights_v = m->nv > 0 ? find_weights() : NULL;
        o.integrator.weights_z = m->nz > 0 ? find_weights() + 1 : NULL;
    }
    return o;
}
