/* The faulty integrator as a subject in this process: many of them are soon made.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CORPUS_IN_PROCESS_H
#define HARNESS_CORPUS_IN_PROCESS_H

struct diagnostic;      /* problems/base/status.h */
struct model;           /* problems/model.h */
struct subject;         /* harness/integrators/subject.h */
struct subject_options; /* harness/integrators/subject_options.h */

/* What a study's context is. */
struct in_process {
    const char *option[3][2]; /* names and values; those after the last are NULL */
};

/* "method" or "fault", and its value. */
struct in_process in_process_with(const char *name, const char *value);

/* A study_open_subject; `context` is a struct in_process, which must outlive the
 * subject. */
int in_process_open(void *context, struct model *m, const struct subject_options *options,
                    struct subject *s, struct diagnostic *d);

#endif
