/* The quantities of the studies of order, gap, statistics and timing.
 *
 * With x(h) the exact solution, xb(h) one step of h and xt(h) two of h/2, for a method of
 * order one: error xt - x = C2 h^2 + .., estimate xb - xt = C2 h^2 + .., gap = error -
 * estimate = O(h^3).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/quantity.h"

#include <string.h>

#define ORDER_GROUP "Global error"
#define SLOPE_GROUP "Gap: slopes"
#define CONSTANT_GROUP "Gap: constants"
#define STEP_GROUP "One step in double"
#define WORK_GROUP "Work"
#define COUNTER_GROUP "Counters"
#define TIME_GROUP "Time"
#define OTHER_GROUP "Other"

static const struct quantity quantities[] = {
    {"order", "order", "Order", "exponent", ORDER_GROUP,
     "The exponent with which the global error falls when the step size "
     "does, in the norm of the whole state.",
     QUANTITY_ORDER},
    {"order", "error-constant", "Constant of the error", "constant", ORDER_GROUP,
     "How far the constant of the global error, extrapolated to h = 0, is from the "
     "solution "
     "of the variational equation, relative to it.",
     QUANTITY_DEVIATION},
    {"gap", "error-order", "Slope of the error", "error", SLOPE_GROUP,
     "The exponent of the true error of one step.", QUANTITY_ORDER},
    {"gap", "estimate-order", "Slope of the estimate", "estimate", SLOPE_GROUP,
     "The exponent of the method\xE2\x80\x99s own estimate of that error.",
     QUANTITY_ORDER},
    {"gap", "gap-order", "Slope of the gap", "gap", SLOPE_GROUP,
     "The exponent of error minus estimate: one more than either, if the estimate has "
     "the "
     "error\xE2\x80\x99s leading term.",
     QUANTITY_ORDER},
    {"gap", "error-constant", "Coefficients of the error", "error", CONSTANT_GROUP,
     "Decimal digits to which the measured coefficients agree with those that power "
     "series "
     "in h predict, in the worst component.",
     QUANTITY_DIGITS},
    {"gap", "estimate-constant", "Coefficients of the estimate", "estimate",
     CONSTANT_GROUP, "The same for the estimate.", QUANTITY_DIGITS},
    {"gap", "gap-constant", "Coefficients of the gap", "gap", CONSTANT_GROUP,
     "The same for the gap.", QUANTITY_DIGITS},
    {"gap", "leading-constant", "Leading coefficient", "leading term", CONSTANT_GROUP,
     "Digits to which the estimate\xE2\x80\x99s first coefficient agrees with "
     "x\xE2\x80\xB3/4, "
     "taken from the exact flow alone.",
     QUANTITY_DIGITS},
    {"gap", "third-constant", "Third coefficient", "third order", CONSTANT_GROUP,
     "Digits to which the coefficients of h\xC2\xB3 agree with elementary differentials "
     "of "
     "the field.",
     QUANTITY_DIGITS},
    {"gap", "remainder-order", "Slope of the remainder", "remainder", CONSTANT_GROUP,
     "The exponent of what is left when all predicted terms are subtracted: one more "
     "than "
     "the last of them.",
     QUANTITY_ORDER},
    {"gap", "step-roundoff", "Round-off of a step", "step", STEP_GROUP,
     "The largest difference between a step in double and the exact step in multiple "
     "precision from the same state, as a multiple of the bound on round-off.",
     QUANTITY_BOUND},
    {"gap", "step-estimate", "Round-off of the estimate", "estimate", STEP_GROUP,
     "The same for the error estimate.", QUANTITY_BOUND},
    {"gap", "newton-residual", "Newton residual", "Newton", STEP_GROUP,
     "What the method\xE2\x80\x99s own rule to stop Newton\xE2\x80\x99s iteration "
     "changes in a step, in units of the error estimate: beyond 1 the estimate says more "
     "about the iteration than about the step. Required of the default mode only.",
     QUANTITY_SHARE},
    {"statistics", "evaluations-ratio", "Default against faithful", "evaluations",
     WORK_GROUP,
     "Evaluations of the default mode over those of the faithful mode, at equal error.",
     QUANTITY_RATIO},
    {"statistics", "evaluations-ratio-mean", "Default against faithful, mean", "mean",
     WORK_GROUP, "The geometric mean of that ratio over the problems.", QUANTITY_RATIO},
    {"statistics", "work-precision", "Work against precision", "work", WORK_GROUP,
     "The exponent with which evaluations grow as the error falls.", QUANTITY_DATA},
    {"statistics", "identity", "Identities of counters", "identities", COUNTER_GROUP,
     "Equations that hold between the counters of a run, exactly.", QUANTITY_DEFECT},
    {"statistics", "replay", "Equal to the replay", "replay", COUNTER_GROUP,
     "Runs in which counters or decisions of the faithful mode are not those of the same "
     "algorithm in multiple precision, rounding-sensitive ones not counted.",
     QUANTITY_COUNT},
    {"statistics", "same-step", "The same step", "same step", COUNTER_GROUP,
     "Digits to which steps of both methods agree with the exact pair.", QUANTITY_DIGITS},
    {"statistics", "counters", "Counters", "counters", COUNTER_GROUP, "", QUANTITY_DATA},
    {"statistics", "method-cost", "Velocity-implicit over implicit", "cost",
     COUNTER_GROUP, "", QUANTITY_DATA},
    {"timing", "ns-per-step", "Time of a step", "step", TIME_GROUP,
     "Nanoseconds; it passes when nothing was allocated in a step and the counters are "
     "those recorded of the original.",
     QUANTITY_TIME},
    {"timing", "original-ratio", "Times faster than the original", "original", TIME_GROUP,
     "The time recorded of the original, on another machine, over ours: the geometric "
     "mean over kinds of runs.",
     QUANTITY_FACTOR},
    {"timing", "original-ratio-mean", "Times faster than the original, mean", "mean",
     TIME_GROUP, "The geometric mean over kinds of runs and problems.", QUANTITY_FACTOR},
    {"timing", "step-over-kernels", "Step over its kernels", "kernels", TIME_GROUP,
     "The time of a step over the sum of its kernels, each timed alone: evaluations, "
     "Jacobian, factorisation, solves. The largest of all kinds of runs.",
     QUANTITY_RATIO},
    {"timing", "chain-slope", "Growth of a step\xE2\x80\x99s time", "growth", TIME_GROUP,
     "The exponent with which the time of a step grows with a chain.", QUANTITY_RATIO},
    {"timing", "chain-slope-exact", "Growth, exact Jacobian", "growth, exact", TIME_GROUP,
     "The same with the exact Jacobian.", QUANTITY_RATIO},
    {"timing", "chain-memory", "Growth of memory", "memory", TIME_GROUP,
     "The exponent with which the memory of an integrator grows with a chain.",
     QUANTITY_RATIO},
    {"timing", "chain-memory-exact", "Growth of memory, exact Jacobian", "memory, exact",
     TIME_GROUP, "The same with the exact Jacobian.", QUANTITY_RATIO},
};

static const struct quantity unknown = {NULL,        NULL, NULL,           NULL,
                                        OTHER_GROUP, NULL, QUANTITY_NUMBER};

enum { QUANTITIES = sizeof quantities / sizeof quantities[0] };

const struct quantity *quantity_of(const struct report_result *result) {
    for (int i = 0; i < QUANTITIES; i++) {
        if (strcmp(result->study, quantities[i].study) == 0 &&
            result_is(result, quantities[i].base)) {
            return &quantities[i];
        }
    }
    return &unknown;
}

int quantity_rank(const struct report_result *result) {
    const struct quantity *q = quantity_of(result);
    return q == &unknown ? QUANTITIES : (int)(q - quantities);
}
