/* halfstep truth --recompute.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/jobs/interrupt.h"
#include "harness/jobs/pool.h"
#include "harness/jobs/progress.h"
#include "harness/integrators/methods/method.h"
#include "harness/commands/truth_command.h"
#include "harness/methods/method_row.h"
#include "harness/program/run/study_job.h"
#include "harness/session/arguments.h"
#include "harness/session/models.h"
#include "harness/truth/record/truth_file.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth_make.h"
#include "harness/truth/truth_store.h"
#include "problems/catalogue.h"
#include "problems/model.h"

/* Of the processor, for each number of digits by each kind of way, unless --time-limit says
 * another. */
static const double usual_seconds_a_try = 60;

/* Of all tries of a model and its studies together. */
static const double seconds_a_model = 3600;

struct recompute {
    struct session *session;
    const struct catalogue *catalogue;
    const struct model_names *names;
    int digits; /* 0: as many of the standard ones as can be had */
    unsigned ways;
    double seconds_a_try;
    bool only_studies; /* what has a proof, or was tried for one, stays */
    struct progress progress;
    int failed;
};

/* Studies of the gate that ask for truths. */
static const enum study_kind studies[] = {STUDY_ORDER, STUDY_GAP, STUDY_INVARIANTS};

static bool is_studied(const struct recompute *r, const char *name) {
    const struct catalogue_entry *entry = models_entry(r->catalogue, name);
    return entry != NULL && models_include(entry);
}

/* The model's file without what studies have asked for. */
static json_t *read_best(const struct recompute *r, const char *name) {
    char *path = truth_store_path(r->session->known.catalogue, name);
    json_t *file = path != NULL ? truth_file_read(path) : NULL;
    json_t *records = json_object_get(file, "truths");
    struct truth_facts f;
    for (size_t i = json_array_size(records); i > 0; i--)
        if (!truth_record_facts(&f, json_array_get(records, i - 1)) || !f.is_best)
            json_array_remove(records, i - 1);
    free(path);
    return file != NULL ? file : truth_file_begin();
}

static bool is_empty(const json_t *file) {
    return json_array_size(json_object_get(file, "truths")) == 0;
}

/* Lets the studies ask; what took long is collected in the document. */
static void run_studies(const struct recompute *r, json_t *file, struct model *m) {
    static const struct model_settings no_settings = {0, NULL, NULL};
    const char *const methods[] = {method_table()[0].name, NULL};
    const struct truth_store store = {.collected = file};
    const struct results_request request = {.session = r->session,
                                            .catalogue = r->catalogue,
                                            .settings = &no_settings,
                                            .methods = methods,
                                            .effort = STUDY_GATE,
                                            .truths = &store};
    for (size_t i = 0; i < sizeof studies / sizeof *studies; i++)
        json_decref(study_job_run(&request, m, studies[i], methods));
}

/* What a file that was made has besides its truths, until it is written: which there are not. */
static const char missing_key[] = "missing";

/* In a process of its own. */
static json_t *make_file(void *context, int job, struct diagnostic *d) {
    const struct recompute *r = context;
    const char *name = r->names->name[job];
    struct model *m = NULL;
    json_t *file = r->only_studies ? read_best(r, name) : truth_file_begin();
    if (file == NULL || models_read_plain(&m, r->catalogue, name, d) != EXIT_PASSED) {
        json_decref(file);
        return NULL;
    }
    int failed = r->only_studies
                     ? 0
                     : truth_make(file, m, r->digits, r->ways, r->seconds_a_try, d);
    if (!failed && is_studied(r, name))
        run_studies(r, file, m);
    if (!failed && d->text[0] != '\0')
        failed = json_object_set_new(file, missing_key, json_string(d->text));
    model_free(m);
    if (!failed)
        return file;
    json_decref(file);
    return NULL;
}

static void show_progress(void *context, int job, int jobs_done) {
    struct recompute *r = context;
    char text[128];
    snprintf(text, sizeof text, "%d of %d models (%.60s)", jobs_done, r->names->count,
             r->names->name[job]);
    progress_show(&r->progress, (double)jobs_done / r->names->count, text);
}

/* "pendulum: certified, 50 digits by enclosure, 0.3 s; ...". */
static void tell_file(const struct recompute *r, const char *name, const json_t *file,
                      double seconds) {
    size_t i, others = 0;
    json_t *record;
    const char *before = ":";
    fprintf(r->session->out, "%s", name);
    json_array_foreach(json_object_get(file, "truths"), i, record) {
        struct truth_facts f;
        if (!truth_record_facts(&f, record) || !f.is_best) {
            others++;
            continue;
        }
        fprintf(r->session->out, "%s %s, %d digits by %s, %.2g s", before,
                ref_grade_name(f.grade), f.digits, ref_way_name(f.way), f.seconds);
        before = ";";
    }
    fprintf(r->session->out, "; %d for studies; %.2g s in all\n", (int)others, seconds);
}

/* A model's file is written as soon as it is made. */
static bool take_file(void *context, int job, const struct pool_outcome *outcome) {
    struct recompute *r = context;
    const char *name = r->names->name[job];
    struct diagnostic why = outcome->why;
    if (r->only_studies && outcome->document != NULL && is_empty(outcome->document)) {
        fprintf(r->session->out, "%s: no file: studies ask for none that takes long\n",
                name);
        return true;
    }
    char *path = truth_store_path(r->session->known.catalogue, name);
    json_t *missing = json_incref(json_object_get(outcome->document, missing_key));
    json_object_del(outcome->document, missing_key);
    int failed = path == NULL || outcome->document == NULL ||
                 truth_store_make_folder(r->session->known.catalogue) ||
                 truth_file_write(path, outcome->document, &why);
    free(path);
    if (failed)
        fprintf(r->session->out, "%s: no file: %s\n", name, why.text);
    else
        tell_file(r, name, outcome->document, outcome->seconds);
    if (missing != NULL)
        fprintf(r->session->out, "%s\n", json_string_value(missing));
    json_decref(missing);
    r->failed += failed;
    return true;
}

static enum exit_status recompute(struct recompute *r) {
    struct pool_outcome *outcome = calloc((size_t)r->names->count + 1, sizeof *outcome);
    const struct pool pool = {.jobs = r->names->count,
                              .seconds_limit = seconds_a_model,
                              .work = make_file,
                              .done = show_progress,
                              .context = r,
                              .goes_on = take_file};
    if (outcome == NULL)
        return message_fail(EXIT_MACHINE, &r->session->why, "out of memory");
    r->progress = progress_start(r->session->err, r->session->err_is_terminal);
    int failed = pool_run(&pool, outcome, &r->session->why);
    progress_end(&r->progress);
    for (int i = 0; i < r->names->count && !failed; i++)
        json_decref(outcome[i].document);
    free(outcome);
    if (failed)
        return EXIT_MACHINE;
    return r->failed > 0 ? EXIT_VERDICT : EXIT_PASSED;
}

static enum exit_status check_names(const struct model_names *names,
                                    const struct catalogue *c, struct diagnostic *d) {
    for (int i = 0; i < names->count; i++)
        if (models_entry(c, names->name[i]) == NULL)
            return message_fail(EXIT_USAGE, d, "no model of the catalogue is called '%s'",
                                names->name[i]);
    return EXIT_PASSED;
}

enum exit_status truth_catalogue_recompute(struct session *session,
                                           const struct arguments *arguments) {
    struct recompute r = {.session = session,
                          .digits = arguments_has(arguments, "digits")
                                        ? (int)arguments_whole(arguments, "digits")
                                        : 0,
                          .ways = arguments_has(arguments, "way")
                                      ? 1u << arguments_whole(arguments, "way")
                                      : ~0u,
                          .only_studies = arguments_has(arguments, "studies"),
                          .seconds_a_try = arguments_has(arguments, "time-limit")
                                               ? arguments_number(arguments, "time-limit")
                                               : usual_seconds_a_try};
    struct model_names names = {0, NULL};
    struct catalogue *catalogue = NULL;
    if (session->known.catalogue == NULL)
        return EXIT_USAGE;
    enum exit_status status = models_open(&catalogue, session);
    if (status == EXIT_PASSED &&
        model_names_read(&names, arguments, catalogue, true, session))
        status = EXIT_MACHINE;
    if (status == EXIT_PASSED)
        status = check_names(&names, catalogue, &session->why);
    r.catalogue = catalogue;
    r.names = &names;
    sigset_t before;
    interrupt_hold(&before);
    if (status == EXIT_PASSED)
        status = recompute(&r);
    interrupt_release(&before);
    model_names_clear(&names);
    catalogue_free(catalogue);
    return status;
}
