/* A figure of time against the error reached, both logarithmic, one curve for each integrator;
 * its height grows with the key above the panel.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/work_figure.h"

#include <math.h>
#include <string.h>

enum {
    SHORT_NAME = 26,   /* letters: two such stand beside each other in the key */
    MOST_KEY_ROWS = 13 /* where there are more curves, letters are smaller */
};

/* Pixels below the panel, of it, above it, and of a row of the key. */
enum { FOOT = 56, PANEL = 280, HEAD = 34, KEY_ROW = 21 };

static bool is_there(const struct work_figure *f, const char *label) {
    for (int i = 0; i < f->count; i++) {
        if (strcmp(text_bytes(&f->label[i]), label) == 0) {
            return true;
        }
    }
    return false;
}

void work_figure_add(struct work_figure *f, const json_t *points, const char *up,
                     double unit, const char *label, const struct peer_look *look) {
    if (f->count == WORK_CURVES || !points || is_there(f, label)) {
        return;
    }
    struct series *s = &f->series[f->count];
    f->source[f->count] = (struct report_result){.points = points};
    if (!curve_read_members(&s->curve, &f->source[f->count], "error", up) ||
        s->curve.count == 0) {
        curve_free(&s->curve);
        return;
    }
    for (int i = 0; i < s->curve.count; i++) {
        s->curve.point[i].y += log10(unit);
    }
    text_add(&f->label[f->count], label);
    chart_include(&f->chart, &s->curve);
    s->colour = look->colour;
    s->shape = look->shape;
    s->size = s->shape == SHAPE_DIAMOND ? 0.7 : 0.5;
    f->dash[f->count] = look->dash;
    f->count++;
}

/* The key is above the panel, in two columns where the names are short. */
static int count_key_rows(const struct work_figure *f) {
    size_t longest = 0;
    for (int i = 0; i < f->count; i++) {
        longest = f->label[i].length > longest ? f->label[i].length : longest;
    }
    bool two = longest <= SHORT_NAME || f->count > MOST_KEY_ROWS;
    return two ? (f->count + 1) / 2 : f->count;
}

int work_figure_height(const struct work_figure *f) {
    return FOOT + PANEL + HEAD + KEY_ROW * count_key_rows(f);
}

static void open_panel(struct text *script, const struct work_figure *f) {
    const struct chart *chart = &f->chart;
    bool is_long = f->count > MOST_KEY_ROWS;
    double height = work_figure_height(f);
    chart_panel(script, FOOT / height, (FOOT + PANEL) / height);
    chart_label(script, "seconds", 1.055);
    text_format(script, "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n", chart->left,
                chart->right, chart->bottom, chart->top);
    axis_tics(script, 'x', chart->left, chart->right, MOST_LABELS_ACROSS, true);
    axis_tics(script, 'y', chart->bottom, chart->top, MOST_LABELS_ACROSS, true);
    text_format(script,
                "set label \"error reached\" at screen 0.958,%.4f right tc rgb "
                "'#0101%02x'\nset key at screen 0.01,0.99 left top vertical maxrows %d "
                "Left reverse samplen 1.6 spacing 1.1 width %d font ',%d' tc rgb "
                "'#0101%02x'\n",
                12 / height, COLOUR_TEXT, count_key_rows(f), is_long ? -14 : -2,
                is_long ? 10 : 13, COLOUR_TEXT);
}

bool work_figure_draw(struct text *script, struct work_figure *f) {
    bool any = false; /* a point for each says no more than a ratio */
    for (int i = 0; i < f->count; i++) {
        any = any || f->series[i].curve.count > 1;
    }
    if (!any) {
        return false;
    }
    plot_height(script, work_figure_height(f));
    chart_pad(&f->chart, 0.06, 0.06);
    for (int i = 0; i < f->count; i++) {
        series_data(script, &f->series[i], i);
    }
    text_add(script, "set multiplot\n");
    open_panel(script, f);
    text_add(script, "plot 1/0 notitle");
    for (int i = 0; i < f->count; i++) {
        const struct series *s = &f->series[i];
        text_format(script,
                    ", $p%d using 1:2 with linespoints lw 1.3 dt %s pt %d ps %.2f lc rgb "
                    "'#0101%02x' title ",
                    i, f->dash[i], (int)s->shape + 1, s->size, s->colour);
        struct text name = {0};
        for (const char *c = text_bytes(&f->label[i]); *c; c++) {
            text_add_bytes(&name, *c == '_' ? " " : c, 1);
        }
        plot_quoted(script, text_bytes(&name));
        text_clear(&name);
    }
    text_add(script, "\n");
    chart_close(script);
    plot_height(script, FIGURE_HEIGHT);
    return !text_failed(script);
}

void work_figure_clear(struct work_figure *f) {
    for (int i = 0; i < WORK_CURVES; i++) {
        curve_free(&f->series[i].curve);
        text_clear(&f->label[i]);
    }
}
