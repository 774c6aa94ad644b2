/* Figures about speed: changes, a step over its kernels, series over commits, other integrators.
 *
 * Series and curves become results with points, so that they are drawn like any others.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "reports/site/figure.h"
#include "reports/site/strip.h"
#include "reports/site/value.h"

enum { MOST_ROWS = 60, MOST_SERIES_DRAWN = 24 };

/* Draws results as figures of that title. Takes the results. */
static void append_figures(struct site *site, json_t *views, const char *page,
                           const char *title, json_t *results) {
    json_t *drawn = site_figures(site, page, results), *figure;
    size_t i;
    json_array_foreach(drawn, i, figure) {
        value_set(figure, "title", title);
    }
    json_array_extend(views, drawn);
    json_decref(drawn);
    json_decref(results);
}

/* A benchmark over the commits, from the first on. */
static void draw_history(struct site *site, json_t *views, json_t *series, int index) {
    json_t *result =
        figure_result("history", "history", value_text(series, "quantity"), "", "", 1);
    json_t *points = json_object_get(series, "points"), *point;
    struct text page = text_made("speed-%d", index);
    const char *unit = value_text(series, "unit");
    struct text up = text_made(unit[0] != '\0' ? "%s (%s)" : "%s",
                               value_text(series, "quantity"), unit);
    size_t i;
    json_array_foreach(points, i, point) {
        if (isfinite(value_number(point, "value")))
            json_array_append_new(json_object_get(result, "points"),
                                  json_pack("{s:i, s:f}", "commit", (int)i + 1, "value",
                                            value_number(point, "value")));
    }
    value_set(result, "up", text_bytes(&up));
    append_figures(site, views, text_bytes(&page), value_text(series, "name"),
                   json_pack("[o]", result));
    text_clear(&page);
    text_clear(&up);
}

/* A single commit, or always the same value, is no course of anything. */
static bool has_course(const json_t *points) {
    for (size_t i = 1; i < json_array_size(points); i++)
        if (value_number(json_array_get(points, i), "value") !=
            value_number(json_array_get(points, 0), "value"))
            return true;
    return false;
}

/* In the order of the table: those that changed first. */
static void draw_histories(struct site *site, json_t *views, const json_t *list) {
    int drawn = 0;
    for (size_t i = 0; i < json_array_size(list) && drawn < MOST_SERIES_DRAWN; i++) {
        json_t *series = json_array_get(list, i);
        if (has_course(json_object_get(series, "points")))
            draw_history(site, views, series, drawn++);
    }
}

static json_t *make_curve(const json_t *peer, const char *key, const char *name,
                          int number) {
    json_t *result = figure_result("peers", "peers", name, "",
                                   number == 1 ? "ours" : "theirs", number);
    json_t *curve = json_object_get(peer, key), *point;
    size_t i;
    json_array_foreach(curve, i, point) {
        if (json_is_object(point))
            json_array_append(json_object_get(result, "points"), point);
    }
    return result;
}

/* One run of each is a row of the table, and no course of anything. */
static bool has_runs(const json_t *peer) {
    return json_array_size(json_object_get(peer, "curve")) > 1 ||
           json_array_size(json_object_get(peer, "peer_curve")) > 1;
}

static void draw_peers(struct site *site, json_t *views, const json_t *list) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *peer = json_array_get(list, i);
        if (!has_runs(peer))
            continue;
        struct text page = text_made("speed-peer-%d", (int)i);
        struct text title = text_made("%s beside %s", value_text(peer, "problem"),
                                      value_text(peer, "peer"));
        json_t *results =
            json_pack("[o, o]", make_curve(peer, "curve", value_text(peer, "method"), 1),
                      make_curve(peer, "peer_curve", value_text(peer, "peer"), 2));
        append_figures(site, views, text_bytes(&page), text_bytes(&title), results);
        text_clear(&page);
        text_clear(&title);
    }
}

/* A row for each benchmark whose value is there; the ends of its interval may be missing. */
static void add_row(struct strip_figure *f, const json_t *row, double value, double low,
                    double high) {
    if (isfinite(value) && f->count < MOST_ROWS)
        strip_row(f, value_text(row, "name"), value, low, high);
}

static void draw_changes(struct site *site, json_t *views, const json_t *list) {
    struct strip_figure f = {.name = "speed-changes",
                             .title = "Change of the time of a step",
                             .across = "per cent, above 0 is slower",
                             .expected = 0,
                             .number = 1,
                             .note = "With the interval; the broken line is no change."};
    const json_t *row;
    size_t i;
    json_array_foreach((json_t *)list, i, row) {
        double change = value_number(row, "change_percent");
        double half = value_number(row, "half_percent");
        add_row(&f, row, change, change - half, change + half);
    }
    strip_draw(site, &f, views);
}

static void draw_floors(struct site *site, json_t *views, const json_t *list) {
    struct strip_figure f = {.name = "speed-floor",
                             .title = "A step over its kernels",
                             .across = "time of a step over that of its kernels",
                             .expected = 1,
                             .number = 2,
                             .note = "At 1 a step costs what its kernels cost, each "
                                     "timed alone; in a step they may overlap."};
    const json_t *row;
    size_t i;
    json_array_foreach((json_t *)list, i, row) {
        const json_t *floor = json_object_get(row, "floor");
        double value = json_is_object(floor) ? value_number(floor, "value")
                                             : value_number(row, "floor");
        add_row(&f, row, value, value_number(floor, "low"), value_number(floor, "high"));
    }
    strip_draw(site, &f, views);
}

json_t *site_speed_figures(struct site *site, const json_t *view) {
    json_t *views = json_array();
    draw_changes(site, views, json_object_get(view, "comparisons"));
    draw_floors(site, views, json_object_get(view, "measurements"));
    draw_histories(site, views, json_object_get(view, "series"));
    draw_peers(site, views, json_object_get(view, "peers"));
    return views;
}
