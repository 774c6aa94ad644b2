/* halfstep list: the models of the catalogue, the methods and their options; the quantities.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/commands/list/list_catalogue.h"
#include "harness/packaging/completion.h"
#include "harness/packaging/manual.h"
#include "harness/quantities/quantity.h"
#include "harness/session/arguments.h"
#include "harness/session/models.h"
#include "harness/session/use.h"
#include "problems/catalogue.h"

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

/* Prints a document, and frees it. */
static void print_document(json_t *document, FILE *out) {
    json_print(document, out);
    json_decref(document);
}

/* Models alone, where some are asked for. */
static void print_all(const struct listing *models, bool is_choice,
                      const struct arguments *arguments, FILE *out) {
    switch (arguments_form(arguments)) {
    case FORM_CSV: list_print_models_csv(models, out); break;
    case FORM_JSON:
        print_document(json_pack("{s:o, s:o}", "models", list_models_tell(models),
                                 "methods",
                                 is_choice ? json_array() : list_methods_tell()),
                       out);
        break;
    default:
        list_print_models(models, out);
        if (is_choice)
            break;
        fputc('\n', out);
        list_print_methods(out);
    }
}

/* As with grep, none is an answer, and the status tells; but a name or a tag that there is not is
 * a slip. */
static enum exit_status print_list(const struct catalogue *catalogue,
                                   struct session *session,
                                   const struct arguments *arguments) {
    const bool is_choice =
        arguments_count(arguments, NULL) + arguments_count(arguments, "tag") > 0;
    struct listing named, models = {NULL, 0};
    enum exit_status nothing = EXIT_VERDICT;
    if (list_check_names(catalogue, arguments, &session->why))
        return EXIT_USAGE;
    if (list_named(&named, catalogue, &session->known, arguments) == 0)
        models = list_tagged(&named, arguments);
    const bool failed = models.item == NULL, is_empty = is_choice && models.count == 0;
    if (failed)
        message_set(&session->why, "out of memory");
    else if (is_empty)
        nothing = list_explain_nothing(catalogue, &named, &session->known, arguments,
                                       &session->why);
    const bool is_told =
        !is_empty || (nothing == EXIT_VERDICT && arguments_form(arguments) != FORM_TEXT);
    if (!failed && is_told)
        print_all(&models, is_choice, arguments, session->out);
    free(models.item);
    listing_clear(&named);
    return failed ? EXIT_MACHINE : is_empty ? nothing : EXIT_PASSED;
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
    switch (arguments_form(arguments)) {
    case FORM_CSV: list_print_methods_csv(session->out); break;
    case FORM_MARKDOWN: list_print_methods_markdown(session->out); break;
    case FORM_JSON:
        print_document(json_pack("{s:o}", "methods", list_methods_tell()), session->out);
        break;
    default: list_print_methods(session->out); break;
    }
    return EXIT_PASSED;
}

/* The form that is asked for; NULL: text. */
static const char *find_form(const struct arguments *arguments) {
    static const char *const forms[] = {"markdown", "csv", "json"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (arguments_has(arguments, forms[i]))
            return forms[i];
    return NULL;
}

static enum exit_status print_quantities(struct session *session,
                                         const struct arguments *arguments) {
    quantities_print(find_form(arguments), session->out);
    return EXIT_PASSED;
}

static enum exit_status write_manual(struct session *session,
                                     const struct arguments *arguments) {
    return session_status_of(manual_write(
        session->commands, arguments_value(arguments, "manual"), &session->why));
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
    "models that have one of the names and all of the tags. Where there are none the "
    "exit\n"
    "status is 1, and a message lists the tags that the models of these names have; "
    "where\n"
    "there is no such name or tag at all it is 2.\n",
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
