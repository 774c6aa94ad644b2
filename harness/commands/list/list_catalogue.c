/* What halfstep list tells of models and methods.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/commands/list/list_catalogue.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/glob.h"
#include "harness/base/path.h"
#include "harness/integrators/methods/method.h"
#include "harness/methods/method_row.h"
#include "harness/session/arguments.h"
#include "harness/session/models.h"
#include "problems/catalogue.h"
#include "problems/model.h"

enum { FILE_NAME_ROOM = 256 };

/* "spring" from "/some/folder/spring.model", at most size - 1 characters of it. */
static void name_file(char *text, size_t size, const char *path) {
    const char *name = path_name(path);
    const char *end = strstr(name, ".model");
    snprintf(text, size, "%.*s", end == NULL ? (int)strlen(name) : (int)(end - name),
             name);
}

/* A model file that cannot be read is listed with what is wrong with it. */
static int list_model(struct model_brief *to, const struct catalogue *c,
                      const struct catalogue_entry *entry,
                      const struct truth_store *known) {
    struct diagnostic why = {""};
    struct model *m = NULL;
    char base[FILE_NAME_ROOM];
    struct model_brief brief = {.path = entry->path, .error = why.text};
    name_file(base, sizeof base, entry->path);
    if (models_read_plain(&m, c, entry->name, &why) == EXIT_PASSED) {
        brief = describe_briefly(m);
        brief.has_truth = truth_summary_known(&brief.truth, m, known);
    }
    brief.name = entry->name;
    brief.variant_of = entry->variant ? base : "";
    brief.studied = models_include(entry);
    const int failed = record_copy(&describe_listed_record, to, &brief);
    model_free(m);
    return failed;
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

json_t *list_methods_tell(void) {
    json_t *methods = json_array();
    for (const struct method *m = method_table(); m->name != NULL; m++)
        json_array_append_new(methods, json_pack("{s:s, s:s, s:s, s:o}", "name", m->name,
                                                 "title", m->title, "source", m->source,
                                                 "options", list_options(m)));
    return methods;
}

/* Whether a name is of one of the patterns, or there is none. */
static bool is_wanted(const char *name, const struct arguments *arguments) {
    const int count = arguments != NULL ? arguments_count(arguments, NULL) : 0;
    for (int i = 0; i < count; i++)
        if (glob_matches(arguments_nth(arguments, NULL, i), name))
            return true;
    return count == 0;
}

bool list_bears(const struct model_brief *model, const char *tag) {
    for (int i = 0; i < model->tags; i++)
        if (strcmp(model->tag[i], tag) == 0)
            return true;
    return false;
}

/* Whether a model bears all tags that are asked for. */
static bool bears_tags(const struct model_brief *model,
                       const struct arguments *arguments) {
    bool bears_all = true;
    for (int i = 0; i < arguments_count(arguments, "tag"); i++)
        bears_all = bears_all && list_bears(model, arguments_nth(arguments, "tag", i));
    return bears_all;
}

int list_named(struct listing *named, const struct catalogue *c,
               const struct truth_store *known, const struct arguments *arguments) {
    *named = (struct listing){calloc((size_t)c->count + 1, sizeof *named->item), 0};
    int failed = named->item == NULL;
    for (int i = 0; i < c->count && !failed; i++)
        if (is_wanted(c->entry[i].name, arguments))
            failed = list_model(&named->item[named->count++], c, &c->entry[i], known);
    return failed;
}

void listing_clear(struct listing *named) {
    for (int i = 0; i < named->count; i++)
        record_clear(&describe_listed_record, &named->item[i]);
    free(named->item);
}

struct listing list_tagged(const struct listing *named,
                           const struct arguments *arguments) {
    struct listing tagged = {calloc((size_t)named->count + 1, sizeof *tagged.item), 0};
    for (int i = 0; i < named->count && tagged.item != NULL; i++)
        if (bears_tags(&named->item[i], arguments))
            tagged.item[tagged.count++] = named->item[i];
    return tagged;
}

json_t *list_models_tell(const struct listing *models) {
    json_t *rows = json_array();
    for (int i = 0; i < models->count; i++)
        record_add(rows, &describe_listed_record, &models->item[i]);
    return rows;
}
