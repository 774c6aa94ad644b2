/* The sum s(tau) = sum_k c_k tau^k of a switching function holds where, with its value g,
 *
 *     |s(tau) - g| <= 2^-(bits/2) max(sum_k |c_k tau^k|, size),
 *
 * size being that of the largest term of earlier steps, and sums as MPFR rounds them. A bound on
 * the left side below 2^-(bits/2) size decides alone, without the sum of sizes; and such a bound
 * is had in double: with the scaled terms b_k = c_k h^k / size and r = tau/h,
 *
 *     |s(tau) - g| <= size (|sum_k b_k r^k - g/size| + gamma (sum_k |b_k| r^k + |g|/size)),
 *
 * gamma = (8p + 16) 2^-53 covering what all operations round, in double (3p + 4 of them by
 * Horner's rule: N. J. Higham, Accuracy and Stability of Numerical Algorithms (2002), section
 * 5.1, and the k + 2 of b_k) and in MPFR (2p, and p times the rounding of tau, at 53 bits or
 * more). So every decision is that of MPFR's sums.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/taylor/switch_sums.h"

#include <float.h>
#include <math.h>

/* Beyond so many bits the tolerance is below what is rounded in double; below so many MPFR's
 * sums are rounded more than that. */
enum { LEAST_BITS = 53, DOUBLE_BITS = 80 };

/* A number as fraction times 2^exponent. */
struct scaled {
    double fraction;
    long exponent;
};

static struct scaled scaled_of(mpfr_srcptr x) {
    struct scaled s = {.fraction = 0};
    s.fraction = mpfr_get_d_2exp(&s.exponent, x, MPFR_RNDN);
    return s;
}

static double over(struct scaled a, struct scaled b) {
    long exponent = a.exponent - b.exponent;
    exponent = exponent > 2 * DBL_MAX_EXP ? 2 * DBL_MAX_EXP : exponent;
    exponent = exponent < -3 * DBL_MAX_EXP ? -3 * DBL_MAX_EXP : exponent;
    return ldexp(a.fraction / b.fraction, (int)exponent);
}

/* b_k; NaN or infinite where there is no size, or a coefficient is no number. */
static void scale_terms(double *b, const mpfr_t *c, int order, mpfr_srcptr h,
                        mpfr_srcptr size) {
    const struct scaled step = scaled_of(h), unit = scaled_of(size);
    struct scaled power = {.fraction = 1};
    for (int k = 0; k <= order; k++) {
        struct scaled term = scaled_of(c[k]);
        int shift;
        term.fraction *= power.fraction;
        term.exponent += power.exponent;
        b[k] = over(term, unit);
        power.fraction = frexp(power.fraction * step.fraction, &shift);
        power.exponent += step.exponent + shift;
    }
}

static bool is_for_double(const struct ref_switching *s) {
    return s->bits >= LEAST_BITS && s->bits <= DOUBLE_BITS;
}

void ref_switch_sums_begin(struct ref_switching *s, mpfr_srcptr h) {
    if (!is_for_double(s))
        return;
    for (int i = 0; i < s->selects; i++)
        scale_terms(s->scaled + i * (s->order + 1), eval_jet_switch(s->jet, i), s->order,
                    h, s->size[i]);
}

/* Whether the sum holds for certain, as far as double tells. */
static bool holds_in_double(const struct ref_switching *s, int i, mpfr_srcptr value,
                            double part) {
    const double *b = s->scaled + i * (s->order + 1);
    const double gamma = (8 * s->order + 16) * (DBL_EPSILON / 2);
    const double tolerance = ldexp(1 - 0x1p-20, -(int)(s->bits / 2));
    if (!is_for_double(s) || !mpfr_regular_p(s->size[i]))
        return false;
    double g = over(scaled_of(value), scaled_of(s->size[i])), sum = 0, sizes = 0;
    for (int k = s->order; k >= 0; k--) {
        sum = sum * part + b[k];
        sizes = sizes * part + fabs(b[k]);
    }
    return fabs(sum - g) + gamma * (sizes + fabs(g)) <= tolerance;
}

/* Whether |s->term| <= 2^-(bits/2) |largest|, which is changed. */
static bool is_below(struct ref_switching *s, mpfr_ptr largest) {
    mpfr_div_2ui(largest, largest, (unsigned long)s->bits / 2, MPFR_RNDN);
    return mpfr_cmpabs(s->term, largest) <= 0;
}

/* largest := sum_k |c_k tau^k|. */
static void sum_sizes(struct ref_switching *s, const mpfr_t *c, mpfr_srcptr tau) {
    mpfr_set_zero(s->largest, 1);
    for (int k = s->order; k >= 0; k--) {
        mpfr_mul(s->largest, s->largest, tau, MPFR_RNDN);
        mpfr_abs(s->power, c[k], MPFR_RNDN);
        mpfr_add(s->largest, s->largest, s->power, MPFR_RNDN);
    }
}

static bool holds(struct ref_switching *s, int i, mpfr_srcptr value, mpfr_srcptr tau) {
    const mpfr_t *c = eval_jet_switch(s->jet, i);
    mpfr_set_zero(s->term, 1);
    for (int k = s->order; k >= 0; k--) {
        mpfr_mul(s->term, s->term, tau, MPFR_RNDN);
        mpfr_add(s->term, s->term, c[k], MPFR_RNDN);
    }
    mpfr_sub(s->term, s->term, value, MPFR_RNDN);
    mpfr_set(s->largest, s->size[i], MPFR_RNDN);
    if (is_below(s, s->largest))
        return true;
    sum_sizes(s, c, tau);
    return is_below(s, s->largest);
}

bool ref_switch_sums_hold(struct ref_switching *s, mpfr_srcptr tau, double part) {
    for (int i = 0; i < s->selects; i++) {
        mpfr_srcptr value = eval_jet_switch(s->point, i)[0];
        if (s->branch[i] == 0 || !mpfr_number_p(value))
            continue;
        if (!holds_in_double(s, i, value, part) && !holds(s, i, value, tau))
            return false;
    }
    return true;
}
