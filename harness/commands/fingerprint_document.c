/* The document of fingerprints, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/commands/fingerprint_command.h"
#include "harness/program/run/study_document.h"

#define ALL "one for each method, arithmetic and mode"

static const struct record_field list_fields[] = {
    RECORD_NAMED("fingerprints", struct fingerprints, item, LIST, ALL,
                 .count = offsetof(struct fingerprints, count),
                 .of = &fingerprint_record),
    {.key = NULL},
};
const struct record fingerprints_record = {"fingerprints", "Those of a document.",
                                           sizeof(struct fingerprints), list_fields};

static const struct record_field fields[] = {
    FIELD_TEXT("halfstep", "version of the program"),
    FIELD_WHOLE("format", "of the document: 1"),
    FIELD_TEXT("command", "that has made it"),
    FIELD_ARRAY("fingerprints", ALL, .of = &fingerprint_record),
    FIELD_OBJECT("integrator", "from outside", .may_lack = true),
    FIELD_OBJECT("shard", "which share of the work this is", .may_lack = true,
                 .of = &study_document_shard_record),
    {.key = NULL},
};
const struct record fingerprint_document_record = {
    "fingerprints", "What fingerprint --json prints.", 0, fields};
