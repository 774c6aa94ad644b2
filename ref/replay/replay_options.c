/* The settings of a replay: the original's defaults, what is allowed, and what becomes of
 * those that are unset.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/replay/replay_internal.h"

#include <math.h>
#include <stdlib.h>

static const double default_accuracy = 0.1, loosest_accuracy = 0.5;

struct ref_replay_options ref_replay_default_options(void) {
    return (struct ref_replay_options){.accuracy = NAN,
                                       .max_step = 0.1,
                                       .initial_step = NAN,
                                       .throw_on_min_step = true,
                                       .constants = EVAL_DOUBLE_CONSTANTS,
                                       .difference_bits = REPLAY_MIN_BITS};
}

/* Unset, or a number above zero. */
static bool is_positive_or_unset(double x) {
    return isnan(x) || (isfinite(x) && x > 0);
}

static bool each_is_usable(const struct ref_replay_options *o) {
    return o->method <= REF_IMPLICIT_EULER && o->jacobian <= REF_EXACT &&
           o->newton <= REF_FULL && is_positive_or_unset(o->accuracy) &&
           is_positive_or_unset(o->max_step) && is_positive_or_unset(o->initial_step) &&
           isfinite(o->min_step) && o->min_step >= 0;
}

static double find_first_step(const struct ref_replay_options *o, double target) {
    return isnan(target) ? o->max_step : target;
}

/* Whether the steps fit together, with `first` the first. */
static bool steps_are_usable(const struct ref_replay_options *o, double first) {
    return !isnan(first) && first >= o->min_step && !(first > o->max_step) &&
           !(o->max_step < o->min_step);
}

static double find_accuracy(double asked) {
    double accuracy = isnan(asked) ? default_accuracy : asked;
    return accuracy > loosest_accuracy ? loosest_accuracy : accuracy;
}

/* weight[n] := the weights given, or all 1; whether they are usable. */
static bool take_weights(double *weight, const double *given, int n) {
    for (int i = 0; i < n; i++) {
        weight[i] = given == NULL ? 1 : given[i];
        if (!isfinite(weight[i]) || weight[i] < 0)
            return false;
    }
    return true;
}

enum ref_status ref_replay_take_options(ref_replay *r,
                                        const struct ref_replay_options *o) {
    double first = find_first_step(o, o->initial_step);
    if (!each_is_usable(o) || !steps_are_usable(o, first))
        return REF_BAD_ARGUMENT;
    r->weights = calloc((size_t)(r->nv + r->nz), sizeof *r->weights);
    if (r->weights == NULL)
        return REF_NO_MEMORY;
    if (!take_weights(r->weights, o->weights_v, r->nv) ||
        !take_weights(r->weights + r->nv, o->weights_z, r->nz))
        return REF_BAD_ARGUMENT;
    r->options = *o;
    r->options.weights_v = r->weights;
    r->options.weights_z = r->weights + r->nv;
    r->first_step = first;
    r->accuracy = find_accuracy(o->accuracy);
    return REF_OK;
}

static bool is_same(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

enum ref_status ref_replay_change(ref_replay *r, const struct ref_replay_options *o) {
    struct ref_replay_options *old = &r->options, changed = *o;
    if (!each_is_usable(o) || (o->jacobian == REF_EXACT && r->jacobian == NULL))
        return REF_BAD_ARGUMENT;
    if (o->jacobian != old->jacobian)
        r->has_jacobian = false;
    if (!is_same(o->accuracy, old->accuracy))
        r->accuracy = isnan(o->accuracy) ? default_accuracy : o->accuracy;
    if (!is_same(o->initial_step, old->initial_step))
        r->first_step = o->initial_step;
    changed.method = old->method;
    changed.weights_v = old->weights_v;
    changed.weights_z = old->weights_z;
    changed.constants = old->constants;
    *old = changed;
    return REF_OK;
}

enum ref_status ref_replay_initialize(ref_replay *r) {
    double first = find_first_step(&r->options, r->first_step);
    if (!r->started || !steps_are_usable(&r->options, first))
        return REF_BAD_ARGUMENT;
    r->first_step = first;
    r->accuracy = find_accuracy(r->options.accuracy);
    ref_replay_clear(r);
    return REF_OK;
}
