/* The cases of pinned runs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/originals/pinned_cases.h"

#include <math.h>

#include "problems/model.h"

enum { WEIGHTS = PINNED_MOST_STATES };

const double pinned_short_step = 1.0 / 256, pinned_long_step = 1.0 / 12;

#define LIMITS .accuracy = 1e-5, .min_step = 1.0 / 1024
static const struct pinned_case WAY[] = {
    {"fixed", .stepping = STEPPING_EVEN},
    {"fixed-central", .stepping = STEPPING_EVEN, .jacobian = FAST_CENTRAL_DIFFERENCES},
    {"fixed-exact", .stepping = STEPPING_EVEN, .jacobian = FAST_EXACT_JACOBIAN},
    {"fixed-fresh", .stepping = STEPPING_EVEN, .newton = FAST_FRESH},
    {"fixed-full", .stepping = STEPPING_EVEN, .newton = FAST_FULL},
    {"fixed-tight", .stepping = STEPPING_EVEN, .accuracy = 1e-9, .newton = FAST_FULL,
     .jacobian = FAST_EXACT_JACOBIAN},
    {"fixed-failing-first", .stepping = STEPPING_EVEN, .failing_call = 1},
    {"fixed-failing-second", .stepping = STEPPING_EVEN, .failing_call = 2},
    {"fixed-not-finite-first", .stepping = STEPPING_EVEN, .failing_call = 1,
     .fails_by_nan = true},
    {"fixed-not-finite-third", .stepping = STEPPING_EVEN, .failing_call = 3,
     .fails_by_nan = true},
    {"exact-failing", .stepping = STEPPING_EVEN, .failing_call = 2,
     .jacobian = FAST_EXACT_JACOBIAN},
    {"fixed-failing", .stepping = STEPPING_EVEN, .failing_call = 17},
    {"fixed-not-finite", .stepping = STEPPING_EVEN, .failing_call = 29,
     .fails_by_nan = true},
    {"long", .stepping = STEPPING_LONG},
    {"long-exact", .stepping = STEPPING_LONG, .jacobian = FAST_EXACT_JACOBIAN},
    {"long-fresh", .stepping = STEPPING_LONG, .newton = FAST_FRESH},
    {"long-full", .stepping = STEPPING_LONG, .newton = FAST_FULL},
    {"uneven", .stepping = STEPPING_UNEVEN},
    {"uneven-central", .stepping = STEPPING_UNEVEN, .jacobian = FAST_CENTRAL_DIFFERENCES},
    {"uneven-fresh", .stepping = STEPPING_UNEVEN, .newton = FAST_FRESH},
    {"uneven-tight", .stepping = STEPPING_UNEVEN, .accuracy = 1e-8},
    {"controlled", .stepping = STEPPING_CONTROLLED},
    {"controlled-2", .stepping = STEPPING_CONTROLLED, .accuracy = 1e-2},
    {"controlled-4", .stepping = STEPPING_CONTROLLED, .accuracy = 1e-4},
    {"controlled-6", .stepping = STEPPING_CONTROLLED, .accuracy = 1e-6,
     .jacobian = FAST_EXACT_JACOBIAN},
    {"controlled-full", .stepping = STEPPING_CONTROLLED, .accuracy = 1e-3,
     .newton = FAST_FULL},
    {"controlled-fresh", .stepping = STEPPING_CONTROLLED, .accuracy = 1e-3,
     .newton = FAST_FRESH},
    {"controlled-central", .stepping = STEPPING_CONTROLLED, .accuracy = 1e-3,
     .jacobian = FAST_CENTRAL_DIFFERENCES},
    {"controlled-weighted", .stepping = STEPPING_CONTROLLED, .accuracy = 1e-3,
     .weighted = true},
    {"controlled-relative", .stepping = STEPPING_CONTROLLED, .relative = 1e-4,
     .absolute = 1e-6},
    {"controlled-absolute", .stepping = STEPPING_CONTROLLED, .absolute = 1e-5,
     .weighted = true},
    {"controlled-starting", .stepping = STEPPING_CONTROLLED, .accuracy = 1e-3,
     .initial_step = 1.0 / 4096, .max_step = 1.0 / 64},
    {"controlled-least", .stepping = STEPPING_CONTROLLED, LIMITS},
    {"controlled-least-kept", .stepping = STEPPING_CONTROLLED, LIMITS,
     .keeps_min_step = true},
    {"controlled-failing", .stepping = STEPPING_CONTROLLED, .accuracy = 1e-3,
     .failing_call = 31},
    {"controlled-not-finite", .stepping = STEPPING_CONTROLLED, .accuracy = 1e-3,
     .failing_call = 43, .fails_by_nan = true},
};

int pinned_count(void) {
    return (int)(sizeof WAY / sizeof *WAY);
}

const char *pinned_name(int run) {
    return WAY[run].name;
}

const struct pinned_case *pinned_cases(void) {
    return WAY;
}

static double unset_if_zero(double value) {
    return value == 0 ? NAN : value;
}

static const double *find_weights(void) {
    static const double WEIGHT[WEIGHTS] = {0.7, 1.9, 0.4, 1.3, 0.9, 2.1, 0.6, 1.7};
    return WEIGHT;
}

struct subject_options pinned_options(const struct pinned_case *pinned,
                                      const struct model *m, double span) {
    struct subject_options o = subject_default_options();
    o.integrator.fixed_step = pinned->stepping != STEPPING_CONTROLLED;
    o.integrator.accuracy = unset_if_zero(pinned->accuracy);
    o.integrator.relative = unset_if_zero(pinned->relative);
    o.integrator.absolute = unset_if_zero(pinned->absolute);
    o.integrator.jacobian = pinned->jacobian;
    o.integrator.newton = pinned->newton;
    o.integrator.min_step = pinned->min_step * span;
    o.integrator.initial_step = unset_if_zero(pinned->initial_step * span);
    o.integrator.max_step = unset_if_zero(pinned->max_step * span);
    if (!o.integrator.fixed_step && isnan(o.integrator.max_step))
        o.integrator.max_step = pinned_long_step * span;
    o.integrator.throw_on_min_step = !pinned->keeps_min_step;
    o.failing_call = pinned->failing_call;
    o.fails_by_nan = pinned->fails_by_nan;
    o.counts_calls = true;
    if (pinned->weighted) {
        o.integrator.weights_v_count = m->nv;
        o.integrator.weights_z_count = m->nz;
        o.integrator.weights_v = m->nv > 0 ? find_weights() : NULL;
        o.integrator.weights_z = m->nz > 0 ? find_weights() + 1 : NULL;
    }
    return o;
}
