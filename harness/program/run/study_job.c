/* One study of one model, and the description of one model with its truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include "harness/base/json_number.h"
#include "harness/fingerprint/study_fingerprint.h"
#include "harness/integrators/peers/peer.h"
#include "harness/integrators/subject_options.h"
#include "harness/motion/motion.h"
#include "harness/plugin/plugin.h"
#include "harness/program/run/describe.h"
#include "harness/program/run/study_job.h"
#include "harness/results/result.h"
#include "harness/results/study_methods.h"
#include "harness/studies/control/study_control.h"
#include "harness/studies/originals/study_originals.h"
#include "harness/studies/originals/study_pinned.h"
#include "harness/truth/truth_summary.h"
#include "problems/model.h"

/* Those of recorded runs are no functions of a study alone. */
#define RECORDED NULL
#define STUDY(kind, name, about, function, ...) [STUDY_##kind] = function,
#define STUDY_WITH_COMMAND STUDY
static study_function *const functions[STUDY_KINDS] = {
#include "harness/results/studies.def"
};

static const char failure[] = "the %s study of %.100s could not be carried out: %s";

int study_job_failed(struct results *results, const char *method, enum study_kind kind,
                     const char *model, const char *why) {
    const struct result r = result_of_failure(study_kind_info(kind)->name, model, method);
    return results_add(results, &r, failure, study_kind_info(kind)->name, model, why);
}

static void add_failures(struct results *results, const char *const *methods,
                         enum study_kind kind, const char *model, const char *why) {
    for (int i = 0; methods[i] != NULL; i++)
        study_job_failed(results, methods[i], kind, model,
                         why[0] != '\0' ? why : study_unsaid);
}

static struct study study_of_request(const struct results_request *r, struct model *m,
                                     const char *const *methods) {
    return (struct study){
        .model = m,
        .method = methods[0],
        .methods = methods,
        .open_subject = r->plugin != NULL ? plugin_open : r->session->open_subject,
        .context = r->plugin != NULL ? (void *)r->plugin : r->session->context,
        .open_peer = peer_open,
        .effort = r->effort,
        .seed = r->seed,
        .systems = r->systems,
        .seconds_limit = r->seconds_limit,
        .truths = r->truths,
        .foreign = r->plugin != NULL,
        .fingerprint = r->fingerprint,
        .threads_agree = r->plugin != NULL ? plugin_threads_agree : NULL,
        .agrees_beside = r->plugin != NULL ? plugin_agrees_beside : NULL,
        .declared_order = r->declared_order,
        .declared_robust = r->declared_robust,
        .declared_memory = r->declared_memory,
        .declared_control = r->declared_control,
    };
}

/* What is recorded of all models, or of those that are named; as they are in the catalogue,
 * and of our own methods. */
static void study_recorded(const struct results_request *r, const char *const *methods,
                           struct results *results) {
    struct diagnostic why = {""};
    struct study all = study_of_request(r, NULL, methods);
    struct originals_request request = {.path = r->session->originals,
                                        .share = r->originals_share,
                                        .catalogue = r->catalogue,
                                        .names = r->all_models ? NULL : r->models};
    if (r->session->originals != NULL && r->settings->count == 0 &&
        study_originals(&all, &request, results, &why))
        add_failures(results, methods, STUDY_ORIGINALS,
                     study_kind_info(STUDY_ORIGINALS)->name, why.text);
}

/* The runs of our own methods, of models as the catalogue has them. */
static void study_pinned_runs(const struct results_request *r, const struct study *s,
                              struct results *results) {
    struct diagnostic why = {""};
    const struct pinned_request request = {.path = r->session->pinned,
                                           .catalogue = r->catalogue,
                                           .names = r->all_models ? NULL : r->models};
    if (r->session->pinned != NULL && r->settings->count == 0 &&
        study_pinned(s, &request, results, &why))
        add_failures(results, (const char *const[]){s->method, NULL}, STUDY_PINNED,
                     study_kind_info(STUDY_PINNED)->name, why.text);
}

/* What the studies have taken for a failed step may have been a crash. Bad input is an affair of
 * the study that gives it. */
static void append_faults(struct results *results, const struct plugin_record *record,
                          const struct study *s, enum study_kind kind) {
    if (record == NULL || record->faults == 0 || kind == STUDY_ROBUSTNESS)
        return;
    struct result r = result_of_failure(
        study_kind_info(kind)->name,
        s->model != NULL ? s->model->name : study_kind_info(kind)->name, s->method);
    r.quantity = "integrator";
    results_add(results, &r, "%s; faults of this kind in this study: %ld",
                record->first.text, record->faults);
}

static void run_study(const struct results_request *r, struct model *m,
                      enum study_kind kind, const char *const *methods,
                      struct results *results) {
    struct study all = study_of_request(r, m, methods);
    struct subject_options options;
    struct study first = study_of_method(&all, 0, &options);
    struct diagnostic why = {""};
    struct plugin_record *record = r->plugin != NULL ? r->plugin->record : NULL;
    if (kind == STUDY_PINNED) {
        study_pinned_runs(r, &first, results);
        return;
    }
    if (record != NULL && kind != STUDY_FINGERPRINT) /* that has been found before */
        record->faults = 0;
    if (functions[kind](study_kind_info(kind)->all_methods ? &all : &first, results,
                        &why))
        add_failures(results, methods, kind,
                     m != NULL ? m->name : study_kind_info(kind)->name, why.text);
    append_faults(results, record, &first, kind);
}

json_t *study_job_run(const struct results_request *r, struct model *m,
                      enum study_kind kind, const char *const *methods) {
    struct results results = {.count = 0};
    const bool is_taken = r->plugin == NULL || study_kind_info(kind)->anyones;
    if (is_taken && kind == STUDY_ORIGINALS)
        study_recorded(r, methods, &results);
    else if (is_taken)
        run_study(r, m, kind, methods, &results);
    json_t *told = results_tell(&results);
    results_clear(&results);
    return told;
}

/* Of the processor, for a truth that is not known: of models that are named, and of all of the
 * catalogue, whose truths are known but for those that take minutes or are out of reach.
 * `halfstep truth` looks longer, and what it finds is known from then on. */
static const double seconds_of_named = 10, seconds_of_all = 2;

json_t *study_job_describe(const struct results_request *r, struct model *m,
                           const char *name) {
    json_t *about = describe_fully(m);
    json_object_set_new(about, "name", json_text_of(name));
    json_object_set_new(about, "mathml", describe_mathml(m->text));
    json_object_set_new(
        about, "truth",
        truth_summary(m, r->truths, r->all_models ? seconds_of_all : seconds_of_named));
    json_object_set_new(
        about, "motion",
        motion_describe(m, r->session->open_subject, r->session->context));
    return about;
}
