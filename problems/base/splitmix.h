/* The generator splitmix64 (G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number
 * generators, OOPSLA 2014, figures 16 and 17): state_k+1 = state_k + floor(2^64 / golden ratio), of
 * which the finaliser, a permutation in which every input bit changes every output bit with
 * probability near 1/2, is the number.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_SPLITMIX_H
#define PROBLEMS_SPLITMIX_H

#include <stdint.h>

/* The number that follows a state, which it does not change. */
static inline uint64_t splitmix(uint64_t state) {
    uint64_t z = state + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* That number; *state goes on to the next. */
static inline uint64_t splitmix_next(uint64_t *state) {
    const uint64_t number = splitmix(*state);
    *state += UINT64_C(0x9e3779b97f4a7c15);
    return number;
}

#endif
