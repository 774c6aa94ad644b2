/* What the studies expect of the integrator under test. Of our own methods that is known; of
 * a foreign one the fingerprint tells it, or whoever declares it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_FOREIGN_H
#define HARNESS_STUDY_FOREIGN_H

#include <stdbool.h>

#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/studies/common/ladder_rows.h"

/* Whether it solves the discrete equations of implicit Euler's pair, as ours do: the
 * reference makes the same steps. */
bool study_makes_pair(const struct study *s);

/* Its order: 1 of ours; declared; the fingerprint's. Not a number: not known. */
double study_order_expected(const struct study *s);

/* The name of its method in the table of known methods (harness/fingerprint/trees/tableau.h);
 * NULL: not known, one with memory, a Rosenbrock method, or known of systems without positions
 * alone, which the model is not. */
const char *study_method_known(const struct study *s);

/* That of a step after a new start: of a method with memory, whose first steps are another
 * method's, it may be lower. */
double study_first_order_expected(const struct study *s);

/* The law by which its steps depend on those before, "law" of its fingerprint; NULL: none is
 * known. */
const struct fingerprint_law *study_law(const struct study *s);

/* What who is failed for that may declare, where the fingerprint has seen it, in later trees
 * too, and nobody has said so; "": there is nothing to say. */
const char *study_advice_on_memory(const struct study *s);

/* Whether they may: by a law that is known, by declaration, or where nothing says that it is meant
 * to be a one-step method. */
bool study_may_remember(const struct study *s);

/* The first power of h in a single step's estimate, and in the difference of the true error
 * from the estimate. Not a number: not known. */
double study_estimate_order_expected(const struct study *s);
double study_gap_order_expected(const struct study *s);

/* Whether the fingerprint's order is that of the largest trees looked at, and the method's may
 * be higher. */
bool study_order_is_least(const struct study *s);

/* Whether its estimate is known to have a sign. */
bool study_estimate_is_signed(const struct study *s);

/* Tolerance of a foreign integrator's orders, and the half-width at which a range of them is
 * accepted: orders are whole numbers, and no constant is known that would be judged, too. */
static const double study_foreign_tolerance = 0.2;
static const double study_foreign_accept = 0.03;

/* Two-sided, or (is_least) at least the expected one; but not judged where the order is too low
 * on a model on which verdicts are not required (r->required), and where it is too high: the
 * terms of lowest order may vanish on a model. `found`: there is an asymptotic range. */
enum verdict study_judge_foreign_order(const struct result *r, bool found, bool is_least);

/* r of a ladder that was fitted, whose order is to be the one expected (not a number: not
 * known), or of one that is rounding: its points, value, interval, tolerance and verdict. What
 * is to be said of it: static text, "": nothing. */
const char *study_hold_order(struct result *r, const struct study *s, int levels,
                             const struct ladder_point *point,
                             const struct ladder_order *order, double expected,
                             bool is_rounding);

#endif
