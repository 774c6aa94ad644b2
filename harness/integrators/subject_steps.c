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

struct named_numbers subject_counters(const struct subject *s) {
    struct named_numbers counters = {NULL, 0};
    if (s->statistics != NULL)
        s->statistics(s->self, &counters);
    return counters;
}

double subject_counter(const struct subject *s, const char *name) {
    struct named_numbers counters = subject_counters(s);
    const double value = named_value(&counters, name);
    named_clear(&counters);
    return value;
}

json_t *subject_counters_tell(const struct subject *s) {
    struct named_numbers counters = subject_counters(s);
    json_t *told = named_tell(&counters);
    named_clear(&counters);
    return told;
}
