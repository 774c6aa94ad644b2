/* Samples by splitmix64.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/sample.h"

#include <math.h>
#include <stdlib.h>

#include "problems/base/splitmix.h"

struct sample sample_begin(void) {
    const char *text = getenv("TEST_SEED");
    uint64_t seed = text ? strtoull(text, NULL, 10) : 20061;
    return (struct sample){seed, seed};
}

double sample_uniform(struct sample *s, double low, double high) {
    return low + (high - low) * ldexp((double)(splitmix_next(&s->state) >> 11), -53);
}

int sample_choice(struct sample *s, int count) {
    return (int)(splitmix_next(&s->state) % (uint64_t)count);
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
