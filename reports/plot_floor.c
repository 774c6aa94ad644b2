/* What a step costs over the sum of its kernels, which were timed in the same run: a row for
 * each benchmark, dearest first, with its interval. Lines at 1, which nothing can beat but by
 * overlapping its kernels, and at the limit that is aimed at.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot_speed.h"

#include <math.h>
#include <stdlib.h>

static const double limit = 1.25;

static int compare_floors(const struct speed_measurement *p,
                          const struct speed_measurement *q) {
    return p->floor.value != q->floor.value ? (p->floor.value < q->floor.value ? 1 : -1)
                                            : p->number - q->number;
}

/* By insertion: the rows are few. */
int *plot_floor_rows(const struct speed *speed, int *count) {
    int *row = malloc(((size_t)speed->measurements + 1) * sizeof *row);
    *count = 0;
    for (int i = 0; row && i < speed->measurements; i++) {
        const struct speed_measurement *m = &speed->measurement[i];
        if (!(m->floor.value > 0) || !isfinite(m->floor.value)) {
            continue;
        }
        int at = (*count)++;
        for (; at > 0 && compare_floors(&speed->measurement[row[at - 1]], m) > 0; at--) {
            row[at] = row[at - 1];
        }
        row[at] = i;
    }
    return row;
}

static void add_data(struct text *script, const struct speed *speed, const int *row,
                     int rows, double *left, double *right) {
    text_add(script, "$p << END\n");
    for (int i = 0; i < rows; i++) {
        const struct speed_interval *at = &speed->measurement[row[i]].floor;
        double low = isfinite(at->low) ? at->low : at->value;
        double high = isfinite(at->high) ? at->high : at->value;
        text_format(script, "%.7g %d %.7g %.7g\n", at->value, rows - i, low, high);
        *left = fmin(*left, low);
        *right = fmax(*right, high);
    }
    text_add(script, "END\n");
}

static void draw_figure(struct text *script, const struct speed *speed, const int *row,
                        int rows) {
    double left = 0.9, right = 1.4;
    add_data(script, speed, row, rows, &left, &right);
    double pad = 0.04 * (right - left);
    left -= pad;
    right += pad;
    speed_rows_open(script, rows, NAMES_OF_BENCHMARKS, left, right,
                    "a step over the sum of its kernels");
    axis_linear_tics(script, 'x', left, right);
    speed_rows_begin(script);
    for (int i = 0; i < rows; i++) {
        speed_rows_benchmark(script, i, rows, speed->measurement[row[i]].name);
    }
    speed_rows_end(script);
    speed_rows_line(script, 1, "solid", COLOUR_AXIS);
    speed_rows_line(script, limit, "(5,4)", COLOUR_SECOND);
    text_format(script,
                "plot 1/0 notitle, $p using 1:2:3:4 with xerrorbars pt %d ps 0.55 lw 1.3 "
                "lc rgb '#0101%02x' notitle, keyentry with points pt %d ps 0.6 lc rgb "
                "'#0101%02x' title \"ratio\", keyentry with lines dt (5,4) lc rgb "
                "'#0101%02x' title \"aim: %.2f\"\n",
                SHAPE_CIRCLE + 1, COLOUR_FIRST, SHAPE_CIRCLE + 1, COLOUR_FIRST,
                COLOUR_SECOND, limit);
    speed_rows_close(script);
}

bool plot_floor(struct text *script, const struct speed *speed, int number) {
    int count, first = number * SPEED_ROWS;
    int *row = plot_floor_rows(speed, &count);
    int rows = count - first < SPEED_ROWS ? count - first : SPEED_ROWS;
    bool any = row && rows > 0;
    if (any) {
        draw_figure(script, speed, row + first, rows);
    }
    free(row);
    return any && !text_failed(script);
}
