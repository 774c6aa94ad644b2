/* halfstep list: the models of the catalogue, the methods and their options; the quantities.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/glob.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/methods/method.h"
#include "harness/packaging/completion.h"
#include "harness/packaging/manual.h"
#include "harness/program/run/describe.h"
#include "harness/quantities/quantity_print.h"
#include "harness/session/models.h"
#include "harness/truth/truth_summary.h"

static const struct option_definition options[] = {
    {"tag", OPTION_REPEATABLE, "TAG",
     "only models with this tag; with several of them all"},
    {"json", OPTION_FLAG, NULL, "print one JSON document"},
    {"csv", OPTION_FLAG, NULL, "of quantities: print comma-separated values"},
    {"markdown", OPTION_FLAG, NULL, "of quantities: print a table in Markdown"},
    {"schema", OPTION_FLAG, NULL, "of quantities: print the JSON Schema of --json"},
    {"manual", OPTION_VALUE, "DIR",
     "write the pages of the manual, of the program and of each command, to this folder"},
    {"completion", OPTION_VALUE, "SHELL",
     "print what this shell's completion offers: sh (for bash and zsh) or fish"},
    {NULL, OPTION_FLAG, NULL, NULL},
};

/* The form that is asked for; the catalogue and the methods have only "json". NULL: text. */
static const char *find_form(const struct arguments *arguments) {
    static const char *const forms[] = {"schema", "markdown", "csv", "json"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (arguments_value(arguments, forms[i]) != NULL)
            return forms[i];
    return NULL;
}

static const struct model_settings no_settings = {0, NULL, NULL};

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
    if (models_read(&m, c, entry->name, &no_settings, &why) == EXIT_PASSED) {
        brief = describe_briefly(m);
        json_object_set_new(brief, "kinks", json_boolean(model_has_kinks(m)));
        json_object_set_new(brief, "truth", truth_summary_known(m, known));
        model_free(m);
    } else {
        brief = json_pack("{s:s, s:o}", "path", entry->path, "error",
                          json_text(why.text, strlen(why.text)));
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

static json_t *list_methods(void) {
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

static json_t *list_models(const struct catalogue *c, const struct truth_store *known,
                           const struct arguments *arguments) {
    json_t *models = json_array();
    for (int i = 0; i < c->count; i++) {
        if (!is_wanted(c->entry[i].name, arguments))
            continue;
        json_t *model = list_model(c, &c->entry[i], known);
        if (bears_tags(model, arguments))
            json_array_append_new(models, model);
        else
            json_decref(model);
    }
    return models;
}

static void print_model(const json_t *model, FILE *out) {
    const char *error = json_string_value(json_object_get(model, "error"));
    fprintf(out, "  %-30s", json_string_value(json_object_get(model, "name")));
    if (error != NULL) {
        fprintf(out, " cannot be read: %s\n", error);
        return;
    }
    fprintf(out, " %2d %2d %2d  %s",
            (int)json_integer_value(json_object_get(model, "nq")),
            (int)json_integer_value(json_object_get(model, "nv")),
            (int)json_integer_value(json_object_get(model, "nz")),
            json_string_value(json_object_get(model, "title")));
    json_int_t joints = json_integer_value(json_object_get(model, "joints"));
    if (joints > 0)
        fprintf(out, ", %d joint%s", (int)joints, joints == 1 ? "" : "s");
    json_int_t contacts = json_integer_value(json_object_get(model, "contacts"));
    if (contacts > 0)
        fprintf(out, ", %d contact%s", (int)contacts, contacts == 1 ? "" : "s");
    const char *base = json_string_value(json_object_get(model, "variant_of"));
    if (base != NULL)
        fprintf(out, " (a variant of %s)", base);
    fputc('\n', out);
}

static void print_for_a_person(const json_t *document, FILE *out) {
    size_t i, k;
    json_t *model, *method, *option;
    fprintf(out, "models %-24s nq nv nz\n", "");
    json_array_foreach(json_object_get(document, "models"), i, model) {
        print_model(model, out);
    }
    if (json_array_size(json_object_get(document, "methods")) > 0)
        fputs("\nmethods\n", out);
    json_array_foreach(json_object_get(document, "methods"), i, method) {
        fprintf(out, "  %s: %s\n", json_string_value(json_object_get(method, "name")),
                json_string_value(json_object_get(method, "title")));
        json_array_foreach(json_object_get(method, "options"), k, option) {
            fprintf(out, "    %-20s %s (default %s)\n",
                    json_string_value(json_object_get(option, "name")),
                    json_string_value(json_object_get(option, "meaning")),
                    json_string_value(json_object_get(option, "default")));
        }
    }
}

/* Models alone, where some are asked for. */
static enum exit_status print_list(const struct catalogue *catalogue,
                                   struct session *session,
                                   const struct arguments *arguments) {
    const bool is_choice =
        arguments_count(arguments, NULL) + arguments_count(arguments, "tag") > 0;
    json_t *models = list_models(catalogue, &session->known, arguments);
    const bool is_empty = is_choice && json_array_size(models) == 0;
    json_t *document = json_pack("{s:o, s:o}", "models", models, "methods",
                                 is_choice ? json_array() : list_methods());
    if (arguments_value(arguments, "json") != NULL)
        json_print(document, session->out);
    else if (!is_empty)
        print_for_a_person(document, session->out);
    json_decref(document);
    if (!is_empty)
        return EXIT_PASSED;
    message_set(&session->why, "no model of the catalogue is of these names and tags");
    return EXIT_USAGE;
}

static enum exit_status print_completion(const struct catalogue *catalogue,
                                         const char *shell, struct session *session) {
    if (strcmp(shell, "sh") == 0)
        completion_print_sh(catalogue, session->out);
    else if (strcmp(shell, "fish") == 0)
        completion_print_fish(catalogue, session->out);
    else
        return message_set(&session->why,
                           "--completion: unknown shell '%s'; there are sh and fish",
                           shell),
               EXIT_USAGE;
    return EXIT_PASSED;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    struct catalogue *catalogue;
    const char *manual = arguments_value(arguments, "manual");
    const char *shell = arguments_value(arguments, "completion");
    const char *what = arguments_nth(arguments, NULL, 0);
    const bool is_of_quantities = what != NULL && strcmp(what, "quantities") == 0;
    if (is_of_quantities && arguments_count(arguments, NULL) > 1) {
        message_set(&session->why, "list quantities takes no further arguments");
        return EXIT_USAGE;
    }
    const char *form = find_form(arguments);
    if (is_of_quantities) {
        quantities_print(form, session->out);
        return EXIT_PASSED;
    }
    if (form != NULL && strcmp(form, "json") != 0) {
        message_set(&session->why, "--%s is for 'halfstep list quantities'", form);
        return EXIT_USAGE;
    }
    if (manual != NULL)
        return manual_write(manual, &session->why) ? EXIT_MACHINE : EXIT_PASSED;
    enum exit_status status = models_open(&catalogue, session);
    if (status != EXIT_PASSED)
        return status;
    if (shell != NULL)
        status = print_completion(catalogue, shell, session);
    else
        status = print_list(catalogue, session, arguments);
    catalogue_free(catalogue);
    return status;
}

const struct command command_list = {
    "list",
    "['PATTERN'...] [--tag TAG]... [--json] | list quantities [--json | --csv | "
    "--markdown | --schema] | list --manual "
    "DIR | "
    "list --completion SHELL",
    "List the models, the methods and their options; or what the studies measure",
    "With patterns of names (* stands for any characters, ? for one) or tags the models\n"
    "of these alone.\n",
    options,
    run,
};
