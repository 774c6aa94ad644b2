/* One study of one model, and the description of one model with its truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_JOB_H
#define HARNESS_STUDY_JOB_H

#include "harness/results.h"

enum study_kind { STUDY_ORDER, STUDY_GAP };

/* The study's results; what it could not carry out is a failed result among them. */
json_t *study_job_run(const struct results_request *r, struct model *m,
                      enum study_kind kind);

/* A failed result with the quantity "study": the study of `model` could not be carried out. */
json_t *study_job_failed(const char *method, enum study_kind kind, const char *model,
                         const char *why);

/* What show prints, and "truth": {grade, digits, t, bits, order, steps, switches, published} at
 * the end of the span, or {grade: "none", why}. */
json_t *study_job_describe(struct model *m, const char *name);

#endif
