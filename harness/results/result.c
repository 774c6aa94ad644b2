/* Results of studies, and how they are written.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/result_list.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/integrators/subject.h"
#include "harness/results/study.h"

/* Longest quantity with its component; what is longer is cut. */
enum { QUANTITY_LENGTH = 256 };

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

int result_append(struct results *results, const struct study *s, const struct result *r,
                  const char *reason, ...) {
    struct result whole = *r;
    char quantity[QUANTITY_LENGTH];
    va_list arguments;
    snprintf(quantity, sizeof quantity, "%s%s%s", r->quantity, r->component ? ":" : "",
             r->component ? r->component : "");
    whole.quantity = quantity;
    whole.model = s->model->name;
    whole.method = s->method;
    va_start(arguments, reason);
    int failed = results_add_list(results, &whole, reason, arguments);
    va_end(arguments);
    json_decref(r->points);
    return failed;
}
