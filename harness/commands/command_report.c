/* halfstep report: every study on the whole catalogue, as a page; of the built-in
 * methods, or of an integrator from outside, beside which the built-in ones are then
 * shown.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "harness/base/input.h"
#include "harness/base/message.h"
#include "harness/base/path.h"
#include "harness/gate/expect.h"
#include "harness/base/record/record.h"
#include "harness/genericity/survey.h"
#include "harness/jobs/interrupt.h"
#include "harness/program/gate/gate_arguments.h"
#include "harness/program/gate/gate_run.h"
#include "harness/program/run/journal.h"
#include "harness/program/run/report_watch.h"
#include "harness/program/run/shard_part.h"
#include "harness/results/result.h"
#include "harness/results/results_print.h"
#include "harness/session/use.h"

static const char usual_place[] = "report";

/* "-2-of-4". */
enum { SHARD_PLACE_ROOM = 32 };

/* What an integrator is compared in. */
enum { COMPARED_STUDIES = STUDY_SET(STUDY_STATISTICS) | STUDY_SET(STUDY_FINGERPRINT) };

static const struct option_definition options[] = {
    STUDY_COMMAND_OPTIONS,
    OPTION_SET,
    OPTION("expect", VALUE, "FILE",
           "what is declared about the integrator, and accepted deviations, as of gate"),
    OPTION("against", VALUE, "DIR", "another report: tell what changed since",
           .is_apart = true),
    OPTION("out", VALUE, "DIR", "where to put it (default ./report)", .is_apart = true),
    OPTION("single", VALUE, "NAME",
           "no study: one file, NAME.html, of a page of the report in --out, to be "
           "mailed: a "
           "problem, a method, or index"),
    OPTION("resume", VALUE, "DIR",
           "go on with a report that was interrupted or killed; alone"),
    OPTIONS_END,
};

/* What an integrator is shown beside: fingerprints, and work against precision in default
 * mode. */
static bool is_compared(const struct result *result) {
    return strcmp(result->quantity, "work-precision:default") == 0 ||
           strcmp(result->quantity, "fingerprint") == 0;
}

static enum exit_status compare(struct study_outcome *o, struct session *session,
                                const struct arguments *arguments) {
    struct study_outcome built_in;
    enum exit_status status = study_command_compare(&built_in, session, arguments,
                                                    COMPARED_STUDIES, &o->not_applicable);
    if (status == EXIT_PASSED) {
        o->is_compared = true;
        RESULTS_FOREACH(&built_in.results, result) {
            if (is_compared(result) &&
                results_add(&o->comparison, result, "%s", result->reason))
                status = message_fail(EXIT_MACHINE, &session->why, "out of memory");
        }
    }
    study_outcome_clear(&built_in);
    return status;
}

/* What is no job of a study is done once: by the first shard. */
static bool has_the_rest(const struct study_outcome *o) {
    return o->part == NULL || o->shard.index == 1;
}

/* When and from which sources, and where the time went: what each study of each model took. */
static void keep_circumstances(struct study_outcome *o, const struct session *session,
                               const struct arguments *arguments,
                               const struct job_accounts *jobs) {
    if (o->part != NULL || arguments_has(arguments, "canonical"))
        return;
    if (o->more == NULL)
        o->more = json_object();
    json_object_set_new(o->more, "taken", json_integer((json_int_t)time(NULL)));
    shard_part_note_build(o->more, session);
    json_object_update_new(o->more, record_tell(&job_accounts_record, jobs));
}

static enum exit_status study_all(struct study_outcome *o, struct session *session,
                                  const struct arguments *arguments, struct expect *e,
                                  struct report_watch *looks, struct journal *journal) {
    const struct results_watch watch = report_watch_tell(looks);
    struct job_accounts jobs = {.count = 0};
    const struct results_request asked = {
        .studies = STUDY_SET_OF_ALL,
        .effort = STUDY_REPORT,
        .describe = true,
        .plan = {.expect = e,
                 .judge = gate_judge,
                 .context = e,
                 .watch = &watch,
                 .jobs = &jobs,
                 .journal = arguments_has(arguments, "shard") ? NULL : journal}};
    enum exit_status status = study_command_find(o, session, arguments, &asked);
    if (status == EXIT_PASSED && o->part != NULL)
        expect_note(e, o->part);
    else if (status == EXIT_PASSED)
        expect_unused(e, &o->results, false);
    if (status == EXIT_PASSED)
        keep_circumstances(o, session, arguments, &jobs);
    record_clear(&job_accounts_record, &jobs);
    if (status == EXIT_PASSED && o->foreign.is_given && has_the_rest(o))
        status = compare(o, session, arguments);
    return status;
}

/* Whether a fault could hide behind a zero; what stands in its way is left to the command
 * of that name. */
static void survey(struct study_outcome *o, struct session *session,
                   const struct arguments *arguments) {
    const struct diagnostic before = session->why;
    struct survey_told told;
    if (survey_of_arguments(session, arguments, &told) == EXIT_PASSED) {
        survey_shorten(&told);
        o->genericity = record_tell(&survey_document_record, &told);
    }
    record_clear(&survey_document_record, &told);
    session->why = before;
}

/* What is found once, beside the studies. */
static void find_the_rest(struct study_outcome *o, struct session *session,
                          const struct arguments *arguments) {
    struct diagnostic ignored;
    if (session->detection != NULL)
        o->detection = input_json(session->detection, 0, &ignored);
    survey(o, session, arguments);
}

static enum exit_status write_all(struct study_outcome *o, struct session *session,
                                  const char *method, struct folder *folder) {
    results_print_gate(&o->results, session->out);
    applicable_print(&o->not_applicable, session->out);
    return report_complete(folder, o, "report", method, session);
}

static enum exit_status study_and_write(struct session *session,
                                        const struct arguments *arguments,
                                        struct expect *e, struct folder *folder,
                                        struct journal *journal) {
    const char *method = arguments_value(arguments, "method");
    struct study_outcome outcome;
    struct report_watch looks;
    if (report_watch_begin(&looks, folder, &outcome, "report", method, session))
        return message_fail(EXIT_MACHINE, &session->why, "out of memory");
    enum exit_status status = study_all(&outcome, session, arguments, e, &looks, journal);
    if (status == EXIT_PASSED && has_the_rest(&outcome))
        find_the_rest(&outcome, session, arguments);
    outcome.against = arguments_value(arguments, "against");
    if (status == EXIT_PASSED)
        status = write_all(&outcome, session, method, folder);
    report_watch_end(&looks, status == EXIT_PASSED);
    if (status == EXIT_PASSED)
        journal_remove(journal);
    if (status == EXIT_PASSED)
        status = study_outcome_status(&outcome);
    study_outcome_clear(&outcome);
    return status;
}

/* "report"; of a shard "report-2-of-4", so that none takes another's place. */
static int name_usual_place(char *place, size_t room, const struct arguments *arguments,
                            struct diagnostic *d) {
    struct shard shard;
    if (shard_read(&shard, arguments_value(arguments, "shard"), d))
        return -1;
    if (shard.count == 0)
        snprintf(place, room, "%s", usual_place);
    else
        snprintf(place, room, "%s-%d-of-%d", usual_place, shard.index, shard.count);
    return 0;
}

/* The report to be held against is there before the work begins. */
static int check_against(const char *against, struct diagnostic *d) {
    char *path = against != NULL ? path_join(against, "results.json") : NULL;
    int failed = 0;
    if (against != NULL && (path == NULL || access(path, R_OK) != 0))
        failed = message_set(d, "--against %s: no report is there", against);
    free(path);
    return failed;
}

/* With the options and models that the file of --expect adds to the command line. */
static enum exit_status write_expected(struct session *session,
                                       const struct arguments *arguments,
                                       struct expect *e, struct journal *journal) {
    const char *place = arguments_value(arguments, "out");
    char usual[sizeof usual_place + SHARD_PLACE_ROOM];
    struct gate_arguments all;
    struct folder folder;
    if (name_usual_place(usual, sizeof usual, arguments, &session->why) ||
        check_against(arguments_value(arguments, "against"), &session->why))
        return EXIT_USAGE;
    if (gate_arguments_make(&all, arguments, e))
        return message_fail(EXIT_MACHINE, &session->why, "out of memory");
    enum exit_status status =
        arguments_check(&all.all, &session->why)
            ? EXIT_USAGE
            : report_begin(&folder, place == NULL ? usual : place, session);
    if (status == EXIT_PASSED) {
        if (journal->recorded == NULL && journal_begin(journal, folder.place, arguments))
            status = message_set(&session->why, "out of memory") ? EXIT_MACHINE : status;
        if (status == EXIT_PASSED)
            status = study_and_write(session, &all.all, e, &folder, journal);
        folder_discard(&folder);
    }
    gate_arguments_clear(&all);
    return status;
}

static enum exit_status make(struct session *session, const struct arguments *arguments,
                             struct journal *journal) {
    struct expect e = {.path = NULL};
    const char *studies[gate_most_studies];
    enum exit_status status = EXIT_USAGE;
    sigset_t before;
    interrupt_hold(&before);
    gate_studies(studies);
    if (expect_read(&e, arguments_value(arguments, "expect"), studies, &session->why) ==
        0)
        status = write_expected(session, arguments, &e, journal);
    expect_clear(&e);
    interrupt_release(&before);
    return status;
}

/* By the command line that began it. */
static enum exit_status resume(struct session *session,
                               const struct arguments *arguments) {
    struct journal journal = {.path = NULL};
    const char *place = arguments_value(arguments, "resume");
    struct arguments begun = {0, NULL, NULL};
    enum exit_status status = EXIT_USAGE;
    if (journal_read(&journal, place, &session->why)) {
        journal_clear(&journal);
        return EXIT_USAGE;
    }
    const json_t *words = journal_words(&journal);
    const int count = (int)json_array_size(words);
    char **word = calloc((size_t)count + 1, sizeof *word);
    for (int i = 0; i < count && word != NULL; i++)
        word[i] = (char *)json_string_value(json_array_get(words, (size_t)i));
    if (word == NULL)
        message_set(&session->why, "out of memory");
    else if (arguments_parse(&begun, options, count, word, &session->why) == 0)
        status = make(session, &begun, &journal);
    arguments_clear(&begun);
    free(word);
    journal_clear(&journal);
    return status;
}

static enum exit_status report_all(struct session *session,
                                   const struct arguments *arguments) {
    struct journal journal = {.path = NULL};
    enum exit_status status = make(session, arguments, &journal);
    journal_clear(&journal);
    return status;
}

static enum exit_status mail(struct session *session, const struct arguments *arguments) {
    const char *place = arguments_value(arguments, "out");
    return report_single(place != NULL ? place : usual_place,
                         arguments_value(arguments, "single"), session);
}

static const struct command_use uses[] = {
    {"single", USE_BY_OPTION, 0, 0, "", mail, "single out", NULL},
    {"resume", USE_BY_OPTION, 0, 0, "", resume, "resume", NULL},
    {"MODEL", USE_ELSE, 0, INT_MAX, "", report_all, NULL, NULL},
    {.name = NULL},
};

const struct command command_report = {
    "report",
    "[MODEL...] [--method M | --integrator PLACE [--option NAME=VALUE]...] "
    "[--expect FILE] [--set NAME=VALUE]... [--against DIR] [--out DIR] | --resume DIR | "
    "--single NAME [--out DIR]",
    "Run every study on the whole catalogue and write them up as a site",
    "With --integrator the page is about that integrator: what it is, whether it can be\n"
    "trusted, and how it does beside the built-in methods.\n"
    "The folder has pages for the whole, each model and each method (open index.html; "
    "all\n"
    "work offline), the figures and their numbers, results.json, and tables of all "
    "points.\n"
    "While studies are at work there is a report of what is done, without figures. If\n"
    "they are interrupted, figures are added. Where DIR holds a whole report already, "
    "that\n"
    "is kept, and the unfinished one is put into DIR.unfinished. What is done is kept "
    "in\n"
    "DIR.journal until the report is whole: --resume goes on from there, even if the\n"
    "program was killed.\n",
    "report --out everything\n"
    "report pendulum heavy_top --method implicit-euler --out two\n",
    options,
    NULL,
    false,
    uses,
    NULL,
};
