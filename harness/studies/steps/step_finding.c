/* How far a step is from the one that it should be, in units of its bound.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>

#include "harness/base/json_number.h"
#include "harness/studies/steps/study_steps.h"

/* Rounding errors that the time after a step may have. */
#define TIME_ROUNDINGS 2

double step_ulps(const struct step_finding *found) {
    double size = found->magnitude;
    if (!(size >= DBL_MIN))
        return NAN;
    return fabs(found->difference) / (nextafter(size, INFINITY) - size);
}

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

void step_finding_note(struct step_finding *worst, json_t *points, const struct model *m,
                       const struct step_finding *found) {
    if (!(found->ratio <= worst->ratio))
        *worst = *found;
    json_t *object = json_object();
    const char *name = found->component < 0 ? "t" : m->state[found->component];
    json_object_set_new(object, "t", json_number(found->t));
    json_object_set_new(object, "h", json_number(found->h));
    json_object_set_new(object, "component", json_string(name));
    json_object_set_new(object, "difference", json_number(found->difference));
    json_object_set_new(object, "bound", json_number(found->bound));
    if (!(found->magnitude < 0))
        json_object_set_new(object, "ulps", json_number(step_ulps(found)));
    json_object_set_new(object, "used", json_true());
    json_array_append_new(points, object);
}
