/* The convergence figure: global error against the step size, one curve
 * for each arithmetic, with the slope that is expected, slope 1, and the round-off floor.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <math.h>

#include "reports/decimal.h"
#include "reports/side.h"

enum { MOST_SERIES = 3 }; /* as many arithmetics as there are colours */

static const double strip_half_height = 1.25; /* exponents shown on either side */

static const struct look {
    enum figure_colour colour;
    enum figure_shape shape;
    double size;
} looks[MOST_SERIES] = {
    {COLOUR_FIRST, SHAPE_CIRCLE, 0.5},
    {COLOUR_SECOND, SHAPE_DIAMOND, 0.85},
    {COLOUR_THIRD, SHAPE_TRIANGLE, 0.6},
};

struct figure {
    struct chart chart;
    struct series series[MOST_SERIES];
    struct text label[MOST_SERIES];
    int count;
};

/* The first look that no curve has: double precision begins with the first, MPFR with the
 * second, so that each looks the same in every figure. */
static int choose_look(const struct figure *f, const struct report_result *result) {
    int look = result_is_multiple(result) ? 1 : 0;
    for (int i = 0; i < f->count; i++) {
        if (f->series[i].shape == looks[look].shape) {
            look = (look + 1) % MOST_SERIES;
            i = -1;
        }
    }
    return look;
}

static void add_series(struct figure *f, const struct report_result *result) {
    const struct look *look = &looks[choose_look(f, result)];
    struct series *s = &f->series[f->count];
    if (!curve_read(&s->curve, result) || s->curve.count == 0) {
        curve_free(&s->curve);
        return;
    }
    struct text *label = &f->label[f->count];
    text_add(label, result_is_multiple(result) ? "MPFR" : result->arithmetic);
    if (result->mode && result->mode[0] && !result->shared) {
        struct side side = {result->method, ""};
        text_add(label, ", ");
        side_name(label, &side, true);
    }
    text_add(label, ": slope ");
    decimal_value(label, result->value, result->low, result->high);
    s->colour = look->colour;
    s->shape = look->shape;
    s->size = look->size;
    chart_include(&f->chart, &s->curve);
    f->count++;
}

static bool has_unused(const struct figure *f) {
    for (int i = 0; i < f->count; i++) {
        for (int k = 0; k < f->series[i].curve.count; k++) {
            if (!f->series[i].curve.point[k].used) {
                return true;
            }
        }
    }
    return false;
}

static void draw_panel(struct text *script, const struct figure *f, double expected) {
    chart_open(script, &f->chart);
    guide_floors(script, &f->chart, f->series, f->count);
    text_add(script, "guide_0(x) = 1/0\nguide_1(x) = 1/0\n");
    guide_slope(script, &f->chart, &f->series[0].curve, expected);
    if (expected != 1) {
        guide_slope(script, &f->chart, &f->series[0].curve, 1);
    }
    series_ranges(script, &f->chart, f->series, f->count);
    text_add(script, "plot 1/0 notitle");
    for (int i = f->count - 1; i >= 0; i--) {
        series_draw(script, &f->series[i], i);
    }
    for (int i = 0; i < f->count; i++) {
        series_key(script, &f->series[i]);
    }
    for (int i = 0; i <= 1; i++) {
        text_format(script,
                    ", guide_%d(x) with lines dt (6,4) lw 1.2 lc rgb '#0101%02x' "
                    "notitle",
                    i, COLOUR_GUIDE);
    }
    if (has_unused(f)) {
        text_format(script,
                    ", keyentry with points pt %d ps 0.6 lc rgb '#0101%02x' title "
                    "\"hollow: not in the fit\"",
                    SHAPE_CIRCLE, COLOUR_GUIDE);
    }
    text_add(script, "\n");
}

static void draw_figure(struct text *script, struct figure *f) {
    double expected = f->series[0].curve.result->expected;
    expected = isfinite(expected) ? expected : 1;
    f->chart.low = expected - strip_half_height;
    f->chart.high = expected + strip_half_height;
    f->chart.value_label = "global error";
    chart_pad(&f->chart, 0.16, 0.1);
    for (int i = 0; i < f->count; i++) {
        f->series[i].label = text_bytes(&f->label[i]);
        series_data(script, &f->series[i], i);
    }
    chart_clear_key(&f->chart, f->series, f->count, has_unused(f) ? 1 : 0);
    draw_panel(script, f, expected);
    chart_strip(script, &f->chart, f->series, f->count);
    chart_close(script);
}

/* Adds the results about the whole state, in one kind of arithmetic. */
static void add_results(struct figure *f, const struct results *r, int model,
                        bool multiple) {
    for (int i = 0; i < r->count && f->count < MOST_SERIES; i++) {
        const struct report_result *result = &r->result[i];
        if (result->model == model && result_is(result, "order") && !result->component &&
            result_is_multiple(result) == multiple) {
            add_series(f, result);
        }
    }
}

bool plot_convergence(struct text *script, const struct results *r, int model) {
    struct figure f = {.chart = {.left = 1, .right = 0}};
    add_results(&f, r, model, false);
    add_results(&f, r, model, true);
    bool any = f.count > 0;
    if (any) {
        draw_figure(script, &f);
    }
    for (int i = 0; i < MOST_SERIES; i++) {
        curve_free(&f.series[i].curve);
        text_clear(&f.label[i]);
    }
    return any && !text_failed(script);
}
