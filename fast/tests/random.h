/* Random numbers for tests (SplitMix64: Steele, Lea, Flood 2014), from a seed that the
 * environment variable TEST_SEED sets and failures print.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_RANDOM_H
#define FAST_TESTS_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t seed, state;
};

struct random random_open(void);
uint64_t random_bits(struct random *random);
/* Evenly between low and high. */
double random_between(struct random *random, double low, double high);

#endif
