/* The documents that studies and the gate print with --json, by their fields: what --schema prints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_DOCUMENT_H
#define HARNESS_STUDY_DOCUMENT_H

#include "harness/base/record/record.h"
#include "harness/results/job_account.h"
#include "harness/results/result_list.h"

extern const struct record study_document_record, gate_document_record;

/* What a gate's has besides that of a study. */
struct gate_document {
    const char *profile, *verdict; /* "pass" or "fail" */
    double processor_seconds;
    long left_out;
    struct job_accounts jobs;
};
extern const struct record gate_document_own_record;

/* What they begin with, as do those of timing. */
extern const struct record study_document_integrator_record, study_document_shares_record,
    study_document_shard_record;
#define STUDY_DOCUMENT_HEAD                                                              \
    FIELD_TEXT("halfstep", "version of the program"),                                    \
        FIELD_WHOLE("format", "of the document: 1"),                                     \
        FIELD_TEXT("command", "that has made it"),                                       \
        FIELD_TEXT("method", "the methods, separated by commas"),                        \
        FIELD_ARRAY("methods", "their names", .items = "string"),                        \
        FIELD_OBJECT("machine", "that the results are from", .of = NULL),                \
        FIELD_OBJECT("integrator", "from outside", .may_lack = true,                     \
                     .of = &study_document_integrator_record),                           \
        FIELD_ARRAY("models", "as show --json prints them, with truth and motion",       \
                    .items = "object", .may_lack = true),                                \
        FIELD_ARRAY("shards", "of a document that merge has joined", .may_lack = true,   \
                    .of = &study_document_shares_record),                                \
        FIELD_ARRAY("not_applicable",                                                    \
                    "what the only method or integrator does not take",                  \
                    .may_lack = true, .of = &not_taken_record)

/* Prints results as comma-separated values, the names of the fields first. */
void study_document_print_csv(const struct results *results, FILE *out);

#endif
