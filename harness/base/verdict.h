/* Three-valued verdicts.
 *
 * A quantity is known to lie in [low, high] and is expected within expected +- tolerance:
 *     pass             the interval lies inside
 *     fail             the interval lies outside, above as well as below
 *     not-asymptotic   it does neither, or the measurement itself is not trusted
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_VERDICT_H
#define HARNESS_VERDICT_H

#include <stdbool.h>

enum verdict { VERDICT_PASS, VERDICT_FAIL, VERDICT_NOT_ASYMPTOTIC };

/* "pass", "fail", "not-asymptotic": static strings; all of them, ending with NULL. */
const char *verdict_text(enum verdict verdict);
extern const char *const verdict_words[];

/* `trusted`: the data follow the law that was fitted to them. An interval with an end that
 * is not a number decides nothing. */
enum verdict verdict_two_sided(bool trusted, double low, double high, double expected,
                               double tolerance);

/* For a quantity that must reach a floor (digits): pass when value >= floor, else fail; not
 * a number is a fail. */
enum verdict verdict_at_least(double value, double floor);

/* For a quantity that must stay below a bound: pass when value <= bound, else fail; not a
 * number is a fail. */
enum verdict verdict_at_most(double value, double bound);

/* The worse of two: fail, then not-asymptotic, then pass. */
enum verdict verdict_worse(enum verdict a, enum verdict b);

#endif
