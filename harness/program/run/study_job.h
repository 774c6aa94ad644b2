/* One study of one model, and the description of one model with its truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_JOB_H
#define HARNESS_STUDY_JOB_H

#include "harness/program/run/request.h"
#include "harness/results/study_kind.h"

/* The results of a study of the methods (ends with NULL); what it could not carry out is a
 * failed result among them. */
json_t *study_job_run(const struct results_request *r, struct model *m,
                      enum study_kind kind, const char *const *methods);

/* Appends a failed result with the quantity "study": the study of `model` could not be carried
 * out. Nonzero: out of memory. */
int study_job_failed(struct results *results, const char *method, enum study_kind kind,
                     const char *model, const char *why);

/* What show prints, "truth" as truth_summary says (harness/truth/truth_summary.h), and
 * "motion" (harness/motion/motion.h). */
json_t *study_job_describe(const struct results_request *r, struct model *m,
                           const char *name);

#endif
