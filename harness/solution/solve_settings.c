/* The settings of a solution, as its document tells them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/json_number.h"
#include "harness/solution/solve.h"

static void set_word(json_t *into, const char *name, const char *word) {
    json_object_set_new(into, name, json_string(word));
}

static void set_number(json_t *into, const char *name, double value) {
    json_object_set_new(into, name, json_number(value));
}

static void set_weights(json_t *into, const char *name, const double *weights,
                        int count) {
    json_object_set_new(into, name,
                        weights == NULL ? json_null() : json_numbers(weights, count));
}

/* What has a meaning where the iteration is the method's own. */
static void add_iteration(const struct subject_options *o, json_t *into) {
    static const char *const jacobians[] = {
        [FAST_FORWARD] = "forward", [FAST_CENTRAL] = "central", [FAST_EXACT] = "exact"};
    static const char *const newtons[] = {
        [FAST_REUSE] = "reuse", [FAST_FRESH] = "fresh", [FAST_FULL] = "full"};
    set_number(into, "accuracy", o->accuracy);
    set_number(into, "relative", o->relative);
    set_number(into, "absolute", o->absolute);
    set_number(into, "max-step", o->max_step);
    set_number(into, "min-step", o->min_step);
    set_number(into, "initial-step", o->initial_step);
    set_word(into, "throw-on-min-step", o->throw_on_min_step ? "yes" : "no");
    set_word(into, "jacobian", jacobians[o->jacobian]);
    set_word(into, "newton", newtons[o->newton]);
    set_weights(into, "weights-v", o->weights_v, o->weights_v_count);
    set_weights(into, "weights-z", o->weights_z, o->weights_z_count);
}

/* The rest is the integrator's own affair. */
static void add_foreign(const struct subject_options *o, json_t *into) {
    set_word(into, "control", o->fixed_step ? "fixed-step" : "error");
    set_number(into, "accuracy", o->accuracy);
    set_number(into, "max-step", o->max_step);
}

void solve_add_settings(const struct solve_request *r, json_t *into) {
    const struct subject_options *o = &r->settings.subject;
    if (r->plugin != NULL) {
        add_foreign(o, into);
        if (r->at != NULL)
            set_word(into, "at", "cubic");
        return;
    }
    bool single = r->settings.driver == DRIVER_SINGLE;
    bool replayed = r->bits != 0 && solve_wants_replay(r);
    bool exact = r->bits != 0 && !replayed;
    bool faithful = replayed || o->mode == FAST_FAITHFUL;
    set_word(into, "driver", single ? "single" : "multiple");
    set_word(into, "control", o->fixed_step ? "fixed-step" : "error");
    set_word(into, "mode", exact ? "exact" : faithful ? "faithful" : "default");
    if (!exact)
        add_iteration(o, into);
    if (r->at != NULL)
        set_word(into, "at", "cubic");
}
