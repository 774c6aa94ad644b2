/* Made-up documents about speed, in the forms that the commands write, with numbers that are
 * drawn anew for each seed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_TESTS_SPEED_SAMPLES_H
#define REPORTS_TESTS_SPEED_SAMPLES_H

#include <jansson.h>

/* Where a random sequence stands. */
struct sample_random {
    unsigned long long state;
};

double sample_uniform(struct sample_random *r); /* in [0, 1) */
double sample_normal(struct sample_random *r);

/* The seed of this run: TEST_SEED, else one fixed number. */
unsigned long long sample_seed(void);

/* Whole documents with so many entries; the caller frees. Of a comparison the first entry is
 * slower, the second faster, the third does more work, the fourth cannot be told, the fifth
 * was not timed; the others are the same. */
json_t *sample_compare(struct sample_random *r, int benchmarks, int processes);
json_t *sample_timing(struct sample_random *r, int benchmarks, int processes);
json_t *sample_history(struct sample_random *r, int series, int points);

#endif
