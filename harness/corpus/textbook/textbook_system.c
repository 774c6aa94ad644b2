/* The system's functions, as the methods call them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/corpus/textbook/textbook.h"

int textbook_derivative(struct textbook *b, double t, const double *x, double *xdot) {
    b->evaluations++;
    if (b->system->derivative(b->system->context, t, x, xdot) != 0 &&
        !textbook_has(b, FAULT_NAN_ACCEPTED) && !textbook_has(b, FAULT_NAN_OVERLOOKED))
        return textbook_fail(b, "the derivative failed");
    return 0;
}

int textbook_rates(struct textbook *b, double t, const double *x, double *ydot) {
    b->evaluations++;
    if (b->system->rates(b->system->context, t, x, ydot))
        return textbook_fail(b, "the rates failed");
    return 0;
}

int textbook_jacobian(struct textbook *b, double t, const double *x, double *jacobian) {
    if (b->system->jacobian(b->system->context, t, x, jacobian))
        return textbook_fail(b, "the Jacobian failed");
    return 0;
}
