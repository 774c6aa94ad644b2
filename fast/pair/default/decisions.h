/* What default mode decides by, of one run (half_step_sized.h, large_step_sized.h,
 * default_pair.c) and of many side by side (lanes/).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_DECISIONS_H
#define FAST_DECISIONS_H

#include <math.h>
#include <stdbool.h>

/* The part of the accuracy, and of the step's own estimate, that an iteration may leave. */
static const double fast_kappa = 0.05;
/* If the half steps have left more than this part of the estimate, which has come out
 * smaller than was foreseen, they go on. */
static const double fast_tolerable_part = 0.2;
/* The part of what the last step's suggests that the estimate is expected to reach. */
static const double fast_expected_part = 0.25;
/* A new J is formed when the old one's iterations beyond one for each half step
 * have cost as often as much as it did. */
static const double fast_most_wear = 2;
/* A rate that rounding hides is taken for this at most. */
static const double fast_hidden_rate = 0.5;
/* From the start a first update may be this many times as long as the way to the guess. */
static const double fast_wildest_start = 2;
/* Updates of a step of h shrink half as fast as those of h/2, at worst. */
static const double fast_rate_of_whole = 2;
/* A rate that is not known: nothing is taken for granted. */
static const double fast_unknown_rate = 1;
/* After so many steps rates are measured again. */
enum { fast_rate_renewal = 8 };

static inline double fast_smaller(double a, double b) {
    return a < b ? a : b;
}

static inline double fast_larger(double a, double b) {
    return a > b ? a : b;
}

/* What is left of the way to the solution after an update, updates shrinking by rate. */
static inline double fast_remaining_distance(double rate, double update) {
    return rate < 1 ? rate / (1 - rate) * update : INFINITY;
}

/* The iterations of a half step so far. */
struct fast_progress {
    int k;                     /* iterations from the guess */
    double norm, last, before; /* the update's size; the last one's; the rate before */
    double theta, error;
    bool is_zero; /* the update is rounding */
};

/* The rate and error of update number k; *half_rate remembers the rate. */
static inline void fast_judge_update(struct fast_progress *progress, double *half_rate) {
    double theta = progress->last > 0 ? progress->norm / progress->last : INFINITY;
    if (progress->is_zero)
        theta = fast_smaller(theta, fast_smaller(progress->before, fast_hidden_rate));
    if (progress->k > 1)
        *half_rate = theta;
    else if (progress->is_zero)
        *half_rate = fast_smaller(*half_rate, fast_hidden_rate);
    const double rate = progress->k > 1 ? theta : fast_larger(theta, *half_rate);
    progress->error =
        progress->is_zero ? 0 : fast_remaining_distance(rate, progress->norm);
    progress->theta = theta;
}

/* Whether the iterations that are left, of `most`, will not do with the J that is kept. */
static inline bool fast_is_hopeless(const struct fast_progress *progress, int most,
                                    double limit) {
    const double theta = progress->theta;
    if (progress->k == 1)
        return progress->last > 0 && theta >= fast_wildest_start;
    double update = progress->norm;
    for (int k = progress->k; k < most; k++)
        update *= theta;
    return !(fast_remaining_distance(theta, update) <= limit);
}

/* Whether the large step's iterations, so many of `most`, do not converge. */
static inline bool fast_large_has_failed(int done, int most, double rate) {
    return done >= most || (done >= 3 && rate >= fast_unknown_rate);
}

#endif
