/* halfstep list: the models of the catalogue, the methods and their options; the quantities.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/commands/list/list_catalogue.h"
#include "harness/packaging/completion.h"
#include "harness/packaging/manual.h"
#include "harness/quantities/quantity.h"
#include "harness/session/models.h"

static const struct option_definition options[] = {
    {"tag", OPTION_REPEATABLE, "TAG",
     "only models with this tag; with several of them all"},
    {"json", OPTION_FLAG, NULL, "print one JSON document"},
    {"csv", OPTION_FLAG, NULL,
     "print the models, or what is named, as comma-separated values"},
    {"markdown", OPTION_FLAG, NULL, "of quantities: print a table in Markdown"},
    {"schema", OPTION_FLAG, NULL, "of quantities: print the JSON Schema of --json"},
    {"manual", OPTION_VALUE, "DIR",
     "write the pages of the manual, of the program and of each command, to this folder"},
    {"completion", OPTION_VALUE, "sh|fish",
     "print what the completion of bash and zsh (sh), or of fish, offers"},
    {NULL, OPTION_FLAG, NULL, NULL},
};

/* The form that is asked for; NULL: text. */
static const char *find_form(const struct arguments *arguments) {
    static const char *const forms[] = {"schema", "markdown", "csv", "json"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (arguments_has(arguments, forms[i]))
            return forms[i];
    return NULL;
}

/* Prints a document in the form that is asked for, and frees it. */
static enum exit_status print_document(json_t *document, const char *form, FILE *out) {
    if (form == NULL)
        list_print(document, out);
    else if (strcmp(form, "csv") == 0)
        list_print_csv(document, out);
    else
        json_print(document, out);
    json_decref(document);
    return EXIT_PASSED;
}

/* Models alone, where some are asked for. As with grep, none is an answer, and the status tells. */
static enum exit_status print_list(const struct catalogue *catalogue,
                                   struct session *session,
                                   const struct arguments *arguments) {
    const bool is_choice =
        arguments_count(arguments, NULL) + arguments_count(arguments, "tag") > 0;
    const char *form = find_form(arguments);
    json_t *named = list_named(catalogue, &session->known, arguments);
    json_t *models = list_tagged(named, arguments);
    const bool is_empty = is_choice && json_array_size(models) == 0;
    json_t *document = json_pack("{s:o, s:o}", "models", models, "methods",
                                 is_choice ? json_array() : list_methods());
    if (is_empty)
        list_explain_nothing(catalogue, named, arguments, &session->why);
    json_decref(named);
    if (!is_empty || form != NULL)
        print_document(document, form, session->out);
    else
        json_decref(document);
    return is_empty ? EXIT_VERDICT : EXIT_PASSED;
}

static enum exit_status print_completion(const struct catalogue *catalogue,
                                         const char *shell, struct session *session) {
    if (strcmp(shell, "sh") == 0)
        completion_print_sh(catalogue, session->out);
    else if (strcmp(shell, "fish") == 0)
        completion_print_fish(catalogue, session->out);
    else
        return message_set(&session->why,
                           "--completion: unknown shell '%s'; there are sh and fish",
                           shell),
               EXIT_USAGE;
    return EXIT_PASSED;
}

/* What is listed besides models, by its word. */
static enum exit_status print_word(const char *word, const char *form, FILE *out) {
    if (strcmp(word, "methods") == 0)
        return print_document(json_pack("{s:o}", "methods", list_methods()), form, out);
    quantities_print(form, out);
    return EXIT_PASSED;
}

static bool is_word(const char *word) {
    return word != NULL &&
           (strcmp(word, "quantities") == 0 || strcmp(word, "methods") == 0);
}

static enum exit_status print_models(struct session *session,
                                     const struct arguments *arguments) {
    struct catalogue *catalogue;
    const char *shell = arguments_value(arguments, "completion");
    enum exit_status status = models_open(&catalogue, session);
    if (status != EXIT_PASSED)
        return status;
    if (shell != NULL)
        status = print_completion(catalogue, shell, session);
    else
        status = print_list(catalogue, session, arguments);
    catalogue_free(catalogue);
    return status;
}

/* What is no list of models takes no patterns and tags. Nonzero: *d says what else is given. */
static int check_alone(const struct arguments *arguments, struct diagnostic *d) {
    static const char *const forms[] = {"json", "csv", "markdown", "schema", NULL};
    static const char *const alone[][2] = {{"completion"}, {"manual"}};
    const char *word = arguments_nth(arguments, NULL, 0);
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        if (arguments_has(arguments, alone[i][0])) {
            char option[32];
            snprintf(option, sizeof option, "--%s", alone[i][0]);
            return arguments_only(arguments, option, 0, alone[i], d);
        }
    return is_word(word) ? arguments_only(arguments, word, 1, forms, d) : 0;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    const char *manual = arguments_value(arguments, "manual");
    const char *word = arguments_nth(arguments, NULL, 0), *form = find_form(arguments);
    if (check_alone(arguments, &session->why))
        return EXIT_USAGE;
    if (form != NULL && strcmp(form, "json") != 0 && strcmp(form, "csv") != 0 &&
        (word == NULL || strcmp(word, "quantities") != 0))
        return message_fail(EXIT_USAGE, &session->why,
                            "--%s is for 'halfstep list quantities'", form);
    if (is_word(word))
        return print_word(word, form, session->out);
    if (manual != NULL)
        return manual_write(manual, &session->why) ? EXIT_MACHINE : EXIT_PASSED;
    return print_models(session, arguments);
}

const struct command command_list = {
    "list",
    "['PATTERN'...] [--tag TAG]... [--json | --csv] | list methods [--json | --csv] | "
    "list quantities [--json | --csv | --markdown | --schema] | list --manual DIR | "
    "list --completion sh|fish",
    "List the models, the methods and their options; or what the studies measure",
    "With patterns of names (* stands for any characters, ? for one) or tags only the\n"
    "models that have one of the names and all of the tags. Where there are none, the "
    "exit\n"
    "status is 1, and a message lists the tags that the models of these names have.\n",
    "list 'spring*'\n"
    "list 'chain*' --tag constrained\n"
    "list --tag stiff --tag published\n"
    "list quantities --csv\n",
    options,
    run,
    false,
};
