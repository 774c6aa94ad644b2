/* Linear multistep methods on any grid,
 *
 *     x_n = sum_{j=1..k} a_j x_{n-j} + h sum_{j=0..k} b_j f_{n-j},   h = t_n - t_{n-1},
 *
 * f_n at x_n or, of a predictor with a corrector (PECE), at
 * sum_{j>=1} (q_j x_{n-j} + h p_j f_{n-j}).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_MULTISTEP_H
#define HARNESS_MULTISTEP_H

#include <stdbool.h>

enum { MULTISTEP_MOST = 6 };

struct multistep {
    int steps; /* k */
    double a[MULTISTEP_MOST + 1], b[MULTISTEP_MOST + 1];
    bool predicts;
    double q[MULTISTEP_MOST + 1], p[MULTISTEP_MOST + 1];
    int more; /* corrections after the first one, each with f_n at the last: P(EC)^(1 + more) E */
};

enum multistep_family {
    MULTISTEP_BDF, /* the derivative at t_n of the polynomial through x_n .. x_{n-k} */
    MULTISTEP_BASHFORTH, /* the integral of the polynomial through f_{n-1} .. f_{n-k} */
    MULTISTEP_MOULTON,   /* the same through f_n .. f_{n-k} */
    MULTISTEP_PREDICTS,  /* the explicit one of k steps, then the other one of k - 1 */
    MULTISTEP_GAINS,     /* the explicit one of k steps, then the other one of k */
    MULTISTEP_MIDPOINT,  /* the derivative at t_{n-1} of the parabola; k = 2 */
    /* Of equal steps alone: predictors and correctors, also modified. */
    MULTISTEP_MILNE,
    MULTISTEP_MILNE_MODIFIED,
    MULTISTEP_HAMMING,
    MULTISTEP_HAMMING_MODIFIED,
    MULTISTEP_MOULTON_MODIFIED
};

/* Whether a family has coefficients for steps that are not equal. */
bool multistep_has_grids(enum multistep_family family);

/* multistep_modified.c: coefficients of the families of equal steps. */
void multistep_modified(struct multistep *m, enum multistep_family family);

/* The same of a modified one with other factors, of p_{n-1} - c_{n-1} in m_n and of p_n - c_n in
 * x_n, which should be 1 - share and share. */
void multistep_modified_by(struct multistep *m, enum multistep_family family,
                           double of_predictor, double of_corrector);
double multistep_share(enum multistep_family family);

/* Coefficients for time[j] = (t_{n-j} - t_n) / h, j = 0 .. k (0, -1, ...); of a family without
 * grids those of equal steps. */
void multistep_on_grid(struct multistep *m, enum multistep_family family, int steps,
                       const double *time);

/* The same on equal steps. */
void multistep_uniform(struct multistep *m, enum multistep_family family, int steps);

/* The highest p such that the conditions
 *     sum_j a_j (-j)^q + q sum_j b_j (-j)^(q-1) = 0^q,   q = 0 .. p,
 * hold to the tolerance (Hairer, Norsett, Wanner, Solving ODEs I, III.2 (2.6)); -1: not even
 * sum a_j = 1. Of one that predicts they are those of the corrector. */
int multistep_order(const struct multistep *m, double tolerance);

/* The largest root of z^k - sum a_j z^(k-j) but for the one at 1: above 1 errors grow. NaN: not
 * found. */
double multistep_parasite(const struct multistep *m);

#endif
