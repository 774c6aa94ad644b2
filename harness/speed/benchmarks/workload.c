/* A workload, read.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/speed/benchmarks/workload.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/text.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/methods/method.h"
#include "problems/catalogue.h"
#include "problems/model.h"

static const char *const members[] = {"model",    "set",    "method", "options", "step",
                                      "accuracy", "length", "kernel", "memory",  NULL};

/* A member that this library does not know asks for something that it would not do. */
static int check_members(json_t *document, struct diagnostic *d) {
    const char *key;
    json_t *value;
    json_object_foreach(document, key, value) {
        if (!text_is_one_of(key, members))
            return message_set(d, "a workload with '%s' is not understood", key);
    }
    return 0;
}

static int read_members(struct workload *w, struct diagnostic *d) {
    w->method = json_string_value(json_object_get(w->document, "method"));
    w->kernel = json_string_value(json_object_get(w->document, "kernel"));
    w->options = json_object_get(w->document, "options");
    w->step = json_number_in(w->document, "step");
    w->accuracy = json_number_in(w->document, "accuracy");
    w->length = json_number_in(w->document, "length");
    w->counts_memory = json_is_true(json_object_get(w->document, "memory"));
    if (w->method == NULL)
        return message_set(d, "a workload without a method");
    if (!(isfinite(w->length) && w->length > 0))
        return message_set(d, "a workload without a length > 0");
    if (!(w->step > 0) == !(w->accuracy > 0))
        return message_set(d, "a workload needs a step > 0 or an accuracy > 0");
    return 0;
}

static int read_model(struct workload *w, const char *models, struct diagnostic *d) {
    const char *name = json_string_value(json_object_get(w->document, "model"));
    json_t *set = json_object_get(w->document, "set"), *value;
    const char *key;
    int count = 0;
    struct catalogue *catalogue;
    if (name == NULL)
        return message_set(d, "a workload without a model");
    struct setting *setting = calloc(json_object_size(set) + 1, sizeof *setting);
    if (setting == NULL)
        return message_set(d, "out of memory");
    json_object_foreach(set, key, value) {
        setting[count++] = (struct setting){key, json_string_value(value)};
    }
    enum problem_status status = catalogue_open(&catalogue, models, d);
    if (status == PROBLEM_OK)
        status = catalogue_read(catalogue, name, count, setting, &w->model, d);
    catalogue_free(catalogue);
    free(setting);
    if (status != PROBLEM_OK && d->text[0] == '\0')
        message_set(d, "%s: %s", name, problem_status_text(status));
    return status == PROBLEM_OK ? 0 : -1;
}

static int read_start(struct workload *w, struct diagnostic *d) {
    const struct model *m = w->model;
    w->start = calloc((size_t)(m->nq + m->nv + m->nz) + 1, sizeof *w->start);
    if (w->start == NULL)
        return message_set(d, "out of memory");
    return initial_in_double(w->model, &w->begin, w->start, d);
}

int workload_read(struct workload *w, const char *text, const char *models,
                  struct diagnostic *d) {
    json_error_t error;
    *w = (struct workload){.document = json_loads(text, 0, &error)};
    if (!json_is_object(w->document))
        return message_set(d, "a workload that is not a JSON object: %s", error.text);
    return check_members(w->document, d) || read_members(w, d) ||
           read_model(w, models, d) || read_start(w, d);
}

void workload_clear(struct workload *w) {
    model_free(w->model);
    free(w->start);
    json_decref(w->document);
    *w = (struct workload){.document = NULL};
}

static int set_options(struct method_settings *settings, const struct method *method,
                       const struct workload *workload, struct diagnostic *d) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)workload->options, name, value) {
        char text[256];
        const char *word = json_string_value(value);
        if (word == NULL)
            return message_set(d, "option '%s': no text", name);
        if (snprintf(text, sizeof text, "%s=%s", name, word) >= (int)sizeof text)
            return message_set(d, "option '%s': too long", name);
        if (method_set(method, settings, text, d))
            return -1;
    }
    return method_check(settings, d);
}

int workload_settings(struct method_settings *settings, const struct workload *w,
                      struct diagnostic *d) {
    const struct method *method = method_find(w->method, d);
    *settings = method_default_settings(method != NULL ? method : method_table());
    if (method == NULL)
        return -1;
    struct integrator_options *o = &settings->subject.integrator;
    o->fixed_step = !isnan(w->step);
    o->step = o->max_step = w->step;
    if (!o->fixed_step)
        o->accuracy = w->accuracy;
    return set_options(settings, method, w, d);
}
