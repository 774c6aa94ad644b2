/* What has been measured of an integrator, and what follows from it without any table: does
 * it agree with itself, and is its estimate signed?
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_EVIDENCE_H
#define HARNESS_EVIDENCE_H

#include "harness/fingerprint/evidence/families.h"

struct memory;   /* harness/fingerprint/evidence/memory.h */
struct rotation; /* harness/fingerprint/measure/rotation.h */

enum { EVIDENCE_PROBES = 4, EVIDENCE_TEXT = 256, EVIDENCE_CAUSE = 512 };

struct evidence_probe {
    struct probe probe;
    struct weights weights;
    bool made; /* the step could be made */
    bool agrees;
    char why[EVIDENCE_TEXT];
};

/* How results or estimates of probes A and B compare. */
enum evidence_agreement {
    EVIDENCE_SAME,
    EVIDENCE_SAME_SIZE, /* but for the sign, and none of A's is negative */
    EVIDENCE_TIMES_H,   /* A's are B's times the ratio of their h */
    EVIDENCE_OVER_H,
    EVIDENCE_DIFFERENT
};

struct evidence {
    enum forest_family family;
    struct forest forest;
    struct judge judge;
    struct evidence_probe of[EVIDENCE_PROBES]; /* A to D */
    /* Chains and bushes, which tell methods of high order apart; NULL: they were not measured. */
    const struct families *families;
    const struct rotation *rotation; /* NULL: not measured */
    const struct weights *slow;      /* NULL: not measured; of the first trees alone */
    const struct memory *course; /* what a longer course showed; NULL: there was none */
    bool may_remember;           /* steps are said to go on from earlier ones */
    bool has_estimate;
    enum evidence_agreement result, estimate; /* of A and B */
    bool equivariant;                         /* C agrees with A */
    bool memory;                              /* D disagrees with A, */
    int memory_order;                         /* in a tree of so many nodes */
    double composed_off;                      /* by so much at most */
    bool
        rounds; /* that is of single precision, and no memory: weights of one step are exact */
    /* 0; or, where A and B agree but for so small a difference, its size: the step's equations
     * are not solved to rounding. All comparisons, judge's too, are then as coarse. */
    double scatter;
    double difference; /* the largest one between A's weights and those of B and C */
    /* That is of trees with time leaves alone: a difference quotient by time. */
    bool time_scatters;
    /* All numbers are those of single precision, and so are the comparisons. */
    bool is_single;
    char cause[EVIDENCE_CAUSE]; /* why there are no weights; "" when there are */
};

/* Makes the trees of the family up to the order and the steps of all probes. Nonzero: it could
 * not make probe A at all, or memory ran out, and *d says why. The caller frees with
 * evidence_free in any case. */
int evidence_gather(struct evidence *e, const struct bench *b, enum forest_family family,
                    int order, struct diagnostic *d);
void evidence_free(struct evidence *e);

/* The weights of trees of up to 4 nodes by probe A with all rates halved so many times; none, where
 * that step cannot be made. The caller frees with weights_free. */
enum { EVIDENCE_SLOWER = 6 };
void evidence_measure_slow(struct weights *w, const struct evidence *e,
                           const struct bench *b);

/* Fills in all that follows from the weights in e->of; for evidence_gather, and for tests
 * that make up weights. Nonzero: out of memory. */
int evidence_compare(struct evidence *e);

/* What a course, once it is there, says of all other evidence: the same step is not made twice, or
 * what two steps seemed to remember is a rounding. */
void evidence_take_course(struct evidence *e);

/* Of what has no weights: whether that of a tree is another at another step. */
bool evidence_is_scattered(const struct evidence *e, int tree);

/* Whether a second or later step is not that of a new start, and the sentence that says so. */
bool evidence_remembers(const struct evidence *e);
bool evidence_result_remembers(const struct evidence *e); /* not its estimate alone */
const char *evidence_memory_why(const struct evidence *e);

/* A probe's weight of a tree less the exact solution's. */
double evidence_missing(const struct evidence *e, const struct evidence_probe *of,
                        int tree);

/* Whether all weights are the exact solution's but for few digits; and by how much they are not,
 * |t0|/h taken out where the time is rounded. */
bool evidence_is_almost_exact(const struct evidence *e);
double evidence_inexactness(const struct evidence *e);

/* For weights that need be right but for the digits that are typed in and, where R(z) has poles, as
 * that of a Rosenbrock method does, for a difference quotient by time. */
struct judge evidence_few(const struct evidence *e);

/* Whether all methods of this order have these weights, so that larger trees alone, as the
 * towers are, tell them apart. */
bool evidence_is_common(const struct evidence *e, int order);

/* Those of probe A, which all else is about. The estimate is NULL when there is none. */
const mpfr_t *evidence_result(const struct evidence *e);
const mpfr_t *evidence_estimate(const struct evidence *e);

/* The same about the trees of up to 3 nodes alone; it refers to e, and is not freed. */
void evidence_small(struct evidence *small, const struct evidence *e);

#endif
