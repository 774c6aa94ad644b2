/* halfstep compare: what a change did to the counters and times of the benchmarks.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/base/text.h"
#include "harness/jobs/progress.h"
#include "harness/program/run/study_command.h"
#include "harness/program/run/study_document.h"
#include "harness/results/files/formats.h"
#include "harness/results/machine.h"
#include "harness/session/arguments.h"
#include "harness/session/use.h"
#include "harness/speed/compare/compare_settings.h"
#include "harness/speed/self_test/self_test.h"

static const struct option_definition options[] = {
    OPTION("time", VALUE, "HOW", "advise (the default), gate (slower fails) or off",
           .read = option_word, .word = compare_time_word, .of = "BASELINE"),
    OPTION("delta", VALUE, "D",
           "the change that matters, as " OPTION_USUAL(
               RULE_DELTA_PERCENT) "% (the default) or 0.01",
           .read = compare_share, .most = 1),
    OPTION("alpha", VALUE, "A", "false alarms of a run, before an alarm is confirmed",
           .read = compare_share, .most = 0.1, .usual = OPTION_USUAL(RULE_ALPHA)),
    OPTION("processes", VALUE, "N", "at most so many of a benchmark",
           .read = compare_processes, .usual = OPTION_USUAL(RULE_PROCESSES)),
    OPTION("quick", FLAG, NULL, "some thirty benchmarks, each method among them",
           .excludes = "full"),
    OPTION("full", FLAG, NULL, "every method on every model"),
    OPTION("model", REPEATABLE, "MODEL", "only benchmarks of this model"),
    OPTION_METHOD("only this method (default: all)"),
    OPTION("no-instructions", FLAG, NULL, "do not count instructions", .of = "BASELINE"),
    OPTION("identical", FLAG, NULL, "measure also when both are the same file",
           .of = "BASELINE"),
    OPTION("accept", VALUE, "FILE", "increases that are accepted, with their reasons",
           .of = "BASELINE"),
    OPTION("self-test", FLAG, NULL,
           "measure the rate of false alarms here: a build against its own copies"),
    COMPARE_SEED,
    OPTION("time-limit", VALUE, "SECONDS", "end a process that takes longer, as failed",
           .read = option_positive, .usual = "60"),
    OPTION("verbose", FLAG, NULL, "print every benchmark", .of = "BASELINE"),
    OPTION("json", FLAG, NULL, "print one JSON document"),
    OPTION("csv", FLAG, NULL, "print the results as comma-separated values",
           .of = "BASELINE"),
    OPTION_SCHEMA,
    OPTION("junit", VALUE, "FILE", "also write JUnit XML", .of = "BASELINE"),
    OPTION("out", VALUE, "DIR", "also write a report's folder: page, figures, tables",
           .of = "BASELINE"),
    OPTIONS_END,
};

static void print_junit(void *context, FILE *out) {
    const struct study_outcome *o = context;
    junit_print(&o->results, o->seconds, out);
}

static enum exit_status write_junit(const char *path, struct study_outcome *o,
                                    struct session *session) {
    size_t length = 0;
    char *text = text_printed(print_junit, o, &length);
    int failed = text == NULL ? message_set(&session->why, "out of memory")
                              : output_write(path, text, length, &session->why);
    free(text);
    return failed ? EXIT_MACHINE : EXIT_PASSED;
}

/* Prints, writes the files, and ends with the verdict. Members of the document that the report's
 * own has, too, stay the report's. */
static enum exit_status tell(const struct compared *found,
                             const struct arguments *arguments, struct folder *folder,
                             const struct load *before, double seconds) {
    struct session *session = found->request->session;
    const enum form form = arguments_form(arguments);
    const char *junit = arguments_value(arguments, "junit");
    const struct load after = load_now();
    enum exit_status status = EXIT_PASSED;
    struct study_outcome o = {.more = compare_tell(found)};
    json_object_set_new(o.more, "load", load_describe(before, &after));
    if (compare_results(&o.results, found)) {
        message_set(&session->why, "out of memory");
        status = EXIT_MACHINE;
    }
    if (form == FORM_JSON)
        json_print(o.more, session->out);
    else if (form == FORM_CSV)
        study_document_print_csv(&o.results, session->out);
    else
        compare_print(found, arguments_has(arguments, "verbose"), session->out);
    o.seconds = seconds;
    if (status == EXIT_PASSED && junit != NULL)
        status = write_junit(junit, &o, session);
    o.seconds = 0;
    if (status == EXIT_PASSED)
        status = report_complete_beside(folder, &o, "compare", NULL, form != FORM_TEXT,
                                        session);
    study_outcome_clear(&o);
    if (status != EXIT_PASSED)
        return status;
    return found->failing == 0 ? EXIT_PASSED : EXIT_VERDICT;
}

/* Two that are the same file differ in nothing; measured only when asked. */
static bool is_settled(const struct compare_request *r,
                       const struct arguments *arguments) {
    if (!r->is_same || arguments_has(arguments, "identical"))
        return false;
    fprintf(r->session->err,
            "halfstep: %s and %s are the same file: nothing can differ (--identical "
            "measures all the same)\n",
            r->old.place, r->new.place);
    return true;
}

static enum exit_status compare(void *context, struct folder *folder,
                                struct session *session) {
    const struct arguments *arguments = context;
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
    enum exit_status status = self_arguments_read(&test, arguments, session);
    if (status == EXIT_PASSED)
        status = self_test_run(&test);
    json_t *document = status == EXIT_PASSED ? self_test_tell(&test) : NULL;
    if (status == EXIT_PASSED && arguments_has(arguments, "json"))
        json_print(document, session->out);
    else if (status == EXIT_PASSED)
        self_print(&test, session->out);
    json_decref(document);
    self_arguments_clear(&test);
    return status;
}

static enum exit_status compare_sides(struct session *session,
                                      const struct arguments *arguments) {
    return report_around(compare, (void *)arguments, arguments, session);
}

static const struct command_use uses[] = {
    {"self-test", USE_BY_OPTION, 0, 2, "[N] [BUILD]", test_self, NULL, NULL},
    {"BASELINE", USE_ELSE, 1, 2, "a BASELINE", compare_sides, NULL, &compare_record},
    {.name = NULL},
};

const struct command command_compare = {
    "compare",
    "BASELINE [CANDIDATE] [--time advise|gate|off] [--delta D] [--quick | --full] "
    "[--accept FILE] [--json | --csv] [--out DIR] [...] | --self-test [N] [BUILD]",
    "Compare two builds: what is counted, and what it takes, despite a noisy machine",
    "BASELINE and CANDIDATE are folders of builds, of projects with their build in "
    "build/,\n"
    "libraries of benchmarks, or BASELINE.json from 'halfstep timing --json'. Without\n"
    "CANDIDATE it is the build of this program. More of anything that is counted fails,\n"
    "as do 0.1 % more instructions; time advises. Both builds take turns in one "
    "process.\n"
    "The launcher ./halfstep takes git revisions as well, which it builds.\n",
    "compare HEAD~1\n"
    "compare origin/main --time gate --junit compare.xml\n",
    options,
    NULL,
    true,
    uses,
    NULL,
};
