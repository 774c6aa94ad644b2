/* The commands that are one study of some models: those of studies.def.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/commands/commands.h"
#include "harness/base/message.h"
#include "harness/results/results_print.h"
#include "harness/program/run/study_command.h"
#include "harness/program/run/study_document.h"
#include "harness/session/arguments.h"
#include "harness/studies/conditions/conditions.h"
#include "harness/session/models.h"
#include "harness/studies/originals/original_check.h"
#include "problems/catalogue.h"

enum { columns_of_a_file = 80 };

/* The forms of what is printed, in place of text. */
#define STUDY_FORM_OPTIONS                                                               \
    OPTION("json", FLAG, NULL, "print one JSON document", .is_apart = true),             \
        OPTION("csv", FLAG, NULL, "print the results as comma-separated values",         \
               .is_apart = true),                                                        \
        OPTION_SCHEMA

static const struct option_definition options[] = {
    STUDY_COMMAND_OPTIONS, OPTION_SET, STUDY_FORM_OPTIONS, OPTION_OUT, OPTIONS_END,
};

static const struct option_definition options_of_order[] = {
    STUDY_COMMAND_OPTIONS,
    OPTION_SET,
    STUDY_FORM_OPTIONS,
    OPTION("plot", FLAG, NULL,
           "of one model: also draw the errors over the steps, as is done on a terminal",
           .is_apart = true),
    OPTION_OUT,
    OPTIONS_END,
};

static const struct option_definition options_of_stability[] = {
    STUDY_COMMAND_OPTIONS,
    STUDY_FORM_OPTIONS,
    OPTION_OUT,
    OPTIONS_END,
};

static const struct option_definition options_of_conditions[] = {
    STUDY_COMMAND_OPTIONS,
    OPTION("seed", VALUE, "N", "draw the systems from this seed (1 ..)",
           .read = option_whole, .least = 1, .most = 1e9),
    OPTION("systems", VALUE, "N", "how many", .read = option_whole, .least = 1,
           .most = 1e6, .usual = OPTION_USUAL(CONDITIONS_SYSTEMS)),
    STUDY_FORM_OPTIONS,
    OPTION_OUT,
    OPTIONS_END,
};

static const struct option_definition options_of_originals[] = {
    STUDY_COMMAND_OPTIONS,
    OPTION("recorded", VALUE, "FILE", "these runs of the original in place of ours"),
    STUDY_FORM_OPTIONS,
    OPTION_OUT,
    OPTIONS_END,
};

static void print(const struct study_outcome *o, struct session *session,
                  const struct arguments *arguments, enum study_kind kind) {
    FILE *out = session->out;
    switch (arguments_form(arguments)) {
    case FORM_JSON:
        study_outcome_print(o, session->command->name,
                            arguments_value(arguments, "method"), out);
        return;
    case FORM_CSV: study_document_print_csv(&o->results, out); return;
    default: break;
    }
    results_print_all(&o->results, out);
    applicable_print(&o->not_applicable, out);
    if (arguments_has(arguments, "plot"))
        order_plot_print(&o->results, columns_of_a_file, out);
    else if (kind == STUDY_ORDER)
        order_plot_print(&o->results, session->columns, out);
}

static enum exit_status study(void *context, struct folder *folder,
                              struct session *session) {
    const struct arguments *arguments = context;
    const enum study_kind kind = (enum study_kind)(session->command - study_commands);
    const char *command = session->command->name;
    struct study_outcome outcome;
    const struct results_request asked = {.studies = STUDY_SET((int)kind),
                                          .effort = STUDY_REPORT,
                                          .describe = folder != NULL};
    enum exit_status status = study_command_find(&outcome, session, arguments, &asked);
    if (status == EXIT_PASSED)
        print(&outcome, session, arguments, kind);
    if (status == EXIT_PASSED)
        status = report_complete_beside(folder, &outcome, command,
                                        arguments_value(arguments, "method"),
                                        arguments_form(arguments) != FORM_TEXT, session);
    if (status == EXIT_PASSED)
        status = study_outcome_answer(&outcome, command, &session->why);
    study_outcome_clear(&outcome);
    return status;
}

static enum exit_status read_recorded(struct session *session,
                                      const struct arguments *arguments) {
    struct catalogue *catalogue = NULL;
    if (!arguments_has(arguments, "recorded"))
        return EXIT_PASSED;
    session->originals = arguments_value(arguments, "recorded");
    enum exit_status status = models_open(&catalogue, session);
    if (status == EXIT_PASSED &&
        original_check(session->originals, catalogue, &session->why))
        status = EXIT_USAGE;
    if (status == EXIT_PASSED && session->why.text[0] != '\0' && !session->is_quiet)
        fprintf(session->err,
                "halfstep: %s: left out, as no runs of methods that we have: %s\n",
                session->originals, session->why.text);
    if (status == EXIT_PASSED)
        session->why.text[0] = '\0';
    catalogue_free(catalogue);
    return status;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    const enum study_kind kind = (enum study_kind)(session->command - study_commands);
    if (study_kind_info(kind)->once && arguments_count(arguments, NULL) > 0)
        return message_fail(EXIT_USAGE, &session->why, "%s takes no MODEL: it %s its own",
                            session->command->name,
                            kind == STUDY_CONDITIONS ? "draws" : "brings");
    const enum exit_status status = read_recorded(session, arguments);
    if (status != EXIT_PASSED)
        return status;
    return report_around(study, (void *)arguments, arguments, session);
}

/* Of those that take models. */
#define OF_CATALOGUE                                                                     \
    "[MODEL...] [--method M] [--set NAME=VALUE]... [--json | --csv] [--out DIR]"

#define STUDY(...)
#define STUDY_WITH_COMMAND(kind, name, about, function, methods, sharing, subject,       \
                           hands, whose, usage, options, summary, details, examples)     \
    [STUDY_##kind] = {name,    usage, summary, details, examples,                        \
                      options, run,   true,    NULL,    &study_document_record},
const struct command study_commands[STUDY_KINDS] = {
#include "harness/results/studies.def"
};
