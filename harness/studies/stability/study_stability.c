/* The stability study: how long steps of semi-explicit Euler and its relatives may be.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/stability/study_stability.h"

#include <string.h>

#include "harness/results/study_projected.h"
#include "problems/model.h"

static const char named[] =
    "position q = 0\nvelocity v = 0\nspan 0 .. 1\nq' = v\nv' = -q\n";

int study_stability(const struct study *s, struct results *results,
                    struct diagnostic *d) {
    const struct projected_traits *form;
    struct study one = *s; /* its model gives the results their name */
    if (geometry_form_of(s->method, 0) == NULL)
        return 0;
    int failed = stability_model(&one.model, "stability.model", named, 0, NULL, d);
    for (int i = 0; (form = geometry_form_of(s->method, i)) != NULL && !failed; i++)
        failed = stability_limits(&one, form, results, d) ||
                 stability_pendulum(&one, form, results, d) ||
                 stability_body(&one, form, results, d);
    if (!failed && projected_has_forms(s->method))
        failed = stability_conjugate(&one, results, d);
    if (one.model != s->model)
        model_free(one.model);
    return failed;
}
