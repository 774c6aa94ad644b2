/* The words that the value of a command's option may be.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <jansson.h>
#include <string.h>

#include "harness/packaging/completion.h"
#include "harness/session/models.h"
#include "harness/session/option.h"
#include "problems/catalogue.h"
#include "problems/model.h"

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

/* What depends on the catalogue. */
static const struct source {
    const char *option; /* NULL ends the rows */
    void (*print)(const struct catalogue *catalogue, FILE *out);
} sources[] = {{"model", print_models}, {"tag", print_tags}, {NULL, NULL}};

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
    return o->word != NULL || (o->value != NULL && (strchr(o->value, '|') != NULL ||
                                                    find_source(o->name)->print != NULL));
}

void completion_print_words(const struct option_definition *o,
                            const struct catalogue *catalogue, FILE *out) {
    const struct source *s = find_source(o->name);
    for (int i = 0; o->word != NULL && o->word(i) != NULL; i++)
        fprintf(out, "%s ", o->word(i));
    if (s->print != NULL)
        s->print(catalogue, out);
    else if (o->word == NULL)
        print_alternatives(o->value, out);
}
