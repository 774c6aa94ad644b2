/* The documents of studies and of the gate, by their fields.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/study_document.h"

#include "harness/results/result.h"

static const char *const causes[] = {"joints", "contacts", "create", "scenes", NULL};
static const char *const outcomes[] = {"pass", "fail", NULL};

static const struct record_field not_applicable_fields[] = {
    FIELD_TEXT("model", "what is not taken: a model, or (scenes) a study"),
    FIELD_TEXT("method", "by which method or integrator"),
    FIELD_WORDS("cause",
                "what it does not take; create: it has refused the system; scenes: it "
                "builds scenes of its own, and is given no equations",
                causes),
    FIELD_TEXT("reason", "why, in a sentence"),
    FIELD_COUNT("studies", "how many are left out for that"),
    {.key = NULL},
};
const struct record study_document_left_out_record = {
    "not_applicable",
    "A model, or a study, that the only method or integrator does not take.", 0,
    not_applicable_fields};

static const struct record_field job_fields[] = {
    FIELD_TEXT("study", "the study, by its name"),
    FIELD_TEXT("model", "what it is about, by its name"),
    FIELD_ARRAY("methods", "that it is about", .items = "string"),
    FIELD_SECONDS("seconds", "how long it took"),
    FIELD_SECONDS("processor_seconds", "time of the processor"),
    FIELD_FLAG("left_out", "whether an early end has left it out"),
    {.key = NULL},
};
static const struct record job = {"job", "A study of a model.", 0, job_fields};

static const struct record_field integrator_fields[] = {
    FIELD_TEXT("name", "what it calls itself"),
    FIELD_TEXT("place", "where it was found"),
    FIELD_OBJECT("options", "their values, by name", .of = NULL),
    FIELD_FLAG("has_estimate", "whether it estimates errors"),
    FIELD_FLAG("has_advance", "whether it controls its steps itself"),
    FIELD_FLAG("has_statistics", "whether it counts"),
    {.key = NULL},
};
const struct record study_document_integrator_record = {
    "integrator", "An integrator from outside.", 0, integrator_fields};

static const struct record_field shards_fields[] = {
    FIELD_COUNT("index", "which one, from 1"),
    FIELD_SECONDS("seconds", "how long it took"),
    FIELD_OBJECT("machine", "that it was done on", .may_lack = true),
    {.key = NULL},
};
const struct record study_document_shares_record = {"shards", "A share of the work.", 0,
                                                    shards_fields};

static const struct record_field shard_fields[] = {
    FIELD_COUNT("index", "which one, from 1"),
    FIELD_COUNT("count", "of how many"),
    FIELD_TEXT("digest", "of the plan"),
    FIELD_OBJECT("plan", "of all shares: arguments, jobs and which share has them",
                 .of = NULL),
    FIELD_ARRAY("done", "the jobs of this share", .items = "object"),
    FIELD_ARRAY("matches", "how often each acceptance was met", .items = "integer",
                .may_lack = true),
    {.key = NULL},
};
const struct record study_document_shard_record = {
    "shard", "Which share of the work this is.", 0, shard_fields};

#define FIELDS_OF_ALL                                                                    \
    STUDY_DOCUMENT_HEAD,                                                                 \
        FIELD_ARRAY("results", "model by model, and for each method by method",          \
                    .of = &result_record),                                               \
        FIELD_SECONDS("seconds", "how long it took"),                                    \
        FIELD_OBJECT("shard", "which share of the work this is", .may_lack = true,       \
                     .of = &study_document_shard_record)

static const struct record_field study_fields[] = {FIELDS_OF_ALL, {.key = NULL}};
static const struct record_field gate_fields[] = {
    FIELDS_OF_ALL,
    FIELD_TEXT("profile", "which studies of which models"),
    FIELD_WORDS("verdict", "of the whole", outcomes),
    FIELD_SECONDS("processor_seconds", "time of the processor"),
    FIELD_COUNT("left_out", "jobs that an early end has left out"),
    FIELD_ARRAY("jobs", "how each went", .of = &job),
    {.key = NULL},
};

const struct record study_document_record = {"study", "What a study prints with --json.",
                                             0, study_fields};
const struct record gate_document_record = {"gate", "What halfstep gate --json writes.",
                                            0, gate_fields};

void study_document_print_csv(const struct results *results, FILE *out) {
    record_print_csv_head(&result_record, out);
    RESULTS_FOREACH(results, result) {
        record_print_csv(&result_record, result, out);
    }
}
