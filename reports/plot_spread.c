/* How the blocks of each measurement are spread: a row for each benchmark, its density as a
 * violin, from the quantiles x(0), .., x(n):
 *
 *     density between x(i) and x(i + 1) is 1 / (n (x(i + 1) - x(i)))
 *
 * over intervals no shorter than a sixtieth of the middle half's width, so that equal
 * quantiles make no peaks without end. Ticks are the medians of the processes, all in per
 * cent of the row's own median.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot_speed.h"

#include <math.h>
#include <stdlib.h>

static const double violin_half = 0.38; /* of the distance of rows */

enum { STEPS = 48 }; /* of a violin */

struct violin {
    double *quantile; /* in per cent of the median, from 0 */
    int count;
    double low, high; /* between which it is drawn */
};

int *plot_spread_rows(const struct speed *speed, int *count) {
    int *row = malloc(((size_t)speed->measurements + 1) * sizeof *row);
    *count = 0;
    for (int i = 0; row && i < speed->measurements; i++) {
        const struct speed_measurement *m = &speed->measurement[i];
        if (json_array_size(m->blocks) > 1) {
            row[(*count)++] = i;
        }
    }
    return row;
}

/* The quantile at a share of the way through sorted numbers. */
static double find_quantile(const double *x, int count, double share) {
    double at = share * (count - 1);
    int i = (int)at;
    return i + 1 < count ? x[i] + (at - i) * (x[i + 1] - x[i]) : x[count - 1];
}

/* False: there are no numbers, or no median to compare with. */
static bool read_violin(struct violin *v, const struct speed_measurement *m) {
    const double ends[] = {0.02, 0.96}; /* the slowest blocks are those interrupted */
    const double widths = 6, thinnest = 0.02; /* times the middle half; per cent */
    *v = (struct violin){0};
    v->quantile = speed_sorted(m->blocks, &v->count);
    double median = v->quantile ? find_quantile(v->quantile, v->count, 0.5) : 0;
    if (!(median > 0)) {
        free(v->quantile);
        v->quantile = NULL;
        return false;
    }
    for (int i = 0; i < v->count; i++) {
        v->quantile[i] = 100 * (v->quantile[i] / median - 1);
    }
    double middle = find_quantile(v->quantile, v->count, 0.75) -
                    find_quantile(v->quantile, v->count, 0.25);
    v->low = fmax(find_quantile(v->quantile, v->count, ends[0]), -widths * middle);
    v->high = fmin(find_quantile(v->quantile, v->count, ends[1]), widths * middle);
    if (!(v->high > v->low)) { /* most blocks took the same time */
        v->low = -thinnest;
        v->high = thinnest;
    }
    return true;
}

/* The share of blocks below x. */
static double find_share(const struct violin *v, double x) {
    int i = 0;
    while (i < v->count && v->quantile[i] <= x) {
        i++;
    }
    if (i == 0 || i == v->count) {
        return i == 0 ? 0 : 1;
    }
    double width = v->quantile[i] - v->quantile[i - 1];
    double within = width > 0 ? (x - v->quantile[i - 1]) / width : 0;
    return (i - 1 + within) / (v->count - 1);
}

/* Heights of the density at equal steps, the largest being 1. */
static void find_heights(const struct violin *v, double *height) {
    const double finest = 1.0 / 60, smallest = 1e-6; /* per cent */
    double quarter = find_quantile(v->quantile, v->count, 0.25);
    double middle = find_quantile(v->quantile, v->count, 0.75) - quarter;
    double half = fmax(fmax((v->high - v->low) / STEPS, finest * middle), smallest);
    double largest = 0;
    for (int i = 0; i <= STEPS; i++) {
        double x = v->low + (v->high - v->low) * i / STEPS;
        height[i] = find_share(v, x + half) - find_share(v, x - half);
        largest = fmax(largest, height[i]);
    }
    for (int i = 0; i <= STEPS; i++) {
        height[i] /= largest > 0 ? largest : 1;
    }
}

static void add_violin(struct text *script, const struct violin *v, double y) {
    double height[STEPS + 1];
    find_heights(v, height);
    for (int side = 1; side >= -1; side -= 2) {
        for (int i = 0; i <= STEPS; i++) {
            int k = side > 0 ? i : STEPS - i;
            double x = v->low + (v->high - v->low) * k / STEPS;
            text_format(script, "%.4g %.5g\n", x,
                        y + side * violin_half * fmax(height[k], 0.03));
        }
    }
    text_add(script, "\n");
}

static void add_processes(struct text *script, const struct speed_measurement *m,
                          double y) {
    int blocks, count;
    double *block = speed_sorted(m->blocks, &blocks);
    double *process = speed_sorted(m->processes, &count);
    double median = block ? find_quantile(block, blocks, 0.5) : NAN;
    for (int i = 0; i < count && median > 0; i++) {
        text_format(script, "%.5g %.5g\n", 100 * (process[i] / median - 1), y);
    }
    free(block);
    free(process);
}

/* Blocks $v, $m (medians of processes) of the rows; the range that shows most of them: rows
 * that are much wider than the others are cut off. */
static bool add_data(struct text *script, const struct speed *speed, const int *row,
                     int rows, double *left, double *right) {
    double widest[2] = {0, 0}, sum[2] = {0, 0};
    int drawn = 0;
    text_add(script, "$v << END\n");
    for (int i = 0; i < rows; i++) {
        struct violin v;
        if (read_violin(&v, &speed->measurement[row[i]])) {
            add_violin(script, &v, rows - i);
            widest[0] = fmax(widest[0], -v.low);
            widest[1] = fmax(widest[1], v.high);
            sum[0] += -v.low;
            sum[1] += v.high;
            drawn++;
            free(v.quantile);
        }
    }
    text_add(script, "END\n$m << END\n-1e9 -1\n");
    for (int i = 0; i < rows; i++) {
        add_processes(script, &speed->measurement[row[i]], rows - i);
    }
    text_add(script, "END\n");
    const double times = 3, least = 0.5; /* times the mean; per cent */
    *left = -fmax(1.1 * fmin(widest[0], times * sum[0] / fmax(drawn, 1)), least);
    *right = fmax(1.1 * fmin(widest[1], times * sum[1] / fmax(drawn, 1)), least);
    return drawn > 0;
}

static bool draw_figure(struct text *script, const struct speed *speed, const int *row,
                        int rows) {
    double left, right;
    struct text data = {0};
    bool any = add_data(&data, speed, row, rows, &left, &right);
    if (any) {
        text_add_bytes(script, data.data, data.length);
        speed_rows_open(script, rows, NAMES_OF_BENCHMARKS, left, right,
                        "per cent from the median");
        axis_linear_tics(script, 'x', left, right);
        speed_rows_begin(script);
        for (int i = 0; i < rows; i++) {
            speed_rows_benchmark(script, i, rows, speed->measurement[row[i]].name);
        }
        speed_rows_end(script);
        speed_rows_line(script, 0, "solid", COLOUR_AXIS);
        text_format(
            script,
            "plot 1/0 notitle, $v using 1:2 with filledcurves closed fs solid 0.45 "
            "noborder lc rgb '#0101%02x' notitle, keyentry with boxes fs solid 0.45 "
            "noborder lc rgb '#0101%02x' title \"blocks\""
            ", $m using 1:2 with points pt 1 ps 0.6 lw 1.4 lc rgb '#0101%02x' "
            "title \"processes\"\n",
            COLOUR_FIRST, COLOUR_FIRST, COLOUR_SECOND);
        speed_rows_close(script);
    }
    script->failed = script->failed || text_failed(&data);
    text_clear(&data);
    return any;
}

bool plot_spread(struct text *script, const struct speed *speed, int number) {
    int count, first = number * SPEED_ROWS;
    int *row = plot_spread_rows(speed, &count);
    int rows = count - first < SPEED_ROWS ? count - first : SPEED_ROWS;
    bool any = row && rows > 0 && draw_figure(script, speed, row + first, rows);
    free(row);
    return any && !text_failed(script);
}
