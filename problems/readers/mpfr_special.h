/* Special functions in MPFR, by the arithmetic-geometric mean, Landen's transformation and
 * Newton's method.
 *
 *   sn, cn, dn, am (u, m)   Jacobi's functions of the parameter m = k^2 >= 0:
 *                           u = F(am, m), sn = sin am, cn = cos am, dn^2 = 1 - m sn^2
 *   elliptic_f (phi, m)     the integral of 1/sqrt(1 - m sin^2 s) over 0 .. phi, where that
 *                           is real: m < 1, or |phi| < pi/2 and m sin^2 phi <= 1
 *   elliptic_k (m)          F(pi/2, m) for m < 1
 *   kepler (M, e)           E with E - e sin E = M, for |e| < 1
 *
 * Elsewhere, and of arguments beyond 2^16384, they are not a number.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_MPFR_SPECIAL_H
#define PROBLEMS_MPFR_SPECIAL_H

#include <mpfr.h>

#include "problems/graph/operation.h"

/* r := the function, EXPR_SN to EXPR_KEPLER, of a and b (not read for EXPR_ELLIPTIC_K), with
 * an error of at most 2 ulp of max(1, |r|), or of |r| where r vanishes with a. r may be
 * an argument. It allocates. */
void mpfr_special(mpfr_ptr r, enum expr_operation function, mpfr_srcptr a, mpfr_srcptr b);

/* The same for doubles. */
double double_special(enum expr_operation function, double a, double b);

/* mpfr_kepler.c: r := E with E - e sin E = mean, |e| < 1; computed in the precision of r, which
 * is none of the arguments. */
void mpfr_kepler(mpfr_ptr r, mpfr_srcptr mean, mpfr_srcptr eccentricity);

/* Whether sine, cosine and tangent of a are computed. Their cost grows with the exponent, as
 * pi is needed to as many bits, so that a solution which blows up would halt the program;
 * beyond 2^16384, far beyond every double, they are not a number. */
bool mpfr_is_angle(mpfr_srcptr a);

#endif
