/* The ways to open a subject, one for each family. Shared by the sources of subject_open.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SUBJECT_PARTS_H
#define HARNESS_SUBJECT_PARTS_H

#include "fast/status.h"
#include "problems/base/status.h"

struct model;           /* problems/model.h */
struct subject;         /* harness/integrators/subject.h */
struct subject_options; /* harness/integrators/subject_options.h */

/* As subject_open, for a model and lists that fit the method. */
int subject_open_pair(struct subject *s, struct model *m,
                      const struct subject_options *options, struct diagnostic *d);
int subject_open_projected(struct subject *s, struct model *m,
                           const struct subject_options *options, struct diagnostic *d);
int subject_open_bdf(struct subject *s, struct model *m,
                     const struct subject_options *options, struct diagnostic *d);

int subject_open_contact(struct subject *s, struct model *m,
                         const struct subject_options *options, struct diagnostic *d);

/* "NAME: why", and SUBJECT_REFUSED or SUBJECT_NO_MEMORY. */
int subject_refuse_problem(const struct model *m, enum problem_status status,
                           struct diagnostic *d);
int subject_refuse_status(const struct model *m, enum fast_status status,
                          struct diagnostic *d);

/* The same of a stepper with contacts: `failed` as contact_failed() has it. */
int subject_name_contact_failure(struct diagnostic *why, const struct model *m,
                                 enum fast_status status, int failed, double t);

#endif
