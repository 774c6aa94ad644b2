/* Why a choice of models is empty.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/glob.h"
#include "harness/base/message.h"
#include "harness/commands/list/list_catalogue.h"
#include "harness/session/models.h"

/* Appends the words a, b and c, each between two quotes. */
static void append_words(struct diagnostic *why, const json_t *words, const char *quote) {
    const size_t count = json_array_size(words);
    size_t i;
    json_t *word;
    json_array_foreach(words, i, word) {
        message_set(why, "%s%s%s%s%s", why->text,
                    i == 0          ? " "
                    : i + 1 < count ? ", "
                                    : " and ",
                    quote, json_string_value(word), quote);
    }
}

/* What the command line gives: values of an option, or (NULL) names. */
static json_t *list_given(const struct arguments *arguments, const char *option) {
    json_t *words = json_array();
    for (int i = 0; i < arguments_count(arguments, option); i++)
        json_array_append_new(words, json_string(arguments_nth(arguments, option, i)));
    return words;
}

/* The tags that models have, each once. */
static json_t *list_tags(const json_t *models) {
    json_t *seen = json_object(), *tags = json_array(), *model, *tag;
    size_t i, k;
    json_array_foreach(models, i, model) {
        json_array_foreach(json_object_get(model, "tags"), k, tag) {
            if (json_object_get(seen, json_string_value(tag)) == NULL)
                json_array_append(tags, tag);
            json_object_set_new(seen, json_string_value(tag), json_true());
        }
    }
    json_decref(seen);
    return tags;
}

static void explain_names(const struct catalogue *c, const struct arguments *arguments,
                          struct diagnostic *why) {
    const char *name = arguments_nth(arguments, NULL, 0);
    json_t *names = list_given(arguments, NULL);
    struct model *m = NULL;
    if (json_array_size(names) == 1 && !glob_is_pattern(name) &&
        strchr(name, '/') == NULL)
        (void)models_read_plain(&m, c, name, why);
    if (why->text[0] == '\0') {
        message_set(why, "no model of the catalogue has a name like");
        append_words(why, names, "'");
    }
    model_free(m);
    json_decref(names);
}

static void explain_tags(const json_t *named, const struct arguments *arguments,
                         struct diagnostic *why) {
    json_t *names = list_given(arguments, NULL), *tags = list_given(arguments, "tag");
    json_t *known = list_tags(named);
    message_set(why, "no model");
    if (json_array_size(names) > 0) {
        message_set(why, "%s with a name like", why->text);
        append_words(why, names, "'");
    }
    message_set(why, "%s has the tag%s", why->text,
                json_array_size(tags) == 1 ? "" : "s");
    append_words(why, tags, "'");
    message_set(why, "%s; the tags of %s are", why->text,
                json_array_size(names) > 0 ? "these models" : "the catalogue");
    append_words(why, known, "");
    json_decref(known);
    json_decref(tags);
    json_decref(names);
}

void list_explain_nothing(const struct catalogue *c, const json_t *named,
                          const struct arguments *arguments, struct diagnostic *why) {
    if (json_array_size(named) == 0)
        explain_names(c, arguments, why);
    else
        explain_tags(named, arguments, why);
}
