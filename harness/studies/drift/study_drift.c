/* The drift study: errors of constraints along runs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/drift/study_drift.h"

#include <stdlib.h>

#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/methods/method_row.h"
#include "harness/results/study.h"
#include "problems/model.h"

static int begin(struct drift *a, struct diagnostic *d) {
    struct model *m = a->study->model;
    double end;
    a->initial = initial_alloc(m, m->joints, &a->begin, &end, d);
    if (a->initial == NULL)
        return -1;
    a->span = end - a->begin;
    return 0;
}

/* Some builds lack a method. */
static bool is_missing(const struct drift *a) {
    const struct study *study = a->study;
    struct diagnostic ignored;
    struct subject s;
    int failed =
        study->open_subject(study->context, study->model, &a->options, &s, &ignored);
    if (!failed)
        s.free(s.self);
    return failed == SUBJECT_MISSING;
}

int study_drift(const struct study *s, struct results *results, struct diagnostic *d) {
    struct drift a = {.study = s};
    const struct method *method = method_row_find(s->method);
    if (s->model->joints == 0)
        return 0;
    a.options = study_method_options(s);
    if (s->foreign) {
        int failed = begin(&a, d) || drift_of_states(&a, results, d);
        free(a.initial);
        return failed;
    }
    a.order = method->order;
    a.controls = method->controls;
    if (is_missing(&a))
        return 0;
    int failed =
        begin(&a, d) || drift_projected(&a, results, d) || drift_without(&a, results, d);
    free(a.initial);
    return failed;
}
