/* What part of a study a document is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/shard_document.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/program/run/shard.h"
#include "harness/session/arguments.h"

static void append_word(json_t *words, const char *before, const char *word) {
    char *text = malloc(strlen(before) + strlen(word) + 1);
    if (text == NULL)
        return;
    strcpy(text, before);
    strcat(text, word);
    json_array_append_new(words, json_text_of(text));
    free(text);
}

static json_t *list_words(const struct arguments *a, bool all) {
    json_t *words = json_array();
    for (int i = 0; i < a->count; i++) {
        const struct option_definition *option = a->given[i].option;
        if (option == NULL || (!all && option->is_apart))
            continue;
        append_word(words, "--", option->name);
        if (option->kind != OPTION_FLAG)
            append_word(words, "", a->given[i].value);
    }
    json_array_append_new(words, json_string("--"));
    for (int i = 0; i < arguments_count(a, NULL); i++)
        append_word(words, "", arguments_nth(a, NULL, i));
    return words;
}

json_t *shard_document_arguments(const struct arguments *a) {
    return list_words(a, false);
}

json_t *shard_document_words(const struct arguments *a) {
    return list_words(a, true);
}

int shard_document_digest(char *digest, const json_t *plan) {
    char *text = json_dumps(plan, JSON_NUMBER_FLAGS | JSON_SORT_KEYS | JSON_COMPACT);
    if (text == NULL)
        return -1;
    shard_hash_text(digest, text);
    free(text);
    return 0;
}

static void copy(json_t *plan, const char *key, const json_t *from) {
    json_t *value = json_object_get(from, key);
    if (value != NULL)
        json_object_set(plan, key, value);
}

/* The integrator, and which method its fingerprint says it is. */
static void add_integrator(json_t *plan, const json_t *part, const json_t *document) {
    json_t *integrator = json_deep_copy(json_object_get(document, "integrator"));
    if (integrator == NULL)
        return;
    copy(integrator, "fingerprint", part);
    json_object_set_new(plan, "integrator", integrator);
}

json_t *shard_document_describe(const struct shard *s, const json_t *part,
                                const json_t *document) {
    static const char *const of_document[] = {"halfstep", "command", "methods", NULL};
    static const char *const of_part[] = {"arguments", "expect", "models",
                                          "records",   "jobs",   NULL};
    char digest[SHARD_HASH_ROOM];
    json_t *plan = json_object(), *done = json_object_get(part, "done");
    for (int i = 0; of_document[i] != NULL; i++)
        copy(plan, of_document[i], document);
    add_integrator(plan, part, document);
    for (int i = 0; of_part[i] != NULL; i++)
        copy(plan, of_part[i], part);
    if (shard_document_digest(digest, plan)) {
        json_decref(plan);
        return NULL;
    }
    json_t *shard = json_pack("{s:i, s:i, s:s, s:o, s:o}", "index", s->index, "count",
                              s->count, "digest", digest, "plan", plan, "done",
                              done != NULL ? json_incref(done) : json_array());
    copy(shard, "matches", part);
    return shard;
}
