/* The estimate of an integrator against the true error of the same step, all problems in
 * one figure: on the line it tells the truth, below it is too small.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <math.h>

#include "reports/estimate.h"

enum { GROUPS = 2 }; /* problems whose gap is as expected, and the others */

static const double panel_bottom = 0.125, panel_top = 0.78;
static const double deepest = 30; /* decades below the largest error that are drawn */

struct figure {
    struct chart chart;
    struct text data[GROUPS];
    int count[GROUPS];
};

static int find_group(const struct results *r, int model) {
    for (int i = 0; i < r->count; i++) {
        const struct report_result *result = &r->result[i];
        if (result->model == model && result_is(result, "gap-order") &&
            result->verdict == VERDICT_FAIL) {
            return 1;
        }
    }
    return 0;
}

static void add_pairs(struct figure *f, const struct estimate_pairs *pairs, int group) {
    double largest = -INFINITY;
    for (int i = 0; i < pairs->count; i++) {
        largest = fmax(largest, pairs->pair[i].error);
    }
    for (int i = 0; i < pairs->count; i++) {
        struct curve_point p = {
            .x = pairs->pair[i].error, .y = pairs->pair[i].estimate, .used = true};
        struct curve one = {.count = 1, .point = &p};
        if (p.x > largest - deepest) {
            chart_include(&f->chart, &one);
            text_format(&f->data[group], "%.7g %.7g\n", p.x, p.y);
            f->count[group]++;
        }
    }
}

static void read_all(struct figure *f, const struct results *r, struct text *script) {
    for (int i = 0; i < r->models; i++) {
        struct estimate_pairs pairs;
        if (!estimate_read(&pairs, r, i)) {
            script->failed = true;
            return;
        }
        add_pairs(f, &pairs, find_group(r, i));
        estimate_free(&pairs);
    }
}

static void open_panel(struct text *script, const struct chart *chart) {
    chart_panel(script, panel_bottom, panel_top);
    chart_label(script, "error estimate of the step", 1.055);
    text_format(script, "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n", chart->left,
                chart->right, chart->bottom, chart->top);
    axis_tics(script, 'x', chart->left, chart->right, MOST_LABELS_ACROSS, true);
    axis_tics(script, 'y', chart->bottom, chart->top, MOST_LABELS_ACROSS, true);
    text_format(script,
                "set label \"true error of the step\" at screen 0.982,0.028 right "
                "tc rgb '#0101%02x'\n"
                "set key at screen 0.01,0.99 left top Left reverse samplen 1.6 "
                "spacing 1.1 tc rgb '#0101%02x'\n"
                "set samples 2\n",
                COLOUR_TEXT, COLOUR_TEXT);
}

static void draw_groups(struct text *script, const struct figure *f) {
    static const char *const titles[GROUPS] = {"gap as expected",
                                               "problems whose gap fails"};
    static const int shapes[GROUPS] = {SHAPE_CIRCLE + 1, SHAPE_TRIANGLE_DOWN + 1};
    for (int i = 0; i < GROUPS; i++) {
        if (f->count[i] > 0) {
            text_format(script,
                        ", $p%d using 1:2 with points pt %d ps 0.4 lc rgb "
                        "'#0101%02x' notitle, keyentry with points pt %d ps 0.7 lc rgb "
                        "'#0101%02x' title \"%s\"",
                        i, shapes[i], COLOUR_FIRST + i, shapes[i], COLOUR_FIRST + i,
                        titles[i]);
        }
    }
}

static void draw_figure(struct text *script, struct figure *f) {
    chart_pad(&f->chart, 0.06, 0.06);
    for (int i = 0; i < GROUPS; i++) {
        text_format(script, "$p%d << END\n", i);
        text_add(script, text_bytes(&f->data[i]));
        text_add(script, "END\n");
    }
    text_add(script, "set multiplot\n");
    open_panel(script, &f->chart);
    text_format(script,
                "plot x with lines lw 1.2 lc rgb '#0101%02x' title \"estimate = error\"",
                COLOUR_GUIDE);
    draw_groups(script, f);
    text_add(script, "\n");
    chart_close(script);
}

bool plot_estimate(struct text *script, const struct results *r, int model) {
    struct figure f = {.chart = {.left = 1, .right = 0}};
    if (model != MODEL_NONE || !r->integrator.given) {
        return false;
    }
    read_all(&f, r, script);
    bool any = f.count[0] + f.count[1] > 0;
    if (any) {
        draw_figure(script, &f);
    }
    for (int i = 0; i < GROUPS; i++) {
        text_clear(&f.data[i]);
    }
    return any && !text_failed(script);
}
