/* Why a choice of models is empty, or what names and tags there are not.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/glob.h"
#include "harness/base/message.h"
#include "harness/commands/list/list_catalogue.h"
#include "harness/methods/method_row.h"
#include "harness/session/arguments.h"
#include "harness/session/models.h"
#include "problems/catalogue.h"
#include "problems/language/suggest.h"
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

/* A word for another list that the name may have been meant as; NULL: none is near. */
static const char *find_list(const char *name) {
    struct suggestion n = suggest_start(name);
    suggest_consider(&n, "methods");
    suggest_consider(&n, "quantities");
    return n.best;
}

static int refuse_name(const struct catalogue *c, const char *name,
                       struct diagnostic *why) {
    struct model *m = NULL;
    const char *list = find_list(name);
    if (list != NULL)
        return message_set(why, "no model is called '%s'; did you mean 'list %s'?", name,
                           list);
    if (strchr(name, '/') != NULL || models_read_plain(&m, c, name, why) == EXIT_PASSED)
        message_set(
            why,
            "list takes names of the catalogue, and '%s' is that of a file: halfstep "
            "show tells of it",
            name);
    else if (method_row_find(name) == NULL)
        message_set(why, "%.*s; without names all models are listed",
                    (int)strcspn(why->text, "\n"), why->text);
    model_free(m);
    return -1;
}

int list_check_names(const struct catalogue *c, const struct arguments *arguments,
                     struct diagnostic *why) {
    for (int i = 0; i < arguments_count(arguments, NULL); i++) {
        const char *name = arguments_nth(arguments, NULL, i);
        if (!glob_is_pattern(name) && models_entry(c, name) == NULL)
            return refuse_name(c, name, why);
    }
    return 0;
}

static void explain_names(const struct arguments *arguments, struct diagnostic *why) {
    message_set(why, "no model of the catalogue has a name like");
    append_given(why, arguments, NULL);
}

/* The first of --tag that no model bears; NULL: there is none. */
static const char *find_unknown_tag(const struct listing *models,
                                    const struct arguments *arguments) {
    for (int i = 0; i < arguments_count(arguments, "tag"); i++) {
        const char *tag = arguments_nth(arguments, "tag", i);
        bool is_known = false;
        for (int k = 0; k < models->count; k++)
            is_known = is_known || list_bears(&models->item[k], tag);
        if (!is_known)
            return tag;
    }
    return NULL;
}

static void refuse_tag(const struct listing *models, const char *tag,
                       struct diagnostic *why) {
    struct suggestion n = suggest_start(tag);
    for (int i = 0; i < models->count; i++)
        for (int k = 0; k < models->item[i].tags; k++)
            suggest_consider(&n, models->item[i].tag[k]);
    message_set(why, "no model has the tag '%s'", tag);
    if (n.best != NULL) {
        message_set(why, "%s; did you mean '%s'?", why->text, n.best);
        return;
    }
    message_set(why, "%s; the tags are", why->text);
    append_tags(why, models);
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

enum exit_status list_explain_nothing(const struct catalogue *c,
                                      const struct listing *named,
                                      const struct truth_store *known,
                                      const struct arguments *arguments,
                                      struct diagnostic *why) {
    struct listing all;
    const char *unknown = NULL;
    if (list_named(&all, c, known, NULL) == 0)
        unknown = find_unknown_tag(&all, arguments);
    if (unknown != NULL)
        refuse_tag(&all, unknown, why);
    else if (named->count == 0)
        explain_names(arguments, why);
    else
        explain_tags(named, arguments, why);
    listing_clear(&all);
    return unknown != NULL ? EXIT_USAGE : EXIT_VERDICT;
}
