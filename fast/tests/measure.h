/* What an error-controlled run of a recorded case costs and how wrong it is, in both modes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_MEASURE_H
#define FAST_TESTS_MEASURE_H

#include "fast/options.h"
#include "fast/tests/records.h"
#include "fast/tests/truth.h"

struct measurement {
    enum fast_status status;
    long evaluations, steps, rejections, failures;
    double error; /* root mean square over time of max |x - truth|; NaN: no truth */
    double end[most_states];
};

/* Runs the case in a mode with factor times its accuracy; gives up, with FAST_BELOW_MIN_STEP,
 * beyond `most` evaluations. truth may be NULL. */
struct measurement measure(const struct repetition *repetition, const struct truth *truth,
                           enum fast_mode mode, double factor, long most);

/* Ratio of default mode's evaluations to faithful mode's at faithful mode's error, from a
 * line through log(evaluations) over log(error) for nine accuracies each, by factors of
 * 2^(1/4) around the case's. NaN: no line, or errors that do not follow the accuracy. */
double ratio_at_equal_error(const struct repetition *repetition,
                            const struct truth *truth, double error);

#endif
