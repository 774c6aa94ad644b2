/* One study of one model, and the description of one model with its truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_JOB_H
#define HARNESS_STUDY_JOB_H

#include "harness/program/run/results.h"

/* Cheap and strong ones first. */
enum study_kind {
    STUDY_FINGERPRINT,
    STUDY_ORIGINALS,
    STUDY_PINNED,
    STUDY_CONTROL,
    STUDY_CONDITIONS,
    STUDY_DETERMINISM,
    STUDY_GAP,
    STUDY_STATISTICS,
    STUDY_ORDER,
    STUDY_INVARIANTS,
    STUDY_ROBUSTNESS,
    STUDY_LONG_RUN,
    STUDY_GEOMETRY,
    STUDY_STABILITY,
    STUDY_DRIFT,
    STUDY_BUDGET,
    STUDY_SETTLING,
    STUDY_RESTITUTION,
    STUDY_KINDS
};

struct study_kind_info {
    const char *name;
    int flag;         /* of enum results_studies */
    bool all_methods; /* one job studies all methods, which share the reference's part */
    bool once;        /* it is about the method alone: one job without a model (NULL) */
    bool
        equations; /* it hands small systems of equations to an integrator from outside */
};
const struct study_kind_info *study_kind_info(enum study_kind kind);

/* Whether a study has something to say about a method of ours. */
bool study_knows(enum study_kind kind, const char *method);

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
