/* Reading what is declared about an integrator.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/fingerprint/laws/law.h"
#include "harness/fingerprint/trees/tableau.h"
#include "harness/gate/expect_reader.h"

/* The version of the format, and more than the order of any known method. */
enum { known_format = 1, highest_order = 20, most_methods = 128 };

static const char format_key[] = "halfstep-expect";

/* A method's name is that of a known one, or of a variant of it ("heun:doubled"). */
static int read_method(struct reader *r, const json_t *document, struct expect *e) {
    const char *names[most_methods + 1];
    enum known_variant variant;
    struct law_request law;
    int count = 0;
    if (reader_text(r, document, "method", false, &e->method))
        return -1;
    if (e->method == NULL || known_find(e->method, &variant) != NULL ||
        law_request_read(&law, e->method) == 0)
        return 0;
    for (const struct known_method *m = known_methods(); m->name != NULL; m++)
        if (count < most_methods)
            names[count++] = m->name;
    for (int i = 0; law_name(i) != NULL && count < most_methods; i++)
        names[count++] = law_name(i);
    names[count] = NULL;
    reader_enter_member(r, "method");
    if (law_request_form(e->method) != NULL)
        return reader_complain(r, "'%s': expected %s", e->method,
                               law_request_form(e->method));
    return reader_check_name(r, "method", e->method, names);
}

static int read_estimate(struct reader *r, const json_t *document, struct expect *e) {
    static const char *const kinds[] = {"signed", "unsigned", "none", NULL};
    const char *said = NULL;
    if (reader_text(r, document, "estimate", false, &said))
        return -1;
    if (said == NULL)
        return 0;
    reader_enter_member(r, "estimate");
    if (reader_check_name(r, "kind of estimate", said, kinds))
        return -1;
    reader_leave(r);
    e->estimate = strcmp(said, kinds[0]) == 0   ? EXPECT_SIGNED
                  : strcmp(said, kinds[1]) == 0 ? EXPECT_UNSIGNED
                                                : EXPECT_NO_ESTIMATE;
    return 0;
}

/* Numbers and texts of the rule of error control. */
static int read_control(struct reader *r, const json_t *document, struct expect *e) {
    static const char *const keys[] = {"order", "safety", "growth", "shrinkage", "before",
                                       "ratio", "norm",   "of",     "over",      NULL};
    enum { POSITIVE = 4, NUMBERS = 6 };
    json_t *control;
    const char *ignored;
    if (reader_enter_container(r, document, "control", JSON_OBJECT, &control))
        return -1;
    e->control = control;
    if (control == NULL)
        return 0;
    if (reader_check_keys(r, control, keys))
        return -1;
    for (int i = 0; keys[i] != NULL; i++) {
        const json_t *value = json_object_get(control, keys[i]);
        if (i >= NUMBERS && reader_text(r, control, keys[i], false, &ignored))
            return -1;
        if (i >= NUMBERS || value == NULL)
            continue;
        reader_enter_member(r, keys[i]);
        if (!json_is_number(value) || (i < POSITIVE && !(json_number_value(value) > 0)))
            return reader_complain(r, "\"%s\": expected a number%s", keys[i],
                                   i < POSITIVE ? " above 0" : "");
        reader_leave(r);
    }
    reader_leave(r);
    return 0;
}

static int read_options(struct reader *r, const json_t *document, struct expect *e) {
    json_t *options, *value;
    const char *name;
    if (reader_enter_container(r, document, "options", JSON_OBJECT, &options))
        return -1;
    if (options == NULL)
        return 0;
    e->option = calloc(json_object_size(options) + 1, sizeof *e->option);
    if (e->option == NULL)
        return message_set(r->d, "out of memory");
    json_object_foreach(options, name, value) {
        struct expect_option *option = &e->option[e->options++];
        option->name = name;
        if (name[0] == '\0' || strchr(name, '=') != NULL)
            return reader_complain(r, "expected an option's name, not '%.60s'", name);
        if (reader_text(r, options, name, true, &option->value))
            return -1;
    }
    reader_leave(r);
    return 0;
}

static int read_models(struct reader *r, const json_t *document, struct expect *e) {
    json_t *models, *value;
    size_t i;
    if (reader_enter_container(r, document, "models", JSON_ARRAY, &models))
        return -1;
    if (models == NULL)
        return 0;
    if (json_array_size(models) == 0)
        return reader_complain(r, "\"models\": expected one model at least");
    e->model = calloc(json_array_size(models), sizeof *e->model);
    if (e->model == NULL)
        return message_set(r->d, "out of memory");
    json_array_foreach(models, i, value) {
        reader_enter_item(r, i);
        if (!json_is_string(value) || json_string_length(value) == 0)
            return reader_complain(r, "expected the name or the path of a model");
        e->model[e->models++] = json_string_value(value);
        reader_leave(r);
    }
    reader_leave(r);
    return 0;
}

static int read_all(struct reader *r, struct expect *e, const char *const *studies) {
    static const char *const keys[] = {format_key, "method", "order",  "estimate-order",
                                       "estimate", "robust", "memory", "control",
                                       "options",  "models", "accept", NULL};
    json_t *document = e->document;
    return reader_format(r, document, format_key, known_format) ||
           reader_check_keys(r, document, keys) || read_method(r, document, e) ||
           reader_whole(r, document, "order", highest_order, &e->order) ||
           reader_whole(r, document, "estimate-order", highest_order,
                        &e->estimate_order) ||
           read_estimate(r, document, e) ||
           reader_truth(r, document, "robust", &e->robust) ||
           reader_truth(r, document, "memory", &e->memory) ||
           read_control(r, document, e) || read_options(r, document, e) ||
           read_models(r, document, e) ||
           expect_read_acceptances(r, document, studies, e);
}

int expect_read(struct expect *e, const char *path, const char *const *studies,
                struct diagnostic *d) {
    struct reader r;
    *e = (struct expect){.path = path};
    if (path == NULL)
        return 0;
    int failed = reader_open(&r, path, &e->document, d) || read_all(&r, e, studies);
    free(r.text);
    return failed ? -1 : 0;
}

void expect_clear(struct expect *e) {
    free(e->option);
    free(e->model);
    free(e->acceptance);
    json_decref(e->document);
    *e = (struct expect){.path = NULL};
}

bool expect_declares(const struct expect *e) {
    return e->method != NULL || e->order > 0 || e->estimate_order > 0 ||
           e->estimate != EXPECT_UNDECLARED;
}
