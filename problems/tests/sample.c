/* The generator is splitmix64: Steele, Lea, Flood, Fast splittable pseudorandom number
 * generators (OOPSLA 2014), figure 17.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/sample.h"

#include <math.h>
#include <stdlib.h>

struct sample sample_begin(void) {
    const char *text = getenv("TEST_SEED");
    uint64_t seed = text ? strtoull(text, NULL, 10) : 20061;
    return (struct sample){seed, seed};
}

static uint64_t next_word(struct sample *s) {
    uint64_t z = (s->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double sample_uniform(struct sample *s, double low, double high) {
    return low + (high - low) * ldexp((double)(next_word(s) >> 11), -53);
}

int sample_choice(struct sample *s, int count) {
    return (int)(next_word(s) % (uint64_t)count);
}

static double biased_number(struct sample *s) {
    double sign = sample_choice(s, 2) ? 1.0 : -1.0;
    switch (sample_choice(s, 12)) {
    case 0: return 0.0;
    case 1: return sign * ldexp(1.0, sample_choice(s, 40) - 30);
    case 2: return sample_uniform(s, -1e-8, 1e-8);
    default: return sample_uniform(s, -2.0, 2.0);
    }
}

void sample_biased(struct sample *s, int count, double *x) {
    for (int i = 0; i < count; i++)
        x[i] = biased_number(s);
    if (count > 1 && sample_choice(s, 4) == 0)
        x[sample_choice(s, count)] = x[sample_choice(s, count)];
}
