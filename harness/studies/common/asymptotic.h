/* Where a ladder of step sizes follows the asymptotic law, and the order there.
 *
 * A ladder runs from coarse to fine. Its points are sorted out in this order:
 *     failed    no error there, or not a finite one, or zero
 *     floor     the error is not far above what rounding and Newton's tolerance may make
 *     sign      the signed error changes its sign between this point and the finer ones
 *     coarse    before the asymptotic range: with it, the law does not fit
 * The rest is used. What is left out at the fine end must be near the known floor: an error
 * that stops falling elsewhere is no round-off, and the range is then not found.
 *
 * The range is the longest one, up to the finest usable point, over which the exponent is
 * known to `accept`: its half-width is Student's interval of the fit, plus the change of the
 * exponent when the coarsest point is dropped, which measures the law's neglected terms.
 *
 * Where corrections are no law but only describe, as with kinks, a fit may extrapolate a curve
 * to any exponent: the slope of the finest points themselves is to be near it, too.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_ASYMPTOTIC_H
#define HARNESS_ASYMPTOTIC_H

#include <stdbool.h>

#include "harness/base/numbers/fit.h"
#include "harness/base/verdict.h"

enum ladder_use { LADDER_USED, LADDER_FAILED, LADDER_FLOOR, LADDER_SIGN, LADDER_COARSE };

/* "" for used, else why not: static strings. */
const char *ladder_use_text(enum ladder_use use);

struct ladder_point {
    double h;            /* > 0, falling along the ladder */
    double error;        /* signed; NaN where there is none */
    double floor;        /* absolute: what rounding and the Newton tolerance may add */
    enum ladder_use use; /* set by ladder_fit */
};

struct ladder_rule {
    int min_points;      /* used in any fit */
    int max_corrections; /* K of the law log c + p log h + b1 h + ... + bK h^K */
    double accept;       /* half-width of the interval at which the range is found */
    double bend;         /* the finest points' plain slope is that near; 0: not asked */
    double noise;        /* relative error that every datum has at least */
};

struct ladder_order {
    bool found;       /* the asymptotic range; else the fit is the narrowest there was */
    bool fitted;      /* whether there is a fit at all */
    struct fit fit;   /* Student's interval alone */
    double low, high; /* with the change by dropping the coarsest point */
    double lowest, highest; /* low and high of this and of the narrowest fit with more
                               corrections, together */
    int first, last;        /* the range: point[first] .. point[last] */
};

/* Sorts the points and fits the order; sets every point's `use`. */
struct ladder_order ladder_fit(int n, struct ladder_point *point,
                               const struct ladder_rule *rule);

/* Whether there is nothing to fit: at every point an error, and that within its floor. */
bool ladder_is_rounding(int n, const struct ladder_point *point);

/* Whether the exponent is the expected one. A fit with fewer corrections may be narrow beside
 * the law's neglected terms: for a failure the narrowest fit with more of them has to exclude
 * it, too. */
enum verdict ladder_judge(const struct ladder_order *o, double expected,
                          double tolerance);

#endif
