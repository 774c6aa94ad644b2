/* One set of points: used ones filled, unused ones hollow, the fitted range as a bar.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <math.h>
#include <string.h>

static const double bar_height = 0.028; /* of the panel, from one bar to the next */

void series_data(struct text *script, const struct series *series, int number) {
    text_format(script, "$p%d << END\n", number);
    for (int i = 0; i < series->curve.count; i++) {
        const struct curve_point *p = &series->curve.point[i];
        if (i > 0 && p->start != p[-1].start) {
            text_add(script, "\n");
        }
        text_format(script, "%.7g %.7g %d\n", p->x, p->y, p->used);
    }
    text_add(script, "END\n");
}

static void draw_points(struct text *script, const struct series *series, int number,
                        int used, int shape, enum figure_colour colour) {
    text_format(script,
                ", $p%d using 1:($3 == %d ? $2 : 1/0) with points pt %d ps %.2f lw 1.2 "
                "lc rgb '#0101%02x' notitle",
                number, used, shape, series->size, colour);
}

void series_key(struct text *script, const struct series *series) {
    text_format(
        script,
        ", keyentry with linespoints pt %d ps %.2f lw 1.2 lc rgb '#0101%02x' title ",
        (int)series->shape + 1, series->size, series->colour);
    plot_quoted(script, series->label);
}

void series_draw(struct text *script, const struct series *series, int number) {
    enum figure_colour colour = series->colour;
    int hollow = (int)series->shape, filled = hollow + 1;
    text_format(script, ", $p%d using 1:2 with lines lw 1.2 lc rgb '#0101%02x' notitle",
                number, colour);
    draw_points(script, series, number, 0, filled, COLOUR_PAPER);
    draw_points(script, series, number, 0, hollow, colour);
    draw_points(script, series, number, 1, filled, colour);
}

/* Parts of the panel that the key takes, as chart_open places it. */
static const double key_row = 0.097, key_edge = 0.03;       /* of its height */
static const double key_sample = 0.13, key_letter = 0.0158; /* of its width */

static double find_highest(const struct curve *curve, double right) {
    double highest =
        curve_value(curve, right, true); /* NaN keeps what it is compared with */
    for (int i = 0; i < curve->count; i++) {
        if (curve->point[i].x <= right) {
            highest = fmax(highest, curve->point[i].y);
        }
    }
    return highest;
}

void chart_clear_key(struct chart *chart, const struct series *series, int count,
                     int more_rows) {
    const double least = 0.3; /* of the height is left for curves, however many rows */
    double free = fmax(1 - key_edge - key_row * (count + more_rows), least);
    size_t longest = 0;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(series[i].label);
        longest = length > longest ? length : longest;
    }
    double share = fmin(key_sample + key_letter * (double)longest, 1);
    double right = chart->left + share * (chart->right - chart->left);
    double bottom = chart->bottom, top = chart->top;
    for (int i = 0; i < count; i++) {
        double highest = find_highest(&series[i].curve, right);
        if (isfinite(highest)) {
            top = fmax(top, bottom + (highest - bottom) / free);
        }
    }
    chart->top = top;
}

static void draw_bar(struct text *script, const struct chart *chart, double low,
                     double high, int place, enum figure_colour colour) {
    double y = bar_height * (place + 1), nearest = (chart->right - chart->left) / 200;
    text_format(script,
                "set arrow from first %.6g, graph %.3f to first %.6g, graph %.3f nohead "
                "lw 3 lc rgb '#0101%02x'\n",
                low - nearest, y, high + nearest, y, colour);
}

void series_ranges(struct text *script, const struct chart *chart,
                   const struct series *series, int count) {
    double low = 0, high = 0, first_low = 0, first_high = 0;
    int drawn = 0, same = 0;
    for (int i = 0; i < count; i++) {
        if (curve_used_range(&series[i].curve, &low, &high)) {
            first_low = drawn == 0 ? low : first_low;
            first_high = drawn == 0 ? high : first_high;
            same += low == first_low && high == first_high ? 1 : 0;
            drawn++;
        }
    }
    if (drawn > 0 && same == drawn) {
        draw_bar(script, chart, first_low, first_high, 0,
                 drawn == 1 ? series[0].colour : COLOUR_GUIDE);
        return;
    }
    for (int i = 0; i < count; i++) {
        if (curve_used_range(&series[i].curve, &low, &high)) {
            draw_bar(script, chart, low, high, i, series[i].colour);
        }
    }
}
