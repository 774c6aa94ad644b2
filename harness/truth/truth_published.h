/* Published values beside the truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_PUBLISHED_H
#define HARNESS_TRUTH_PUBLISHED_H

#include <jansson.h>
#include <mpfr.h>
#include <stdio.h>

struct model;     /* problems/model.h */
struct ref_truth; /* ref/truth.h */

/* Appends {component, t, published, source, digits_trusted, digits_agreeing, verdict} for
 * each published value at one of the truth's times.
 *
 * digits_agreeing is -log10 of the relative difference, rounded down to 0.1; at most as many as
 * the truth has there. The verdict is about the digits that are trusted, D of them: the value
 * p has D right digits when it differs from the truth by no more than 10^-D |p|, or by no
 * more than half a unit in its D-th digit.
 *
 *     "confirmed"     it does, wherever in its ball the truth is
 *     "contradicted"  it does not, wherever
 *     "undecided"     the ball is too large to tell; or no digits are claimed */
void truth_published_compare(json_t *into, struct model *m,
                             const struct ref_truth *truth);

/* Appends those at one time as "unchecked". */
void truth_published_unchecked(json_t *into, struct model *m, mpfr_srcptr time);

/* For a person: a line for each source, time and verdict, with the least of the digits that
 * agree; one for each value that is contradicted. */
void truth_published_print(const json_t *published, FILE *out);

#endif
