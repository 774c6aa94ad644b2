/* Results of studies, and how they are written.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include "harness/results/result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fast/options.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/study.h"
#include "problems/model.h"

bool result_is_required(struct model *m) {
    return !model_has_tag(m, "stiff") && !model_has_kinks(m);
}

const char *result_mode(const struct study *s) {
    if (!s->options)
        return NULL;
    return s->options->integrator.mode == FAST_FAITHFUL ? "faithful" : "default";
}

struct result result_begin(struct model *m, const char *study, const char *arithmetic,
                           const char *quantity) {
    return (struct result){.arithmetic = arithmetic,
                           .study = study,
                           .quantity = quantity,
                           .value = NAN,
                           .low = NAN,
                           .high = NAN,
                           .expected = NAN,
                           .verdict = VERDICT_FAIL,
                           .grade = "converged",
                           .required = m != NULL && result_is_required(m)};
}

void result_hold(struct result *r, double value, double bound) {
    r->value = r->high = value;
    r->expected = 0;
    r->tolerance = bound;
    r->verdict = verdict_at_most(value, bound);
}

struct result result_of_failure(const char *study, const char *model,
                                const char *method) {
    struct result r = result_begin(NULL, study, "double", "study");
    r.model = model;
    r.method = method;
    r.tolerance = NAN;
    r.grade = "none";
    r.required = true;
    return r;
}
