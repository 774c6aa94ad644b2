/* What order, gap, statistics, gate and report have in common.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/study_command.h"

#include <stdlib.h>
#include <string.h>

#include "harness/fingerprint/fingerprint.h"
#include "harness/gate/expect.h"
#include "harness/gate/profile.h"
#include "harness/jobs/progress.h"
#include "harness/program/run/results_jobs.h"
#include "harness/program/run/shard_document.h"
#include "harness/results/results_count.h"
#include "harness/session/arguments.h"
#include "harness/session/models.h"
#include "problems/catalogue.h"

/* Of one study of one model: several times what the slowest of the catalogue takes on a slow
 * machine, and the largest but those of matrices with 2000 rows in many digits. */
static void read_limits(struct results_request *request,
                        const struct arguments *arguments) {
    request->seconds_limit = arguments_number(arguments, "time-limit");
    request->memory_limit = POOL_MEGABYTE * arguments_number(arguments, "study-memory");
}

/* What the study of conditions draws; other commands have no such options. */
static void read_draw(struct results_request *request,
                      const struct arguments *arguments) {
    if (arguments_has(arguments, "seed"))
        request->seed = (unsigned long)arguments_whole(arguments, "seed");
    if (arguments_has(arguments, "systems"))
        request->systems = (int)arguments_whole(arguments, "systems");
}

static enum exit_status find_results(struct study_outcome *o,
                                     const struct results_request *request,
                                     struct session *session) {
    struct progress clock = progress_start(session->err, false);
    enum exit_status status = results_find(request, &o->results, &o->models);
    o->seconds = progress_seconds(&clock);
    return status;
}

/* Of the models all but those that are not applicable to another integrator (NULL: all). */
static void keep_applicable(struct model_names *names,
                            const struct not_applicable *others) {
    int kept = 0;
    for (int i = 0; i < names->count; i++) {
        bool is_kept = true;
        for (int k = 0; others != NULL && k < others->count; k++)
            is_kept &= strcmp(others->item[k].model, names->name[i]) != 0;
        if (is_kept)
            names->name[kept++] = names->name[i];
    }
    names->count = kept;
}

/* Whether its studies are about methods alone: no model is read for them. */
static bool needs_no_model(const struct results_request *r) {
    for (int kind = 0; kind < STUDY_KINDS; kind++)
        if ((r->studies & STUDY_SET(kind)) != 0 &&
            !study_kind_info((enum study_kind)kind)->once)
            return false;
    return r->plan.profile == NULL && !r->describe;
}

static enum exit_status open_and_find(struct study_outcome *o,
                                      struct results_request *request,
                                      const struct arguments *arguments,
                                      const struct not_applicable *not_applicable) {
    struct session *session = request->session;
    struct model_settings settings = {0, NULL, NULL};
    struct model_names names = {0, NULL};
    struct catalogue *catalogue = NULL;
    const struct profile *profile = request->plan.profile;
    const bool is_whole = profile != NULL && profile->is_whole;
    enum exit_status status = EXIT_USAGE;
    if (model_settings_read(&settings, arguments, session) == 0)
        status = models_open(&catalogue, session);
    if (status == EXIT_PASSED &&
        model_names_read(&names, arguments, catalogue, is_whole, session))
        status = EXIT_MACHINE;
    if (status == EXIT_PASSED)
        status = model_names_check(&names, &session->why);
    keep_applicable(&names, not_applicable);
    if (needs_no_model(request))
        names.count = 0;
    request->catalogue = catalogue;
    request->models = &names;
    request->all_models = arguments_count(arguments, NULL) == 0;
    request->settings = &settings;
    if (status == EXIT_PASSED)
        status = find_results(o, request, session);
    model_names_clear(&names);
    catalogue_free(catalogue);
    model_settings_clear(&settings);
    return status;
}

/* What its studies expect of it follows from its fingerprint. One that has none fails in the
 * study of that name. */
static void take_foreign(struct study_outcome *o, struct results_request *request) {
    struct diagnostic why = {""};
    const struct fingerprint_request r = {
        .bench = {.open_subject = plugin_open, .context = &o->foreign.plugin},
        .family = FOREST_MECHANICAL,
        .order = FINGERPRINT_ORDER,
        .expected = request->plan.expect != NULL ? request->plan.expect->method : NULL,
        .may_grow = true,
        .may_remember = request->plan.expect != NULL && request->plan.expect->memory,
        .integrator = o->foreign.plugin.name,
    };
    request->plugin = &o->foreign.plugin;
    if (fingerprint_find(&o->fingerprint, &r, &why))
        return;
    request->fingerprint = &o->fingerprint;
    if (o->part != NULL)
        json_object_set_new(o->part, "fingerprint",
                            o->fingerprint.method[0] != '\0'
                                ? json_string(o->fingerprint.method)
                                : json_null());
}

/* Which share of the work is wanted. */
static int read_shard(struct study_outcome *o, struct results_request *request,
                      const struct arguments *arguments) {
    if (shard_read(&o->shard, arguments_value(arguments, "shard"),
                   &request->session->why))
        return -1;
    if (o->shard.count == 0)
        return 0;
    o->part = json_object();
    json_object_set_new(o->part, "arguments", shard_document_arguments(arguments));
    request->plan.shard = o->shard;
    request->plan.part = o->part;
    return 0;
}

/* The request has everything but what the arguments say. */
static enum exit_status read_and_find(struct study_outcome *o,
                                      struct results_request *request,
                                      const struct arguments *arguments) {
    struct session *session = request->session;
    bool forgets = arguments_has(arguments, "no-cache");
    const char *method = arguments_value(arguments, "method");
    const char *methods[most_methods + 1];
    *o = (struct study_outcome){.models = NULL};
    request->truths = forgets ? NULL : &session->known;
    if (read_shard(o, request, arguments))
        return EXIT_USAGE;
    enum exit_status status = foreign_read(&o->foreign, arguments, session);
    if (status != EXIT_PASSED)
        return status;
    if (o->foreign.is_given)
        take_foreign(o, request);
    request->methods = study_method_names(methods, study_outcome_method(o, method));
    o->not_applicable.is_asked = true;
    request->not_applicable = &o->not_applicable;
    read_limits(request, arguments);
    read_draw(request, arguments);
    status = open_and_find(o, request, arguments, NULL);
    if (arguments_has(arguments, "canonical"))
        study_outcome_make_canonical(o);
    return status;
}

enum exit_status study_command_find(struct study_outcome *o, struct session *session,
                                    const struct arguments *arguments,
                                    const struct results_request *asked) {
    struct results_request request = *asked;
    request.session = session;
    return read_and_find(o, &request, arguments);
}

enum exit_status study_command_compare(struct study_outcome *o, struct session *session,
                                       const struct arguments *arguments, int studies,
                                       const struct not_applicable *not_applicable) {
    struct results_request request = {.session = session,
                                      .studies = studies,
                                      .effort = STUDY_REPORT,
                                      .truths = &session->known};
    const char *methods[most_methods + 1];
    *o = (struct study_outcome){.models = NULL};
    request.methods = study_method_names(methods, NULL);
    read_limits(&request, arguments);
    return open_and_find(o, &request, arguments, not_applicable);
}
