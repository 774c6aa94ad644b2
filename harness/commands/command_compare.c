/* halfstep compare: what a change did to the counters and times of the benchmarks.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/jobs/interrupt.h"
#include "harness/integrators/methods/method.h"
#include "harness/program/run/study_command.h"
#include "harness/program/run/study_document.h"
#include "harness/results/files/junit.h"
#include "harness/results/load.h"
#include "harness/speed/compare/compare.h"

static const struct option_definition options[] = {
    {"time", OPTION_VALUE, "HOW", "advise (the default), gate (slower fails) or off"},
    {"delta", OPTION_VALUE, "D", "the change that matters, as 1% (the default) or 0.01"},
    {"alpha", OPTION_VALUE, "A",
     "false alarms of a run, before an alarm is confirmed (default 5e-4)"},
    {"processes", OPTION_VALUE, "N", "at most so many of a benchmark (default 64)"},
    {"quick", OPTION_FLAG, NULL, "some thirty benchmarks, each method among them"},
    {"full", OPTION_FLAG, NULL, "every method on every model"},
    {"model", OPTION_REPEATABLE, "MODEL", "only benchmarks of this model"},
    {"method", OPTION_VALUE, "M", "only this method (default: all)"},
    {"no-instructions", OPTION_FLAG, NULL, "do not count instructions"},
    {"identical", OPTION_FLAG, NULL, "measure also when both are the same file"},
    {"accept", OPTION_VALUE, "FILE", "increases that are accepted, with their reasons"},
    {"self-test", OPTION_FLAG, NULL,
     "measure the rate of false alarms here: a build against its own copies"},
    {"seed", OPTION_VALUE, "N", "of the random orders (default: from the clock)"},
    {"time-limit", OPTION_VALUE, "SECONDS",
     "end a process that takes longer, as failed (default 60)"},
    {"verbose", OPTION_FLAG, NULL, "print every benchmark"},
    {"json", OPTION_FLAG, NULL, "print one JSON document"},
    {"csv", OPTION_FLAG, NULL, "print the results as comma-separated values"},
    {"schema", OPTION_FLAG, NULL, "print the JSON Schema of --json, and do nothing else"},
    {"junit", OPTION_VALUE, "FILE", "also write JUnit XML"},
    {"out", OPTION_VALUE, "DIR", "also write a report's folder: page, figures, tables"},
    {NULL, OPTION_FLAG, NULL, NULL},
};

static enum exit_status write_junit(const char *path, const struct results *results,
                                    double seconds, struct session *session) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    int failed = out == NULL ? message_set(&session->why, "out of memory") : 0;
    if (out != NULL) {
        junit_print(results, seconds, out);
        if (fclose(out) != 0)
            failed = message_set(&session->why, "out of memory");
    }
    if (!failed)
        failed = output_write(path, text, length, &session->why);
    free(text);
    return failed ? EXIT_MACHINE : EXIT_PASSED;
}

/* Members of the document that the report's own has, too, stay the report's. */
static enum exit_status write_folder(struct folder *folder, json_t *document,
                                     struct results *results, bool as_document,
                                     struct session *session) {
    struct study_outcome outcome = {.more = json_incref(document)};
    FILE *out = session->out;
    if (as_document)
        session->out = session->err; /* the document stays alone */
    results_move(&outcome.results, results);
    enum exit_status status = report_complete(folder, &outcome, "compare", NULL, session);
    session->out = out;
    study_outcome_clear(&outcome);
    return status;
}

/* Prints, writes the files, and ends with the verdict. */
static enum exit_status tell(const struct compared *found,
                             const struct arguments *arguments, struct folder *folder,
                             const struct load *before, double seconds) {
    struct session *session = found->request->session;
    const bool as_json = arguments_value(arguments, "json") != NULL;
    const bool as_csv = arguments_value(arguments, "csv") != NULL;
    const char *junit = arguments_value(arguments, "junit");
    const struct load after = load_now();
    enum exit_status status = EXIT_PASSED;
    struct results results = {.count = 0};
    json_t *document = compare_tell(found);
    json_object_set_new(document, "load", load_describe(before, &after));
    if (compare_results(&results, found)) {
        message_set(&session->why, "out of memory");
        status = EXIT_MACHINE;
    }
    if (as_json)
        json_print(document, session->out);
    else if (as_csv)
        study_document_print_csv(&results, session->out);
    else
        compare_print(found, arguments_value(arguments, "verbose") != NULL, session->out);
    if (status == EXIT_PASSED && junit != NULL)
        status = write_junit(junit, &results, seconds, session);
    if (status == EXIT_PASSED && folder != NULL)
        status = write_folder(folder, document, &results, as_json || as_csv, session);
    results_clear(&results);
    json_decref(document);
    if (status != EXIT_PASSED)
        return status;
    return found->failing == 0 ? EXIT_PASSED : EXIT_VERDICT;
}

/* Two that are the same file differ in nothing; measured only when asked. */
static bool is_settled(const struct compare_request *r,
                       const struct arguments *arguments) {
    if (!r->is_same || arguments_value(arguments, "identical") != NULL)
        return false;
    fprintf(r->session->err,
            "halfstep: %s and %s are the same file: nothing can differ (--identical "
            "measures all the same)\n",
            r->old.place, r->new.place);
    return true;
}

static enum exit_status compare(struct session *session,
                                const struct arguments *arguments,
                                struct folder *folder) {
    struct compare_request request;
    struct compared found = {.request = NULL};
    const struct load before = load_now();
    struct progress clock = progress_start(session->err, false);
    enum exit_status status = compare_arguments_read(&request, arguments, session);
    if (status == EXIT_PASSED && is_settled(&request, arguments))
        benchmarks_clear(&request.items);
    if (status == EXIT_PASSED)
        status = compare_run(&found, &request);
    if (status == EXIT_PASSED)
        status = tell(&found, arguments, folder, &before, progress_seconds(&clock));
    compare_clear(&found);
    compare_arguments_clear(&request);
    return status;
}

static enum exit_status test_self(struct session *session,
                                  const struct arguments *arguments) {
    struct self_test test;
    json_t *document = NULL;
    enum exit_status status = self_arguments_read(&test, arguments, session);
    if (status == EXIT_PASSED)
        status = self_test_run(&document, &test);
    if (status == EXIT_PASSED && arguments_value(arguments, "json") != NULL)
        json_print(document, session->out);
    else if (status == EXIT_PASSED)
        self_print(document, session->out);
    json_decref(document);
    self_arguments_clear(&test);
    return status;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    const char *place = arguments_value(arguments, "out");
    struct folder folder;
    sigset_t before;
    enum exit_status status = EXIT_PASSED;
    if (arguments_value(arguments, "schema") != NULL) {
        study_document_print_schema(&compare_record, session->out);
        return EXIT_PASSED;
    }
    interrupt_hold(&before);
    if (arguments_value(arguments, "self-test") != NULL) {
        status = test_self(session, arguments);
    } else {
        if (place != NULL)
            status = report_begin(&folder, place, session);
        if (status == EXIT_PASSED)
            status = compare(session, arguments, place != NULL ? &folder : NULL);
        if (place != NULL)
            folder_discard(&folder);
    }
    interrupt_release(&before);
    return status;
}

const struct command command_compare = {
    "compare",
    "BASELINE [CANDIDATE] [--time advise|gate|off] [--delta D] [--quick | --full] "
    "[--accept FILE] [--json | --csv] [--out DIR] [...] | --self-test [N] [BUILD]",
    "Compare two builds: what is counted, and what it takes, despite a noisy machine",
    "BASELINE and CANDIDATE are folders of builds, of projects with their build in "
    "build/,\n"
    "libraries of benchmarks, or BASELINE.json from 'halfstep timing --json'. Without\n"
    "CANDIDATE it is the build of this program. More of anything that is counted fails, "
    "as\ndo 0.1 % more instructions; time advises. Both builds take turns in one "
    "process.\n",
    options,
    run,
};
