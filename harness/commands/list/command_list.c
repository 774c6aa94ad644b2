/* halfstep list: the models of the catalogue, the methods and their options; the quantities.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/commands/list/list_catalogue.h"
#include "harness/packaging/completion.h"
#include "harness/packaging/manual.h"
#include "harness/quantities/quantity.h"
#include "harness/session/models.h"
#include "harness/session/use.h"

static const char *shell_word(int i) {
    static const char *const words[] = {"sh", "fish", NULL};
    return words[i];
}

static const struct option_definition options[] = {
    OPTION("tag", REPEATABLE, "TAG",
           "only models with this tag; with several of them all", .of = "PATTERN"),
    OPTION("json", FLAG, NULL, "print one JSON document",
           .of = "PATTERN methods quantities"),
    OPTION("csv", FLAG, NULL,
           "print the models, or what is named, as comma-separated values",
           .of = "PATTERN methods quantities"),
    OPTION("markdown", FLAG, NULL, "print a table in Markdown",
           .of = "methods quantities"),
    OPTION_SCHEMA,
    OPTION("manual", VALUE, "DIR",
           "write the pages of the manual, of the program and of each command, to this "
           "folder, which is made where there is none",
           .of = "manual"),
    OPTION("completion", VALUE, "sh|fish",
           "print what the completion of bash and zsh (sh), or of fish, offers",
           .read = option_word, .word = shell_word, .of = "completion"),
    OPTIONS_END,
};

/* The form that is asked for; NULL: text. */
static const char *find_form(const struct arguments *arguments) {
    static const char *const forms[] = {"markdown", "csv", "json"};
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

static enum exit_status print_completion(struct session *session,
                                         const struct arguments *arguments) {
    struct catalogue *catalogue;
    const enum exit_status status = models_open(&catalogue, session);
    if (status != EXIT_PASSED)
        return status;
    if (arguments_whole(arguments, "completion") == 0)
        completion_print_sh(session->commands, catalogue, session->out);
    else
        completion_print_fish(session->commands, catalogue, session->out);
    catalogue_free(catalogue);
    return EXIT_PASSED;
}

static enum exit_status print_methods(struct session *session,
                                      const struct arguments *arguments) {
    if (arguments_has(arguments, "markdown")) {
        list_print_methods_markdown(session->out);
        return EXIT_PASSED;
    }
    return print_document(json_pack("{s:o}", "methods", list_methods()),
                          find_form(arguments), session->out);
}

static enum exit_status print_quantities(struct session *session,
                                         const struct arguments *arguments) {
    quantities_print(find_form(arguments), session->out);
    return EXIT_PASSED;
}

static enum exit_status write_manual(struct session *session,
                                     const struct arguments *arguments) {
    return manual_write(session->commands, arguments_value(arguments, "manual"),
                        &session->why)
               ? EXIT_MACHINE
               : EXIT_PASSED;
}

static enum exit_status print_models(struct session *session,
                                     const struct arguments *arguments) {
    struct catalogue *catalogue;
    enum exit_status status = models_open(&catalogue, session);
    if (status != EXIT_PASSED)
        return status;
    status = print_list(catalogue, session, arguments);
    catalogue_free(catalogue);
    return status;
}

static const struct command_use uses[] = {
    {"completion", USE_BY_OPTION, 0, 0, "", print_completion, NULL, NULL},
    {"manual", USE_BY_OPTION, 0, 0, "", write_manual, NULL, NULL},
    {"methods", USE_BY_WORD, 0, 0, "", print_methods, NULL, &list_methods_record},
    {"quantities", USE_BY_WORD, 0, 0, "", print_quantities, NULL,
     &quantities_document_record},
    {"PATTERN", USE_ELSE, 0, INT_MAX, "", print_models, NULL, &list_document_record},
    {.name = NULL},
};

const struct command command_list = {
    "list",
    "['PATTERN'...] [--tag TAG]... [--json | --csv] | list methods "
    "[--json | --csv | --markdown] | list quantities [--json | --csv | --markdown | "
    "--schema] | list --manual DIR | "
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
    NULL,
    false,
    uses,
    NULL,
};
