/* The gap figure: error, estimate and gap of one step against its size, in multiple
 * precision, with triangles of the slopes that are expected of them: 2, 2 and 3.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <math.h>

#include "reports/decimal.h"

enum { CURVES = 3 };

static const struct look {
    const char *quantity, *name;
    enum figure_colour colour;
    enum figure_shape shape;
    double size, expected;
} looks[CURVES] = {
    {"error-order", "error", COLOUR_FIRST, SHAPE_CIRCLE, 0.85, 2},
    {"estimate-order", "estimate", COLOUR_SECOND, SHAPE_CIRCLE, 0.42, 2},
    {"gap-order", "gap", COLOUR_THIRD, SHAPE_TRIANGLE, 0.65, 3},
};

struct figure {
    struct chart chart;
    struct series series[CURVES];
    struct text label[CURVES];
    double expected[CURVES];
    int count;
};

static const struct report_result *find_result(const struct results *r, int model,
                                               const char *quantity) {
    for (int i = 0; i < r->count; i++) {
        const struct report_result *result = &r->result[i];
        if (result->model == model && result_is(result, quantity) && !result->component) {
            return result;
        }
    }
    return NULL;
}

static void add_series(struct figure *f, const struct look *look,
                       const struct report_result *result) {
    struct series *s = &f->series[f->count];
    struct text *label = &f->label[f->count];
    if (!result || !curve_read(&s->curve, result) || s->curve.count == 0) {
        curve_free(&s->curve);
        return;
    }
    text_format(label, "%s: %s", look->name,
                isfinite(result->value) ? "slope " : "no slope");
    if (isfinite(result->value)) {
        decimal_value(label, result->value, result->low, result->high);
    }
    s->colour = look->colour;
    s->shape = look->shape;
    s->size = look->size;
    f->expected[f->count] =
        isfinite(result->expected) ? result->expected : look->expected;
    f->count++;
}

/* A right triangle whose hypotenuse runs beside the curves of all starts: above them for the
 * first quantities, below them for the last, where nothing else is drawn. */
static void draw_triangle(struct text *script, const struct figure *f, int number) {
    const double width = 0.11, distance = 0.035, place_above = 0.6, place_below = 0.62;
    const struct chart *c = &f->chart;
    bool above = number < f->count - 1 || f->count == 1;
    double slope = f->expected[number];
    double across = c->right - c->left, up = c->top - c->bottom;
    double x0 = c->left + (above ? place_above : place_below) * across;
    double x1 = x0 + width * across;
    double middle = (x0 + x1) / 2;
    double at = curve_value(&f->series[number].curve, middle, above);
    double offset = at - slope * middle + (above ? distance : -distance) * up;
    double y0 = slope * x0 + offset, y1 = slope * x1 + offset;
    double corner_x = above ? x0 : x1, corner_y = above ? y1 : y0;
    if (!(fmin(y0, y1) > c->bottom && fmax(y0, y1) < c->top)) {
        return;
    }
    text_format(
        script,
        "set object polygon from %.6g,%.6g to %.6g,%.6g to %.6g,%.6g to %.6g,%.6g "
        "fs empty border lc rgb '#0101%02x' lw 1.2\n",
        x0, y0, x1, y1, corner_x, corner_y, x0, y0, COLOUR_GUIDE);
    text_format(script,
                "set label \"%g\" at first %.6g,%.6g %s offset %s,0 tc rgb '#0101%02x'\n",
                slope, corner_x, (y0 + y1) / 2, above ? "right" : "left",
                above ? "-0.5" : "0.5", COLOUR_TEXT);
}

static void draw_panel(struct text *script, const struct figure *f) {
    chart_open(script, &f->chart);
    for (int i = 0; i < f->count; i++) {
        bool same_as_before =
            i > 0 && i < f->count - 1 && f->expected[i] == f->expected[0];
        if (!same_as_before) {
            draw_triangle(script, f, i);
        }
    }
    series_ranges(script, &f->chart, f->series, f->count);
    text_add(script, "plot 1/0 notitle");
    for (int i = 0; i < f->count; i++) {
        series_draw(script, &f->series[i], i);
        series_key(script, &f->series[i]);
    }
    text_add(script, "\n");
}

/* A curve without a used point (zero but for rounding) is left out beside others: it
 * would stretch the axis by a hundred decades. */
static void leave_out_idle_curves(struct figure *f) {
    double low, high;
    bool any = false;
    for (int i = 0; i < f->count; i++) {
        any = any || curve_used_range(&f->series[i].curve, &low, &high);
    }
    for (int i = 0; i < f->count; i++) {
        if (any && !curve_used_range(&f->series[i].curve, &low, &high)) {
            f->series[i].curve.count = 0;
        }
        chart_include(&f->chart, &f->series[i].curve);
    }
}

static void draw_figure(struct text *script, struct figure *f) {
    const double around = 0.6; /* exponents beside the expected ones in the strip */
    leave_out_idle_curves(f);
    f->chart.low = f->expected[0] - around;
    f->chart.high = f->expected[0] + around;
    for (int i = 0; i < f->count; i++) {
        f->chart.low = fmin(f->chart.low, f->expected[i] - around);
        f->chart.high = fmax(f->chart.high, f->expected[i] + around);
        f->series[i].label = text_bytes(&f->label[i]);
        series_data(script, &f->series[i], i);
    }
    f->chart.value_label = "error, estimate and gap of one step";
    chart_pad(&f->chart, 0.12, 0.1);
    chart_clear_key(&f->chart, f->series, f->count, 0);
    draw_panel(script, f);
    chart_strip(script, &f->chart, f->series, f->count);
    chart_close(script);
}

bool plot_gap(struct text *script, const struct results *r, int model) {
    struct figure f = {.chart = {.left = 1, .right = 0}};
    for (int i = 0; i < CURVES; i++) {
        add_series(&f, &looks[i], find_result(r, model, looks[i].quantity));
    }
    bool any = f.count > 0;
    if (any) {
        draw_figure(script, &f);
    }
    for (int i = 0; i < CURVES; i++) {
        curve_free(&f.series[i].curve);
        text_clear(&f.label[i]);
    }
    return any && !text_failed(script);
}
