/* A command's arguments.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/session/arguments.h"
#include "harness/base/message.h"
#include "problems/base/status.h"
#include "problems/language/suggest.h"

static const struct option_definition *
find_definition(const struct option_definition *definitions, const char *name,
                size_t length) {
    for (const struct option_definition *o = definitions; o->name != NULL; o++)
        if (strlen(o->name) == length && strncmp(o->name, name, length) == 0)
            return o;
    return NULL;
}

static int refuse_unknown(const struct option_definition *definitions, const char *text,
                          struct diagnostic *d) {
    struct suggestion n = suggest_start(text + strspn(text, "-"));
    for (const struct option_definition *o = definitions; o->name != NULL; o++)
        suggest_consider(&n, o->name);
    if (n.best != NULL)
        return message_set(d, "unknown option '%s'; did you mean '--%s'?", text, n.best);
    return message_set(d, "unknown option '%s'; --help lists the known ones", text);
}

static bool was_given(const struct arguments *a, const struct option_definition *option) {
    for (int i = 0; i < a->count; i++)
        if (a->given[i].option == option)
            return true;
    return false;
}

/* Whether a value NAME=VALUE of the same option was given for the same NAME. */
static bool is_named_again(const struct arguments *a, const struct argument *given) {
    const size_t length = strcspn(given->value, "=");
    if (strcmp(given->option->value, "NAME=VALUE") != 0 || length == 0 ||
        given->value[length] != '=')
        return false;
    for (const struct argument *earlier = a->given; earlier != given; earlier++)
        if (earlier->option == given->option &&
            strncmp(earlier->value, given->value, length + 1) == 0)
            return true;
    return false;
}

/* What is called like an option is a value in --NAME=VALUE only. */
static bool is_option(const struct option_definition *definitions, const char *word) {
    return strncmp(word, "--", 2) == 0 &&
           find_definition(definitions, word + 2, strcspn(word + 2, "=")) != NULL;
}

/* Reads the option at argv[0] and returns how many arguments it took, or -1. */
static int read_option(struct arguments *a, const struct option_definition *definitions,
                       int argc, char **argv, struct diagnostic *d) {
    const char *name = argv[0] + strlen("--");
    size_t length = strcspn(name, "=");
    const struct option_definition *option = find_definition(definitions, name, length);
    bool dashes = strncmp(argv[0], "--", 2) == 0;
    if (!dashes || option == NULL)
        return refuse_unknown(definitions, argv[0], d);
    if (option->kind == OPTION_UNAVAILABLE)
        return message_set(d, "--%s is not available in this version", option->name);
    if (option->kind != OPTION_REPEATABLE && was_given(a, option))
        return message_set(d, "--%s is given twice", option->name);
    struct argument *given = &a->given[a->count++];
    given->option = option;
    given->value = "";
    if (option->kind == OPTION_FLAG) {
        if (name[length] == '=')
            return message_set(d, "--%s takes no value", option->name);
        return 1;
    }
    const bool is_joined = name[length] == '=';
    if (!is_joined && (argc < 2 || is_option(definitions, argv[1])))
        return message_set(d, "--%s needs a value: --%s %s", option->name, option->name,
                           option->value);
    given->value = is_joined ? name + length + 1 : argv[1];
    if (*given->value == '\0' && strcmp(option->value, "DIR") == 0)
        return message_set(d, "--%s is empty: it needs the name of a folder",
                           option->name);
    if (is_named_again(a, given))
        return message_set(d, "--%s %.*s is given twice", option->name,
                           (int)strcspn(given->value, "="), given->value);
    if (option->read != NULL && option->read(&given->number, option, given->value, d))
        return -1;
    return is_joined ? 1 : 2;
}

static int read_words(struct arguments *a, const struct option_definition *definitions,
                      int argc, char **argv, struct diagnostic *d) {
    bool options_ended = false;
    for (int i = 0; i < argc;) {
        if (!options_ended && strcmp(argv[i], "--") == 0) {
            options_ended = true;
            i++;
        } else if (!options_ended && argv[i][0] == '-' && argv[i][1] != '\0') {
            int taken = read_option(a, definitions, argc - i, argv + i, d);
            if (taken < 0)
                return -1;
            i += taken;
        } else {
            a->given[a->count++].value = argv[i++];
        }
    }
    return 0;
}

static const char *const forms[] = {[FORM_JSON] = "json",
                                    [FORM_CSV] = "csv",
                                    [FORM_MARKDOWN] = "markdown",
                                    [FORM_SCHEMA] = "schema"};

/* The first form that a flag asks for, from `form` on; FORM_TEXT: none does. */
static enum form find_form(const struct arguments *a, int form) {
    for (; form <= FORM_SCHEMA; form++)
        for (int i = 0; i < a->count; i++) {
            const struct option_definition *o = a->given[i].option;
            if (o != NULL && o->kind == OPTION_FLAG && strcmp(o->name, forms[form]) == 0)
                return (enum form)form;
        }
    return FORM_TEXT;
}

enum form arguments_form(const struct arguments *a) {
    return find_form(a, FORM_JSON);
}

/* Standard output has one form: flags that choose it exclude each other. */
static int check_form(const struct arguments *a, struct diagnostic *d) {
    const enum form first = arguments_form(a);
    const enum form other = find_form(a, (int)first + 1);
    return first != FORM_TEXT && other != FORM_TEXT
               ? message_set(d, "--%s and --%s: give one of them", forms[first],
                             forms[other])
               : 0;
}

static int check_one(const struct arguments *a, const struct option_definition *o,
                     struct diagnostic *d) {
    if (o->excludes != NULL && arguments_has(a, o->excludes))
        return message_set(d, "--%s and --%s: give one of them", o->name, o->excludes);
    if (o->needs != NULL && !arguments_has(a, o->needs) &&
        option_find(a->option, o->needs) != NULL)
        return message_set(d, "--%s is of use with --%s only", o->name, o->needs);
    return 0;
}

int arguments_check(const struct arguments *a, struct diagnostic *d) {
    for (int i = 0; i < a->count; i++)
        if (a->given[i].option != NULL && check_one(a, a->given[i].option, d))
            return -1;
    return check_form(a, d);
}

int arguments_parse(struct arguments *a, const struct option_definition *table, int argc,
                    char **argv, struct diagnostic *d) {
    *a = (struct arguments){0, calloc((size_t)argc + 1, sizeof *a->given), table};
    if (a->given == NULL)
        return message_set(d, "out of memory");
    if (read_words(a, table, argc, argv, d) == 0 && arguments_check(a, d) == 0)
        return 0;
    arguments_clear(a);
    return -1;
}

void arguments_clear(struct arguments *a) {
    free(a->given);
    a->given = NULL;
    a->count = 0;
}

static bool bears_name(const struct argument *given, const char *name) {
    if (name == NULL || given->option == NULL)
        return name == NULL && given->option == NULL;
    return strcmp(given->option->name, name) == 0;
}

/* The n-th of that name; NULL: there are fewer. */
static const struct argument *find(const struct arguments *a, const char *name, int n) {
    for (int i = 0; i < a->count; i++)
        if (bears_name(&a->given[i], name) && n-- == 0)
            return &a->given[i];
    return NULL;
}

bool arguments_has(const struct arguments *a, const char *name) {
    return find(a, name, 0) != NULL;
}

const char *arguments_value(const struct arguments *a, const char *name) {
    const struct option_definition *o =
        name != NULL ? option_find(a->option, name) : NULL;
    const struct argument *given = find(a, name, 0);
    return given != NULL ? given->value : o != NULL ? o->usual : NULL;
}

int arguments_count(const struct arguments *a, const char *name) {
    int count = 0;
    while (find(a, name, count) != NULL)
        count++;
    return count;
}

const char *arguments_nth(const struct arguments *a, const char *name, int n) {
    const struct argument *given = find(a, name, n);
    return given != NULL ? given->value : NULL;
}

double arguments_number(const struct arguments *a, const char *name) {
    const struct option_definition *o = option_find(a->option, name);
    const struct argument *given = find(a, name, 0);
    double number = NAN;
    struct diagnostic ignored;
    assert(o != NULL && o->read != NULL);
    if (given != NULL)
        return given->number;
    const bool is_wrong = o->usual != NULL && o->read(&number, o, o->usual, &ignored);
    assert(!is_wrong);
    (void)is_wrong;
    return number;
}

long arguments_whole(const struct arguments *a, const char *name) {
    const double number = arguments_number(a, name);
    return isnan(number) ? -1 : (long)number;
}
