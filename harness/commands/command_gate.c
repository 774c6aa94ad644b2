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
    {"profile", OPTION_VALUE, "P",
     "quick (under 20 s of processor time), standard (under 120 s, the default), "
     "full (a report's effort) or every (full, on every name of the list)"},
    {"expect", OPTION_VALUE, "FILE",
     "what is declared about the integrator, and accepted deviations"},
    {"fail-fast", OPTION_FLAG, NULL, "end with the first study that fails"},
    {"jobs", OPTION_VALUE, "N", "studies at a time (default: one for each processor)"},
    {"verbose", OPTION_FLAG, NULL, "print each verdict: what was checked, the figures"},
    {"schema", OPTION_FLAG, NULL, "print the JSON Schema of --json, and do nothing else"},
    GATE_FILE_OPTIONS,
    {NULL, OPTION_FLAG, NULL, NULL},
};

enum { most_jobs = 1024 };

/* What the arguments say about how the studies are gone about. */
static int read_plan(struct results_plan *plan, const struct arguments *arguments,
                     struct diagnostic *d) {
    const char *profile = arguments_value(arguments, "profile");
    long jobs = 0;
    *plan = (struct results_plan){.profile = profile == NULL ? profile_usual()
                                                             : profile_find(profile, d),
                                  .fail_fast = arguments_has(arguments, "fail-fast")};
    if (plan->profile == NULL)
        return -1;
    int failed = arguments_whole(&jobs, arguments, "jobs", 1, most_jobs, d);
    plan->workers = (int)jobs;
    return failed;
}

static enum exit_status study_and_tell(struct session *session,
                                       const struct arguments *arguments,
                                       struct expect *e,
                                       const struct results_plan *plan) {
    struct gate_arguments all;
    struct gate_run run;
    if (gate_arguments_make(&all, arguments, e, options))
        return message_fail(EXIT_MACHINE, &session->why, "out of memory");
    enum exit_status status = gate_run(&run, session, &all.all, e, plan);
    if (status == EXIT_PASSED)
        status = gate_tell(session, arguments, &run);
    gate_run_clear(&run);
    gate_arguments_clear(&all);
    return status;
}

static enum exit_status read_and_study(struct session *session,
                                       const struct arguments *arguments) {
    struct results_plan plan;
    struct expect e = {.path = NULL};
    const char *studies[gate_most_studies];
    enum exit_status status = EXIT_USAGE;
    gate_studies(studies);
    if (read_plan(&plan, arguments, &session->why) == 0 &&
        expect_read(&e, arguments_value(arguments, "expect"), studies, &session->why) ==
            0)
        status = (enum exit_status)gate_files_check(arguments, &session->why);
    if (status == EXIT_PASSED)
        status = study_and_tell(session, arguments, &e, &plan);
    expect_clear(&e);
    return status;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    if (arguments_form(arguments) != FORM_SCHEMA)
        return read_and_study(session, arguments);
    study_document_print_schema(&gate_document_record, session->out);
    return EXIT_PASSED;
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
};
