/* What commands of studies find, and the document that they write of it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/study_outcome.h"

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/version.h"
#include "harness/integrators/methods/method.h"
#include "harness/methods/method_row.h"
#include "harness/program/run/results_jobs.h"
#include "harness/program/run/shard_document.h"
#include "harness/results/files/canonical.h"
#include "harness/results/machine.h"
#include "harness/results/results_count.h"

enum { document_format = 1 };

const char *const *study_method_names(const char **methods, const char *method) {
    int count = 0;
    methods[0] = method;
    for (const struct method *m = method_table();
         method == NULL && m->name != NULL && count < most_methods; m++)
        methods[count++] = m->name;
    methods[method == NULL ? count : 1] = NULL;
    return methods;
}

const char *study_outcome_method(const struct study_outcome *o, const char *method) {
    return o->foreign.is_given ? o->foreign.plugin.name : method;
}

void study_outcome_clear(struct study_outcome *o) {
    results_clear(&o->results);
    json_decref(o->models);
    record_clear(&fingerprint_record, &o->fingerprint);
    results_clear(&o->comparison);
    json_decref(o->detection);
    json_decref(o->genericity);
    json_decref(o->more);
    json_decref(o->machine);
    json_decref(o->part);
    record_clear(&not_applicable_record, &o->not_applicable);
    foreign_clear(&o->foreign);
    *o = (struct study_outcome){.models = NULL};
}

void study_outcome_make_canonical(struct study_outcome *o) {
    canonical_make_results(&o->results);
    canonical_make(o->models);
    canonical_make_results(&o->comparison);
    canonical_make(o->part);
    o->seconds = 0;
    json_decref(o->machine);
    o->machine = json_object();
}

static json_t *name_methods(const char *method) {
    const char *methods[most_methods + 1];
    json_t *names = json_array();
    study_method_names(methods, method);
    for (int i = 0; methods[i] != NULL; i++)
        json_array_append_new(names, json_string(methods[i]));
    return names;
}

json_t *study_outcome_document(const struct study_outcome *o, const char *command,
                               const char *method) {
    method = study_outcome_method(o, method);
    json_t *document = json_pack(
        "{s:s, s:i, s:s, s:s, s:o, s:o}", "halfstep", HALFSTEP_VERSION, "format",
        document_format, "command", command, "method",
        method == NULL ? method_row_names() : method, "methods", name_methods(method),
        "machine", o->machine != NULL ? json_incref(o->machine) : machine_describe());
    if (o->foreign.is_given)
        json_object_set_new(document, "integrator", foreign_describe(&o->foreign));
    if (o->models != NULL)
        json_object_set(document, "models", o->models);
    if (o->is_compared)
        json_object_set_new(document, "comparison",
                            json_pack("{s:o}", "results", results_tell(&o->comparison)));
    if (o->detection != NULL)
        json_object_set(document, "detection", o->detection);
    if (o->genericity != NULL)
        json_object_set(document, "genericity", o->genericity);
    if (o->more != NULL)
        json_object_update(document, o->more);
    json_object_update_new(document,
                           record_tell(&not_applicable_record, &o->not_applicable));
    if (json_object_get(document, "results") == NULL)
        json_object_set_new(document, "results", results_tell(&o->results));
    json_object_set_new(document, "seconds", json_number(o->seconds));
    if (o->part != NULL)
        json_object_set_new(document, "shard",
                            shard_document_describe(&o->shard, o->part, document));
    return document;
}

void study_outcome_print(const struct study_outcome *o, const char *command,
                         const char *method, FILE *out) {
    json_t *document = study_outcome_document(o, command, method);
    json_print(document, out);
    json_decref(document);
}

enum exit_status study_outcome_status(const struct study_outcome *o) {
    return results_count(&o->results).failed > 0 ? EXIT_VERDICT : EXIT_PASSED;
}

static enum exit_status tell_nothing(const char *command, struct diagnostic *why) {
    const struct study_kind_info *info = study_kind_find(command);
    const char *needs =
        info != NULL ? study_kind_needs((enum study_kind)(info - study_kind_info(0)))
                     : NULL;
    return message_fail(EXIT_USAGE, why,
                        "the study has nothing to say of these models and methods%s%s",
                        needs != NULL ? ": it needs " : "", needs != NULL ? needs : "");
}

enum exit_status study_outcome_answer(const struct study_outcome *o, const char *command,
                                      struct diagnostic *why) {
    const struct results_count count = results_count(&o->results);
    const bool is_decided = count.not_asymptotic < count.all;
    if (o->part == NULL && count.all == 0)
        return tell_nothing(command, why);
    if (o->part != NULL || count.failed > 0 || is_decided)
        return study_outcome_status(o);
    if (count.all == 1)
        return message_fail(EXIT_VERDICT, why,
                            "nothing is decided: the only result is undecided");
    return message_fail(EXIT_VERDICT, why,
                        "nothing is decided: all %d results are undecided", count.all);
}
