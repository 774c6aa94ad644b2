/* Without projection: by which power of time constraints drift, at one h; and three series for
 * the eye, without projection, lazily, in every step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/base/numbers/fit.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/studies/drift/study_drift.h"
#include "problems/model.h"

enum { SERIES_STEPS = 2048 };

/* The slope of log(largest error so far) against log t. It is shown and not judged: the bound is
 * t^2 with constants that grow as the motion does. */
static double find_growth(const json_t *points, double begin, const char *key) {
    double x[128], y[128], largest = 0;
    size_t i, count = 0, size = json_array_size(points);
    const json_t *point;
    json_array_foreach(points, i, point) {
        double t = json_number_value(json_object_get(point, "t")) - begin;
        largest = fmax(largest, json_number_value(json_object_get(point, key)));
        if (i < size / 8 || count == sizeof x / sizeof *x || !(largest > 0) || !(t > 0))
            continue;
        x[count] = log(t);
        y[count++] = log(largest);
    }
    return count < 8 ? NAN : fit_line(x, y, (int)count).slope;
}

static int append_growth(const struct drift *a, const struct drift_seen *seen,
                         struct results *results) {
    bool holonomic = a->study->model->holonomic > 0;
    struct result r = result_begin(a->study->model, "drift", "double", "drift-growth");
    r.mode = result_mode(a->study);
    r.grade = "none";
    r.value = find_growth(seen->points, a->begin, holonomic ? "error" : "velocity");
    r.required = false;
    const bool is_kept = seen->why.text[0] == '\0' && drift_error(a, seen) == 0;
    r.verdict = isfinite(r.value) || is_kept ? VERDICT_PASS : VERDICT_NOT_ASYMPTOTIC;
    return result_append(results, a->study, &r,
                         "power of time with which the largest error of a constraint "
                         "grows without projection, from an eighth of the span on%s%s",
                         is_kept ? DRIFT_KEPT : "", seen->why.text);
}

static int append_series(const struct drift *a, const char *way, struct drift_seen *seen,
                         struct results *results) {
    char name[64];
    snprintf(name, sizeof name, "constraint-series:%s", way);
    struct result r = result_begin(a->study->model, "drift", "double", name);
    r.mode = result_mode(a->study);
    r.grade = "none";
    r.points = seen->points;
    r.value = drift_error(a, seen);
    r.required = false;
    r.verdict = seen->why.text[0] == '\0' ? VERDICT_PASS : VERDICT_NOT_ASYMPTOTIC;
    return result_append(results, a->study, &r,
                         "largest error of a constraint with projection %s in %d steps, "
                         "tolerance %g%s",
                         way, SERIES_STEPS, DRIFT_TOLERANCE, seen->why.text);
}

static int measure_growth(const struct drift *a, struct results *results,
                          struct diagnostic *d) {
    static const char *const ways[] = {"off", "lazy", "every-step"};
    static const enum projected_projection projection[] = {PROJECTED_OFF, PROJECTED_LAZY,
                                                           PROJECTED_EVERY_STEP};
    for (int i = 0; i < 3; i++) {
        struct subject_options options =
            drift_options(a, projection[i], a->span / SERIES_STEPS);
        struct drift_seen seen = {.points = json_array()};
        if (drift_watch(a, &options, 1, &seen, d)) {
            json_decref(seen.points);
            return -1;
        }
        if ((i == 0 && append_growth(a, &seen, results)) ||
            append_series(a, ways[i], &seen, results))
            return -1;
    }
    return 0;
}

int drift_without(const struct drift *a, struct results *results, struct diagnostic *d) {
    if (a->order == 0) /* it chooses its order and its steps */
        return 0;
    return drift_order(a, results, d) || measure_growth(a, results, d);
}
