/* How far invariants are from where they began, over time or against the step size, both
 * logarithmic: a drift in proportion to time is a line of slope 1, what stays bounded is
 * level.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/json.h"
#include "reports/quantity.h"
#include "reports/side.h"

enum { MOST_CURVES = 5 };

static const double panel_bottom = 0.125, panel_top = 0.79; /* the key is above */

struct figure {
    struct chart chart;
    const struct report_result *result[MOST_CURVES];
    int count;
    const char *across; /* the points' member "t" or "h" */
};

static double find_number(const json_t *point, const char *key) {
    const json_t *value = json_object_get(point, key);
    return json_is_string(value)   ? strtod(json_string_value(value), NULL)
           : json_is_number(value) ? json_number_value(value)
                                   : NAN;
}

/* Logarithms of a point. False: it has no place in the figure. */
static bool find_place(const struct figure *f, const json_t *point, double *x,
                       double *y) {
    *x = log10(find_number(point, f->across));
    *y = log10(fabs(find_number(point, "error")));
    if (strcmp(f->across, "h") == 0 && json_object_get(point, "t")) {
        return false; /* it belongs into the other figure */
    }
    return isfinite(*x) && isfinite(*y);
}

static bool is_drawn(const struct figure *f, const struct report_result *result,
                     int model) {
    double x, y;
    int points = 0;
    if (result->model != model || (strcmp(result->study, "invariants") != 0 &&
                                   strcmp(result->study, "long-run") != 0)) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(result->points); i++) {
        points += find_place(f, json_array_get(result->points, i), &x, &y) ? 1 : 0;
    }
    return points > 1;
}

static void add_curve(struct figure *f, const struct report_result *result) {
    for (size_t i = 0; i < json_array_size(result->points); i++) {
        struct curve_point p = {0};
        struct curve one = {.count = 1, .point = &p};
        if (find_place(f, json_array_get(result->points, i), &p.x, &p.y)) {
            chart_include(&f->chart, &one);
        }
    }
    f->result[f->count++] = result;
}

/* Runs of another step size are lines of their own. */
static void write_data(struct text *script, const struct figure *f, int number) {
    const struct report_result *result = f->result[number];
    bool several = strcmp(f->across, "t") == 0;
    double before = NAN;
    text_format(script, "$p%d << END\n", number);
    for (size_t i = 0; i < json_array_size(result->points); i++) {
        const json_t *point = json_array_get(result->points, i);
        double x, y, h = find_number(point, "h");
        if (several && h != before && isfinite(before) && isfinite(h)) {
            text_add(script, "\n");
        }
        before = h;
        if (find_place(f, point, &x, &y)) {
            text_format(script, "%.7g %.7g\n", x, y);
        }
    }
    text_add(script, "END\n");
}

static void open_panel(struct text *script, const struct figure *f) {
    const struct chart *chart = &f->chart;
    chart_panel(script, panel_bottom, panel_top);
    chart_label(script, "relative error of the invariant", 1.055);
    text_format(script, "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n", chart->left,
                chart->right, chart->bottom, chart->top);
    axis_tics(script, 'x', chart->left, chart->right, MOST_LABELS_ACROSS, true);
    axis_tics(script, 'y', chart->bottom, chart->top, MOST_LABELS_ACROSS, true);
    text_format(script,
                "set label \"%s\" at screen 0.958,0.028 right tc rgb '#0101%02x'\n"
                "set key at screen 0.01,0.99 left top vertical maxrows 3 Left reverse "
                "samplen 1.6 spacing 1.1 width -3 tc rgb '#0101%02x'\n",
                strcmp(f->across, "t") == 0 ? "time" : "step size h", COLOUR_TEXT,
                COLOUR_TEXT);
}

/* The invariant, or what is measured of the energy; and of which method, of which of its
 * modes, where several are drawn. */
static void curve_name(struct text *name, const struct figure *f,
                       const struct report_result *result) {
    const char *part = strchr(result->quantity, ':');
    const char *label = quantity_of(result)->label;
    bool methods = false, modes = false;
    row_name(name, part ? part + 1 : label ? label : result->quantity);
    for (int i = 0; i < f->count; i++) {
        bool same = strcmp(f->result[i]->method, result->method) == 0;
        methods |= !same;
        modes |= same && strcmp(f->result[i]->mode, result->mode) != 0;
    }
    if (methods || modes) {
        const struct side side = {result->method, modes ? result->mode : ""};
        text_add(name, ", ");
        side_name(name, &side, true);
    }
}

static void draw_curve(struct text *script, const struct figure *f, int i) {
    static const char *const dashes[MOST_CURVES] = {"solid", "(6,3)", "(2,2)",
                                                    "(6,2,1,2)", "(9,3)"};
    struct text name = {0};
    curve_name(&name, f, f->result[i]);
    text_format(script,
                ", $p%d using 1:2 with lines lw 1.4 dt %s lc rgb '#0101%02x' title ", i,
                dashes[i], (int)COLOUR_FIRST + i);
    plot_quoted(script, text_bytes(&name));
    text_clear(&name);
}

static bool plot_errors(struct text *script, const struct results *r, int model,
                        const char *across) {
    struct figure f = {.chart = {.left = 1, .right = 0}, .across = across};
    for (int i = 0; i < r->count && f.count < MOST_CURVES && model >= 0; i++) {
        if (is_drawn(&f, &r->result[i], model)) {
            add_curve(&f, &r->result[i]);
        }
    }
    if (f.count == 0) {
        return false;
    }
    chart_pad(&f.chart, 0.06, 0.06);
    for (int i = 0; i < f.count; i++) {
        write_data(script, &f, i);
    }
    text_add(script, "set multiplot\n");
    open_panel(script, &f);
    text_add(script, "plot 1/0 notitle");
    for (int i = 0; i < f.count; i++) {
        draw_curve(script, &f, i);
    }
    text_add(script, "\n");
    chart_close(script);
    return !text_failed(script);
}

bool plot_drift(struct text *script, const struct results *r, int model) {
    return plot_errors(script, r, model, "t");
}

bool plot_invariants(struct text *script, const struct results *r, int model) {
    return plot_errors(script, r, model, "h");
}
