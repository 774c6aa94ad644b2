/* The quantities of the order study and of the gap study.
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
     "What Newton\xE2\x80\x99s iteration leaves unsolved at its default tolerance. "
     "Reported, "
     "never required.",
     QUANTITY_NUMBER},
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
