/* The originals study: recorded runs of the original, done again by the methods that it
 * recorded, in faithful mode. It is about all recorded problems at once, which are models of
 * the catalogue.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_ORIGINALS_H
#define HARNESS_STUDY_ORIGINALS_H

#include "harness/session/models.h"

struct results; /* harness/results/result_list.h */
struct study;   /* harness/results/study.h */

struct originals_request {
    const char *path; /* of the file of recorded runs */
    double share;     /* of the cases, spread evenly, in (0, 1]; 0: all */
    const struct catalogue *catalogue;
    const struct model_names *names; /* only problems among them; NULL: all problems */
};

/* Appends a result "original-cases" for each problem and method with recorded cases, whose
 * "model" is the problem's name. s->model is not looked at. Nonzero: it could not be carried
 * out, and *d says why. */
int study_originals(const struct study *s, const struct originals_request *r,
                    struct results *results, struct diagnostic *d);

#endif
