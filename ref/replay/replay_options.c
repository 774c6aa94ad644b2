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

static bool steps_are_usable(const struct ref_replay_options *o) {
    bool each = is_positive_or_unset(o->max_step) &&
                is_positive_or_unset(o->initial_step) && isfinite(o->min_step) &&
                o->min_step >= 0;
    double first = isnan(o->initial_step) ? o->max_step : o->initial_step;
    return each && !isnan(first) && first >= o->min_step && !(first > o->max_step) &&
           !(o->max_step < o->min_step);
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
    bool usable = o->method <= REF_IMPLICIT_EULER && o->jacobian <= REF_EXACT &&
                  o->newton <= REF_FULL && is_positive_or_unset(o->accuracy) &&
                  steps_are_usable(o);
    if (!usable)
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
    if (isnan(o->initial_step))
        r->options.initial_step = o->max_step;
    r->accuracy = isnan(o->accuracy) ? default_accuracy : o->accuracy;
    if (r->accuracy > loosest_accuracy)
        r->accuracy = loosest_accuracy;
    return REF_OK;
}
