/* How many evaluations a subject has asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/common/evaluations.h"

static double counter(const json_t *object, const char *name) {
    return json_number_value(json_object_get(object, name));
}

/* A foreign integrator need not count; what it has called is known. */
static double evaluations_by_calls(const json_t *object, int columns) {
    return counter(object, "derivative_calls") + counter(object, "rates_calls") +
           columns * counter(object, "jacobian_calls");
}

double evaluations_of(const struct subject *s, int columns) {
    json_t *object = json_object();
    s->statistics(s->self, object);
    if (json_object_get(object, "derivative_calls") != NULL) {
        double calls = evaluations_by_calls(object, columns);
        json_decref(object);
        return calls;
    }
    double count = json_number_value(json_object_get(object, "derivative_evals")) +
                   json_number_value(json_object_get(object, "realizations"));
    if (json_object_get(object, "derivative_evals_for_jacobian") == NULL)
        count += columns * json_number_value(json_object_get(object, "jacobian_evals"));
    json_decref(object);
    return count;
}

bool evaluations_exceed(const struct subject *s, int columns, long step, double most) {
    return step % EVALUATIONS_INTERVAL == 0 && evaluations_of(s, columns) > most;
}
