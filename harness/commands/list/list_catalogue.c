/* What halfstep list tells of models and methods.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/commands/list/list_catalogue.h"

#include <string.h>

#include "harness/base/glob.h"
#include "harness/base/json_number.h"
#include "harness/integrators/methods/method.h"
#include "harness/program/run/describe.h"
#include "harness/session/models.h"
#include "harness/truth/truth_summary.h"

/* "spring" from "/some/folder/spring.model". */
static json_t *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    const char *end = strstr(name, ".model");
    return json_text(name, end == NULL ? strlen(name) : (size_t)(end - name));
}

/* A model file that cannot be read is listed with what is wrong with it. */
static json_t *list_model(const struct catalogue *c, const struct catalogue_entry *entry,
                          const struct truth_store *known) {
    struct diagnostic why = {""};
    struct model *m;
    json_t *brief;
    if (models_read_plain(&m, c, entry->name, &why) == EXIT_PASSED) {
        brief = describe_briefly(m);
        json_object_set_new(brief, "kinks", json_boolean(model_has_kinks(m)));
        json_object_set_new(brief, "truth", truth_summary_known(m, known));
        model_free(m);
    } else {
        brief =
            json_pack("{s:s, s:o}", "path", entry->path, "error", json_text_of(why.text));
    }
    json_object_set_new(brief, "name", json_string(entry->name));
    json_object_set_new(brief, "variant_of",
                        entry->variant ? file_name(entry->path) : json_null());
    json_object_set_new(brief, "studied", json_boolean(models_include(entry)));
    return brief;
}

static json_t *list_words(const char *words) {
    if (words == NULL)
        return json_null();
    json_t *list = json_array();
    while (*words != '\0') {
        size_t length = strcspn(words, "|");
        json_array_append_new(list, json_stringn(words, length));
        words += length + (words[length] == '|');
    }
    return list;
}

static json_t *list_options(const struct method *method) {
    json_t *list = json_array();
    const struct integrator_option *o;
    for (int i = 0; (o = method_option(method, i)) != NULL; i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:o, s:s, s:s}", "name",
                                              o->name, "type", method_option_type(o),
                                              "values", list_words(o->words), "default",
                                              o->initial, "meaning", o->meaning));
    return list;
}

json_t *list_methods(void) {
    json_t *methods = json_array();
    for (const struct method *m = method_table(); m->name != NULL; m++)
        json_array_append_new(methods, json_pack("{s:s, s:s, s:s, s:o}", "name", m->name,
                                                 "title", m->title, "source", m->source,
                                                 "options", list_options(m)));
    return methods;
}

/* Whether a name is of one of the patterns, or there is none. */
static bool is_wanted(const char *name, const struct arguments *arguments) {
    const int count = arguments_count(arguments, NULL);
    for (int i = 0; i < count; i++)
        if (glob_matches(arguments_nth(arguments, NULL, i), name))
            return true;
    return count == 0;
}

/* Whether a model bears all tags that are asked for. */
static bool bears_tags(const json_t *model, const struct arguments *arguments) {
    bool bears_all = true;
    for (int i = 0; i < arguments_count(arguments, "tag"); i++) {
        bool bears = false;
        size_t k;
        json_t *tag;
        json_array_foreach(json_object_get(model, "tags"), k, tag) {
            bears |=
                strcmp(json_string_value(tag), arguments_nth(arguments, "tag", i)) == 0;
        }
        bears_all &= bears;
    }
    return bears_all;
}

json_t *list_named(const struct catalogue *c, const struct truth_store *known,
                   const struct arguments *arguments) {
    json_t *models = json_array();
    for (int i = 0; i < c->count; i++)
        if (is_wanted(c->entry[i].name, arguments))
            json_array_append_new(models, list_model(c, &c->entry[i], known));
    return models;
}

json_t *list_tagged(const json_t *named, const struct arguments *arguments) {
    json_t *models = json_array(), *model;
    size_t i;
    json_array_foreach(named, i, model) {
        if (bears_tags(model, arguments))
            json_array_append(models, model);
    }
    return models;
}
