/* One study of one model, and the description of one model with its truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "harness/commands/describe.h"
#include "harness/integrators/peer.h"
#include "harness/results/json_number.h"
#include "harness/solution/truth.h"
#include "harness/studies/study_job.h"
#include "harness/studies/study_methods.h"
#include "harness/studies/vector.h"

/* Digits of the truth that a model's description speaks of. */
enum { digits_described = 30, bits_of_time = 256 };

typedef int study_function(const struct study *s, json_t *results, struct diagnostic *d);

static const struct study_kind_info infos[STUDY_KINDS] = {
    [STUDY_ORDER] = {"order", RESULTS_ORDER, true},
    [STUDY_GAP] = {"gap", RESULTS_GAP, true},
    [STUDY_STATISTICS] = {"statistics", RESULTS_STATISTICS, false},
};
static study_function *const functions[STUDY_KINDS] = {
    [STUDY_ORDER] = study_order,
    [STUDY_GAP] = study_gap,
    [STUDY_STATISTICS] = study_statistics,
};

const struct study_kind_info *study_kind_info(enum study_kind kind) {
    return &infos[kind];
}

json_t *study_job_failed(const char *method, enum study_kind kind, const char *model,
                         const char *why) {
    const char *study = infos[kind].name;
    char reason[sizeof(struct diagnostic) + 256];
    snprintf(reason, sizeof reason, "the %s study of %.100s could not be carried out: %s",
             study, model, why);
    return json_pack("{s:o, s:s, s:s, s:s, s:s, s:n, s:n, s:n, s:n, s:n, s:s, s:s, s:b, "
                     "s:o, s:[]}",
                     "model", json_text(model, strlen(model)), "method", method,
                     "arithmetic", "double", "study", study, "quantity", "study", "value",
                     "low", "high", "expected", "tolerance", "verdict", "fail", "grade",
                     "none", "required", 1, "reason", json_text(reason, strlen(reason)),
                     "points");
}

static void append_failures(json_t *results, const char *const *methods,
                            enum study_kind kind, const char *model, const char *why) {
    for (int i = 0; methods[i] != NULL; i++)
        json_array_append_new(results, study_job_failed(methods[i], kind, model, why));
}

json_t *study_job_run(const struct results_request *r, struct model *m,
                      enum study_kind kind, const char *const *methods) {
    struct study all = {
        .model = m,
        .method = methods[0],
        .methods = methods,
        .open_subject = r->session->open_subject,
        .context = r->session->context,
        .open_peer = peer_open,
        .effort = r->effort,
    };
    struct subject_options options;
    struct study first = study_of_method(&all, 0, &options);
    struct diagnostic why = {""};
    json_t *results = json_array();
    if (functions[kind](infos[kind].all_methods ? &all : &first, results, &why))
        append_failures(results, methods, kind, m->name, why.text);
    return results;
}

static json_t *truth_of(struct model *m) {
    mpfr_t end[1];
    struct truth_request request = {
        .model = m, .times = 1, .time = vector_const(end), .digits = digits_described};
    json_t *document = NULL, *about = json_object();
    mpfr_init2(end[0], bits_of_time);
    enum ref_status status = REF_BAD_ARGUMENT;
    if (expr_constant(m->graph, m->span_end, end[0]) == PROBLEM_OK)
        status = truth_find(&request, &document);
    mpfr_clear(end[0]);
    if (status != REF_OK) {
        json_object_set_new(about, "grade", json_string("none"));
        json_object_set_new(about, "why", json_string(ref_status_text(status)));
        return about;
    }
    json_t *entry = json_array_get(json_object_get(document, "truth"), 0);
    json_object_set(about, "grade", json_object_get(entry, "grade"));
    json_object_set(about, "digits", json_object_get(entry, "digits"));
    json_object_set(about, "t", json_object_get(entry, "t"));
    json_object_update(about, json_object_get(document, "run"));
    json_object_set(about, "published", json_object_get(document, "published"));
    json_decref(document);
    return about;
}

json_t *study_job_describe(struct model *m, const char *name) {
    json_t *about = describe_fully(m);
    json_object_set_new(about, "name", json_text(name, strlen(name)));
    json_object_set_new(about, "truth", truth_of(m));
    return about;
}
