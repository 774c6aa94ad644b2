/* Three-valued verdicts. Every comparison is written so that a NaN cannot pass.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/verdict.h"

#include <math.h>
#include <stddef.h>

const char *const verdict_words[] = {[VERDICT_PASS] = "pass",
                                     [VERDICT_FAIL] = "fail",
                                     [VERDICT_NOT_ASYMPTOTIC] = "not-asymptotic",
                                     NULL};

const char *verdict_text(enum verdict verdict) {
    return verdict_words[verdict];
}

enum verdict verdict_two_sided(bool trusted, double low, double high, double expected,
                               double tolerance) {
    if (!trusted || !isfinite(low) || !isfinite(high) || low > high)
        return VERDICT_NOT_ASYMPTOTIC;
    if (expected - tolerance <= low && high <= expected + tolerance)
        return VERDICT_PASS;
    if (high < expected - tolerance || expected + tolerance < low)
        return VERDICT_FAIL;
    return VERDICT_NOT_ASYMPTOTIC;
}

enum verdict verdict_at_least(double value, double floor) {
    return value >= floor ? VERDICT_PASS : VERDICT_FAIL;
}

enum verdict verdict_at_most(double value, double bound) {
    return value <= bound ? VERDICT_PASS : VERDICT_FAIL;
}

enum verdict verdict_worse(enum verdict a, enum verdict b) {
    if (a == VERDICT_FAIL || b == VERDICT_FAIL)
        return VERDICT_FAIL;
    if (a == VERDICT_NOT_ASYMPTOTIC || b == VERDICT_NOT_ASYMPTOTIC)
        return VERDICT_NOT_ASYMPTOTIC;
    return VERDICT_PASS;
}
