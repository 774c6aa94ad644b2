/* How many evaluations a subject has asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/common/evaluations.h"

#include "harness/integrators/subject.h"

static double counter(const json_t *object, const char *name) {
    return json_number_value(json_object_get(object, name));
}

/* One that does not count them itself is known by its calls. */
double evaluations_of(const struct subject *s, int columns) {
    json_t *object = subject_counters(s);
    const bool has_calls = json_object_get(object, "derivative_calls") != NULL;
    const bool has_all = json_object_get(object, "derivative_evals_for_jacobian") != NULL;
    const double count =
        has_calls
            ? counter(object, "derivative_calls") + counter(object, "rates_calls") +
                  columns * counter(object, "jacobian_calls")
            : counter(object, "derivative_evals") + counter(object, "realizations") +
                  (has_all ? 0 : columns * counter(object, "jacobian_evals"));
    json_decref(object);
    return count;
}

bool evaluations_exceed(const struct subject *s, int columns, long step, double most) {
    return step % EVALUATIONS_INTERVAL == 0 && evaluations_of(s, columns) > most;
}
