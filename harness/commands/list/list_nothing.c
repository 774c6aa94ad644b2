/* Why a choice of models is empty.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/glob.h"
#include "harness/base/message.h"
#include "harness/commands/list/list_catalogue.h"
#include "harness/session/arguments.h"
#include "harness/session/models.h"
#include "problems/model.h"

/* Appends word i of `count`, of a, b and c, between two quotes. */
static void append_word(struct diagnostic *why, int i, int count, const char *word,
                        const char *quote) {
    message_set(why, "%s%s%s%s%s", why->text,
                i == 0          ? " "
                : i + 1 < count ? ", "
                                : " and ",
                quote, word, quote);
}

/* What the command line gives: values of an option, or (NULL) names. */
static void append_given(struct diagnostic *why, const struct arguments *arguments,
                         const char *option) {
    const int count = arguments_count(arguments, option);
    for (int i = 0; i < count; i++)
        append_word(why, i, count, arguments_nth(arguments, option, i), "'");
}

/* tag[]: those that models have, each once; their number. */
static int find_tags(const char **tag, const struct listing *models) {
    int count = 0;
    for (int i = 0; i < models->count; i++)
        for (int k = 0; k < models->item[i].tags; k++) {
            const char *one = models->item[i].tag[k];
            int at = 0;
            while (at < count && strcmp(tag[at], one) != 0)
                at++;
            tag[at] = one;
            count += at == count;
        }
    return count;
}

static void append_tags(struct diagnostic *why, const struct listing *models) {
    size_t all = 0;
    for (int i = 0; i < models->count; i++)
        all += (size_t)models->item[i].tags;
    const char **tag = calloc(all + 1, sizeof *tag);
    const int count = tag != NULL ? find_tags(tag, models) : 0;
    for (int i = 0; i < count; i++)
        append_word(why, i, count, tag[i], "");
    free(tag);
}

static void explain_names(const struct catalogue *c, const struct arguments *arguments,
                          struct diagnostic *why) {
    const char *name = arguments_nth(arguments, NULL, 0);
    struct model *m = NULL;
    if (arguments_count(arguments, NULL) == 1 && !glob_is_pattern(name) &&
        strchr(name, '/') == NULL)
        (void)models_read_plain(&m, c, name, why);
    if (why->text[0] == '\0') {
        message_set(why, "no model of the catalogue has a name like");
        append_given(why, arguments, NULL);
    }
    model_free(m);
}

static void explain_tags(const struct listing *named, const struct arguments *arguments,
                         struct diagnostic *why) {
    const bool has_names = arguments_count(arguments, NULL) > 0;
    message_set(why, "no model");
    if (has_names) {
        message_set(why, "%s with a name like", why->text);
        append_given(why, arguments, NULL);
    }
    message_set(why, "%s has the tag%s", why->text,
                arguments_count(arguments, "tag") == 1 ? "" : "s");
    append_given(why, arguments, "tag");
    message_set(why, "%s; the tags of %s are", why->text,
                has_names ? "these models" : "the catalogue");
    append_tags(why, named);
}

void list_explain_nothing(const struct catalogue *c, const struct listing *named,
                          const struct arguments *arguments, struct diagnostic *why) {
    if (named->count == 0)
        explain_names(c, arguments, why);
    else
        explain_tags(named, arguments, why);
}
