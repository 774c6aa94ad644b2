/* The uses of a command that has several.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/session/use.h"

#include <stdio.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/session/arguments.h"
#include "problems/language/suggest.h"

enum { name_room = 64 };

static bool is_chosen(const struct command_use *u, const char *word,
                      const struct arguments *a) {
    switch (u->choice) {
    case USE_BY_OPTION: return arguments_has(a, u->name);
    case USE_BY_WORD: return word != NULL && strcmp(word, u->name) == 0;
    default: return true;
    }
}

static const struct command_use *refuse_word(const struct command *command,
                                             const char *word, struct diagnostic *d) {
    struct suggestion n = suggest_start(word);
    char all[4 * name_room] = "";
    for (const struct command_use *u = command->uses; u->name != NULL; u++) {
        const size_t length = strlen(all);
        if (u->choice != USE_BY_WORD)
            continue;
        suggest_consider(&n, u->name);
        snprintf(all + length, sizeof all - length, "%s%s",
                 length == 0         ? ""
                 : u[1].name == NULL ? " and "
                                     : ", ",
                 u->name);
    }
    if (n.best != NULL)
        message_set(d, "%s %s: did you mean '%s'?", command->name, word, n.best);
    else
        message_set(d, "%s %s: unknown; there are %s", command->name, word, all);
    return NULL;
}

/* The first that a word chooses: meant where there is none. */
static const struct command_use *first_word(const struct command *command) {
    const struct command_use *u = command->uses;
    while (u->choice != USE_BY_WORD)
        u++;
    return u;
}

int use_check_options(const struct command_use *u, const char *what,
                      const struct arguments *a, struct diagnostic *d) {
    for (int i = 0; i < a->count; i++) {
        const struct option_definition *o = a->given[i].option;
        if (o == NULL)
            continue;
        const bool goes = u->options != NULL
                              ? option_list_has(u->options, o->name)
                              : o->of == NULL || option_list_has(o->of, u->name);
        if (!goes)
            return message_set(d, "--%s does not go with %s", o->name, what);
    }
    return 0;
}

static int check_words(const struct command *command, const struct command_use *u,
                       const char *what, const struct arguments *a,
                       struct diagnostic *d) {
    const int all = arguments_count(a, NULL);
    const int first = u->choice == USE_BY_WORD && all > 0; /* it may go without saying */
    const int count = all - first;
    if (arguments_form(a) == FORM_SCHEMA)
        return 0;
    if (count > u->most)
        return message_set(d, "'%s' does not go with %s",
                           arguments_nth(a, NULL, first + u->most), what);
    if (count < u->least)
        return message_set(d, "%s needs %s", u->choice == USE_ELSE ? command->name : what,
                           u->words);
    return 0;
}

const struct command_use *use_find(struct session *session, const struct command *command,
                                   const struct arguments *a) {
    static const char *const before[] = {" --", " ", " "};
    const char *word = arguments_nth(a, NULL, 0);
    const struct command_use *u = command->uses;
    char what[name_room];
    while (u->name != NULL && !is_chosen(u, word, a))
        u++;
    if (u->name == NULL && word != NULL)
        return refuse_word(command, word, &session->why);
    if (u->name == NULL)
        u = first_word(command);
    snprintf(what, sizeof what, "%s%s%s", command->name, before[u->choice], u->name);
    return use_check_options(u, what, a, &session->why) ||
                   check_words(command, u, what, a, &session->why)
               ? NULL
               : u;
}
