/* Published values beside the truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_PUBLISHED_H
#define HARNESS_TRUTH_PUBLISHED_H

#include <mpfr.h>
#include <stdio.h>

#include "harness/base/record/record.h"

struct model;     /* problems/model.h */
struct ref_truth; /* ref/truth.h */

/* About the digits that are trusted, D of them: the value p has D right digits when it differs from
 * the truth by no more than 10^-D |p|, or by no more than half a unit in its D-th digit. */
enum truth_verdict {
    TRUTH_UNDECIDED,    /* the ball is too large to tell; or no digits are claimed */
    TRUTH_CONFIRMED,    /* it does, wherever in its ball the truth is */
    TRUTH_CONTRADICTED, /* it does not, wherever */
    TRUTH_UNCHECKED     /* there is no truth */
};

struct truth_published {
    const char *component, *t, *published, *source;
    long digits_trusted;
    /* -log10 of the relative difference, rounded down to 0.1; at most as many as the truth has
     * there. */
    double digits_agreeing;
    enum truth_verdict verdict;
    const char *grade; /* of the truth; where models are described */
};
extern const struct record truth_published_record;

struct truth_comparison {
    struct truth_published *list;
    int count;
};

/* Appends each published value at one of the truth's times. Nonzero: out of memory. */
int truth_published_compare(struct truth_comparison *into, struct model *m,
                            const struct ref_truth *truth);

/* Appends those at one time as unchecked. Nonzero: out of memory. */
int truth_published_unchecked(struct truth_comparison *into, struct model *m,
                              mpfr_srcptr time);

/* For a person: a line for each source, time and verdict, with the least of the digits that
 * agree; one for each value that is contradicted. */
void truth_published_print(const struct truth_comparison *published, FILE *out);

#endif
