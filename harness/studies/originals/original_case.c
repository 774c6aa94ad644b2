/* Reading what was recorded of the original.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/originals/original_case.h"

#include <math.h>
#include <string.h>

/* See original_tolerance. */
static const double usual_tolerance = 1e-12, controlled_tolerance = 1e-7;
static const double sensitive_factor = 10;

/* With a spring of 1e20 rounding decides whether a step is taken at all. */
static const char noise[] = "drake_double_mass";
static const double noise_tolerance = 1;

const json_t *original_problem(const json_t *records, const char *name) {
    size_t i;
    const json_t *problem;
    json_array_foreach(json_object_get(records, "problems"), i, problem) {
        if (strcmp(original_word(problem, "name", ""), name) == 0)
            return problem;
    }
    return NULL;
}

const char *original_word(const json_t *config, const char *key, const char *otherwise) {
    const char *word = json_string_value(json_object_get(config, key));
    return word == NULL ? otherwise : word;
}

static bool is_kind(const json_t *record, const char *kind) {
    return strcmp(original_word(record, "kind", ""), kind) == 0;
}

bool original_is_controlled(const json_t *record) {
    return is_kind(record, "error_controlled");
}

bool original_is_robust(const json_t *record) {
    const json_t *builds = json_object_get(record, "cross_build");
    return builds == NULL || json_is_true(json_array_get(builds, 0));
}

json_t *original_states(const json_t *record) {
    json_t *states = json_object_get(record, "states");
    return states != NULL ? states : json_object_get(record, "steps");
}

double original_tolerance(const json_t *record) {
    const json_t *recorded = json_array_get(json_object_get(record, "cross_build"), 1);
    double difference = json_number_value(recorded);
    if (original_is_controlled(record))
        return fmax(controlled_tolerance, sensitive_factor * difference);
    if (original_is_robust(record))
        return fmax(usual_tolerance, difference);
    if (strcmp(original_word(record, "problem", ""), noise) == 0)
        return noise_tolerance;
    return fmax(usual_tolerance, sensitive_factor * difference);
}

double original_end(const json_t *record) {
    if (original_is_controlled(record))
        return json_number_value(json_object_get(record, "t_final"));
    double h = json_number_value(json_object_get(record, "h"));
    double steps = json_number_value(json_object_get(record, "num_requested_steps"));
    return is_kind(record, "single_step") ? h : steps * h;
}

bool original_is_in_share(size_t i, double share) {
    double part = share > 0 && share < 1 ? share : 1;
    return floor((double)(i + 1) * part) > floor((double)i * part);
}

/* A case's setting, or the one of all. */
static const json_t *setting(const json_t *records, const json_t *record,
                             const char *name) {
    const json_t *own = json_object_get(json_object_get(record, "config"), name);
    return own != NULL
               ? own
               : json_object_get(json_object_get(records, "config_defaults"), name);
}

static double setting_number(const json_t *records, const json_t *record,
                             const char *name) {
    const json_t *value = setting(records, record, name);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static bool is_setting(const json_t *records, const json_t *record, const char *name,
                       const char *word) {
    const char *value = json_string_value(setting(records, record, name));
    return value != NULL && strcmp(value, word) == 0;
}

/* weights := the recorded ones. Returns how many there are. */
static int read_weights(const json_t *records, const json_t *record, const char *name,
                        double *weights) {
    const json_t *array = setting(records, record, name);
    size_t count = json_array_size(array);
    if (count > ORIGINAL_MOST_STATES)
        count = ORIGINAL_MOST_STATES;
    for (size_t i = 0; i < count; i++)
        weights[i] = json_number_value(json_array_get(array, i));
    return (int)count;
}

void original_read_settings(struct original_settings *s, const json_t *records,
                            const json_t *record) {
    struct subject_options *o = &s->options;
    *o = subject_default_options();
    o->integrator.mode = FAST_FAITHFUL;
    if (is_setting(records, record, "integrator", "ie"))
        o->integrator.method = FAST_IMPLICIT_EULER;
    o->integrator.fixed_step = !original_is_controlled(record);
    o->integrator.accuracy = setting_number(records, record, "target_accuracy");
    o->integrator.max_step = s->max_step = setting_number(records, record, "max_step");
    o->integrator.min_step = setting_number(records, record, "requested_min_step");
    o->integrator.initial_step = setting_number(records, record, "initial_step_target");
    o->integrator.throw_on_min_step =
        json_is_true(setting(records, record, "throw_on_min_step"));
    if (is_setting(records, record, "jacobian", "central"))
        o->integrator.jacobian = FAST_CENTRAL_DIFFERENCES;
    if (is_setting(records, record, "jacobian", "automatic"))
        o->integrator.jacobian = FAST_EXACT_JACOBIAN;
    if (is_setting(records, record, "newton", "noreuse"))
        o->integrator.newton = FAST_FRESH;
    if (is_setting(records, record, "newton", "full"))
        o->integrator.newton = FAST_FULL;
    o->integrator.weights_v_count =
        read_weights(records, record, "qbar_weights", s->weights_v);
    o->integrator.weights_z_count =
        read_weights(records, record, "z_weights", s->weights_z);
    o->integrator.weights_v = o->integrator.weights_v_count > 0 ? s->weights_v : NULL;
    o->integrator.weights_z = o->integrator.weights_z_count > 0 ? s->weights_z : NULL;
}
