/* Without projection: by which power of h constraints drift, at one time, and by which power of
 * time, at one h; and three series for the eye, without projection, lazily, in every step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/base/message.h"
#include "harness/results/result.h"
#include "harness/studies/common/asymptotic.h"
#include "harness/studies/common/fit.h"
#include "harness/studies/common/ladder_rows.h"
#include "harness/studies/drift/study_drift.h"

/* Steps in the part of the span that is run over. */
enum { LEVELS = 9, SERIES_STEPS = 2048 };

/* Of methods of first order, and of the others: 2^level steps. */
enum { FIRST_LEVEL = 6, FIRST_LEVEL_OF_HIGH = 2 };
static const double part = 0.25;

static const struct ladder_rule rule = {
    .min_points = 4, .max_corrections = 2, .accept = 0.05, .noise = 1e-9};
static const double tolerance = 0.1;

/* Of the series with projection. */
static const double series_tolerance = 1e-6;

static struct subject_options choose(const struct drift *a,
                                     enum projected_projection projection, double step) {
    struct subject_options o = a->options;
    o.integrator.projection = projection;
    o.integrator.constraint_tolerance = series_tolerance;
    o.integrator.fixed_step = true;
    o.integrator.step = step;
    return o;
}

/* Errors of models without a holonomic joint are those of velocities. */
static double of_interest(const struct drift *a, const struct drift_seen *seen) {
    return a->study->model->holonomic > 0 ? seen->position : seen->velocity;
}

static int append_order(const struct drift *a, struct ladder_point *point,
                        struct results *results) {
    struct model *m = a->study->model;
    const bool is_kept = ladder_is_rounding(LEVELS, point);
    struct ladder_order order = ladder_fit(LEVELS, point, &rule);
    struct result r = result_begin(m, "drift", "double", "drift-order");
    r.mode = result_mode(a->study);
    r.grade = "none";
    r.expected = a->order;
    r.tolerance = tolerance;
    ladder_tell(&r, LEVELS, point, LADDER_ERRORS);
    if (!is_kept)
        ladder_take(&r, &order);
    r.verdict = verdict_two_sided(order.found, r.low, r.high, r.expected, tolerance);
    if (is_kept || (order.found && r.low >= r.expected - tolerance))
        r.verdict = VERDICT_PASS; /* more is no fault: leading terms may cancel */
    r.required = false;
    return result_append(results, a->study, &r,
                         "power of h of the constraints' error at one time "
                         "without projection, at least the method's order%s",
                         is_kept       ? DRIFT_KEPT
                         : order.found ? ""
                                       : "; no asymptotic range");
}

static int measure_order(const struct drift *a, struct results *results,
                         struct diagnostic *d) {
    struct ladder_point point[LEVELS];
    for (int k = 0; k < LEVELS; k++) {
        int level = k + (a->order > 1 ? FIRST_LEVEL_OF_HIGH : FIRST_LEVEL);
        double h = ldexp(a->span * part, -level);
        struct subject_options options = choose(a, PROJECTED_OFF, h);
        struct drift_seen seen = {.at_the_end = true};
        if (drift_watch(a, &options, part, &seen, d))
            return -1;
        double error = seen.why.text[0] == '\0' ? of_interest(a, &seen) : NAN;
        point[k] = (struct ladder_point){
            .h = h, .error = error, .floor = ldexp(sqrt(ldexp(1, level)), -51)};
    }
    return append_order(a, point, results);
}

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
    return count < 8 ? NAN : fit_slope(x, y, (int)count);
}

static int append_growth(const struct drift *a, const struct drift_seen *seen,
                         struct results *results) {
    bool holonomic = a->study->model->holonomic > 0;
    struct result r = result_begin(a->study->model, "drift", "double", "drift-growth");
    r.mode = result_mode(a->study);
    r.grade = "none";
    r.value = find_growth(seen->points, a->begin, holonomic ? "error" : "velocity");
    r.required = false;
    const bool is_kept = seen->why.text[0] == '\0' && of_interest(a, seen) == 0;
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
    r.value = of_interest(a, seen);
    r.required = false;
    r.verdict = seen->why.text[0] == '\0' ? VERDICT_PASS : VERDICT_NOT_ASYMPTOTIC;
    return result_append(results, a->study, &r,
                         "largest error of a constraint with projection %s in %d steps, "
                         "tolerance %g%s",
                         way, SERIES_STEPS, series_tolerance, seen->why.text);
}

static int measure_growth(const struct drift *a, struct results *results,
                          struct diagnostic *d) {
    static const char *const ways[] = {"off", "lazy", "every-step"};
    static const enum projected_projection projection[] = {PROJECTED_OFF, PROJECTED_LAZY,
                                                           PROJECTED_EVERY_STEP};
    for (int i = 0; i < 3; i++) {
        struct subject_options options = choose(a, projection[i], a->span / SERIES_STEPS);
        struct drift_seen seen = {.points = json_array()};
        if (drift_watch(a, &options, 1, &seen, d)) {
            json_decref(seen.points);
            return -1;
        }
        if ((i == 0 && append_growth(a, &seen, results)) ||
            append_series(a, ways[i], &seen, results))
            return message_set(d, "%s: out of memory", a->study->model->name);
    }
    return 0;
}

int drift_without(const struct drift *a, struct results *results, struct diagnostic *d) {
    if (a->order == 0) /* it chooses its order and its steps */
        return 0;
    return measure_order(a, results, d) || measure_growth(a, results, d);
}
