/* What the studies expect of the integrator under test. Of our own methods that is known; of one
 * from outside its fingerprint tells it, or whoever declares it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_TRAITS_H
#define HARNESS_STUDY_TRAITS_H

#include <stdbool.h>

#include "harness/studies/common/ladder_rows.h"

struct study;           /* harness/results/study.h */
struct fingerprint_law; /* harness/fingerprint/fingerprint_record.h */

struct study_traits {
    /* It solves the discrete equations of implicit Euler's pair, as ours do: the reference makes
     * the same steps. */
    bool makes_pair;
    /* The name of its method in the table of known methods (harness/fingerprint/trees/tableau.h);
     * NULL: not known, one with memory, a Rosenbrock method, or known of systems without
     * positions alone, which the model is not. */
    const char *known;
    bool is_exponential; /* it is a known method that takes exponentials of matrices */
    /* The law by which its steps depend on those before; NULL: none is known. They may: by such a
     * law, by declaration, or where nothing says that it is meant to be a one-step method. */
    const struct fingerprint_law *law;
    bool may_remember;
    /* What who is failed for that may declare, where the fingerprint has seen it, in later trees
     * too, and nobody has said so; "": there is nothing to say. */
    const char *advice_on_memory;
    /* Its order, and that of a step after a new start: of a method with memory, whose first steps
     * are another method's, it may be lower. The first power of h in a single step's estimate,
     * and in the difference of the true error from it. Not a number: not known. */
    double order, first_order, estimate_order, gap_order;
    /* The order is that of the largest trees looked at, and the method's may be higher. */
    bool order_is_least;
    bool estimate_has_sign;
};
struct study_traits study_traits(const struct study *s);

/* Whether an integrator from outside has contacts to handle. Its steps need not be smooth anywhere
 * near an event: its order, and its energy by the study of budgets, are judged through them. */
bool study_goes_through_events(const struct study *s);

/* Tolerance of orders of an integrator from outside, and the half-width at which a range of them
 * is accepted: orders are whole numbers, and no constant is known that would be judged, too. */
static const double study_traits_tolerance = 0.2;
static const double study_traits_accept = 0.03;

/* The verdict of r, as it is reached for an integrator from outside (nothing changes for ours): a
 * failure counts only where it may fail, and what is undecided is not required. */
void study_excuse(struct result *r, const struct study *s, bool may_fail);

/* r of a ladder that was fitted, whose order is to be the one expected (not a number: not
 * known), or of one that is rounding: its points, value, interval, tolerance and verdict, which is
 * two-sided, or where the order is a least one one-sided. It may fail where the order is too low
 * on a model on which verdicts are required, and not where it is too high: the terms of lowest
 * order may vanish on a model. What is to be said of it: static text, "": nothing. */
const char *study_hold_order(struct result *r, const struct study *s, int levels,
                             const struct ladder_point *point,
                             const struct ladder_order *order, double expected,
                             bool is_rounding);

#endif
