/* From a text to a model: the text is checked, parsed, and elaborated.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/elaboration/factors.h"
#include "problems/elaboration/linear.h"
#include "problems/graph/expr.h"
#include "problems/language/file.h"
#include "problems/language/parser.h"

/* The limits of model_parse: a chain of 100,000 masses needs a tenth of the work, a wall of 1000
 * bricks half of it, and a file that exhausts them is refused within two minutes. */
static const struct elaboration_limits MODEL_LIMITS = {
    .work = 200000000, .states = 10000000, .nodes = 10000000};

static const char *const SUFFIX = ".model";

/* The file's name without folders and without .model. */
static char *copy_name(struct arena *a, const char *path) {
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    size_t length = strlen(base), suffix = strlen(SUFFIX);
    if (length > suffix && strcmp(base + length - suffix, SUFFIX) == 0)
        length -= suffix;
    return arena_text(a, base, length);
}

static struct model *start_model(const char *path, const char *text, size_t length) {
    struct model *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->texts = arena_alloc();
    m->graph = graph_alloc();
    if (m->texts && m->graph) {
        m->name = copy_name(m->texts, path);
        m->path = arena_text(m->texts, path, strlen(path));
        m->text = arena_text(m->texts, text, length);
        m->title = m->source = m->why = m->published_source = arena_text(m->texts, "", 0);
        m->span_begin = expr_integer(m->graph, 0);
        m->span_end = expr_integer(m->graph, 1);
    }
    if (m->text && m->path && m->name && m->title && !graph_failed(m->graph))
        return m;
    model_free(m);
    return NULL;
}

static enum problem_status parse_one_setting(struct elaboration *e,
                                             const struct setting *setting,
                                             struct parsed_setting *parsed) {
    size_t name = strlen(setting->name), value = strlen(setting->value);
    size_t length = name + 1 + value;
    if (length > SOURCE_LINE_LIMIT)
        length = SOURCE_LINE_LIMIT + 1; /* too long, as source_check will say */
    char *text = arena_take(e->arena, name + value + 2);
    if (!text)
        return PROBLEM_NO_MEMORY;
    memcpy(text, setting->name, name);
    text[name] = '=';
    memcpy(text + name + 1, setting->value, value);
    parsed->source = (struct source){SOURCE_SETTING, "", text, (int)length};
    if (!source_check(&parsed->source, e->diagnostic))
        return PROBLEM_BAD_SETTING;
    return parse_setting(&parsed->source, e->arena, e->atoms, &parsed->statement,
                         e->diagnostic);
}

/* All settings are parsed before their indices are evaluated, as that needs the names. */
static enum problem_status parse_settings(struct elaboration *e, int settings,
                                          const struct setting *setting) {
    e->setting = arena_take(e->arena, (size_t)settings * sizeof *e->setting);
    if (!e->setting)
        return PROBLEM_NO_MEMORY;
    e->settings = settings;
    for (int i = 0; i < settings; i++) {
        enum problem_status status = parse_one_setting(e, &setting[i], &e->setting[i]);
        if (status != PROBLEM_OK)
            return status;
    }
    return PROBLEM_OK;
}

static bool evaluate_settings(struct elaboration *e) {
    for (int i = 0; i < e->settings; i++) {
        e->source = &e->setting[i].source;
        if (!elaborate_key(e, &e->setting[i].key, &e->setting[i].statement->target))
            return false;
    }
    e->source = e->file;
    return true;
}

static void clear_elaboration(struct elaboration *e) {
    if (e->factored_mass)
        factors_clear(e->factored_mass);
    free(e->factored_mass);
    for (int i = 0; i < e->joints; i++)
        linear_clear(&e->joint[i].form);
    free(e->joint);
    elaborate_bodies_clear(e);
    free(e->contact_offset);
    free(e->of_quaternion);
    names_clear(&e->names);
    keys_clear(&e->mass_table);
    keys_clear(&e->invariant_names);
    keys_clear(&e->joint_names);
    keys_clear(&e->quaternion_names);
    keys_clear(&e->contact_names);
    free(e->state);
    free(e->declared);
    free(e->mass);
}

static enum problem_status run(struct elaboration *e, int settings,
                               const struct setting *setting) {
    if (!source_check(e->file, e->diagnostic))
        return PROBLEM_BAD_MODEL;
    enum problem_status status =
        parse_file(e->file, e->arena, e->atoms, &e->first, e->diagnostic);
    if (status == PROBLEM_OK)
        status = parse_settings(e, settings, setting);
    if (status != PROBLEM_OK)
        return status;
    if (!names_start(&e->names, e->atoms->count))
        return PROBLEM_NO_MEMORY;
    return evaluate_settings(e) ? elaborate(e) : e->status;
}

static void put_status(struct diagnostic *d, enum problem_status status) {
    strcpy(d->text, problem_status_text(status));
    strcat(d->text, "\n");
}

enum problem_status model_parse_within(struct model **m, const char *path,
                                       const char *text, size_t length, int settings,
                                       const struct setting *setting,
                                       const struct elaboration_limits *limits,
                                       struct diagnostic *d) {
    const size_t shown = length > SOURCE_BYTES_LIMIT ? SOURCE_BYTES_LIMIT + 1 : length;
    const struct source file = {SOURCE_FILE, path, text, (int)shown};
    struct atoms atoms = {.arena = arena_alloc()};
    struct elaboration e = {.file = &file,
                            .source = &file,
                            .diagnostic = d,
                            .arena = atoms.arena,
                            .atoms = &atoms,
                            .limits = *limits,
                            .model = start_model(path, text, shown),
                            .title_offset = -1,
                            .gravity_offset = -1,
                            .source_offset = -1,
                            .why_offset = -1,
                            .span_offset = -1};
    enum problem_status status =
        e.model && e.arena ? run(&e, settings, setting) : PROBLEM_NO_MEMORY;
    clear_elaboration(&e);
    atoms_clear(&atoms);
    arena_free(e.arena);
    if (status == PROBLEM_NO_MEMORY)
        put_status(d, status);
    if (status != PROBLEM_OK) {
        model_free(e.model);
        e.model = NULL;
    }
    *m = e.model;
    return status;
}

enum problem_status model_parse(struct model **m, const char *path, const char *text,
                                size_t length, int settings,
                                const struct setting *setting, struct diagnostic *d) {
    return model_parse_within(m, path, text, length, settings, setting, &MODEL_LIMITS, d);
}

enum problem_status model_read(struct model **m, const char *path, int settings,
                               const struct setting *setting, struct diagnostic *d) {
    char *text;
    size_t length;
    *m = NULL;
    enum problem_status status = file_read(&text, &length, path, d);
    if (status != PROBLEM_OK)
        return status;
    status = model_parse(m, path, text, length, settings, setting, d);
    free(text);
    return status;
}
