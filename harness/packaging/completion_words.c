/* The words that the value of a command's option may be.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <jansson.h>
#include <string.h>

#include "harness/gate/profile.h"
#include "harness/integrators/methods/method.h"
#include "harness/packaging/completion.h"
#include "harness/session/models.h"
#include "harness/speed/compare/compare.h"
#include "harness/speed/exchange/exchange.h"
#include "ref/truth.h"

static void print_methods(const struct catalogue *catalogue, FILE *out) {
    (void)catalogue;
    for (const struct method *m = method_table(); m->name != NULL; m++)
        fprintf(out, "%s ", m->name);
}

static void print_models(const struct catalogue *catalogue, FILE *out) {
    for (int i = 0; i < catalogue->count; i++)
        fprintf(out, "%s ", catalogue->entry[i].name);
}

/* Each tag once. A model that cannot be read has none. */
static void print_tags(const struct catalogue *catalogue, FILE *out) {
    json_t *seen = json_object();
    for (int i = 0; i < catalogue->count; i++) {
        struct diagnostic why;
        struct model *m;
        if (models_read_plain(&m, catalogue, catalogue->entry[i].name, &why) !=
            EXIT_PASSED)
            continue;
        for (int k = 0; k < m->tags; k++) {
            if (json_object_get(seen, m->tag[k]) == NULL)
                fprintf(out, "%s ", m->tag[k]);
            json_object_set_new(seen, m->tag[k], json_true());
        }
        model_free(m);
    }
    json_decref(seen);
}

static void print_grades(const struct catalogue *catalogue, FILE *out) {
    (void)catalogue;
    for (int i = REF_GRADE_CONVERGED; i <= REF_GRADE_CLOSED_FORM; i++)
        fprintf(out, "%s ", ref_grade_name((enum ref_grade)i));
}

static void print_ways(const struct catalogue *catalogue, FILE *out) {
    (void)catalogue;
    for (int i = 0; i < REF_WAYS; i++)
        fprintf(out, "%s ", ref_way_name((enum ref_way)i));
}

static void print_profiles(const struct catalogue *catalogue, FILE *out) {
    (void)catalogue;
    for (const struct profile *p = profile_table(); p->name != NULL; p++)
        fprintf(out, "%s ", p->name);
}

static void print_times(const struct catalogue *catalogue, FILE *out) {
    (void)catalogue;
    for (int i = 0; compare_time_words[i] != NULL; i++)
        fprintf(out, "%s ", compare_time_words[i]);
}

static void print_formats(FILE *out, bool is_read) {
    const char *name;
    for (int i = 0; (name = exchange_format(i)) != NULL; i++)
        if (!is_read || exchange_reads(i))
            fprintf(out, "%s ", name);
}

static void print_read_formats(const struct catalogue *catalogue, FILE *out) {
    (void)catalogue;
    print_formats(out, true);
}

static void print_all_formats(const struct catalogue *catalogue, FILE *out) {
    (void)catalogue;
    print_formats(out, false);
}

static const struct source {
    const char *option; /* NULL ends the rows */
    void (*print)(const struct catalogue *catalogue, FILE *out);
} sources[] = {
    {"method", print_methods}, {"model", print_models},
    {"tag", print_tags},       {"grade", print_grades},
    {"way", print_ways},       {"profile", print_profiles},
    {"time", print_times},     {"from", print_read_formats},
    {"as", print_all_formats}, {NULL, NULL},
};

static const struct source *find_source(const char *option) {
    const struct source *s = sources;
    while (s->option != NULL && strcmp(s->option, option) != 0)
        s++;
    return s;
}

/* "plain|nystrom" as "plain nystrom "; what has a capital letter stands for something. */
static void print_alternatives(const char *words, FILE *out) {
    while (*words != '\0') {
        const size_t length = strcspn(words, "|");
        if (strcspn(words, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") >= length)
            fprintf(out, "%.*s ", (int)length, words);
        words += length + (words[length] == '|');
    }
}

bool completion_has_words(const struct option_definition *o) {
    return o->value != NULL &&
           (strchr(o->value, '|') != NULL || find_source(o->name)->print != NULL);
}

void completion_print_words(const struct option_definition *o,
                            const struct catalogue *catalogue, FILE *out) {
    const struct source *s = find_source(o->name);
    if (s->print != NULL)
        s->print(catalogue, out);
    else
        print_alternatives(o->value, out);
}
