/* The documents of studies and of the gate, by their fields.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/run/study_document.h"

#include "harness/base/json_number.h"

static const char *const causes[] = {"joints", "contacts", "create", "scenes", NULL};
static const char *const outcomes[] = {"pass", "fail", NULL};

static const struct record_field not_applicable_fields[] = {
    {.key = "model", .meaning = "what is not taken: a model, or (scenes) a study"},
    {.key = "method", .meaning = "by which method or integrator"},
    {.key = "cause",
     .meaning = "what it does not take; create: it has refused the system; scenes: it "
                "builds scenes of its own, and is given no equations",
     .words = causes},
    {.key = "reason", .meaning = "why, in a sentence"},
    {.key = "studies",
     .meaning = "how many are left out for that",
     .type = RECORD_WHOLE,
     .not_negative = true},
    {.key = NULL},
};
static const struct record not_applicable = {
    "not_applicable",
    "A model, or a study, that the only method or integrator does not take.", 0,
    not_applicable_fields};

static const struct record_field job_fields[] = {
    {.key = "study", .meaning = "the study, by its name"},
    {.key = "model", .meaning = "what it is about, by its name"},
    {.key = "methods",
     .meaning = "that it is about",
     .type = RECORD_ARRAY,
     .items = "string"},
    {.key = "seconds",
     .meaning = "how long it took",
     .type = RECORD_NUMBER,
     .unit = "s",
     .not_negative = true},
    {.key = "processor_seconds",
     .meaning = "time of the processor",
     .type = RECORD_NUMBER,
     .unit = "s",
     .not_negative = true},
    {.key = "left_out",
     .meaning = "whether an early end has left it out",
     .type = RECORD_FLAG},
    {.key = NULL},
};
static const struct record job = {"job", "A study of a model.", 0, job_fields};

static const struct record_field integrator_fields[] = {
    {.key = "name", .meaning = "what it calls itself"},
    {.key = "place", .meaning = "where it was found"},
    {.key = "options", .meaning = "their values, by name", .type = RECORD_OBJECT},
    {.key = NULL},
};
static const struct record integrator = {"integrator", "An integrator from outside.", 0,
                                         integrator_fields};

static const struct record_field shards_fields[] = {
    {.key = "index",
     .meaning = "which one, from 1",
     .type = RECORD_WHOLE,
     .not_negative = true},
    {.key = "seconds",
     .meaning = "how long it took",
     .type = RECORD_NUMBER,
     .unit = "s",
     .not_negative = true},
    {.key = "machine",
     .meaning = "that it was done on",
     .type = RECORD_OBJECT,
     .may_lack = true},
    {.key = NULL},
};
static const struct record joined = {"shards", "A share of the work.", 0, shards_fields};

static const struct record_field shard_fields[] = {
    {.key = "index",
     .meaning = "which one, from 1",
     .type = RECORD_WHOLE,
     .not_negative = true},
    {.key = "count",
     .meaning = "of how many",
     .type = RECORD_WHOLE,
     .not_negative = true},
    {.key = "digest", .meaning = "of the plan"},
    {.key = "plan",
     .meaning = "of all shares: arguments, jobs and which share has them",
     .type = RECORD_OBJECT},
    {.key = "done",
     .meaning = "the jobs of this share",
     .type = RECORD_ARRAY,
     .items = "object"},
    {.key = "matches",
     .meaning = "how often each acceptance was met",
     .type = RECORD_ARRAY,
     .items = "integer",
     .may_lack = true},
    {.key = NULL},
};
static const struct record shard = {"shard", "Which share of the work this is.", 0,
                                    shard_fields};

#define FIELDS_OF_ALL                                                                    \
    {.key = "halfstep", .meaning = "version of the program"},                            \
        {.key = "format", .meaning = "of the document: 1", .type = RECORD_WHOLE},        \
        {.key = "command", .meaning = "that has made it"},                               \
        {.key = "method", .meaning = "the methods, separated by commas"},                \
        {.key = "methods",                                                               \
         .meaning = "their names",                                                       \
         .type = RECORD_ARRAY,                                                           \
         .items = "string"},                                                             \
        {.key = "machine",                                                               \
         .meaning = "that the results are from",                                         \
         .type = RECORD_OBJECT},                                                         \
        {.key = "integrator",                                                            \
         .meaning = "from outside",                                                      \
         .type = RECORD_OBJECT,                                                          \
         .may_lack = true,                                                               \
         .of = &integrator},                                                             \
        {.key = "models",                                                                \
         .meaning = "as show --json prints them, with truth and motion",                 \
         .type = RECORD_ARRAY,                                                           \
         .items = "object",                                                              \
         .may_lack = true},                                                              \
        {.key = "shards",                                                                \
         .meaning = "of a document that merge has joined",                               \
         .type = RECORD_ARRAY,                                                           \
         .may_lack = true,                                                               \
         .of = &joined},                                                                 \
        {.key = "not_applicable",                                                        \
         .meaning = "what the only method or integrator does not take",                  \
         .type = RECORD_ARRAY,                                                           \
         .may_lack = true,                                                               \
         .of = &not_applicable},                                                         \
        {.key = "results",                                                               \
         .meaning = "model by model, and for each method by method",                     \
         .type = RECORD_ARRAY,                                                           \
         .of = &result_record},                                                          \
        {.key = "seconds",                                                               \
         .meaning = "how long it took",                                                  \
         .type = RECORD_NUMBER,                                                          \
         .unit = "s",                                                                    \
         .not_negative = true},                                                          \
    {                                                                                    \
        .key = "shard", .meaning = "which share of the work this is",                    \
        .type = RECORD_OBJECT, .may_lack = true, .of = &shard                            \
    }

static const struct record_field study_fields[] = {FIELDS_OF_ALL, {.key = NULL}};
static const struct record_field gate_fields[] = {
    FIELDS_OF_ALL,
    {.key = "profile", .meaning = "which studies of which models"},
    {.key = "verdict", .meaning = "of the whole", .words = outcomes},
    {.key = "processor_seconds",
     .meaning = "time of the processor",
     .type = RECORD_NUMBER,
     .unit = "s",
     .not_negative = true},
    {.key = "left_out",
     .meaning = "jobs that an early end has left out",
     .type = RECORD_WHOLE,
     .not_negative = true},
    {.key = "jobs", .meaning = "how each went", .type = RECORD_ARRAY, .of = &job},
    {.key = NULL},
};

const struct record study_document_record = {"study", "What a study prints with --json.",
                                             0, study_fields};
const struct record gate_document_record = {"gate", "What halfstep gate --json writes.",
                                            0, gate_fields};

void study_document_print_schema(const struct record *document, FILE *out) {
    json_t *schema = record_schema(document);
    json_print(schema, out);
    json_decref(schema);
}

void study_document_print_csv(const struct results *results, FILE *out) {
    record_print_csv_head(&result_record, out);
    RESULTS_FOREACH(results, result) {
        record_print_csv(&result_record, result, out);
    }
}
