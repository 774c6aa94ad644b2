/* Polynomials of one degree n on 0 <= s <= 1 by their values at Chebyshev's points
 *
 *     s_j = (1 - cos(pi j/n))/2,  j = 0 .. n,       f(s) = sum_m c_m T_m(2 s - 1),
 *
 * and what follows from the values: the coefficients c_m, and integrals from 0. Trefethen,
 * Spectral Methods in MATLAB (2000), chapters 6 and 12.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TESTS_RANDOM_CHEBYSHEV_H
#define REF_TESTS_RANDOM_CHEBYSHEV_H

#include <mpfr.h>

struct chebyshev {
    int degree;
    mpfr_prec_t bits;
    mpfr_t *node;      /* [degree + 1] s_j */
    mpfr_t *transform; /* c_m = sum_j transform[m*(degree + 1) + j] f_j */
    mpfr_t *integral;  /* int_0^s_j f = sum_k integral[j*(degree + 1) + k] f_k */
    double *near_node, *near_transform, *near_integral; /* the same in double */
};

/* Freed with chebyshev_free. */
struct chebyshev *chebyshev_make(int degree, mpfr_prec_t bits);
void chebyshev_free(struct chebyshev *c);

/* value := sum_m c[m*stride] T_m(2 s - 1), by Clenshaw's recurrence; `value` is not s. */
void chebyshev_value(const struct chebyshev *c, mpfr_ptr value, const mpfr_t *coefficient,
                     int stride, mpfr_srcptr s);
double chebyshev_near_value(const struct chebyshev *c, const double *coefficient,
                            int stride, double s);

/* The same for its derivative by s. */
double chebyshev_near_slope(const struct chebyshev *c, const double *coefficient,
                            int stride, double s);

#endif
