/* What a request is about, looked at before the work begins; models, and studies, that the one
 * integrator under test cannot take.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/results_check.h"

#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/integrators/bind/bind.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/plugin/halfstep_integrator.h"
#include "harness/plugin/plugin.h"
#include "harness/results/study_kind.h"
#include "harness/session/models.h"
#include "problems/model.h"

/* Why not: "contacts", "joints", "create", and *d; NULL: it is taken. */
static const char *cause_of(const struct results_request *r, struct model *m, bool *asks,
                            struct diagnostic *d) {
    struct subject_options o = subject_default_options();
    const bool is_ours = r->plugin == NULL;
    if (is_ours && subject_choose(&o, r->methods[0]))
        return NULL;
    const bool contacts = is_ours ? subject_takes_contacts(&o)
                                  : (r->plugin->takes & HALFSTEP_TAKES_CONTACTS) != 0;
    if (is_ours
            ? subject_check_model(m, r->methods[0], subject_takes_joints(&o), contacts, d)
            : plugin_check_model(r->plugin, m, d))
        return m->contacts > 0 && !contacts ? "contacts" : "joints";
    int outcome = is_ours || !*asks ? 0 : plugin_takes(r->plugin, m, d);
    *asks = *asks && outcome != PLUGIN_FAULTY;
    return outcome == PLUGIN_UNUSABLE ? "create" : NULL;
}

int applicable_find(struct not_taken *told, const struct results_request *r,
                    struct model *m, const char *name, bool *asks) {
    struct diagnostic why = {""};
    *told = (struct not_taken){.model = NULL};
    if (r->not_applicable == NULL || r->methods[0] == NULL || r->methods[1] != NULL)
        return 0;
    const struct not_taken found = {.model = name,
                                    .method = r->methods[0],
                                    .cause = cause_of(r, m, asks, &why),
                                    .reason = why.text};
    return found.cause != NULL ? record_copy(&not_taken_record, told, &found) : 0;
}

int applicable_leave_out_study(const struct results_request *r, const char *study) {
    struct diagnostic why = {""};
    plugin_check_equations(r->plugin, study, &why);
    return not_applicable_add(r->not_applicable,
                              &(struct not_taken){.model = study,
                                                  .method = r->methods[0],
                                                  .cause = "scenes",
                                                  .reason = why.text,
                                                  .studies = 1});
}

/* Whether the only method takes a model; one that is named it has to. */
static enum exit_status check_taken(const struct results_request *r, struct model *m,
                                    const char *name, struct job_traits *traits,
                                    bool *asks) {
    if (applicable_find(&traits->not_taken, r, m, name, asks))
        return message_fail(EXIT_MACHINE, &r->session->why, "out of memory");
    if (r->all_models || traits->not_taken.cause == NULL)
        return EXIT_PASSED;
    return message_fail(EXIT_USAGE, &r->session->why, "%s", traits->not_taken.reason);
}

/* A model that is named needs rates that have values: a --set can take them away. */
static enum exit_status check_constants(const struct results_request *r,
                                        const struct model *m) {
    char constant[2] = "";
    if (!r->all_models)
        model_tell_constant(m, constant, sizeof constant);
    if (constant[0] == '\0')
        return EXIT_PASSED;
    bind_refuse(m, PROBLEM_NOT_FINITE, &r->session->why);
    return EXIT_USAGE;
}

/* Of the models that were not named one at least has to be taken. */
static enum exit_status check_any_taken(const struct results_request *r,
                                        const struct job_traits *traits) {
    for (int i = 0; i < r->models->count; i++)
        if (traits[i].not_taken.cause == NULL)
            return EXIT_PASSED;
    if (r->models->count == 0)
        return EXIT_PASSED;
    return message_fail(EXIT_USAGE, &r->session->why, "%s takes none of %d models: %s",
                        r->methods[0], r->models->count, traits[0].not_taken.reason);
}

/* Whether the integrator takes the studies of equations that are asked for by name. */
static enum exit_status check_equations(const struct results_request *r) {
    for (int kind = 0; kind < STUDY_KINDS; kind++) {
        const struct study_kind_info *info = study_kind_info((enum study_kind)kind);
        if (info->equations && (r->studies & STUDY_SET(kind)) != 0 &&
            plugin_check_equations(r->plugin, info->name, &r->session->why))
            return EXIT_USAGE;
    }
    return EXIT_PASSED;
}

enum exit_status results_check(const struct results_request *r,
                               struct job_traits *traits) {
    bool asks = true;
    if (r->plugin != NULL && r->plan.profile == NULL && check_equations(r) != EXIT_PASSED)
        return EXIT_USAGE;
    for (int i = 0; i < r->models->count; i++) {
        struct model *m;
        const char *name = r->models->name[i];
        enum exit_status status =
            models_read(&m, r->catalogue, name, r->settings, &r->session->why);
        if (status != EXIT_PASSED)
            return status;
        traits[i] = (struct job_traits){.size = m->nq + m->nv + m->nz,
                                        .has_joints = m->joints > 0,
                                        .has_contacts = m->contacts > 0};
        status = check_constants(r, m);
        if (status == EXIT_PASSED)
            status = check_taken(r, m, name, &traits[i], &asks);
        model_free(m);
        if (status != EXIT_PASSED)
            return status;
    }
    return check_any_taken(r, traits);
}

void results_free_traits(struct job_traits *traits, int count) {
    for (int i = 0; i < count && traits != NULL; i++)
        record_clear(&not_taken_record, &traits[i].not_taken);
    free(traits);
}
