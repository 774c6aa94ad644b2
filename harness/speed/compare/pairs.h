/* Two builds' work against each other, process by process, until the rule has its answer.
 *
 * In each process both take turns. Process i has the old build's link i mod 4 and the new one's
 * (i + r) mod 4, where r changes every 4 processes: 16 processes see every pair of places in a
 * cache line. Every other process opens the new one first: code that is mapped as the second may
 * be slower by itself (half a per cent, measured for kernels of 20 ns), and that must not look
 * like a change. What looks like an alarm is measured once more with other seeds; only when both
 * agree it is one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COMPARE_PAIRS_H
#define HARNESS_COMPARE_PAIRS_H

#include <stdbool.h>

#include "harness/speed/compare/measurer.h"
#include "harness/speed/compare/rule.h"
#include "problems/base/status.h"

/* Rounds of a process that are kept, and those before them; what a block takes at least, in
 * nanoseconds: most blocks then fall between two interruptions of the processor. */
enum { PAIRS_ROUNDS = 128, PAIRS_WARM_UP = 8 };
static const double pairs_block_ns = 12e3;

struct pairs_side {
    char *const *library; /* [BENCH_RING] paths */
    long slow;            /* multiplications added to each pass */
};

struct pairs_request {
    const struct measurer *measurer;
    const struct rule *rule;
    struct pairs_side old, new;
    const json_t *workload;
    unsigned long seed;
    double seconds; /* of one process */
};

/* What a process has found. */
struct pairs_process {
    double log_ratio;         /* ln(new / old) */
    double old_ns, new_ns;    /* of one pass */
    double ruler_ns;          /* of one multiplication */
    int old_place, new_place; /* in the ring */
    bool new_is_first;        /* opened before the old one, and calibrated by it */
};

struct pairs_found {
    enum rule_verdict verdict;
    struct rule_estimate estimate; /* of all processes */
    double power;                  /* with which a slow-down by delta is found */
    bool alarmed;                  /* the first run gave an alarm */
    bool confirmed;                /* and the second one agreed */
    int processes;
    struct pairs_process process[RULE_ROOM];
    /* Times of a pass, of all blocks; freed by pairs_clear. */
    struct block_times old_blocks, new_blocks;
    struct diagnostic failed; /* "": it was measured */
};

/* Measures. A process that fails is replaced; after three of them f->failed says why, and
 * verdict is RULE_CANNOT_TELL. Nonzero: interrupted, or out of memory; *d says which. The
 * caller clears *f in any case. */
int pairs_measure(struct pairs_found *f, const struct pairs_request *r,
                  struct diagnostic *d);
void pairs_clear(struct pairs_found *f);

/* The median over the processes of the old (new) side's time of a pass; NaN: none. */
double pairs_old_ns(const struct pairs_found *f);
double pairs_new_ns(const struct pairs_found *f);

/* Numbers that differ for every i, from a seed (splitmix64, Steele, Lea, Flood 2014); below
 * 2^31. */
unsigned long pairs_seed(unsigned long seed, unsigned long i);

#endif
