/* With projection: errors of constraints never exceed the tolerance, at any time that is reported
 * nor at the end of any step. Lazily, when they would exceed it, or in every step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/base/json_number.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/studies/drift/study_drift.h"

/* Tolerances in position and velocity; a tenth of the accuracy, as is the default, but never
 * so tight that a method of first order takes for ever; fixed steps, in the span. */
static const double tolerances[] = {1e-3, 1e-5, 1e-7};
enum { TOLERANCES = 3 };
static const double tightest_of_first_order = 1e-4;
static const double fixed_steps[TOLERANCES] = {200, 800, 3200};

/* Part of the span in the gate. */
static const double gate_part = 0.25;

static const struct {
    const char *name;
    enum projected_projection projection;
} projections[] = {{"lazy", PROJECTED_LAZY}, {"every-step", PROJECTED_EVERY_STEP}};

static struct subject_options choose(const struct drift *a, int kind, int i) {
    struct subject_options o = a->options;
    o.integrator.projection = projections[kind].projection;
    o.integrator.constraint_tolerance = tolerances[i];
    o.integrator.fixed_step = !a->controls;
    if (a->controls) {
        o.integrator.accuracy = 10 * tolerances[i];
        if (a->order == 1)
            o.integrator.accuracy = fmax(o.integrator.accuracy, tightest_of_first_order);
    } else {
        o.integrator.step = a->span / fixed_steps[i];
    }
    return o;
}

static json_t *describe(double tolerance, const struct drift_seen *seen) {
    return json_pack("{s:o, s:o, s:o, s:i}", "tolerance", json_number(tolerance),
                     "position", json_number(seen->position), "velocity",
                     json_number(seen->velocity), "states", (int)seen->states);
}

struct worst {
    double ratio;   /* of an error over its tolerance */
    int incomplete; /* runs that ended early */
    struct diagnostic why;
    json_t *points;
};

static int run_all(const struct drift *a, int kind, struct worst *w,
                   struct diagnostic *d) {
    double part = a->study->effort == STUDY_REPORT ? 1 : gate_part;
    for (int i = 0; i < TOLERANCES; i++) {
        struct subject_options options = choose(a, kind, i);
        struct drift_seen seen = {.points = NULL};
        if (drift_watch(a, &options, part, &seen, d))
            return -1;
        double time_scale = options.integrator.velocity_time_scale;
        double ratio = fmax(seen.position, seen.velocity * time_scale) / tolerances[i];
        bool is_number = isfinite(seen.position) && isfinite(seen.velocity);
        w->ratio = is_number ? fmax(w->ratio, ratio) : INFINITY;
        if (seen.why.text[0] != '\0') {
            w->incomplete++;
            w->why = seen.why;
        }
        json_array_append_new(w->points, describe(tolerances[i], &seen));
    }
    return 0;
}

static int append(const struct drift *a, int kind, const struct worst *w,
                  struct results *results) {
    char name[64];
    struct model *m = a->study->model;
    snprintf(name, sizeof name, "constraint-error:%s", projections[kind].name);
    struct result r = result_begin(m, "drift", "double", name);
    r.mode = result_mode(a->study);
    r.grade = "none";
    r.points = w->points;
    r.value = w->ratio;
    r.expected = 1;
    r.required = true;
    r.verdict = verdict_at_most(w->ratio, 1);
    if (r.verdict == VERDICT_PASS && w->incomplete == TOLERANCES) {
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
        r.required = result_is_required(m);
    }
    return result_append(results, a->study, &r,
                         "largest error of a constraint over its tolerance, at reported "
                         "times and at the end of each step, of %d runs%s",
                         TOLERANCES, w->why.text);
}

int drift_projected(const struct drift *a, struct results *results,
                    struct diagnostic *d) {
    for (int kind = 0; kind < (int)(sizeof projections / sizeof *projections); kind++) {
        struct worst w = {.points = json_array()};
        if (run_all(a, kind, &w, d)) {
            json_decref(w.points);
            return -1;
        }
        if (append(a, kind, &w, results))
            return -1;
    }
    return 0;
}
