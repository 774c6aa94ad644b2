/* What belongs to a state of a truth: accelerations, multipliers, impulses, in balls.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_WITH_H
#define HARNESS_TRUTH_WITH_H

#include <stdio.h>

#include <jansson.h>

struct diagnostic; /* problems/base/status.h */
struct model;      /* problems/model.h */
struct ref_truth;  /* ref/truth.h */

enum truth_with {
    TRUTH_ACCELERATIONS = 1, /* v' and z' */
    TRUTH_MULTIPLIERS = 2,   /* of the joints, and the contacts' forces */
    TRUTH_IMPULSES = 4       /* of impacts at the time */
};

/* "accelerations,multipliers,impulses", any of them, as a sum. Nonzero: *d says why not. */
int truth_with_read(unsigned *with, const char *text, struct diagnostic *d);

/* {"accelerations": [{"name", "value", "radius"}], "multipliers": [...], "impulses": [...]} at
 * time k: balls from the state's ball through the model's formulas (of a converged truth as far
 * as its measured radius is a bound); where a contact may be closed, balls from an enclosure of
 * the motion up to the time. A text in place of a list says why there is none. */
json_t *truth_with_describe(struct model *m, const struct ref_truth *truth, int k,
                            unsigned with);

/* For a person. */
void truth_with_print(const json_t *with, FILE *out);

#endif
