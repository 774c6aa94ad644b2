/* Panels and axes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum {
    MOST_LABELS_UP = 8,
    MOST_GRID_LINES = 24 /* unlabelled tics at single decades up to here */
};

static const double smallest_span = 2; /* decades, so that labels stand on the axis */

void plot_quoted(struct text *script, const char *s) {
    text_add(script, "\"");
    while (*s) {
        size_t size = text_allowed(s);
        unsigned char byte = (unsigned char)*s;
        if (size > 1 || (size == 1 && (isalnum(byte) || strchr(" .,:()[]+-=", byte)))) {
            text_add_bytes(script, s, size);
        }
        s += size > 0 ? size : 1;
    }
    text_add(script, "\"");
}

void plot_prepare(struct text *script) {
    text_format(script,
                "set terminal svg size %d,%d dynamic enhanced font 'sans,13'\n"
                "set encoding utf8\nset samples 2\nset style fill solid\n",
                FIGURE_WIDTH, FIGURE_HEIGHT);
}

void chart_include(struct chart *chart, const struct curve *curve) {
    for (int i = 0; i < curve->count; i++) {
        const struct curve_point *p = &curve->point[i];
        bool empty = chart->left > chart->right;
        chart->left = empty ? p->x : fmin(chart->left, p->x);
        chart->right = empty ? p->x : fmax(chart->right, p->x);
        chart->bottom = empty ? p->y : fmin(chart->bottom, p->y);
        chart->top = empty ? p->y : fmax(chart->top, p->y);
    }
}

static void widen(double *low, double *high, double below, double above) {
    double lacking = fmax(0, smallest_span - (*high - *low)) / 2;
    *low -= lacking;
    *high += lacking;
    double span = *high - *low;
    *low -= below * span;
    *high += above * span;
}

void chart_pad(struct chart *chart, double above, double below) {
    const double sides = 0.04;
    widen(&chart->left, &chart->right, sides, sides);
    widen(&chart->bottom, &chart->top, below, above);
}

/* The smallest of 1, 2, 5, 10, 20, 50, .. decades that gives at most so many labels. */
static double choose_step(double span, int labels) {
    static const double factors[] = {1, 2, 5};
    double power = 1;
    for (int i = 0;; i++) {
        double step = factors[i % 3] * power;
        if (span / step <= labels) {
            return step;
        }
        power *= i % 3 == 2 ? 10 : 1;
    }
}

void axis_tics(struct text *script, char axis, double low, double high, int labels,
               bool named) {
    double step = choose_step(high - low, labels);
    text_format(script, "set %ctics (", axis);
    const char *comma = "";
    for (double at = ceil(low); at <= high && high - low < MOST_GRID_LINES; at++) {
        text_format(script, "%s\"\" %.0f 1", comma, at);
        comma = ", ";
    }
    for (double at = step * ceil(low / step); at <= high; at += step) {
        text_format(script, "%s\"", comma);
        if (named) {
            text_format(script, "10^{%s%.0f}", at < 0 ? "\xE2\x88\x92" : "", fabs(at));
        }
        text_format(script, "\" %.0f", at);
        comma = ", ";
    }
    text_add(script, ")\n");
}

void chart_panel(struct text *script, double bottom, double top) {
    text_format(script,
                "unset label\nunset arrow\nunset object\nset key default\nunset key\n"
                "set lmargin at screen 0.13\nset rmargin at screen 0.958\n"
                "set bmargin at screen %.3f\nset tmargin at screen %.3f\n"
                "set border 3 lc rgb '#0101%02x' lw 1\n"
                "set tics nomirror out scale 0.5,0.3 tc rgb '#0101%02x'\n"
                "set grid lc rgb '#0101%02x' lw 1 dt solid\n",
                bottom, top, COLOUR_AXIS, COLOUR_TEXT, COLOUR_GRID);
}

void chart_label(struct text *script, const char *label, double height) {
    text_format(script, "set label \"%s\" at graph -0.125,%.3f left tc rgb '#0101%02x'\n",
                label, height, COLOUR_TEXT);
}

void chart_open(struct text *script, const struct chart *chart) {
    text_add(script, "set multiplot\n");
    chart_panel(script, 0.355, 0.935);
    chart_label(script, chart->value_label, 1.065);
    text_format(script, "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n", chart->left,
                chart->right, chart->bottom, chart->top);
    axis_tics(script, 'x', chart->left, chart->right, MOST_LABELS_ACROSS, false);
    axis_tics(script, 'y', chart->bottom, chart->top, MOST_LABELS_UP, true);
    text_format(script,
                "set key at graph 0.03,0.985 left top Left reverse samplen 1.6 "
                "spacing 1.3 tc rgb '#0101%02x'\n",
                COLOUR_TEXT);
}

void chart_close(struct text *script) {
    text_add(script, "unset multiplot\n");
}
