/* The fit of an exponent on data whose law is known: exact recovery, the coverage of the
 * interval measured by simulation, and refusals.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "harness/base/numbers/fit.h"

enum { POINTS = 9, SIMULATIONS = 8000 };

static unsigned long read_seed(void) {
    const char *text = getenv("TEST_SEED");
    unsigned long seed = text ? strtoul(text, NULL, 10) : 20261121;
    fprintf(stderr, "TEST_SEED=%lu\n", seed);
    return seed;
}

static void fill_steps(double *h) {
    gsl_set_error_handler_off();
    for (int i = 0; i < POINTS; i++)
        h[i] = 0.37 * pow(0.61, i);
}

Test(fit, recovers_the_exponents_and_constants_of_exact_laws) {
    double h[POINTS], error[POINTS];
    fill_steps(h);
    for (int p = -1; p <= 3; p++) {
        for (int i = 0; i < POINTS; i++)
            error[i] = -0.83 * pow(h[i], p + 0.19) * exp(1.7 * h[i] - 0.9 * h[i] * h[i]);
        struct fit f;
        cr_assert(fit_exponent(&f, POINTS, h, error, 2, NULL) == 0);
        cr_assert(fabs(f.exponent - (p + 0.19)) < 1e-11);
        cr_assert(fabs(f.log_constant - log(0.83)) < 1e-10);
        cr_assert(f.residual < 1e-13);
        cr_assert(f.low <= f.exponent);
        cr_assert(f.exponent <= f.high);
    }
}

Test(fit, holds_the_true_exponent_as_often_as_its_interval_says) {
    double h[POINTS], error[POINTS];
    fill_steps(h);
    gsl_rng *random = gsl_rng_alloc(gsl_rng_taus2);
    gsl_rng_set(random, read_seed());
    int held = 0;
    for (int k = 0; k < SIMULATIONS; k++) {
        for (int i = 0; i < POINTS; i++)
            error[i] =
                0.83 * pow(h[i], 1.19) * exp(0.7 * h[i] + gsl_ran_gaussian(random, 1e-3));
        struct fit f;
        cr_assert(fit_exponent(&f, POINTS, h, error, 1, NULL) == 0);
        held += f.low <= 1.19 && 1.19 <= f.high;
    }
    gsl_rng_free(random);
    /* Four standard deviations of the binomial count about its mean. */
    double mean = SIMULATIONS * fit_confidence;
    double spread = 4 * sqrt(mean * (1 - fit_confidence));
    fprintf(stderr, "the interval held the exponent in %d of %d\n", held, SIMULATIONS);
    cr_assert(fabs(held - mean) < spread);
}

Test(fit, has_an_interval_no_narrower_than_the_known_noise_allows) {
    double h[POINTS], error[POINTS];
    fill_steps(h);
    for (int i = 0; i < POINTS; i++)
        error[i] = 0.83 * h[i];
    struct fit quiet, noisy;
    double little[POINTS], much[POINTS];
    for (int i = 0; i < POINTS; i++) {
        little[i] = 1e-15;
        much[i] = 1e-5;
    }
    cr_assert(fit_exponent(&quiet, POINTS, h, error, 1, little) == 0);
    cr_assert(fit_exponent(&noisy, POINTS, h, error, 1, much) == 0);
    cr_assert(fabs(noisy.residual - (1e-5)) < 1e-12);
    cr_assert(quiet.high - quiet.low < 1e-11);
    cr_assert(1e-6 < noisy.high - noisy.low);
}

/* As rounding makes it: the bound of each datum is ten times that of the one before, and errors
 * are a thirtieth of their bounds. */
Test(fit, weighs_data_by_their_noise_and_holds_the_exponent_as_often_as_it_says) {
    double h[POINTS], error[POINTS], noise[POINTS], worst[POINTS], widest = 0, alike = 0;
    fill_steps(h);
    gsl_rng *random = gsl_rng_alloc(gsl_rng_taus2);
    gsl_rng_set(random, read_seed());
    int held = 0;
    for (int k = 0; k < SIMULATIONS; k++) {
        for (int i = 0; i < POINTS; i++) {
            noise[i] = pow(10, i - 10);
            worst[i] = pow(10, POINTS - 11);
            error[i] = 0.83 * pow(h[i], 4.19) *
                       exp(0.7 * h[i] + gsl_ran_gaussian(random, noise[i] / 30));
        }
        struct fit f, equal;
        cr_assert(fit_exponent(&f, POINTS, h, error, 1, noise) == 0);
        cr_assert(fit_exponent(&equal, POINTS, h, error, 1, worst) == 0);
        held += f.low <= 4.19 && 4.19 <= f.high;
        widest = fmax(widest, f.high - f.low);
        alike = fmax(alike, equal.high - equal.low);
    }
    gsl_rng_free(random);
    fprintf(stderr,
            "held in %d of %d, at most %.1e wide; with weights that are alike %.1e\n",
            held, SIMULATIONS, widest, alike);
    cr_assert(held >= SIMULATIONS * fit_confidence);
    cr_assert(widest > 0 && widest < alike / 10);
}

Test(fit, refuses_what_it_cannot_fit_and_leaves_the_output_alone) {
    double h[POINTS], error[POINTS];
    fill_steps(h);
    for (int i = 0; i < POINTS; i++)
        error[i] = 0.83 * h[i];
    struct fit f = {.points = -7};
    cr_assert(fit_exponent(&f, 5, h, error, 2, NULL) != 0, "too few points");
    cr_assert(fit_exponent(&f, POINTS, h, error, -1, NULL) != 0, "K < 0");
    cr_assert(fit_exponent(&f, POINTS, h, error, FIT_MAX_CORRECTIONS + 1, NULL) != 0);
    const double bad[] = {0, NAN, INFINITY};
    for (int k = 0; k < 3; k++) {
        error[3] = bad[k];
        cr_assert(fit_exponent(&f, POINTS, h, error, 1, NULL) != 0);
    }
    error[3] = 0.1;
    h[2] = 0;
    cr_assert(fit_exponent(&f, POINTS, h, error, 1, NULL) != 0);
    cr_assert(f.points == -7);
}

Test(fit, refuses_steps_that_do_not_fall) {
    double h[POINTS], error[POINTS];
    fill_steps(h);
    for (int i = 0; i < POINTS; i++)
        error[i] = 0.83 * h[i];
    struct fit f = {.points = -7};
    h[4] = h[3];
    cr_assert(fit_exponent(&f, POINTS, h, error, 0, NULL) != 0);
    cr_assert(f.points == -7);
}
