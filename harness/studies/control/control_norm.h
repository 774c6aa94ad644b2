/* The size of an error, by the norms that are in use.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CONTROL_NORM_H
#define HARNESS_CONTROL_NORM_H

#include "harness/studies/control/control_run.h"

enum control_kind { CONTROL_MAX, CONTROL_MEAN_SQUARE, CONTROL_KINDS };

/* By what an error is divided: 1, 1 + |x| before the step, after it, the larger one of them;
 * max(1, |x|); the same of the largest |x| of the run so far (C. W. Gear, DIFSUB, Comm. ACM 14
 * (1971)); |x| before, after, the larger one. */
enum control_scale {
    CONTROL_ABSOLUTE,
    CONTROL_MIXED_BEFORE,
    CONTROL_MIXED_AFTER,
    CONTROL_MIXED_LARGER,
    CONTROL_AT_LEAST_ONE,
    CONTROL_LARGEST,
    CONTROL_RELATIVE_BEFORE,
    CONTROL_RELATIVE_AFTER,
    CONTROL_RELATIVE_LARGER,
    CONTROL_SCALES
};

enum control_over { CONTROL_ALL, CONTROL_POSITIONS, CONTROL_RATES, CONTROL_OVERS };

struct control_norm {
    enum control_kind kind;
    enum control_scale scale;
    enum control_over over;
};

/* The norm of the error[CONTROL_ENTRIES] of an attempt of that step, which led to
 * next_x[CONTROL_ENTRIES]; the first half of the study's own models are positions. */
double control_size(const struct control_norm *norm, const struct control_step *step,
                    const double *error, const double *next_x);

/* The largest component's error over 1 + |x|, |x| the Euclidean length of the state, the larger
 * of both ends. Whoever holds a norm of the error, over a norm of the state, to an accuracy
 * accepts at most sqrt(CONTROL_ENTRIES) times that accuracy by this measure. */
double control_size_of_whole(const double *error, const double *x, const double *next_x);

/* The most lenient of the usual norms: nobody who keeps to one of them accepts more. */
extern const struct control_norm control_lenient;

/* What the parts of a norm are called. */
const char *control_kind_name(enum control_kind kind);
const char *control_scale_name(enum control_scale scale);
const char *control_over_name(enum control_over over);

#endif
