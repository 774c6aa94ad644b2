/* How many evaluations a subject has asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/common/evaluations.h"

#include "harness/integrators/subject.h"

static double counter(const struct named_numbers *all, const char *name) {
    const struct decimal *found = named_find(all, name);
    return found != NULL ? found->value : 0;
}

/* One that does not count them itself is known by its calls. */
double evaluations_of(const struct subject *s, int columns) {
    struct named_numbers all = subject_counters(s);
    const bool has_calls = named_find(&all, "derivative_calls") != NULL;
    const bool has_all = named_find(&all, "derivative_evals_for_jacobian") != NULL;
    const double count =
        has_calls ? counter(&all, "derivative_calls") + counter(&all, "rates_calls") +
                        columns * counter(&all, "jacobian_calls")
                  : counter(&all, "derivative_evals") + counter(&all, "realizations") +
                        (has_all ? 0 : columns * counter(&all, "jacobian_evals"));
    named_clear(&all);
    return count;
}

bool evaluations_exceed(const struct subject *s, int columns, long step, double most) {
    return step % EVALUATIONS_INTERVAL == 0 && evaluations_of(s, columns) > most;
}
