/* halfstep gate: the studies of a profile, judged, for continuous integration.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/message.h"
#include "harness/gate/expect.h"
#include "harness/gate/profile.h"
#include "harness/program/gate/gate_arguments.h"
#include "harness/program/gate/gate_files.h"
#include "harness/program/gate/gate_run.h"
#include "harness/program/run/study_document.h"

static const struct option_definition options[] = {
    STUDY_COMMAND_OPTIONS,
    OPTION_SET,
    OPTION("profile", VALUE, "P",
           "quick (under 20 s of processor time), standard (under 120 s, the default), "
           "full (a report's effort) or every (full, on every name of the list)",
           .read = profile_option, .word = profile_option_word),
    OPTION("expect", VALUE, "FILE",
           "what is declared about the integrator, and accepted deviations"),
    OPTION("fail-fast", FLAG, NULL, "end with the first study that fails"),
    OPTION("jobs", VALUE, "N", "studies at a time (default: one for each processor)",
           .read = option_whole, .least = 1, .most = 1024, .is_apart = true),
    OPTION("verbose", FLAG, NULL, "print each verdict: what was checked, the figures",
           .is_apart = true),
    OPTION_SCHEMA,
    GATE_FILE_OPTIONS,
    OPTIONS_END,
};

/* What the arguments say about how the studies are gone about. */
static struct results_plan read_plan(const struct arguments *arguments) {
    return (struct results_plan){.profile = gate_arguments_profile(arguments),
                                 .fail_fast = arguments_has(arguments, "fail-fast"),
                                 .workers = arguments_has(arguments, "jobs")
                                                ? (int)arguments_whole(arguments, "jobs")
                                                : 0};
}

static enum exit_status study_and_tell(struct session *session,
                                       const struct arguments *arguments,
                                       struct expect *e,
                                       const struct results_plan *plan) {
    struct gate_arguments all;
    struct gate_run run;
    if (gate_arguments_make(&all, arguments, e))
        return message_fail(EXIT_MACHINE, &session->why, "out of memory");
    enum exit_status status = arguments_check(&all.all, &session->why)
                                  ? EXIT_USAGE
                                  : gate_run(&run, session, &all.all, e, plan);
    if (status == EXIT_PASSED)
        status = gate_tell(session, arguments, &run);
    gate_run_clear(&run);
    gate_arguments_clear(&all);
    return status;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    struct results_plan plan = read_plan(arguments);
    struct expect e = {.path = NULL};
    const char *studies[gate_most_studies];
    enum exit_status status = EXIT_USAGE;
    gate_studies(studies);
    if (expect_read(&e, arguments_value(arguments, "expect"), studies, &session->why) ==
        0)
        status = (enum exit_status)gate_files_check(arguments, &session->why);
    if (status == EXIT_PASSED)
        status = study_and_tell(session, arguments, &e, &plan);
    expect_clear(&e);
    return status;
}

const struct command command_gate = {
    "gate",
    "[MODEL...] [--method M | --integrator PLACE] [--profile P] [--expect FILE] "
    "[--fail-fast] [--junit FILE] [--json FILE] [...]",
    "Run the studies on the whole catalogue and judge, for continuous integration",
    "For all methods unless one is named. Exit status 1 when a verdict fails, or when "
    "one\n"
    "that is required is not reached. The last line is the overall verdict.\n",
    "gate --profile quick --fail-fast\n"
    "gate --integrator ./mine.so --expect mine.json --junit junit.xml\n",
    options,
    run,
    true,
    NULL,
    &gate_document_record,
};
