/* halfstep timing: what a step costs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <time.h>

#include "harness/base/message.h"
#include "harness/commands/timing_models.h"
#include "harness/jobs/progress.h"
#include "harness/program/run/study_command.h"
#include "harness/program/run/study_document.h"
#include "harness/results/results_print.h"
#include "harness/session/arguments.h"
#include "harness/speed/compare/compare_settings.h"
#include "harness/speed/peers/study_peers.h"
#include "harness/speed/print/timing_print.h"
#include "harness/speed/goals/goal_ask.h"
#include "harness/speed/timing/study_timing.h"
#include "harness/speed/timing/timing_chain.h"
#include "harness/speed/goals/timing_goals.h"
#include "problems/catalogue.h"
#include "problems/model.h"

static const struct option_definition options[] = {
    OPTION_METHOD("only this method (default: all)"),
    OPTION("integrator", UNAVAILABLE, "LIB.so", ""),
    OPTION("quick", FLAG, NULL,
           "fewer benchmarks, processes and rounds, and shorter chains",
           .excludes = "full"),
    OPTION("full", FLAG, NULL, "every method on every model of the catalogue"),
    OPTION("processes", VALUE, "N",
           "so many processes for each model (default 8, quick 4)", .read = option_whole,
           .least = 4, .most = BATCH_MOST_PROCESSES),
    OPTION("no-instructions", FLAG, NULL, "do not count instructions (by valgrind)"),
    OPTION("goals", FLAG, NULL,
           "the numbers to reach alone, each measured by the command that it names",
           .excludes = "peers"),
    OPTION("peers", FLAG, NULL,
           "other people's integrators beside ours, and nothing else"),
    OPTION("python", VALUE, "PROGRAM", "which Python has peers' packages",
           .usual = "python3", .needs = "peers"),
    COMPARE_SEED,
    OPTION("time-limit", VALUE, "SECONDS", "end a process that takes longer, as failed",
           .read = option_positive, .usual = "300"),
    OPTION_SET,
    OPTION("json", FLAG, NULL, "print one JSON document"),
    OPTION("csv", FLAG, NULL, "print the results as comma-separated values"),
    OPTION_SCHEMA,
    OPTION_OUT,
    OPTIONS_END,
};

static enum benchmarks_extent read_extent(const struct arguments *arguments) {
    return arguments_has(arguments, "full")    ? BENCHMARKS_FULL
           : arguments_has(arguments, "quick") ? BENCHMARKS_QUICK
                                               : BENCHMARKS_STANDARD;
}

static void read_request(struct timing_request *r, struct session *session,
                         const struct arguments *arguments) {
    *r = (struct timing_request){
        .session = session,
        .method = arguments_value(arguments, "method"),
        .effort = arguments_has(arguments, "quick") || arguments_has(arguments, "goals")
                      ? timing_quick
                      : timing_full,
        .goals_alone = arguments_has(arguments, "goals"),
        .models_are_named = arguments_count(arguments, NULL) > 0,
        .extent = read_extent(arguments),
        .counts_instructions = !arguments_has(arguments, "no-instructions"),
        .seed = compare_seed(arguments),
        .seconds_limit = arguments_number(arguments, "time-limit")};
    if (arguments_has(arguments, "processes"))
        r->effort.processes = (int)arguments_whole(arguments, "processes");
}

/* The numbers to reach that comparisons with peers tell, or else the results. */
static enum exit_status add_goals(const struct timing_request *r,
                                  const struct timing_results *found,
                                  struct timing_told *told, struct study_outcome *o) {
    const bool are_peers = told->peers > 0;
    json_t *answers =
        (are_peers ? !r->models_are_named : r->goals_alone)
            ? goal_ask_all(r->seconds_limit, are_peers ? goal_is_of_engines : NULL)
            : NULL;
    const int failed = are_peers ? timing_goals_beside_peers(told, answers)
                                 : timing_goals(told, found, answers);
    json_decref(answers);
    return failed ||
                   json_object_update_new(o->more, record_tell(&timing_told_record, told))
               ? message_fail(EXIT_MACHINE, &r->session->why, "out of memory")
               : EXIT_PASSED;
}

static enum exit_status measure_peers(const struct timing_request *r,
                                      const struct arguments *arguments,
                                      struct timing_told *told, struct study_outcome *o) {
    const struct peers_request request = {.session = r->session,
                                          .catalogue = r->catalogue,
                                          .models =
                                              r->models_are_named ? r->models : NULL,
                                          .python = arguments_value(arguments, "python"),
                                          .quick = arguments_has(arguments, "quick"),
                                          .seed = r->seed,
                                          .seconds_limit = r->seconds_limit};
    enum exit_status status = study_peers(&request, told, &o->results);
    if (status == EXIT_PASSED) {
        o->more = json_object();
        status = add_goals(r, NULL, told, o);
        json_object_set_new(o->more, "taken", json_integer((json_int_t)time(NULL)));
    }
    return status;
}

/* Whether each can be read, and goes by a name of its own. */
static enum exit_status check_models(const struct model_names *names,
                                     const struct catalogue *catalogue,
                                     const struct model_settings *settings,
                                     struct diagnostic *d) {
    enum exit_status status = model_names_check(names, d);
    for (int i = 0; i < names->count && status == EXIT_PASSED; i++) {
        struct model *m;
        status = models_read(&m, catalogue, names->name[i], settings, d);
        if (status == EXIT_PASSED)
            model_free(m);
    }
    return status;
}

static enum exit_status measure_steps(const struct timing_request *r,
                                      struct timing_results *found,
                                      struct timing_told *told, struct study_outcome *o) {
    enum exit_status status = study_timing(r, found, &o->more, told);
    if (status == EXIT_PASSED)
        status = add_goals(r, found, told, o);
    if (status == EXIT_PASSED && timing_results_give(&o->results, found))
        status = message_fail(EXIT_MACHINE, &r->session->why, "out of memory");
    return status;
}

static enum exit_status time_models(struct timing_request *r,
                                    const struct arguments *arguments, bool is_described,
                                    struct timing_results *found,
                                    struct timing_told *told, struct study_outcome *o) {
    struct model_settings settings = {0, NULL, NULL};
    struct model_names names = {0, NULL};
    struct catalogue *catalogue = NULL;
    struct progress clock = progress_start(r->session->err, false);
    const bool are_peers = arguments_has(arguments, "peers");
    enum exit_status status = EXIT_USAGE;
    if (r->goals_alone && (r->models_are_named || r->method != NULL))
        return message_fail(EXIT_USAGE, &r->session->why,
                            "--goals has models and methods of its own");
    if (model_settings_read(&settings, arguments, r->session) == 0)
        status = models_open(&catalogue, r->session);
    if (status == EXIT_PASSED &&
        (arguments_count(arguments, NULL) > 0
             ? model_names_read(&names, arguments, catalogue, false, r->session)
             : timing_usual_models(&names)))
        status = EXIT_MACHINE;
    if (status == EXIT_PASSED && r->models_are_named)
        status = check_models(&names, catalogue, &settings, &r->session->why);
    r->catalogue = catalogue;
    r->models = &names;
    r->settings = &settings;
    if (status == EXIT_PASSED)
        status = are_peers ? measure_peers(r, arguments, told, o)
                           : measure_steps(r, found, told, o);
    if (status == EXIT_PASSED && is_described)
        status = timing_models_describe(r, &o->results, &o->models);
    if (o->more != NULL)
        json_object_set_new(o->more, "seed", json_integer((json_int_t)r->seed));
    if (status == EXIT_PASSED && !are_peers &&
        json_object_set_new(o->more, "results", timing_results_tell(found)))
        status = message_fail(EXIT_MACHINE, &r->session->why, "out of memory");
    o->seconds = progress_seconds(&clock);
    model_names_clear(&names);
    catalogue_free(catalogue);
    model_settings_clear(&settings);
    return status;
}

static void print(const struct timing_request *r, const struct study_outcome *o,
                  const struct timing_results *found, const struct timing_told *told,
                  enum form form) {
    FILE *out = r->session->out;
    if (form == FORM_JSON) {
        study_outcome_print(o, "timing", r->method, out);
        return;
    }
    if (form == FORM_CSV) {
        study_document_print_csv(&o->results, out);
        return;
    }
    timing_print(found, out);
    timing_general_print(told, out);
    timing_general_print_failures(found, out);
    timing_precision_print(found, out);
    timing_growth_print(found, out);
    if (told->peers > 0)
        peers_print(told, out);
    results_print_failures(&o->results, out);
    timing_goals_print(told, !r->models_are_named, out);
    fprintf(out, "%.0f s, seed %lu\n", o->seconds, r->seed);
}

struct work {
    struct timing_request request;
    const struct arguments *arguments;
};

static enum exit_status time_and_print(void *context, struct folder *folder,
                                       struct session *session) {
    struct work *w = context;
    const enum form form = arguments_form(w->arguments);
    struct study_outcome outcome = {.models = NULL};
    struct timing_results found = {.count = 0};
    struct timing_told told = {.peers = 0};
    enum exit_status status =
        time_models(&w->request, w->arguments, folder != NULL, &found, &told, &outcome);
    if (status == EXIT_PASSED)
        print(&w->request, &outcome, &found, &told, form);
    if (status == EXIT_PASSED)
        status = report_complete_beside(folder, &outcome, "timing", w->request.method,
                                        form != FORM_TEXT, session);
    if (status == EXIT_PASSED)
        status = study_outcome_status(&outcome);
    record_clear(&timing_told_record, &told);
    timing_results_clear(&found);
    study_outcome_clear(&outcome);
    return status;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    struct work work = {.arguments = arguments};
    read_request(&work.request, session, arguments);
    return report_around(time_and_print, &work, arguments, session);
}

const struct command command_timing = {
    "timing",
    "[MODEL...] [--method M] [--quick|--full] [--no-instructions] [--processes N] "
    "[--goals | --peers] [--python PROGRAM] [--seed N] [--set NAME=VALUE]... [--json | "
    "--csv] "
    "[--out DIR]",
    "Measure what a step costs: every method, its kernels, equal accuracy, growth, peers",
    "In each process the methods of one model take turns; processes run one at a time.\n"
    "Instructions are counted by valgrind. Without MODEL: seventeen models, those whose\n"
    "costs in the original are recorded, and the growth of " TIMING_CHAIN
    " to 100000\nmasses.\n",
    "timing pendulum --quick --json\n",
    options,
    run,
    true,
    NULL,
    &timing_document_record,
};
