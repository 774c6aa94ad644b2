/* How many evaluations a subject has asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/evaluations.h"

double evaluations_of(const struct subject *s, int columns) {
    json_t *object = json_object();
    s->statistics(s->self, object);
    double count = json_number_value(json_object_get(object, "derivative_evals"));
    if (json_object_get(object, "derivative_evals_for_jacobian") == NULL)
        count += columns * json_number_value(json_object_get(object, "jacobian_evals"));
    json_decref(object);
    return count;
}

bool evaluations_exceed(const struct subject *s, int columns, long step, double most) {
    return step % EVALUATIONS_INTERVAL == 0 && evaluations_of(s, columns) > most;
}
