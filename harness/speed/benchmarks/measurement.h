/* What a process has found about workloads that took turns in it: the answer of bench_measure
 * (bench.h) as records, one for each.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_MEASUREMENT_H
#define HARNESS_MEASUREMENT_H

#include "harness/base/record/record.h"

struct measurement {
    const char *failed; /* why it could not be measured; "": it was */
    double ns;          /* of a pass, the median over the rounds */
    double log_ratio;   /* the median over the rounds of ln(its time / the first one's) */
    long passes;        /* in a block */
    json_t *counters;   /* of a pass; NULL: it took no part, or has failed */
    int blocks;
    double *block; /* [blocks] of each round ns of a pass; NaN: it had none */
};

extern const struct record measurement_record;

/* What a block took in a round, ns of a pass; NaN: it had none. */
double measurement_block(const struct measurement *m, int round);

/* Times of blocks, freed by the caller. */
struct block_times {
    int count;
    double *ns;
};

/* Appends a measurement's. Nonzero: out of memory. */
int block_times_add(struct block_times *all, const struct measurement *m);

/* A counter of a pass; NaN: it has none of that name. */
double measurement_count(const struct measurement *m, const char *key);

struct measured {
    /* Of one multiplication, the median over the rounds; NaN: not known. */
    double ruler_ns;
    int count;
    struct measurement *of; /* [count] */
};

/* Of an answer, where a null stands for one that took no part. Cleared with measured_clear in any
 * case. Nonzero: *d says why it cannot be read. */
int measured_read(struct measured *m, const json_t *answer, struct diagnostic *d);
void measured_clear(struct measured *m);

/* The i-th; one that took no part where there is none. */
const struct measurement *measured_at(const struct measured *m, int i);

#endif
