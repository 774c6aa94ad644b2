/* halfstep timing: what a step costs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <time.h>

#include "harness/commands/message.h"
#include "harness/commands/method.h"
#include "harness/commands/number.h"
#include "harness/jobs/interrupt.h"
#include "harness/results/json_number.h"
#include "harness/results/results_print.h"
#include "harness/studies/study_command.h"
#include "harness/timing/study_timing.h"
#include "harness/timing/timing_print.h"

static const struct option_definition options[] = {
    {"method", OPTION_VALUE, "M", "only this method (default: all)"},
    {"integrator", OPTION_UNAVAILABLE, "LIB.so", ""},
    {"quick", OPTION_FLAG, NULL, "fewer processes and rounds, and shorter chains"},
    {"seed", OPTION_VALUE, "N", "of the random orders (default: from the clock)"},
    {"time-limit", OPTION_VALUE, "SECONDS",
     "end a process that takes longer, as failed (default 60)"},
    {"set", OPTION_REPEATABLE, "NAME=VALUE",
     "change a parameter, a size or an initial value of the models"},
    {"json", OPTION_FLAG, NULL, "print one JSON document"},
    {"out", OPTION_VALUE, "DIR", "also write a report's folder: page, figures, tables"},
    {NULL, OPTION_FLAG, NULL, NULL},
};

static const double usual_time_limit = 60, largest_seed = 1e9;

static int read_seed(unsigned long *seed, const struct arguments *arguments,
                     struct diagnostic *d) {
    const char *text = arguments_value(arguments, "seed");
    double number = fmod((double)time(NULL), largest_seed);
    if (text != NULL && number_read_double(&number, text, "--seed", d))
        return -1;
    if (!(number >= 0 && number <= largest_seed) || number != floor(number))
        return message_set(d, "--seed %s: must be a whole number from 0 to %.0f", text,
                           largest_seed);
    *seed = (unsigned long)number;
    return 0;
}

static int read_request(struct timing_request *r, struct session *session,
                        const struct arguments *arguments) {
    const char *limit = arguments_value(arguments, "time-limit");
    *r = (struct timing_request){.session = session,
                                 .method = arguments_value(arguments, "method"),
                                 .effort = arguments_value(arguments, "quick") != NULL
                                               ? timing_effort_quick()
                                               : timing_effort_full(),
                                 .seconds_limit = usual_time_limit};
    if (r->method != NULL && method_find(r->method, &session->why) == NULL)
        return -1;
    if (limit != NULL &&
        number_read_double(&r->seconds_limit, limit, "--time-limit", &session->why))
        return -1;
    if (!(r->seconds_limit > 0))
        return message_set(&session->why, "--time-limit %s: must be positive", limit);
    return read_seed(&r->seed, arguments, &session->why);
}

/* Descriptions of the models, for a report. */
static enum exit_status describe(const struct timing_request *r, json_t **models) {
    const char *const methods[] = {method_table()->name, NULL};
    const struct results_request request = {.session = r->session,
                                            .catalogue = r->catalogue,
                                            .models = r->models,
                                            .settings = r->settings,
                                            .methods = methods,
                                            .seconds_limit = r->seconds_limit,
                                            .describe = true};
    json_t *none;
    enum exit_status status = results_find(&request, &none, models);
    json_decref(none);
    return status;
}

static enum exit_status time_models(struct timing_request *r,
                                    const struct arguments *arguments, bool is_described,
                                    struct study_outcome *o) {
    struct model_settings settings = {0, NULL, NULL};
    struct model_names names = {0, NULL};
    struct catalogue *catalogue = NULL;
    struct progress clock = progress_start(r->session->err, false);
    enum exit_status status = EXIT_USAGE;
    if (model_settings_read(&settings, arguments, r->session) == 0)
        status = models_open(&catalogue, r->session);
    if (status == EXIT_PASSED &&
        (arguments_count(arguments, NULL) > 0
             ? model_names_read(&names, arguments, catalogue, r->session)
             : timing_usual_models(&names)))
        status = EXIT_MACHINE;
    r->catalogue = catalogue;
    r->models = &names;
    r->settings = &settings;
    if (status == EXIT_PASSED)
        status = study_timing(r, &o->results);
    if (status == EXIT_PASSED && is_described)
        status = describe(r, &o->models);
    o->seconds = progress_seconds(&clock);
    model_names_clear(&names);
    catalogue_free(catalogue);
    model_settings_clear(&settings);
    return status;
}

static void print(const struct timing_request *r, const struct study_outcome *o,
                  bool as_document) {
    if (as_document) {
        json_t *document = study_outcome_document(o, "timing", r->method);
        json_object_set_new(document, "seed", json_integer((json_int_t)r->seed));
        json_print(document, r->session->out);
        json_decref(document);
        return;
    }
    timing_print(o->results, r->session->out);
    results_print_failures(o->results, r->session->out);
    fprintf(r->session->out, "%.0f s, seed %lu\n", o->seconds, r->seed);
}

static enum exit_status time_and_print(struct timing_request *r,
                                       const struct arguments *arguments,
                                       struct folder *folder) {
    struct session *session = r->session;
    const bool as_document = arguments_value(arguments, "json") != NULL;
    struct study_outcome outcome = {.results = NULL};
    enum exit_status status = time_models(r, arguments, folder != NULL, &outcome);
    if (status == EXIT_PASSED)
        print(r, &outcome, as_document);
    if (status == EXIT_PASSED && folder != NULL) {
        FILE *out = session->out;
        if (as_document)
            session->out = session->err; /* the document stays alone */
        status = report_complete(folder, &outcome, "timing", r->method, session);
        session->out = out;
    }
    if (status == EXIT_PASSED)
        status = study_outcome_status(&outcome);
    study_outcome_clear(&outcome);
    return status;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    const char *place = arguments_value(arguments, "out");
    struct timing_request request;
    struct folder folder;
    sigset_t before;
    if (read_request(&request, session, arguments))
        return EXIT_USAGE;
    enum exit_status status = EXIT_PASSED;
    interrupt_hold(&before);
    if (place != NULL)
        status = report_begin(&folder, place, session);
    if (status == EXIT_PASSED)
        status = time_and_print(&request, arguments, place != NULL ? &folder : NULL);
    if (place != NULL)
        folder_discard(&folder);
    interrupt_release(&before);
    return status;
}

const struct command command_timing = {
    "timing",
    "[MODEL...] [--method M] [--quick] [--seed N] [--set NAME=VALUE]... [--json] [--out "
    "DIR]",
    "Measure what a step costs: against the original, its kernels, a chain's length",
    "Processes one at a time, each measuring a model's runs and kernels in turns. "
    "Without\n"
    "MODEL the models whose costs in the original are recorded, and the growth "
    "of\n" TIMING_CHAIN " to 100000 masses.\n",
    options,
    run,
};
