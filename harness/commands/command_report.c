/* halfstep report: every study on the whole catalogue, as a page.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/jobs/interrupt.h"
#include "harness/results/results_print.h"
#include "harness/studies/study_command.h"

static const char usual_place[] = "report";

static const struct option_definition options[] = {
    STUDY_COMMAND_OPTIONS,
    {"set", OPTION_REPEATABLE, "NAME=VALUE",
     "change a parameter, a size or an initial value of the models"},
    {"out", OPTION_VALUE, "DIR", "where to put it (default ./report)"},
    {NULL, OPTION_FLAG, NULL, NULL},
};

static enum exit_status study_and_write(struct session *session,
                                        const struct arguments *arguments,
                                        struct folder *folder) {
    struct study_outcome outcome;
    enum exit_status status = study_command_find(
        &outcome, session, arguments, RESULTS_ORDER | RESULTS_GAP | RESULTS_STATISTICS,
        STUDY_REPORT, true);
    if (status == EXIT_PASSED) {
        results_print_gate(outcome.results, session->out);
        status = report_complete(folder, &outcome, "report",
                                 arguments_value(arguments, "method"), session);
    }
    if (status == EXIT_PASSED)
        status = study_outcome_status(&outcome);
    study_outcome_clear(&outcome);
    return status;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    const char *place = arguments_value(arguments, "out");
    struct folder folder;
    sigset_t before;
    interrupt_hold(&before);
    enum exit_status status =
        report_begin(&folder, place == NULL ? usual_place : place, session);
    if (status == EXIT_PASSED) {
        status = study_and_write(session, arguments, &folder);
        folder_discard(&folder);
    }
    interrupt_release(&before);
    return status;
}

const struct command command_report = {
    "report",
    "[MODEL...] [--method M] [--set NAME=VALUE]... [--out DIR]",
    "Run order, gap and statistics on the whole catalogue and write them up as a page",
    "The folder has the page (index.html, which works offline), its figures, the tables\n"
    "behind them, and results.json with everything.\n",
    options,
    run,
};
