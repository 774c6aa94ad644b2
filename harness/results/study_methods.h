/* Studies of several methods that solve the same discrete equations: the reference's part is
 * found once, and its results repeated under each method's name.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_METHODS_H
#define HARNESS_STUDY_METHODS_H

#include "harness/results/study.h"

int study_count_methods(const struct study *s);

/* The study of the i-th method alone. Its options are in *options, which must outlive it; an
 * integrator from outside keeps the study's own. */
struct study study_of_method(const struct study *s, int i,
                             struct subject_options *options);

/* Appends the results of `shared` under the name of the study's method. Nonzero: out of
 * memory. */
int study_append_as(struct results *results, const struct results *shared,
                    const struct study *one);

/* The study of one of several methods could not be carried out, as *d says: a failed result
 * with the quantity "study", and 0, so that the others are studied. Nonzero: it is the only
 * one, or memory runs out. */
int study_note_failure(struct results *results, const struct study *all,
                       const struct study *one, const char *study, struct diagnostic *d);

#endif
