/* The documents of studies and of the gate, by their fields.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/study_document.h"

#include "harness/results/result.h"

static const char *const outcomes[] = {"pass", "fail", NULL};

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

#define GATE(member, ...) RECORD_FIELD(struct gate_document, member, __VA_ARGS__)
#define FIELDS_OF_GATE                                                                   \
    GATE(profile, TEXT, "which studies of which models"),                                \
        GATE(verdict, TEXT, "of the whole", .words = outcomes),                          \
        GATE(processor_seconds, NUMBER, "time of the processor", .unit = "s",            \
             .not_negative = true),                                                      \
        GATE(left_out, WHOLE, "jobs that an early end has left out",                     \
             .not_negative = true),                                                      \
        RECORD_NAMED("jobs", struct gate_document, jobs.item, LIST, "how each went",     \
                     .count = offsetof(struct gate_document, jobs.count),                \
                     .of = &job_account_record)

static const struct record_field study_fields[] = {FIELDS_OF_ALL, {.key = NULL}};
static const struct record_field gate_fields[] = {
    FIELDS_OF_ALL, FIELDS_OF_GATE, {.key = NULL}};
static const struct record_field of_gate[] = {FIELDS_OF_GATE, {.key = NULL}};

const struct record study_document_record = {"study", "What a study prints with --json.",
                                             0, study_fields};
const struct record gate_document_own_record = {"gate", "What a gate tells besides.",
                                                sizeof(struct gate_document), of_gate};
const struct record gate_document_record = {"gate", "What halfstep gate --json writes.",
                                            0, gate_fields};

void study_document_print_csv(const struct results *results, FILE *out) {
    record_print_csv_head(&result_record, out);
    RESULTS_FOREACH(results, result) {
        record_print_csv(&result_record, result, out);
    }
}
