/* A sine or cosine as a sum of two doubles, within 2^-60 of its size, in operations that are the
 * same for each argument; why it is that near: fast/lanes/theory.md, "Sines". With x = n pi + r,
 * n a whole number for the sine and half of an odd one for the cosine, |r| <= pi/2 but for
 * rounding,
 *
 *     |sin x| = |r + r z (c1 + z (c2 + z q(z)))|,   z = r^2,
 *
 * and the same for the cosine; all but q in twice double precision.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_SINE_KERNEL_H
#define PROBLEMS_SINE_KERNEL_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Arguments up to here, and r not below its least where there is an n. */
static const double sine_most = 0x1p20, sine_least_rest = 0x1p-20;

/* pi as a sum; 2^52 and half of it more: adding it rounds to a whole number. */
static const double sine_pi = 0x1.921fb54442d18p+1, sine_pi_rest = 0x1.1a62633145c07p-53,
                    sine_per_pi = 0x1.45f306dc9c883p-2, sine_whole = 0x1.8p52;

/* c1 and c2 as sums, and q's coefficients, least squares in Chebyshev's points of 0 .. (pi/2)^2
 * so that the whole is within 2^-66 of sin(r)/r. */
#define SINE_C1 -0x1.5555555555555p-3
#define SINE_C1_REST -0x1.554d9eb3fd432p-57
#define SINE_C2 0x1.1111111111111p-7
#define SINE_C2_REST 0x1.67f0b10211ae4p-64
#define SINE_Q(ENTRY)                                                                    \
    ENTRY(0x1.9509b1640f6f2p-49)                                                         \
    ENTRY(-0x1.ae7ee9bd21f12p-41)                                                        \
    ENTRY(0x1.612460c17f37ep-33)                                                         \
    ENTRY(-0x1.ae64567e86ae6p-26)                                                        \
    ENTRY(0x1.71de3a556baa1p-19)                                                         \
    ENTRY(-0x1.a01a01a01a00dp-13)
#define SINE_LAST -0x1.278f01851671ap-57

/* value + rest is the sine; fits: it is that near. */
struct sine {
    double value, rest;
    bool fits;
};

/* r as a sum, and the sign's bit. */
struct sine_reduced {
    double r, rest;
    uint64_t odd;
    bool fits;
};

static inline struct sine_reduced sine_reduce(double x, const bool is_cosine) {
    const double near = is_cosine ? fma(x, sine_per_pi, 0.5) + sine_whole
                                  : fma(x, sine_per_pi, sine_whole);
    const double n = is_cosine ? (near - sine_whole) - 0.5 : near - sine_whole;
    const double u = fma(-n, sine_pi, x), r = fma(-n, sine_pi_rest, u);
    /* Of a cosine's |x| < 1 u is rounded. */
    const double lost = is_cosine ? x - fma(n, sine_pi, u) : 0;
    struct sine_reduced reduced = {.r = r,
                                   .rest = fma(-n, sine_pi_rest, u - r) + lost,
                                   .fits = (fabs(x) <= sine_most) &
                                           ((fabs(u) >= sine_least_rest) | (n == 0))};
    memcpy(&reduced.odd, &near, sizeof near);
    reduced.odd <<= 63;
    return reduced;
}

static inline double sine_with_sign(double a, uint64_t sign) {
    uint64_t bits;
    memcpy(&bits, &a, sizeof a);
    bits ^= sign;
    memcpy(&a, &bits, sizeof a);
    return a;
}

static inline struct sine sine_of(double x, const bool is_cosine) {
    const struct sine_reduced reduced = sine_reduce(x, is_cosine);
    const double r = reduced.r, r_rest = reduced.rest;
    const double z = r * r, z_rest = fma(r + r, r_rest, fma(r, r, -z));
    double q = SINE_LAST;
#define TERM(coefficient) q = fma(q, z, coefficient);
    SINE_Q(TERM)
#undef TERM
    const double b = fma(z, q, SINE_C2);
    const double b_rest = fma(z_rest, q, fma(z, q, SINE_C2 - b)) + SINE_C2_REST;
    const double a = fma(z, b, SINE_C1);
    const double a_rest =
        fma(z, b_rest, fma(z_rest, b, fma(z, b, SINE_C1 - a) + SINE_C1_REST));
    const double s = fma(z, a, 1);
    const double s_rest = fma(z, a_rest, fma(z_rest, a, fma(z, a, 1 - s)));
    const double y = r * s, y_rest = fma(r, s_rest, fma(r_rest, s, fma(r, s, -y)));
    const double value = y + y_rest;
    return (struct sine){.value = sine_with_sign(value, reduced.odd),
                         .rest = sine_with_sign(y_rest - (value - y), reduced.odd),
                         .fits = reduced.fits};
}

#endif
