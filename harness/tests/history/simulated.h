/* Series of known truth for tests of change points.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_SIMULATED_H
#define HARNESS_TESTS_SIMULATED_H

#include <gsl/gsl_rng.h>

/* What scatters a point: like the values over the ruler on a shared machine, like them with
 * stray values, or like raw times, which the clock's steps move. All have a deviation of about
 * the number given, but the last. */
enum simulated_noise { SIMULATED_NORMAL, SIMULATED_STRAY, SIMULATED_CLOCK };

struct simulated {
    int n;
    double deviation;   /* relative, of a point */
    int step_at;        /* the first point after a step; 0: there is none */
    double step, drift; /* relative: of the step, and from the first to the last point */
    enum simulated_noise noise;
};

/* x[0..n-1] := logarithms of such a series about the value 1.37. */
void simulated_fill(double *x, const struct simulated *s, gsl_rng *random);

/* A generator by TEST_SEED, or by `usual`; the seed is *seed, for messages. */
gsl_rng *simulated_random(unsigned long usual, unsigned long *seed);

#endif
