/* The geometry study: whether a method is symplectic, what that is worth in long runs, and how
 * far the gaming form is from the symplectic one where forces depend on velocities.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/geometry/study_geometry.h"

#include <stdio.h>

#include "harness/base/message.h"
#include "harness/results/result.h"
#include "harness/results/study_projected.h"
#include "problems/model.h"

/* Once for a model that one might expect it of. */
static bool is_to_be_told(const struct study *s) {
    return model_has_tag(s->model, "hamiltonian") && projected_has_forms(s->method);
}

/* Nothing is claimed, and nothing required. */
static int append_why_not(const struct study *s, const char *why,
                          struct results *results) {
    struct result r = result_begin(s->model, "geometry", "double", "two-form");
    r.verdict = VERDICT_NOT_ASYMPTOTIC;
    r.required = false;
    r.grade = "none";
    return result_append(results, s, &r, "(q, M v) are not canonical here: %s", why);
}

int study_geometry(const struct study *s, struct results *results, struct diagnostic *d) {
    struct separable w;
    if (geometry_form_of(s->method, 0) == NULL || s->model->nq == 0)
        return 0;
    int failed = separable_init(&w, s->model, s->bits > 0 ? s->bits : GEOMETRY_BITS);
    if (!failed && w.why_not != NULL && is_to_be_told(s))
        failed = append_why_not(s, w.why_not, results);
    if (failed)
        message_set(d, "%s: out of memory", s->model->name);
    if (!failed && w.why_not == NULL)
        failed = geometry_two_form(s, &w, results, d) ||
                 geometry_energy(s, &w, results, d) ||
                 geometry_long_run(s, &w, results, d);
    separable_clear(&w);
    return failed || geometry_gaming(s, results, d) || geometry_damping(s, results, d);
}
