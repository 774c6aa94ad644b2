/* Series of known truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/history/simulated.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>

/* Every so many-th point is off by a multiple of the deviation. */
enum { stray_every = 20 };
static const double stray_size = 15;

/* The host moves its clock in steps of 2.4 %. */
static const double clock_step = 0.024;

static double draw(const struct simulated *s, gsl_rng *random) {
    double z = gsl_ran_gaussian(random, s->deviation);
    if (s->noise == SIMULATED_STRAY && gsl_rng_uniform_int(random, stray_every) == 0)
        z += stray_size * s->deviation;
    if (s->noise == SIMULATED_CLOCK)
        z += clock_step * (double)gsl_rng_uniform_int(random, 3);
    return z;
}

void simulated_fill(double *x, const struct simulated *s, gsl_rng *random) {
    for (int i = 0; i < s->n; i++) {
        x[i] = log(1.37) + draw(s, random);
        if (s->step_at > 0 && i >= s->step_at)
            x[i] += log1p(s->step);
        x[i] += s->drift * i / s->n;
    }
}

gsl_rng *simulated_random(unsigned long usual, unsigned long *seed) {
    const char *text = getenv("TEST_SEED");
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
    *seed = text == NULL ? usual : strtoul(text, NULL, 10);
    gsl_rng_set(random, *seed);
    return random;
}
