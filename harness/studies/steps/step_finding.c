/* How far a step is from the one that it should be, in units of its bound.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>

#include "harness/studies/steps/study_steps.h"

/* Rounding errors that the time after a step may have. */
enum { TIME_ROUNDINGS = 2 };

void step_finding_take(struct step_finding *worst, double difference, double bound,
                       double magnitude, int component) {
    double ratio = difference == 0 ? 0 : fabs(difference) / bound;
    if (!(ratio <= worst->ratio)) { /* also when it is not a number */
        worst->ratio = isnan(ratio) ? INFINITY : ratio;
        worst->difference = difference;
        worst->bound = bound;
        worst->magnitude = magnitude;
        worst->component = component;
    }
}

bool step_finding_take_time(struct step_finding *worst, const struct subject *s, double t,
                            double h) {
    const double late = s->time(s->self) - (t + h);
    if (fabs(late) <= TIME_ROUNDINGS * DBL_EPSILON * fmax(fabs(t), fabs(t + h)))
        return false;
    step_finding_take(worst, late, 0, worst->magnitude < 0 ? -1 : fabs(t + h), -1);
    return true;
}
