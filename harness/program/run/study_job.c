/* One study of one model, and the description of one model with its truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/fingerprint/study_fingerprint.h"
#include "harness/integrators/peers/peer.h"
#include "harness/motion/motion.h"
#include "harness/plugin/plugin.h"
#include "harness/program/run/describe.h"
#include "harness/program/run/study_job.h"
#include "harness/results/study_methods.h"
#include "harness/studies/control/study_control.h"
#include "harness/studies/originals/study_originals.h"
#include "harness/studies/originals/study_pinned.h"
#include "harness/truth/truth_summary.h"

static const struct study_kind_info infos[STUDY_KINDS] = {
    [STUDY_FINGERPRINT] = {"fingerprint", RESULTS_FINGERPRINT, true, true, true},
    [STUDY_ORIGINALS] = {"originals", RESULTS_ORIGINALS, true, true, false},
    [STUDY_PINNED] = {"pinned", RESULTS_PINNED, false, true, false},
    [STUDY_CONTROL] = {"control", RESULTS_CONTROL, false, true, true},
    [STUDY_CONDITIONS] = {"conditions", RESULTS_CONDITIONS, false, true, true},
    [STUDY_DETERMINISM] = {"determinism", RESULTS_DETERMINISM, false, false, false},
    [STUDY_GAP] = {"gap", RESULTS_GAP, true, false, false},
    [STUDY_STATISTICS] = {"statistics", RESULTS_STATISTICS, true, false, false},
    [STUDY_ORDER] = {"order", RESULTS_ORDER, true, false, false},
    [STUDY_INVARIANTS] = {"invariants", RESULTS_INVARIANTS, true, false, false},
    [STUDY_ROBUSTNESS] = {"robustness", RESULTS_ROBUSTNESS, false, false, false},
    [STUDY_LONG_RUN] = {"long-run", RESULTS_LONG_RUN, false, false, false},
    [STUDY_GEOMETRY] = {"geometry", RESULTS_GEOMETRY, false, false, false},
    [STUDY_STABILITY] = {"stability", RESULTS_STABILITY, false, true, false},
    [STUDY_DRIFT] = {"drift", RESULTS_DRIFT, false, false, false},
    [STUDY_BUDGET] = {"budget", RESULTS_BUDGET, false, false, false},
    [STUDY_SETTLING] = {"settling", RESULTS_SETTLING, false, false, false},
    [STUDY_RESTITUTION] = {"restitution", RESULTS_RESTITUTION, false, false, false},
};
static study_function *const functions[STUDY_KINDS] = {
    [STUDY_FINGERPRINT] = study_fingerprint, [STUDY_CONTROL] = study_control,
    [STUDY_DETERMINISM] = study_determinism, [STUDY_GAP] = study_gap,
    [STUDY_STATISTICS] = study_statistics,   [STUDY_ORDER] = study_order,
    [STUDY_INVARIANTS] = study_invariants,   [STUDY_ROBUSTNESS] = study_robustness,
    [STUDY_LONG_RUN] = study_long_run,       [STUDY_GEOMETRY] = study_geometry,
    [STUDY_STABILITY] = study_stability,     [STUDY_DRIFT] = study_drift,
    [STUDY_BUDGET] = study_budget,           [STUDY_SETTLING] = study_settling,
    [STUDY_RESTITUTION] = study_restitution, [STUDY_CONDITIONS] = study_conditions,
};

const struct study_kind_info *study_kind_info(enum study_kind kind) {
    return &infos[kind];
}

static bool is_projecting(enum integrator_family family) {
    return family == INTEGRATOR_PROJECTED || family == INTEGRATOR_BDF;
}

/* Studies of structure are about semi-explicit Euler and its relatives, those of steps and
 * counters about all methods but the one for contacts, which has its own, those of orders about
 * all; the others, about the pair. */
bool study_knows(enum study_kind kind, const char *method) {
    struct subject_options options = subject_default_options();
    if (subject_choose(&options, method))
        return false;
    switch (kind) {
    case STUDY_GEOMETRY:
    case STUDY_STABILITY: return subject_family(&options) == INTEGRATOR_PROJECTED;
    case STUDY_DRIFT: return is_projecting(subject_family(&options));
    case STUDY_GAP:
    case STUDY_STATISTICS: return subject_family(&options) != INTEGRATOR_CONTACT;
    case STUDY_ORDER: return true;
    case STUDY_BUDGET:
    case STUDY_SETTLING:
    case STUDY_RESTITUTION: return subject_family(&options) == INTEGRATOR_CONTACT;
    case STUDY_FINGERPRINT:
    case STUDY_CONDITIONS:
        return subject_family(&options) == INTEGRATOR_PAIR ||
               subject_family(&options) == INTEGRATOR_PROJECTED;
    default: return subject_family(&options) == INTEGRATOR_PAIR;
    }
}

static const char failure[] = "the %s study of %.100s could not be carried out: %s";

int study_job_failed(struct results *results, const char *method, enum study_kind kind,
                     const char *model, const char *why) {
    const struct result r = result_of_failure(infos[kind].name, model, method);
    return results_add(results, &r, failure, infos[kind].name, model, why);
}

static void add_failures(struct results *results, const char *const *methods,
                         enum study_kind kind, const char *model, const char *why) {
    for (int i = 0; methods[i] != NULL; i++)
        study_job_failed(results, methods[i], kind, model, why);
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
    if (r->session->originals != NULL && r->settings->count == 0 && r->plugin == NULL &&
        study_originals(&all, &request, results, &why))
        add_failures(results, methods, STUDY_ORIGINALS, infos[STUDY_ORIGINALS].name,
                     why.text);
}

/* The runs of our own methods, of models as the catalogue has them. */
static void study_pinned_runs(const struct results_request *r, const struct study *s,
                              struct results *results) {
    struct diagnostic why = {""};
    const struct pinned_request request = {.path = r->session->pinned,
                                           .catalogue = r->catalogue,
                                           .names = r->all_models ? NULL : r->models};
    if (r->session->pinned != NULL && r->settings->count == 0 && r->plugin == NULL &&
        study_pinned(s, &request, results, &why))
        add_failures(results, (const char *const[]){s->method, NULL}, STUDY_PINNED,
                     infos[STUDY_PINNED].name, why.text);
}

/* What the studies have taken for a failed step may have been a crash. Bad input is an affair of
 * the study that gives it. */
static void append_faults(struct results *results, const struct plugin_record *record,
                          const struct study *s, enum study_kind kind) {
    if (record == NULL || record->faults == 0 || kind == STUDY_ROBUSTNESS)
        return;
    struct result r = result_of_failure(
        infos[kind].name, s->model != NULL ? s->model->name : infos[kind].name,
        s->method);
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
    if (functions[kind](infos[kind].all_methods ? &all : &first, results, &why))
        add_failures(results, methods, kind, m != NULL ? m->name : infos[kind].name,
                     why.text);
    append_faults(results, record, &first, kind);
}

json_t *study_job_run(const struct results_request *r, struct model *m,
                      enum study_kind kind, const char *const *methods) {
    struct results results = {.count = 0};
    if (kind == STUDY_ORIGINALS)
        study_recorded(r, methods, &results);
    else
        run_study(r, m, kind, methods, &results);
    json_t *told = results_tell(&results);
    results_clear(&results);
    return told;
}

/* Of the processor, for a truth that is not known: of models that are named, and of all of the
 * catalogue, whose truths are known but for those that take minutes or are out of reach. `halfstep truth`
 * looks longer, and what it finds is known from then on. */
static const double seconds_of_named = 10, seconds_of_all = 2;

json_t *study_job_describe(const struct results_request *r, struct model *m,
                           const char *name) {
    json_t *about = describe_fully(m);
    json_object_set_new(about, "name", json_text(name, strlen(name)));
    json_object_set_new(about, "mathml", describe_mathml(m->text));
    json_object_set_new(
        about, "truth",
        truth_summary(m, r->truths, r->all_models ? seconds_of_all : seconds_of_named));
    json_object_set_new(
        about, "motion",
        motion_describe(m, r->session->open_subject, r->session->context));
    return about;
}
