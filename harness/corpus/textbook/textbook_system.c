/* The system's functions, as the methods call them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/corpus/textbook/textbook.h"

/* Accelerations are no larger than this; 0: that is not the fault. */
static double cut_of(enum textbook_fault fault) {
    switch (fault) {
    case FAULT_RATES_CUT:
    case FAULT_PAIR_RATES_CUT:
    case FAULT_MIDPOINT_RATES_CUT:
    case FAULT_BDF2_RATES_CUT:
    case FAULT_VERLET_RATES_CUT:
    case FAULT_ALPHA_RATES_CUT:
    case FAULT_UNNAMED_RATES_CUT: return 1500;
    case FAULT_HIGH_RATES_CUT:
    case FAULT_BDF2_HIGH_RATES_CUT:
    case FAULT_VERLET_HIGH_RATES_CUT:
    case FAULT_UNNAMED_HIGH_RATES_CUT: return 2e6;
    default: return 0;
    }
}

static void cut_rates(const struct textbook *b, int n, double *rate) {
    const double most = cut_of(b->fault);
    for (int i = 0; i < n && most > 0; i++)
        rate[i] = fmin(most, fmax(-most, rate[i]));
}

int textbook_derivative(struct textbook *b, double t, const double *x, double *xdot) {
    b->evaluations++;
    if (b->system->derivative(b->system->context, t, x, xdot) != 0 &&
        !textbook_has(b, FAULT_NAN_ACCEPTED) && !textbook_has(b, FAULT_NAN_OVERLOOKED))
        return textbook_fail(b, "the derivative failed");
    cut_rates(b, b->nv, xdot + b->nq);
    return 0;
}

int textbook_rates(struct textbook *b, double t, const double *x, double *ydot) {
    b->evaluations++;
    if (b->system->rates(b->system->context, t, x, ydot))
        return textbook_fail(b, "the rates failed");
    cut_rates(b, b->nv, ydot);
    return 0;
}

int textbook_jacobian(struct textbook *b, double t, const double *x, double *jacobian) {
    if (b->system->jacobian(b->system->context, t, x, jacobian))
        return textbook_fail(b, "the Jacobian failed");
    return 0;
}
