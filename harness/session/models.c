/* The models that a command line names.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/legible.h"
#include "harness/base/message.h"
#include "harness/base/path.h"
#include "harness/methods/method_row.h"
#include "harness/session/models.h"
#include "harness/session/arguments.h"
#include "problems/catalogue.h"
#include "problems/model.h"

static const char generic[] = "_generic", suffix[] = ".model";

static int cut_at_sign(struct setting *setting, char *name, const char *assignment,
                       struct session *session) {
    size_t length = strcspn(assignment, "=");
    if (assignment[length] != '=' || length == 0)
        return message_set(&session->why, "--set needs NAME=VALUE, not '%s'", assignment);
    memcpy(name, assignment, length);
    name[length] = '\0';
    setting->name = name;
    setting->value = assignment + length + 1;
    return 0;
}

int model_settings_read(struct model_settings *s, const struct arguments *arguments,
                        struct session *session) {
    int count = arguments_count(arguments, "set");
    size_t room = 1;
    for (int i = 0; i < count; i++)
        room += strlen(arguments_nth(arguments, "set", i)) + 1;
    s->count = 0;
    s->setting = calloc((size_t)count + 1, sizeof *s->setting);
    s->text = malloc(room);
    if (s->setting == NULL || s->text == NULL) {
        model_settings_clear(s);
        return message_set(&session->why, "out of memory");
    }
    char *name = s->text;
    for (int i = 0; i < count; i++) {
        const char *assignment = arguments_nth(arguments, "set", i);
        if (cut_at_sign(&s->setting[i], name, assignment, session)) {
            model_settings_clear(s);
            return -1;
        }
        name += strlen(name) + 1;
        s->count++;
    }
    return 0;
}

void model_settings_clear(struct model_settings *s) {
    free(s->setting);
    free(s->text);
    *s = (struct model_settings){0, NULL, NULL};
}

enum exit_status models_open(struct catalogue **c, struct session *session) {
    enum problem_status status = catalogue_open(c, session->models, &session->why);
    return status == PROBLEM_OK ? EXIT_PASSED : EXIT_MACHINE;
}

static bool ends_in(const char *name, const char *ending) {
    const size_t length = strlen(name), end = strlen(ending);
    return length > end && strcmp(name + length - end, ending) == 0;
}

void models_tell_option(const char *name, struct diagnostic *d) {
    if (method_row_find(name) != NULL)
        message_set(d,
                    "'%s' is a method, not a model: --method names it, and 'halfstep "
                    "list methods' tells of it",
                    name);
    else if (ends_in(name, ".so") || ends_in(name, ".py"))
        message_set(d,
                    "'%s' is no model; an integrator of your own is named by "
                    "--integrator",
                    name);
}

enum exit_status models_read(struct model **m, const struct catalogue *c,
                             const char *name, const struct model_settings *settings,
                             struct diagnostic *d) {
    enum problem_status status =
        catalogue_read(c, name, settings->count, settings->setting, m, d);
    if (status == PROBLEM_OK) {
        legible_make((*m)->name);
        return EXIT_PASSED;
    }
    if (d->text[0] == '\0')
        message_set(d, "%s: %s", name, problem_status_text(status));
    models_tell_option(name, d);
    return status == PROBLEM_NO_MEMORY ? EXIT_MACHINE : EXIT_USAGE;
}

enum exit_status models_read_plain(struct model **m, const struct catalogue *c,
                                   const char *name, struct diagnostic *d) {
    static const struct model_settings none = {0, NULL, NULL};
    return models_read(m, c, name, &none, d);
}

enum exit_status asked_model_read(struct asked_model *a, const char *name,
                                  const struct arguments *arguments,
                                  struct session *session) {
    const int given = arguments_count(arguments, NULL);
    *a = (struct asked_model){.model = NULL};
    if (given != 1 && name == NULL)
        return message_fail(EXIT_USAGE, &session->why, "%s needs one MODEL, not %d",
                            session->command->name, given);
    if (model_settings_read(&a->set, arguments, session))
        return EXIT_USAGE;
    enum exit_status status = models_open(&a->catalogue, session);
    if (status == EXIT_PASSED)
        status = models_read(&a->model, a->catalogue,
                             given > 0 ? arguments_value(arguments, NULL) : name, &a->set,
                             &session->why);
    return status;
}

void asked_model_clear(struct asked_model *a) {
    model_free(a->model);
    catalogue_free(a->catalogue);
    model_settings_clear(&a->set);
}

char *models_title(const char *name) {
    const char *base = path_name(name);
    size_t length = strlen(base);
    if (ends_in(base, suffix))
        length -= strlen(suffix);
    char *title = malloc(length + 1);
    if (title != NULL) {
        memcpy(title, base, length);
        title[length] = '\0';
        legible_make(title);
    }
    return title;
}

const struct catalogue_entry *models_entry(const struct catalogue *c, const char *name) {
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->entry[i].name, name) == 0)
            return &c->entry[i];
    return NULL;
}

bool models_have(const char *name, struct session *session) {
    struct catalogue *c = NULL;
    struct diagnostic why = {""};
    const bool is_open = catalogue_open(&c, session->models, &why) == PROBLEM_OK;
    const bool has = is_open && models_entry(c, name) != NULL;
    catalogue_free(c);
    return has;
}

/* An hour would be spent on each: they are studied where they are named. */
static const char *const too_large[] = {"humanoid", NULL};

bool models_include(const struct catalogue_entry *entry) {
    for (int i = 0; too_large[i] != NULL; i++)
        if (strcmp(entry->name, too_large[i]) == 0)
            return false;
    return !entry->variant || ends_in(entry->name, generic);
}

int model_names_read(struct model_names *n, const struct arguments *arguments,
                     const struct catalogue *c, bool with_variants,
                     struct session *session) {
    int given = arguments_count(arguments, NULL);
    n->count = 0;
    n->name = calloc((size_t)(given + c->count) + 1, sizeof *n->name);
    if (n->name == NULL)
        return message_set(&session->why, "out of memory");
    for (int i = 0; i < given; i++)
        n->name[n->count++] = arguments_nth(arguments, NULL, i);
    for (int i = 0; i < c->count && given == 0; i++)
        if (with_variants || models_include(&c->entry[i]))
            n->name[n->count++] = c->entry[i].name;
    return 0;
}

void model_names_clear(struct model_names *n) {
    free(n->name);
    n->name = NULL;
    n->count = 0;
}

enum exit_status model_names_check(const struct model_names *names,
                                   struct diagnostic *d) {
    enum exit_status status = EXIT_PASSED;
    for (int i = 0; i < names->count; i++) {
        char *title = models_title(names->name[i]);
        for (int k = 0; k < i && status == EXIT_PASSED; k++) {
            char *other = models_title(names->name[k]);
            if (title == NULL || other == NULL || strcmp(title, other) == 0)
                status = EXIT_USAGE;
            free(other);
        }
        if (status != EXIT_PASSED)
            message_set(d, "two of the models are called '%s'", title ? title : "");
        free(title);
        if (status != EXIT_PASSED)
            break;
    }
    return status;
}
