/* The models of a timing study, for its page, and its document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_MODELS_H
#define HARNESS_TIMING_MODELS_H

#include "harness/base/record/record.h"
#include "harness/speed/timing/study_timing.h"

struct results; /* harness/results/result_list.h */

/* *models := descriptions of the models asked for, and of those that results are about: a table
 * has rows of others, too. The caller frees it. EXIT_MACHINE: session->why says why. */
enum exit_status timing_models_describe(const struct timing_request *r,
                                        const struct results *results, json_t **models);

/* What timing --json prints, described. */
extern const struct record timing_document_record;

#endif
