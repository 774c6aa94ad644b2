/* halfstep gate: every study on the whole catalogue, for continuous integration.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "harness/commands/message.h"
#include "harness/jobs/interrupt.h"
#include "harness/results/json_number.h"
#include "harness/results/junit.h"
#include "harness/results/output.h"
#include "harness/results/results_print.h"
#include "harness/studies/study_command.h"

static const struct option_definition options[] = {
    STUDY_COMMAND_OPTIONS,
    {"set", OPTION_REPEATABLE, "NAME=VALUE",
     "change a parameter, a size or an initial value of the models"},
    {"junit", OPTION_VALUE, "FILE", "also write the results as JUnit XML"},
    {"json", OPTION_VALUE, "FILE", "also write the results as JSON"},
    {NULL, OPTION_FLAG, NULL, NULL},
};

static int write_junit(const char *path, const struct study_outcome *o,
                       struct diagnostic *d) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out != NULL) {
        junit_print(o->results, o->seconds, out);
        if (fclose(out) != 0)
            length = 0;
    }
    int failed = length == 0 ? message_set(d, "out of memory")
                             : output_write(path, text, length, d);
    free(text);
    return failed;
}

static int write_json(const char *path, const struct study_outcome *o, const char *method,
                      struct diagnostic *d) {
    json_t *document = study_outcome_document(o, "gate", method);
    int failed = output_write_json(path, document, d);
    json_decref(document);
    return failed;
}

static enum exit_status study_and_write(struct session *session,
                                        const struct arguments *arguments) {
    const char *junit = arguments_value(arguments, "junit");
    const char *json = arguments_value(arguments, "json");
    const char *method = arguments_value(arguments, "method");
    struct study_outcome o;
    if ((junit != NULL && output_probe(junit, &session->why)) ||
        (json != NULL && output_probe(json, &session->why)))
        return EXIT_MACHINE;
    enum exit_status status = study_command_find(
        &o, session, arguments, RESULTS_ORDER | RESULTS_GAP | RESULTS_STATISTICS,
        STUDY_GATE, false);
    if (status == EXIT_PASSED) {
        results_print_gate(o.results, session->out);
        fprintf(session->out, "%.1f seconds\n", o.seconds);
        status = study_outcome_status(&o);
        if ((junit != NULL && write_junit(junit, &o, &session->why)) ||
            (json != NULL && write_json(json, &o, method, &session->why)))
            status = EXIT_MACHINE;
    }
    study_outcome_clear(&o);
    return status;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    sigset_t before;
    interrupt_hold(&before);
    enum exit_status status = study_and_write(session, arguments);
    interrupt_release(&before);
    return status;
}

const struct command command_gate = {
    "gate",
    "[MODEL...] [--method M] [--set NAME=VALUE]... [--junit FILE] [--json FILE]",
    "Run the studies order, gap and statistics on the whole catalogue and judge",
    "Orders of accuracy, error and estimate in one step, counters against a replay: for "
    "all\n"
    "methods unless one is named. Exit status 1 when a verdict fails, or when one that "
    "is\n"
    "required is not reached.\n",
    options,
    run,
};
