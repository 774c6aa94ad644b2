/* Which results a figure shows, and where its points lie.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reports/site/figure.h"
#include "reports/site/value.h"

static const double same_curve = 0.01; /* of a decade, or of the height of the figure */

static bool has_word(const char *words, const char *word, size_t length) {
    for (size_t size; (size = text_word(&words)) > 0; words += size)
        if (size == length && strncmp(words, word, size) == 0)
            return true;
    return false;
}

/* What is nowhere larger on an axis that is linear is zero but for rounding: values of models
 * are of the order of 1. */
static const double zero_on_axis = 1e-12;

/* Results of the state's norm; those of components stand in tables. Of arithmetics that of
 * the study: double for runs, multiple precision for single steps. */
static bool is_shown(const struct figure_kind *kind, const json_t *r) {
    const char *quantity = value_text(r, "quantity");
    static const char of_components[] =
        "invariants linear-invariants over-time work time-work forces"; /* of piles */
    bool is_order = strcmp(kind->base, "order") == 0;
    return value_is(r, "study", kind->study) &&
           has_word(kind->base, quantity, strcspn(quantity, ":")) &&
           (*value_text(r, "component") == '\0' ||
            has_word(of_components, kind->name, strlen(kind->name))) &&
           !(is_order && !value_is(r, "arithmetic", "double")) &&
           json_array_size(json_object_get(r, "points")) > 0;
}

bool figure_shows(const json_t *result) {
    for (const struct figure_kind *kind = figure_kinds; kind->name != NULL; kind++)
        if (is_shown(kind, result))
            return true;
    return false;
}

bool figure_place(const struct figure *f, const struct series *s, const json_t *point,
                  double *x, double *y) {
    const struct figure_kind *kind = f->kind;
    *x = kind->log_x ? value_log(point, kind->x) : value_number(point, kind->x);
    *y = kind->log_y ? value_log(point, s->y) : value_number(point, s->y);
    return isfinite(*x) && isfinite(*y);
}

bool figure_breaks(const struct figure *f, const json_t *point, double *before) {
    double t = value_number(point, "t"), last = *before;
    *before = t;
    return strcmp(f->kind->x, "t") != 0 && isfinite(t) && isfinite(last) && t != last;
}

static void widen(struct figure *f, double x, double y) {
    f->x0 = fmin(f->x0, x);
    f->x1 = fmax(f->x1, x);
    f->y0 = fmin(f->y0, y);
    f->y1 = fmax(f->y1, y);
}

/* Looks through the points of the last series; one that only rounding moves is named, not
 * drawn. */
static void measure(struct figure *f, struct series *s) {
    const json_t *points = json_object_get(s->result, "points"), *point;
    double t = NAN;
    size_t i, rounding = 0;
    json_array_foreach((json_t *)points, i, point) {
        rounding += text_begins(value_text(point, "why"), "round-off");
    }
    s->is_exact = rounding == json_array_size(points);
    s->blocks = 1;
    json_array_foreach((json_t *)points, i, point) {
        double x, y;
        bool has_place = figure_place(f, s, point, &x, &y);
        s->zeros += !has_place && f->kind->log_y && value_number(point, s->y) == 0;
        if (!has_place || s->is_exact)
            continue;
        widen(f, x, y);
        s->blocks += figure_breaks(f, point, &t);
        if (s->drawn++ == 0 || x >= s->last_x) {
            s->last_x = x;
            s->last_y = y;
        }
    }
}

/* A series for each member of the points that is drawn. */
static void add_series(struct figure *f, const json_t *r) {
    const char *key = f->kind->y;
    bool has_keys = strchr(key, ' ') != NULL;
    size_t length = text_word(&key);
    for (size_t k = 0; length > 0 && f->count < MOST_SERIES; k++) {
        struct series *s = &f->series[f->count];
        *s = (struct series){.result = r, .fails = value_is(r, "mark", "fail")};
        snprintf(s->y, sizeof s->y, "%.*s", (int)length, key);
        figure_name_series(f, s, k, has_keys);
        measure(f, s);
        f->count++;
        key += length;
        length = text_word(&key);
    }
}

/* Two that lie on each other at every point of both. */
static bool coincide(const struct figure *f, const struct series *a,
                     const struct series *b) {
    const json_t *p = json_object_get(a->result, "points");
    const json_t *q = json_object_get(b->result, "points");
    size_t count = json_array_size(p);
    double near = same_curve * (f->kind->log_y ? 1 : f->y1 - f->y0);
    if (count != json_array_size(q))
        return false;
    for (size_t i = 0; i < count; i++) {
        double x, y, u, v;
        bool one = figure_place(f, a, json_array_get(p, i), &x, &y);
        bool other = figure_place(f, b, json_array_get(q, i), &u, &v);
        if (one != other || (one && !(fabs(x - u) <= near && fabs(y - v) <= near)))
            return false;
    }
    return true;
}

static void find_hidden(struct figure *f) {
    for (int i = 1; i < f->count; i++)
        for (int k = 0; k < i && f->series[i].under == NULL; k++)
            if (f->series[i].drawn > 0 && f->series[k].drawn > 0 &&
                coincide(f, &f->series[i], &f->series[k]))
                f->series[i].under = &f->series[k];
}

static void find_floor(struct figure *f) {
    for (int i = 0; i < f->count; i++) {
        double floor = value_log(f->series[i].result, "floor");
        if (f->kind->log_y && isfinite(floor) && f->series[i].drawn > 0)
            f->floor = fmax(floor, isfinite(f->floor) ? f->floor : floor);
    }
}

/* The failing ones come last, and so on top. */
bool figure_find(struct figure *f, const struct figure_kind *kind,
                 const json_t *results) {
    *f = (struct figure){.kind = kind, .floor = NAN};
    f->x0 = f->y0 = INFINITY;
    f->x1 = f->y1 = -INFINITY;
    for (int failing = 0; failing < 2; failing++) {
        const json_t *r;
        size_t i;
        json_array_foreach((json_t *)results, i, r) {
            if (!is_shown(kind, r) || value_is(r, "mark", "fail") != (failing == 1))
                continue;
            add_series(f, r);
        }
    }
    find_hidden(f);
    find_floor(f);
    bool only_rounding = !kind->log_y && fmax(fabs(f->y0), fabs(f->y1)) < zero_on_axis;
    return f->x0 <= f->x1 && !only_rounding;
}
