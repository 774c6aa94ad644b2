/* Results as JSON objects.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/result.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/integrators/subject.h"

/* Longest reason and longest quantity with its component; what is longer is cut. */
enum { REASON_LENGTH = 1024, QUANTITY_LENGTH = 256 };

bool result_is_required(struct model *m) {
    for (int i = 0; i < m->tags; i++) {
        if (strcmp(m->tag[i], "stiff") == 0)
            return false;
    }
    return !model_has_kinks(m);
}

const char *result_mode(const struct study *s) {
    if (!s->options)
        return NULL;
    return s->options->mode == FAST_FAITHFUL ? "faithful" : "default";
}

struct result result_begin(struct model *m, const char *study, const char *arithmetic,
                           const char *quantity) {
    return (struct result){.arithmetic = arithmetic,
                           .study = study,
                           .quantity = quantity,
                           .value = NAN,
                           .low = NAN,
                           .high = NAN,
                           .expected = NAN,
                           .verdict = VERDICT_FAIL,
                           .grade = "converged",
                           .required = result_is_required(m)};
}

static int set_text(json_t *object, const char *key, const char *text) {
    return json_object_set_new(object, key, json_string(text));
}

static int set_number(json_t *object, const char *key, double value) {
    return json_object_set_new(object, key, json_number(value));
}

static int set_identity(json_t *object, const struct study *s, const struct result *r) {
    char quantity[QUANTITY_LENGTH];
    snprintf(quantity, sizeof quantity, "%s%s%s", r->quantity, r->component ? ":" : "",
             r->component ? r->component : "");
    int failed = set_text(object, "model", s->model->name);
    failed |= set_text(object, "method", s->method);
    failed |= set_text(object, "arithmetic", r->arithmetic);
    if (r->mode)
        failed |= set_text(object, "mode", r->mode);
    failed |= set_text(object, "study", r->study);
    failed |= set_text(object, "quantity", quantity);
    if (r->component)
        failed |= set_text(object, "component", r->component);
    return failed;
}

static int set_numbers(json_t *object, const struct result *r) {
    int failed = set_number(object, "value", r->value);
    failed |= set_number(object, "low", r->low);
    failed |= set_number(object, "high", r->high);
    failed |= set_number(object, "expected", r->expected);
    failed |= set_number(object, "tolerance", r->tolerance);
    if (r->floor > 0)
        failed |= set_number(object, "floor", r->floor);
    return failed;
}

static int set_judgement(json_t *object, const struct result *r, const char *reason) {
    int failed = set_text(object, "verdict", verdict_text(r->verdict));
    failed |= set_text(object, "grade", r->grade);
    failed |= json_object_set_new(object, "required", json_boolean(r->required));
    failed |= set_text(object, "reason", reason);
    return failed;
}

int result_append(json_t *results, const struct study *s, const struct result *r,
                  const char *reason, ...) {
    char sentence[REASON_LENGTH];
    va_list arguments;
    va_start(arguments, reason);
    vsnprintf(sentence, sizeof sentence, reason, arguments);
    va_end(arguments);
    json_t *object = json_object();
    json_t *points = r->points ? r->points : json_array();
    int failed = !object || set_identity(object, s, r) || set_numbers(object, r) ||
                 set_judgement(object, r, sentence);
    failed |= json_object_set_new(object, "points", points);
    if (failed) {
        json_decref(object);
        return failed;
    }
    return json_array_append_new(results, object);
}
