/* The time of a step over the length of a chain, with the line of slope 1 through the
 * first point of the first curve.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <math.h>

#include "reports/decimal.h"
#include "reports/side.h"

enum { MOST_CURVES = 6 };

struct figure {
    struct chart chart;
    struct series series[MOST_CURVES];
    struct text label[MOST_CURVES];
    int count;
};

static void add_curve(struct figure *f, const struct report_result *result, bool exact) {
    struct series *s = &f->series[f->count];
    struct text *label = &f->label[f->count];
    if (!curve_read_members(&s->curve, result, "masses", "value") ||
        s->curve.count == 0) {
        curve_free(&s->curve);
        return;
    }
    side_name(label, &(struct side){result->method, ""}, true);
    text_add(label, exact ? ", exact J: " : ": ");
    if (isfinite(result->value)) {
        text_add(label, "slope ");
        decimal_value(label, result->value, result->low, result->high);
    }
    for (int i = 0; i < s->curve.count; i++) {
        s->curve.point[i].used = true;
    }
    s->colour = (enum figure_colour)(COLOUR_FIRST + f->count % 5);
    s->shape = exact ? SHAPE_TRIANGLE : SHAPE_CIRCLE;
    s->size = exact ? 0.6 : 0.5;
    s->label = text_bytes(label);
    chart_include(&f->chart, &s->curve);
    f->count++;
}

static void draw_line(struct text *script, const struct figure *f) {
    const struct curve_point *p = &f->series[0].curve.point[0];
    text_format(script,
                ", x + %.7g with lines dt (6,4) lw 1.2 lc rgb '#0101%02x' notitle, "
                "keyentry with lines dt (6,4) lw 1.2 lc rgb '#0101%02x' title "
                "\"slope 1\"",
                p->y - p->x, COLOUR_GUIDE, COLOUR_GUIDE);
}

static void draw_figure(struct text *script, struct figure *f) {
    const double above = 0.06 + 0.065 * (f->count + 1);
    chart_pad(&f->chart, above, 0.06);
    for (int i = 0; i < f->count; i++) {
        series_data(script, &f->series[i], i);
    }
    text_add(script, "set multiplot\n");
    chart_panel(script, 0.125, 0.935);
    chart_label(script, "nanoseconds a step", 1.045);
    text_format(script,
                "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n"
                "set label \"masses\" at screen 0.958,0.028 right tc rgb '#0101%02x'\n"
                "set key at graph 0.03,0.985 left top Left reverse samplen 1.6 "
                "spacing 1.3 tc rgb '#0101%02x'\n",
                f->chart.left, f->chart.right, f->chart.bottom, f->chart.top, COLOUR_TEXT,
                COLOUR_TEXT);
    axis_tics(script, 'x', f->chart.left, f->chart.right, MOST_LABELS_ACROSS, true);
    axis_tics(script, 'y', f->chart.bottom, f->chart.top, MOST_LABELS_ACROSS, true);
    text_add(script, "plot 1/0 notitle");
    for (int i = 0; i < f->count; i++) {
        series_draw(script, &f->series[i], i);
        series_key(script, &f->series[i]);
    }
    draw_line(script, f);
    text_add(script, "\n");
    chart_close(script);
}

bool plot_chain(struct text *script, const struct results *r, int model) {
    struct figure f = {.chart = {.left = 1, .right = 0}};
    for (int i = 0; i < r->count && f.count < MOST_CURVES; i++) {
        const struct report_result *result = &r->result[i];
        bool exact = result_is(result, "chain-slope-exact");
        if (result->model == model && model != MODEL_NONE &&
            (exact || result_is(result, "chain-slope") || result_is(result, "growth"))) {
            add_curve(&f, result, exact);
        }
    }
    bool any = f.count > 0;
    if (any) {
        draw_figure(script, &f);
    }
    for (int i = 0; i < MOST_CURVES; i++) {
        curve_free(&f.series[i].curve);
        text_clear(&f.label[i]);
    }
    return any && !text_failed(script);
}
