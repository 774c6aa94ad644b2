/* A series over commits, in the order in which they were made and at equal distances: the
 * values with their intervals, the median of each stretch between changes, changes with their
 * sizes, and where the machine or the compiler is another one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot_speed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COMMITS = 6, SHORT_COMMIT = 7 };

#define MINUS "\xE2\x88\x92"

struct figure {
    const struct speed_series *s;
    double unit, bottom, top;
};

static bool is_change(const struct speed_series *s, int i) {
    for (int k = 0; k < s->changes; k++) {
        if (s->change[k].index == i) {
            return true;
        }
    }
    return false;
}

/* Whether a stretch of one level begins at a point that is not the first. */
static bool starts_stretch(const struct speed_series *s, int i) {
    return s->point[i].boundary[0] || is_change(s, i);
}

static int compare_numbers(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double find_median(double *x, int count) {
    qsort(x, (size_t)count, sizeof *x, compare_numbers);
    return (x[(count - 1) / 2] + x[count / 2]) / 2;
}

static void include(struct figure *f, double value) {
    if (isfinite(value)) {
        f->bottom = fmin(f->bottom, value / f->unit);
        f->top = fmax(f->top, value / f->unit);
    }
}

/* Block $p: place, value, from, to; a gap where the surroundings or the level change. */
static void add_points(struct text *script, struct figure *f) {
    text_add(script, "$p << END\n");
    for (int i = 0; i < f->s->points; i++) {
        const struct speed_interval *at = &f->s->point[i].at;
        bool gap = i > 0 && (starts_stretch(f->s, i) || !isfinite(at->value));
        text_add(script, gap ? "\n" : "");
        if (isfinite(at->value)) {
            double low = isfinite(at->low) ? at->low : at->value;
            double high = isfinite(at->high) ? at->high : at->value;
            text_format(script, "%d %.8g %.8g %.8g\n", i, at->value / f->unit,
                        low / f->unit, high / f->unit);
            include(f, at->value);
            include(f, low);
            include(f, high);
        }
    }
    text_add(script, "END\n");
}

/* Block $s: the medians of the stretches. False: out of memory. */
static bool add_stretches(struct text *script, const struct figure *f) {
    double *value = malloc(((size_t)f->s->points + 1) * sizeof *value);
    int count = 0, first = 0;
    text_add(script, "$s << END\n");
    for (int i = 0; value && i <= f->s->points; i++) {
        bool ends = i == f->s->points || (i > 0 && starts_stretch(f->s, i));
        if (ends && count > 0) {
            double median = find_median(value, count) / f->unit;
            text_format(script, "%.2f %.8g\n%.2f %.8g\n\n", first - 0.4, median, i - 0.6,
                        median);
        }
        if (ends) {
            first = i;
            count = 0;
        }
        if (i < f->s->points && isfinite(f->s->point[i].at.value)) {
            value[count++] = f->s->point[i].at.value;
        }
    }
    text_add(script, "END\n");
    free(value);
    return value != NULL;
}

static void add_marks(struct text *script, const struct figure *f) {
    for (int k = 0; k < f->s->changes; k++) {
        double size = 100 * f->s->change[k].size, x = f->s->change[k].index - 0.5;
        bool late = f->s->change[k].index > 0.8 * f->s->points;
        enum figure_colour colour = size > 0 ? COLOUR_SECOND : COLOUR_FOURTH;
        text_format(script,
                    "set arrow from first %.2f, graph 0 to first %.2f, graph 1 nohead lw "
                    "1.5 lc rgb '#0101%02x'\n",
                    x, x, colour);
        if (isfinite(size)) {
            text_format(script,
                        "set label \"%s%.*f %%\" at first %.2f, graph 1.0 %s offset "
                        "%s,0.55 tc rgb '#0101%02x'\n",
                        size > 0 ? "+" : MINUS, fabs(size) < 10 ? 1 : 0, fabs(size), x,
                        late ? "right" : "left", late ? "0.4" : "-0.4", colour);
        }
    }
}

/* Names of boundaries stand at the foot, every other one a line higher. */
static void add_boundaries(struct text *script, const struct speed_series *s) {
    int count = 0;
    for (int i = 1; i < s->points; i++) {
        if (!s->point[i].boundary[0]) {
            continue;
        }
        bool late = i > 0.6 * s->points;
        struct text name = {0};
        row_name(&name, s->point[i].boundary);
        text_format(script,
                    "set arrow from first %.1f, graph 0 to first %.1f, graph 1 nohead dt "
                    "(4,4) lw 1.2 lc rgb '#0101%02x'\nset label ",
                    i - 0.5, i - 0.5, COLOUR_GUIDE);
        plot_quoted(script, text_bytes(&name));
        text_format(script,
                    " at first %.1f, graph %.3f %s offset %s,0 font ',11' tc rgb "
                    "'#0101%02x'\n",
                    i - 0.5, 0.05 + 0.075 * (count % 2), late ? "right" : "left",
                    late ? "-0.5" : "0.5", COLOUR_GUIDE);
        text_clear(&name);
        count++;
    }
}

/* Commits along the axis, each far enough from the next. */
static void add_commits(struct text *script, const struct speed_series *s) {
    int apart = s->points / MOST_COMMITS + 1;
    const char *comma = "";
    text_add(script, "set xtics (");
    for (int i = 0; i < s->points; i += apart) {
        struct text name = {0};
        size_t length = strlen(s->point[i].commit);
        text_add_bytes(&name, s->point[i].commit,
                       length < SHORT_COMMIT ? length : SHORT_COMMIT);
        text_add(script, comma);
        plot_quoted(script, text_bytes(&name));
        text_format(script, " %d", i);
        text_clear(&name);
        comma = ", ";
    }
    text_add(script, ") font ',11'\n");
}

static bool has_boundary(const struct speed_series *s) {
    bool any = false;
    for (int i = 0; i < s->points; i++) {
        any = any || s->point[i].boundary[0];
    }
    return any;
}

static void draw_figure(struct text *script, struct figure *f, const char *name) {
    double height = fmax(f->top - f->bottom, 0.01 * fabs(f->top));
    double middle = (f->top + f->bottom) / 2;
    f->bottom = middle - (0.58 + (has_boundary(f->s) ? 0.2 : 0)) * height;
    f->top = middle + 0.58 * height;
    if (!(f->top > f->bottom)) { /* all values are zero */
        f->bottom = -1;
        f->top = 1;
    }
    plot_height(script, SPEED_LOW_HEIGHT);
    text_add(script, "set multiplot\n");
    chart_panel(script, 0.14, 0.85);
    text_format(script, "set label ");
    plot_quoted(script, name);
    text_format(script, " at screen 0.01,0.96 left tc rgb '#0101%02x'\n", COLOUR_TEXT);
    text_format(script, "set xrange [-0.8:%.1f]\nset yrange [%.9g:%.9g]\n",
                f->s->points - 0.2, f->bottom, f->top);
    add_commits(script, f->s);
    axis_linear_tics(script, 'y', f->bottom, f->top);
    add_marks(script, f);
    add_boundaries(script, f->s);
    text_format(script,
                "plot 1/0 notitle, $s using 1:2 with lines lw 2 lc rgb '#0101%02x' "
                "notitle, $p using 1:2 with lines lw 1 lc rgb '#0101%02x' notitle, $p "
                "using 1:3:(0):($4 - $3) with vectors nohead lw 1 lc rgb '#0101%02x' "
                "notitle, $p using 1:2 with points pt %d ps 0.4 lc rgb '#0101%02x' "
                "notitle\nset xtics font ',13'\n",
                COLOUR_GUIDE, COLOUR_FIRST, COLOUR_FIRST, SHAPE_CIRCLE + 1, COLOUR_FIRST);
    chart_close(script);
    plot_height(script, FIGURE_HEIGHT);
}

bool plot_history(struct text *script, const struct speed *speed, int number) {
    struct figure f = {&speed->all_series[number], 1, INFINITY, -INFINITY};
    const char *name = f.s->unit;
    double last = f.s->points > 0 ? f.s->point[f.s->points - 1].at.value : NAN;
    if (strcmp(name, "ns") == 0 && isfinite(last)) {
        f.unit = speed_unit(last, &name);
    }
    struct text data = {0};
    add_points(&data, &f);
    bool good = f.top >= f.bottom && add_stretches(&data, &f);
    if (good) {
        text_add_bytes(script, text_bytes(&data), data.length);
        draw_figure(script, &f, name);
    }
    script->failed = script->failed || text_failed(&data);
    text_clear(&data);
    return good && !text_failed(script);
}
