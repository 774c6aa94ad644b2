/* One benchmark, old against new: above, the share of blocks that took no longer than so
 * many nanoseconds a step, with the medians of the processes as ticks below the curves;
 * below, the median of ln(new / old) of each process in the order in which they ran, with
 * the band inside which the rule calls them the same, the median and its interval.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot_speed.h"

#include <math.h>
#include <stdlib.h>

struct range {
    double low, high;
};

/* What is shown of the blocks: so many of a hundred, and nothing further from the median than
 * so many widths of the middle half: the slowest were interrupted. */
static const double usual_share = 0.97, most_widths = 6;

static bool has_blocks(const struct speed_comparison *c) {
    return json_array_size(json_object_get(c->old, "blocks")) > 1 &&
           json_array_size(json_object_get(c->new, "blocks")) > 1;
}

int plot_compared_height(const struct speed *speed, int number) {
    return has_blocks(&speed->comparison[number]) ? FIGURE_HEIGHT : SPEED_LOW_HEIGHT;
}

/* ---- Blocks */

/* Block $b and the ticks $t of a side; false: it has no numbers. */
static bool add_blocks(struct text *script, const json_t *side, int place, double unit,
                       struct range *x) {
    int count, processes;
    double *block = speed_sorted(json_object_get(side, "blocks"), &count);
    double *process = speed_sorted(json_object_get(side, "processes"), &processes);
    text_format(script, "$b%d << END\n", place);
    for (int i = 0; i < count; i++) {
        text_format(script, "%.7g %.5g\n", block[i] / unit,
                    count > 1 ? (double)i / (count - 1) : 0.5);
    }
    text_format(script, "END\n$t%d << END\n-1e99 0\n", place);
    for (int i = 0; i < processes; i++) {
        text_format(script, "%.7g %.5g\n", process[i] / unit, -0.07 * (place + 1));
    }
    text_add(script, "END\n");
    if (count > 0) {
        int last = count - 1;
        double middle = block[3 * last / 4] - block[last / 4];
        double end = fmin(block[(int)(usual_share * last)],
                          block[last / 2] + most_widths * middle);
        x->low =
            fmin(x->low, fmax(block[0], block[last / 2] - most_widths * middle) / unit);
        x->high = fmax(x->high, end / unit);
    }
    if (processes > 0) {
        x->low = fmin(x->low, process[processes / 10] / unit);
        x->high = fmax(x->high, process[(processes - 1) - processes / 10] / unit);
    }
    free(block);
    free(process);
    return count > 0;
}

static void draw_blocks(struct text *script, const char *name, const struct range *x) {
    static const struct {
        const char *title, *dash;
        enum figure_colour colour;
    } sides[] = {{"old", "(6,3)", COLOUR_SECOND}, {"new", "solid", COLOUR_FIRST}};
    double pad = fmax(0.04 * (x->high - x->low), 1e-4 * fabs(x->high));
    chart_panel(script, 0.49, 0.925);
    chart_label(script, "share of blocks", 1.06);
    text_format(script,
                "set xrange [%.9g:%.9g]\nset yrange [-0.2:1.03]\nset ytics (\"0\" 0, "
                "\"\" 0.25, \"0.5\" 0.5, \"\" 0.75, \"1\" 1)\n",
                x->low - pad, x->high + pad);
    axis_linear_tics(script, 'x', x->low - pad, x->high + pad);
    text_format(
        script,
        "set label \"%s a step\" at screen 0.958,0.405 right tc rgb '#0101%02x'\n"
        "set key at graph 0.99,0.32 right top Right samplen 1.6 spacing 1.2 tc rgb "
        "'#0101%02x'\nplot 1/0 notitle",
        name, COLOUR_TEXT, COLOUR_TEXT);
    for (int i = 0; i < 2; i++) {
        text_format(script,
                    ", $b%d using 1:2 with lines lw 1.6 dt %s lc rgb '#0101%02x' title "
                    "\"%s\", $t%d using 1:2 with points pt 1 ps 0.4 lw 1.1 lc rgb "
                    "'#0101%02x' notitle",
                    i, sides[i].dash, sides[i].colour, sides[i].title, i,
                    sides[i].colour);
    }
    text_add(script, "\n");
}

static void write_blocks(struct text *script, const struct speed_comparison *c) {
    const char *name;
    struct range x = {INFINITY, -INFINITY};
    double ns = isfinite(c->old_ns) ? c->old_ns : c->new_ns;
    double unit = speed_unit(isfinite(ns) ? ns : 1, &name);
    bool old = add_blocks(script, c->old, 0, unit, &x);
    bool new = add_blocks(script, c->new, 1, unit, &x);
    if ((old || new) && x.high >= x.low) {
        draw_blocks(script, name, &x);
    }
}

/* ---- Ratios */

static double to_percent(double log_ratio) {
    return 100 * expm1(log_ratio);
}

static double ratio_at(const json_t *array, size_t i) {
    const json_t *value = json_array_get(array, i);
    return json_is_number(value) ? to_percent(json_number_value(value)) : NAN;
}

/* What has to be seen: the band, the interval, and most of the processes. */
static struct range find_range(const struct speed *speed,
                               const struct speed_comparison *c) {
    const double pad = 0.06, outliers = 0.1;
    double band = to_percent(speed_delta(speed) / 2);
    struct range x = {-1.6 * band, 1.6 * band};
    int count;
    double *sorted = speed_sorted(c->log_ratios, &count);
    if (count > 0) {
        int skipped = (int)(outliers * count);
        double low = to_percent(sorted[skipped]);
        double high = to_percent(sorted[count - 1 - skipped]);
        x.low = fmin(x.low, low - 0.5 * (high - low));
        x.high = fmax(x.high, high + 0.5 * (high - low));
    }
    free(sorted);
    if (isfinite(c->change) && isfinite(c->half)) {
        x.low = fmin(x.low, 100 * (c->change - c->half));
        x.high = fmax(x.high, 100 * (c->change + c->half));
    }
    double width = x.high - x.low;
    return (struct range){x.low - pad * width, x.high + pad * width};
}

/* Block $r: ratio, place, whether it lies beyond the edge; $q: places of the code. */
static int add_ratios(struct text *script, const struct speed_comparison *c,
                      const struct range *x) {
    int count = (int)json_array_size(c->log_ratios);
    text_add(script, "$r << END\n0 -1e9 0\n");
    for (int i = 0; i < count; i++) {
        double ratio = ratio_at(c->log_ratios, (size_t)i);
        double shown = fmin(fmax(ratio, x->low), x->high);
        if (isfinite(ratio)) {
            text_format(script, "%.5g %d %d\n", shown, i + 1, shown != ratio);
        }
    }
    text_add(script, "END\n$q << END\n0 -1e9\n");
    for (size_t i = 0; i < json_array_size(c->positions); i++) {
        double ratio = ratio_at(c->positions, i);
        if (isfinite(ratio)) {
            text_format(script, "%.5g %.3f\n", fmin(fmax(ratio, x->low), x->high),
                        1.09 * count + 0.9);
        }
    }
    text_add(script, "END\n");
    return count;
}

static void add_band(struct text *script, const struct speed *speed,
                     const struct speed_comparison *c) {
    double band = 100 * speed_delta(speed) / 2;
    text_format(script,
                "set object 1 rectangle from first %.6g, graph 0 to first %.6g, graph 1 "
                "fc rgb '#0101%02x' fs solid noborder behind\n",
                -band, band, COLOUR_GRID);
    text_format(script,
                "set arrow from first 0, graph 0 to first 0, graph 1 nohead back lw 1.2 "
                "lc rgb '#0101%02x'\n",
                COLOUR_AXIS);
    if (isfinite(c->change)) {
        double half = isfinite(c->half) ? c->half : 0;
        text_format(script,
                    "set arrow from first %.6g, graph 0 to first %.6g, graph 1 nohead dt "
                    "(5,3) lw 1.2 lc rgb '#0101%02x'\n"
                    "set arrow from first %.6g, graph 0.965 to first %.6g, graph 0.965 "
                    "nohead lw 4 lc rgb '#0101%02x'\n",
                    100 * c->change, 100 * c->change, COLOUR_FIRST,
                    100 * (c->change - half), 100 * (c->change + half), COLOUR_FIRST);
    }
}

static void write_ratios(struct text *script, const struct speed *speed,
                         const struct speed_comparison *c, double bottom, double top) {
    struct range x = find_range(speed, c);
    int count = add_ratios(script, c, &x);
    chart_panel(script, bottom, top);
    chart_label(script, "processes, first on top", 1.06 + 0.02 / (top - bottom));
    text_format(script, "set xrange [%.6g:%.6g]\nset yrange [%.4g:%.4g]\nset ytics (1",
                x.low, x.high, 1.16 * count + 1, -0.08 * count);
    text_format(script, count > 1 ? ", %d)\n" : ")\n", count);
    axis_linear_tics(script, 'x', x.low, x.high);
    add_band(script, speed, c);
    text_format(
        script,
        "set label \"new over old, per cent\" at screen 0.958,%.3f right tc rgb "
        "'#0101%02x'\nplot 1/0 notitle, $r using ($3 == 0 ? $1 : 1/0):2 with "
        "points pt %d ps 0.4 lc rgb '#0101%02x' notitle, $r using ($3 == 1 ? $1 : "
        "1/0):2 with points pt %d ps 0.5 lc rgb '#0101%02x' notitle, $q using 1:2 "
        "with points pt %d ps 0.7 lw 1.2 lc rgb '#0101%02x' notitle\n",
        top > 0.5 ? 0.05 : 0.028, COLOUR_TEXT, SHAPE_CIRCLE + 1, COLOUR_FIRST,
        SHAPE_CIRCLE, COLOUR_GUIDE, SHAPE_DIAMOND, COLOUR_THIRD);
}

bool plot_compared(struct text *script, const struct speed *speed, int number) {
    const struct speed_comparison *c = &speed->comparison[number];
    bool blocks = has_blocks(c);
    if (!blocks && !c->log_ratios) {
        return false;
    }
    plot_height(script, plot_compared_height(speed, number));
    text_add(script, "set multiplot\n");
    if (blocks) {
        write_blocks(script, c);
    }
    if (c->log_ratios) {
        write_ratios(script, speed, c, blocks ? 0.115 : 0.2, blocks ? 0.33 : 0.87);
    }
    chart_close(script);
    plot_height(script, FIGURE_HEIGHT);
    return !text_failed(script);
}
