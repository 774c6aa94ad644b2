/* What the tests of truths share: a truth of a model at times in double, and whether two
 * truths agree within their radii.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TESTS_TRUTHS_H
#define REF_TESTS_TRUTHS_H

#include "ref/truth.h"

/* The status of a way to a truth, with exact constants; *truth is NULL unless it is REF_OK. */
enum ref_status truths_try(ref_truth_function *solve, struct ref_truth **truth,
                           struct model *m, int digits, int times, const double *time);

/* The truth itself, with its grade and digits; the test fails when there is none. */
struct ref_truth *truths_make(ref_truth_function *solve, struct model *m, int digits,
                              int times, const double *time);

/* By how much two truths contradict each other: the largest |a - b|/(radius a + radius b) of
 * a component, at most 1 when none does. Not a number counts as infinite. */
double truths_contradiction(const struct ref_truth *a, const struct ref_truth *b);

/* Whether a number is in the ball of component i, times and all; a test that numerator/denominator
 * is. */
bool truths_is_inside(const struct ref_truth *truth, int i, mpfr_srcptr exact);
void truths_expect_ratio(const struct ref_truth *truth, int i, long numerator,
                         long denominator, const char *what);

#endif
