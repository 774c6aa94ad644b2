/* Random numbers for tests: repeatable from a seed, biased towards the values where formulas
 * go wrong (zero, equal components, tiny and large ones).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_SAMPLE_H
#define PROBLEMS_TESTS_SAMPLE_H

#include <stdint.h>

struct sample {
    uint64_t seed, state;
};

/* Begins at the seed in the environment variable TEST_SEED, or at a fixed one. */
struct sample sample_begin(void);

/* Uniform in [low, high); an integer in 0 .. count-1. */
double sample_uniform(struct sample *s, double low, double high);
int sample_choice(struct sample *s, int count);

/* x[count]: mostly uniform in [-2, 2), else zero, tiny, a power of two, or a copy. */
void sample_biased(struct sample *s, int count, double *x);

#endif
