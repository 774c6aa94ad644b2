/* Norms of error estimates in use.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/studies/control/control_norm.h"

const struct control_norm control_lenient = {CONTROL_MEAN_SQUARE, CONTROL_MIXED_LARGER,
                                             CONTROL_ALL};

static double scale_of(enum control_scale scale, double largest, double before,
                       double after) {
    const double larger = fmax(before, after);
    switch (scale) {
    case CONTROL_ABSOLUTE: return 1;
    case CONTROL_MIXED_BEFORE: return 1 + before;
    case CONTROL_MIXED_AFTER: return 1 + after;
    case CONTROL_MIXED_LARGER: return 1 + larger;
    case CONTROL_AT_LEAST_ONE: return fmax(1, before);
    case CONTROL_LARGEST: return fmax(1, largest);
    case CONTROL_RELATIVE_BEFORE: return before;
    case CONTROL_RELATIVE_AFTER: return after;
    default: return larger;
    }
}

double control_size(const struct control_norm *norm, const struct control_step *step,
                    const double *error, const double *next_x) {
    enum { HALF = CONTROL_ENTRIES / 2 };
    const int begin = norm->over == CONTROL_RATES ? HALF : 0;
    const int end = norm->over == CONTROL_POSITIONS ? HALF : CONTROL_ENTRIES;
    double largest = 0, sum = 0;
    for (int i = begin; i < end; i++) {
        double part = fabs(error[i]) / scale_of(norm->scale, step->largest[i],
                                                fabs(step->x[i]), fabs(next_x[i]));
        if (isnan(part))
            return part;
        largest = fmax(largest, part);
        sum += part * part;
    }
    return norm->kind == CONTROL_MAX ? largest : sqrt(sum / (end - begin));
}

static double length_of(const double *x) {
    double sum = 0;
    for (int i = 0; i < CONTROL_ENTRIES; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

double control_size_of_whole(const double *error, const double *x, const double *next_x) {
    double largest = 0;
    for (int i = 0; i < CONTROL_ENTRIES; i++)
        largest = isnan(error[i]) || fabs(error[i]) > largest ? fabs(error[i]) : largest;
    return largest / (1 + fmax(length_of(x), length_of(next_x)));
}

const char *control_kind_name(enum control_kind kind) {
    return kind == CONTROL_MAX ? "max" : "root mean square";
}

const char *control_scale_name(enum control_scale scale) {
    static const char *const names[CONTROL_SCALES] = {
        "err",
        "err/(1 + |x|)",
        "err/(1 + |x|) after the step",
        "err/(1 + |x|), x the larger of both ends",
        "err/max(1, |x|)",
        "err/max(1, |x|), x the largest so far",
        "err/|x| (relative only)",
        "err/|x| after the step (relative only)",
        "err/|x|, x the larger of both ends (relative only)"};
    return names[scale];
}

const char *control_over_name(enum control_over over) {
    static const char *const names[CONTROL_OVERS] = {"q and v", "q alone", "v alone"};
    return names[over];
}
