/* The documents that studies and the gate print with --json, by their fields: what --schema prints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_DOCUMENT_H
#define HARNESS_STUDY_DOCUMENT_H

#include "harness/results/result_list.h"

extern const struct record study_document_record, gate_document_record;

/* Prints the schema. */
void study_document_print_schema(const struct record *document, FILE *out);

/* Prints results as comma-separated values, the names of the fields first. */
void study_document_print_csv(const struct results *results, FILE *out);

#endif
