/* Pictures of how a model moves.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/site/site.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/site/draw.h"
#include "reports/site/figure.h"
#include "reports/files.h"
#include "reports/site/value.h"

enum { MOST_CURVES = 24, MOST_POINTS = 500 };

/* Lengths of models are of the order of 1: what goes no farther, rests. */
static const double at_rest = 1e-6;

/* "curve t x y" of that curve. */
static bool read_row(const char *line, int curve, double *t, double *x, double *y) {
    double *values[] = {t, x, y};
    char *end;
    if (strtol(line, &end, 10) != curve || end == line)
        return false;
    for (int i = 0; i < 3; i++) {
        const char *from = end;
        *values[i] = strtod(from, &end);
        if (end == from)
            return false;
    }
    return isfinite(*x) && isfinite(*y);
}

/* The rows of the harness' table that are a curve, at most so many of them, as x and y. The
 * table: curve, t, x, y. Returns how many were there; *moves := true where one is elsewhere than
 * the first. */
static size_t write_curve(struct text *out, const char *table, int curve, bool is_plane,
                          bool log_time, bool *moves) {
    size_t rows = 0, row = 0, stride;
    double t, x, y, x0 = NAN, y0 = NAN;
    for (const char *line = table; *line != '\0'; line += strcspn(line, "\n")) {
        line += *line == '\n';
        if (!read_row(line, curve, &t, &x, &y))
            continue;
        x0 = rows > 0 ? x0 : x;
        y0 = rows++ > 0 ? y0 : y;
        *moves = *moves || fabs(y - y0) > at_rest || (is_plane && fabs(x - x0) > at_rest);
    }
    stride = rows / MOST_POINTS + 1;
    text_add(out, "\n\n");
    for (const char *line = table; *line != '\0'; line += strcspn(line, "\n")) {
        line += *line == '\n';
        if (!read_row(line, curve, &t, &x, &y))
            continue;
        if (row++ % stride == 0 || row == rows)
            text_format(out, "%.8g\t%.8g\n", is_plane ? x : log_time ? log10(t) : t, y);
    }
    return rows;
}

/* A label with the unit, which a model has but does not name. */
static void set_label(struct text *out, const char *axis, const char *label) {
    struct text words = text_made(
        *label != '\0' ? "%s (units of the model)" : "%sunits of the model", label);
    draw_set(out, axis, text_bytes(&words));
    text_clear(&words);
}

static void ask(struct site *site, const json_t *motion, const char *name, bool is_plane,
                int count) {
    struct text *out = draw_begin(site, name);
    const json_t *axes = json_object_get(motion, is_plane ? "plane" : "time");
    bool log_time = !is_plane && json_is_true(json_object_get(motion, "log_time"));
    set_label(out, "across", is_plane ? value_text(axes, "across") : "time t");
    set_label(out, "up", value_text(axes, "up"));
    text_format(out, "n = %d\nequal = %d\nlogx = %d\n", count,
                is_plane && json_is_true(json_object_get(axes, "equal")), log_time);
    draw_load(out, "motion.gp");
}

/* The curves of a kind with at least two points: drawn where any of them moves. */
static json_t *draw_kind(struct site *site, const json_t *model, const char *table,
                         bool is_plane) {
    const json_t *motion = json_object_get(model, "motion");
    const json_t *curves = json_object_get(motion, "curves"), *curve;
    struct text data = {0}, name = text_made("%s-%s", value_text(model, "page"),
                                             is_plane ? "motion" : "motion-time");
    json_t *view = NULL, *series = json_array();
    bool moves = false;
    int count = 0;
    size_t i;
    text_add(&data, "# curves of the motion, across and up\n");
    json_array_foreach((json_t *)curves, i, curve) {
        if (!value_is(curve, "kind", is_plane ? "plane" : "time") || count == MOST_CURVES)
            continue;
        if (write_curve(&data, table, (int)i, is_plane,
                        json_is_true(json_object_get(motion, "log_time")), &moves) < 2)
            continue;
        json_array_append_new(series, draw_series(value_text(curve, "name"),
                                                  count++ % COLOURS + 1, DISC, 1));
    }
    if (moves && table_write(site, text_bytes(&name), &data)) {
        ask(site, motion, text_bytes(&name), is_plane, count);
        view =
            draw_view(text_bytes(&name), is_plane ? "The motion" : "The motion over time",
                      "A dot: the start.");
        json_object_set(view, "series", series);
    }
    json_decref(series);
    text_clear(&data);
    text_clear(&name);
    return view;
}

json_t *motion_figures(struct site *site, const json_t *model) {
    json_t *motion = json_object(), *views = value_array(motion, "figures");
    const char *place = value_text(json_object_get(model, "motion"), "table");
    struct text table = {0}, folder = text_made("%s/tables", site->folder);
    if (*place != '\0' && strchr(place, '/') == NULL &&
        files_read(&table, text_bytes(&folder), place, NULL))
        for (int is_plane = 1; is_plane >= 0; is_plane--) {
            json_t *view = draw_kind(site, model, text_bytes(&table), is_plane);
            if (view != NULL)
                json_array_append_new(views, view);
        }
    text_clear(&table);
    text_clear(&folder);
    return motion;
}
