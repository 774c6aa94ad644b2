/* Steps of one size, one after another, and what they were counted as.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/subject.h"

int subject_steps(const struct subject *s, double h, int count) {
    int failed = 0;
    if (s->steps != NULL)
        return s->steps(s->self, h, count);
    for (int k = 0; k < count && !failed; k++)
        failed = s->step(s->self, h);
    return failed;
}

json_t *subject_counters(const struct subject *s) {
    json_t *counters = json_object();
    if (s->statistics != NULL)
        s->statistics(s->self, counters);
    return counters;
}
