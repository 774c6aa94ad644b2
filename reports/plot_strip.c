/* The strip of local slopes under each figure.
 *
 * Local slope between neighbours: (y2 - y1) / (x2 - x1) in logarithms, drawn in the
 * middle. It shows what a straight line on many decades hides.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <math.h>

static void add_local_slopes(struct text *script, const struct series *series,
                             int number) {
    text_format(script, "$l%d << END\n", number);
    for (int i = 1; i < series->curve.count; i++) {
        const struct curve_point *p = &series->curve.point[i - 1], *q = p + 1;
        if (p->start != q->start || !(q->x > p->x)) {
            text_add(script, "\n");
            continue;
        }
        text_format(script, "%.7g %.7g %d\n", (p->x + q->x) / 2,
                    (q->y - p->y) / (q->x - p->x), p->used && q->used);
    }
    text_add(script, "END\n");
}

void chart_strip(struct text *script, const struct chart *chart,
                 const struct series *series, int count) {
    for (int i = 0; i < count; i++) {
        add_local_slopes(script, &series[i], i);
    }
    chart_panel(script, 0.115, 0.275);
    chart_label(script, "local slope", 1.2);
    text_format(script, "set yrange [%.6g:%.6g]\nset ytics %.0f,1\n", chart->low,
                chart->high, ceil(chart->low));
    axis_tics(script, 'x', chart->left, chart->right, MOST_LABELS_ACROSS, true);
    text_format(script,
                "set label \"step size {/:Italic h}\" at screen 0.958,0.028 right "
                "tc rgb '#0101%02x'\n",
                COLOUR_TEXT);
    text_add(script, "plot 1/0 notitle");
    for (int i = 0; i < count; i++) {
        text_format(script,
                    ", $l%d using 1:2 with lines lw 1 lc rgb '#0101%02x' notitle"
                    ", $l%d using 1:($3 == 1 ? $2 : 1/0) with points pt %d ps 0.4 "
                    "lc rgb '#0101%02x' notitle",
                    i, series[i].colour, i, series[i].shape + 1, series[i].colour);
    }
    text_add(script, "\n");
}
