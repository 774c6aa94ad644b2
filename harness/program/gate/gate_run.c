/* A run of the gate.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/program/gate/gate_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/gate/expect.h"
#include "harness/gate/profile.h"
#include "harness/program/gate/gate_places.h"
#include "harness/program/run/results.h"
#include "harness/program/run/study_document.h"
#include "harness/program/run/study_job.h"
#include "harness/results/result.h"
#include "harness/session/arguments.h"
#include "problems/catalogue.h"

/* The file that stands for our own methods. */
static const char place_of_methods[] = "fast/pair.h";

void gate_judge(void *context, struct results *results) {
    struct expect *e = context;
    expect_declared(e, results);
    expect_accept(e, results);
}

void gate_studies(const char **names) {
    static const char *const others[] = {"fingerprint", "declared", "begin", NULL};
    int count = 0;
    for (int kind = 0; kind < STUDY_KINDS; kind++)
        names[count++] = study_kind_info((enum study_kind)kind)->name;
    for (int i = 0; others[i] != NULL; i++)
        names[count++] = others[i];
    names[count] = NULL;
}

static bool has_study(const struct results *results, const char *study) {
    RESULTS_FOREACH(results, result) {
        if (strcmp(result->study, study) == 0)
            return true;
    }
    return false;
}

/* What is declared and has not been seen is a failure: nothing passes for want of a look. */
static void demand_declared(struct gate_run *run, const struct expect *e) {
    const struct result r = result_of_failure("declared", "declared", "");
    if (expect_declares(e) && !has_study(&run->studies.results, r.study))
        results_add(&run->studies.results, &r,
                    "%s declares what no fingerprint has been taken of", e->path);
}

static void add_up(struct gate_outcome *o) {
    for (int i = 0; i < o->jobs.count; i++) {
        o->left_out += o->jobs.item[i].left_out;
        o->processor_seconds += o->jobs.item[i].processor_seconds;
    }
}

/* The document of a study, and what the gate tells besides. */
static json_t *make_document(const struct gate_run *run, const char *method) {
    const struct gate_outcome *o = &run->outcome;
    json_t *document = study_outcome_document(&run->studies, "gate", method);
    const struct gate_document besides = {o->profile,
                                          gate_outcome_passes(o) ? "pass" : "fail",
                                          o->processor_seconds, o->left_out, o->jobs};
    json_object_update_new(document, record_tell(&gate_document_own_record, &besides));
    return document;
}

/* An integrator that crashes at once is judged like one that crashes later. */
static enum exit_status judge_unbegun(struct gate_run *run, struct session *session,
                                      struct expect *e,
                                      const struct arguments *arguments) {
    const char *place = arguments_value(arguments, "integrator");
    const struct result r = result_of_failure("begin", "begin", place);
    results_add(&run->studies.results, &r, "%s", session->why.text);
    session->why.text[0] = '\0';
    expect_accept(e, &run->studies.results);
    return EXIT_PASSED;
}

/* What depends on all results is left to who joins the shards. */
static void complete_shard(struct gate_run *run, const struct expect *e) {
    snprintf(run->part, sizeof run->part, "shard %d of %d", run->studies.shard.index,
             run->studies.shard.count);
    run->outcome.part = run->part;
    expect_note(e, run->studies.part);
}

/* Whether all was studied that an acceptance can be about: one that matches nothing is out of date
 * then. Of a profile of all methods that one is chosen of, the other ones are not. */
static bool demands_acceptances(const struct profile *p,
                                const struct arguments *arguments,
                                const struct expect *e) {
    bool is_part = p->is_whole && arguments_has(arguments, "method");
    return p->demands_acceptances && !is_part &&
           arguments_count(arguments, NULL) == e->models;
}

static void complete(struct gate_run *run, const struct arguments *arguments,
                     const struct expect *e, const struct results_plan *plan) {
    const char *place = arguments_value(arguments, "integrator");
    struct gate_outcome *o = &run->outcome;
    *o = (struct gate_outcome){.results = &run->studies.results,
                               .jobs = run->jobs,
                               .not_applicable = run->studies.not_applicable,
                               .places = run->places,
                               .profile = plan->profile->name,
                               .integrator = run->integrator,
                               .place = place != NULL ? place : place_of_methods,
                               .seconds = run->studies.seconds};
    add_up(o);
    bool demands = demands_acceptances(plan->profile, arguments, e);
    if (run->studies.part != NULL) {
        complete_shard(run, e);
    } else if (o->left_out == 0) {
        demand_declared(run, e);
        expect_unused(e, &run->studies.results, demands);
    }
    const char *method = arguments_value(arguments, "method");
    run->document = make_document(run, place != NULL ? place : method);
}

/* The results are there: where they are from, and what they come to. */
static enum exit_status place_and_complete(struct gate_run *run, struct session *session,
                                           const struct arguments *arguments,
                                           const struct expect *e,
                                           const struct results_plan *plan) {
    enum exit_status status = gate_places_find(session, arguments, &run->studies.results,
                                               &run->places, &run->catalogue);
    if (status != EXIT_PASSED)
        return status;
    if (run->is_canonical) {
        study_outcome_make_canonical(&run->studies);
        for (int i = 0; i < run->jobs.count; i++)
            run->jobs.item[i].seconds = run->jobs.item[i].processor_seconds = 0;
    }
    run->integrator = gate_places_integrator(arguments);
    complete(run, arguments, e, plan);
    return EXIT_PASSED;
}

enum exit_status gate_run(struct gate_run *run, struct session *session,
                          const struct arguments *arguments, struct expect *e,
                          const struct results_plan *given) {
    struct results_plan plan = *given;
    memset(run, 0, sizeof *run);
    plan.jobs = &run->jobs;
    plan.judge = gate_judge;
    plan.context = e;
    plan.expect = e;
    enum exit_status status =
        study_command_find(&run->studies, session, arguments,
                           &(struct results_request){.effort = STUDY_GATE, .plan = plan});
    if (status == EXIT_VERDICT && run->studies.results.count == 0 &&
        arguments_has(arguments, "integrator"))
        status = judge_unbegun(run, session, e, arguments);
    run->is_canonical = arguments_has(arguments, "canonical");
    return status != EXIT_PASSED ? status
                                 : place_and_complete(run, session, arguments, e, &plan);
}

enum exit_status gate_run_joined(struct gate_run *run, struct session *session,
                                 const struct arguments *arguments,
                                 const struct expect *e, const struct results_plan *plan,
                                 struct job_accounts *jobs) {
    run->jobs = *jobs;
    *jobs = (struct job_accounts){.count = 0};
    return place_and_complete(run, session, arguments, e, plan);
}

void gate_run_clear(struct gate_run *run) {
    study_outcome_clear(&run->studies);
    json_decref(run->document);
    record_clear(&job_accounts_record, &run->jobs);
    free(run->places.item);
    catalogue_free(run->catalogue);
    free(run->integrator);
}
