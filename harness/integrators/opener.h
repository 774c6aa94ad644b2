/* Our own integrators, for who opens integrators by a function and its context.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_OPENER_H
#define HARNESS_OPENER_H

struct model;
struct subject;
struct subject_options;
struct diagnostic;

/* subject_open as a study_open_subject (harness/results/study.h); the context is not used. */
int open_own_subject(void *context, struct model *m,
                     const struct subject_options *options, struct subject *s,
                     struct diagnostic *d);

#endif
