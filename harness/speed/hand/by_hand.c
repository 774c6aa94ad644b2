/* The hand-written loops, and what they decide by: the rules of default mode (fast/pair/README.md).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/hand/by_hand.h"

#include <math.h>
#include <stddef.h>

/* The part of the accuracy, and of the estimate, that an iteration may leave; both halves
 * together; of the last step's estimate, what is expected. */
static const double by_hand_part = 0.05, by_hand_tolerable = 0.2, by_hand_expected = 0.25;
/* With so many times the error the longest step stays accepted, by 0.9^2. */
static const double by_hand_grows = 1 / 0.81;
/* A rate that is not known; iterations at most; steps after which rates are measured. */
static const double by_hand_unknown = 1;
enum { by_hand_most = 10, by_hand_renewal = 8 };

/* The iterations of a half step. */
struct by_hand_half {
    int k;
    double last, theta, error; /* the last update; their ratio; what is left of the way */
};

static inline double by_hand_smaller(double a, double b) {
    return a < b ? a : b;
}

static inline double by_hand_larger(double a, double b) {
    return a > b ? a : b;
}

static inline double by_hand_left(double rate, double update) {
    return rate < 1 ? rate / (1 - rate) * update : INFINITY;
}

static inline void by_hand_age(struct by_hand *b) {
    if (++b->age < by_hand_renewal)
        return;
    b->age = 0;
    b->half_rate = b->whole_rate = by_hand_unknown;
}

/* Whether the iteration goes well; error := what is left after this update. */
static inline bool by_hand_judge(struct by_hand *b, struct by_hand_half *half,
                                 double update) {
    half->theta = update / half->last;
    half->k++;
    if (half->k > 1)
        b->half_rate = half->theta;
    const double rate =
        half->k > 1 ? half->theta : by_hand_larger(half->theta, b->half_rate);
    half->error = by_hand_left(rate, update);
    half->last = update;
    return update >= 0 && half->k < by_hand_most && half->theta < 1;
}

/* Whether the linear model's large will not do. */
static inline bool by_hand_iterates_large(struct by_hand *b,
                                          const struct by_hand_half *first,
                                          const struct by_hand_half *second,
                                          double estimate, double cap) {
    if (!b->controls_error)
        b->whole_rate = by_hand_unknown;
    const double rate =
        by_hand_larger(2 * by_hand_larger(first->theta, second->theta), b->whole_rate);
    return !(by_hand_left(rate, estimate) <=
             by_hand_smaller(by_hand_part * estimate, cap));
}

#define NAME of_1
#define N 1
#include "harness/speed/hand/by_hand_sized.h"
#define NAME of_2
#define N 2
#include "harness/speed/hand/by_hand_sized.h"
#define NAME of_8
#define N 8
#include "harness/speed/hand/by_hand_sized.h"
#define NAME of_10
#define N 10
#include "harness/speed/hand/by_hand_sized.h"

by_hand_run *by_hand_find(int n) {
    switch (n) {
    case 1: return run_of_1;
    case 2: return run_of_2;
    case 8: return run_of_8;
    case 10: return run_of_10;
    default: return NULL;
    }
}
