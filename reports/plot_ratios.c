/* A dot for each problem and method: evaluations of the default mode over those of the
 * faithful mode at equal error, with the interval of each, on a logarithmic axis; marked
 * are 1, the limit of the geometric mean, and the means.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <math.h>

#include "reports/side.h"

enum { MOST_METHODS = 3 };

static const enum figure_colour colours[MOST_METHODS] = {COLOUR_FIRST, COLOUR_SECOND,
                                                         COLOUR_THIRD};

struct figure {
    const struct results *r;
    struct sides sides;
    int rows, methods;
    int row[MOST_METHODS]; /* the first side of each method */
    double left, right;
};

static bool is_ratio(const struct report_result *result) {
    return result->model >= 0 && result_is(result, "evaluations-ratio") &&
           result->value > 0;
}

static bool has_ratio(const struct results *r, int model) {
    for (int i = 0; i < r->count; i++) {
        if (r->result[i].model == model && is_ratio(&r->result[i])) {
            return true;
        }
    }
    return false;
}

/* The method's place among those drawn; -1: it is not. */
static int find_method(const struct figure *f, const struct report_result *result) {
    int first, span = side_span(&f->sides, result, &first);
    for (int i = 0; i < f->methods && span > 0; i++) {
        if (first >= f->row[i] &&
            first < f->row[i] + sides_of_method(&f->sides, f->row[i])) {
            return i;
        }
    }
    return -1;
}

static void include(struct figure *f, double value) {
    if (value > 0 && isfinite(value)) {
        f->left = fmin(f->left, log10(value));
        f->right = fmax(f->right, log10(value));
    }
}

static void survey(struct figure *f) {
    const double sides = 0.06;
    f->left = log10(0.2);
    f->right = log10(1.25);
    for (int i = 0; i < f->r->models; i++) {
        f->rows += has_ratio(f->r, i) ? 1 : 0;
    }
    for (int i = 0; i < f->sides.count && f->methods < MOST_METHODS;
         i += sides_of_method(&f->sides, i)) {
        f->row[f->methods++] = i;
    }
    for (int i = 0; i < f->r->count; i++) {
        if (is_ratio(&f->r->result[i])) {
            include(f, f->r->result[i].value);
            include(f, f->r->result[i].low);
            include(f, f->r->result[i].high);
        }
    }
    f->left -= sides;
    f->right += sides;
}

/* Rows from the top: where a method's dot of row `row` stands. */
static double find_height(const struct figure *f, int row, int method) {
    const double apart = 0.26;
    return f->rows - row - apart * (method - (f->methods - 1) / 2.0);
}

static void add_data(struct text *script, const struct figure *f, int method) {
    text_format(script, "$p%d << END\n", method);
    for (int model = 0, row = 0; model < f->r->models; model++) {
        for (int i = 0; i < f->r->count; i++) {
            const struct report_result *result = &f->r->result[i];
            if (result->model != model || !is_ratio(result) ||
                find_method(f, result) != method) {
                continue;
            }
            double low = result->low > 0 ? result->low : result->value;
            double high = isfinite(result->high) ? result->high : result->value;
            text_format(script, "%.7g %.7g %.7g %.7g\n", log10(result->value),
                        find_height(f, row, method), log10(low), log10(high));
        }
        row += has_ratio(f->r, model) ? 1 : 0;
    }
    text_add(script, "-99 -99 -99 -99\nEND\n"); /* outside; a block is never empty */
}

static void add_names(struct text *script, const struct figure *f) {
    text_add(script, "set ytics (");
    for (int model = 0, row = 0; model < f->r->models; model++) {
        if (has_ratio(f->r, model)) {
            text_add(script, row > 0 ? ", " : "");
            struct text name = {0};
            row_name(&name, f->r->model[model].name);
            plot_quoted(script, text_bytes(&name));
            text_clear(&name);
            text_format(script, " %d", f->rows - row);
            row++;
        }
    }
    text_format(script, ") font ',%.2g'\n", row_letters(f->rows));
}

static void add_ticks(struct text *script, const struct figure *f) {
    static const double values[] = {0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 1, 2, 5, 10, 20, 50};
    const char *comma = "";
    text_add(script, "set xtics (");
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        double at = log10(values[i]);
        if (at >= f->left && at <= f->right) {
            text_format(script, "%s\"%g\" %.7g", comma, values[i], at);
            comma = ", ";
        }
    }
    text_add(script, ")\n");
}

static void add_line(struct text *script, double value, const char *dashes, double width,
                     enum figure_colour colour) {
    if (value > 0 && isfinite(value)) {
        text_format(script,
                    "set arrow from first %.7g, graph 0 to first %.7g, graph 1 nohead "
                    "back dt %s lw %g lc rgb '#0101%02x'\n",
                    log10(value), log10(value), dashes, width, colour);
    }
}

/* 1, what is expected of the means, and the means. */
static void add_lines(struct text *script, const struct figure *f) {
    add_line(script, 1, "solid", 1.5, COLOUR_AXIS);
    for (int i = 0; i < f->r->count; i++) {
        const struct report_result *result = &f->r->result[i];
        int method = find_method(f, result);
        if (result_is(result, "evaluations-ratio-mean") && method >= 0) {
            add_line(script, result->expected, "solid", 1.5, COLOUR_GUIDE);
            add_line(script, result->value, "(5,4)", 1.2, colours[method]);
        }
    }
}

static void write_key(struct text *script, const struct figure *f, int method) {
    struct text label = {0};
    struct side side = {f->sides.side[f->row[method]].method, ""};
    side_name(&label, &side, true);
    for (int i = 0; i < f->r->count; i++) {
        const struct report_result *result = &f->r->result[i];
        if (result_is(result, "evaluations-ratio-mean") &&
            find_method(f, result) == method && isfinite(result->value)) {
            text_format(&label, ", mean %.3f", result->value);
        }
    }
    text_format(script, ", keyentry with points pt %d ps 0.6 lc rgb '#0101%02x' title ",
                SHAPE_CIRCLE + 1, colours[method]);
    plot_quoted(script, text_bytes(&label));
    text_clear(&label);
}

static void draw_figure(struct text *script, const struct figure *f) {
    for (int i = 0; i < f->methods; i++) {
        add_data(script, f, i);
    }
    text_add(script, "set multiplot\n");
    chart_panel(script, 0.125, 0.855);
    text_format(script,
                "set lmargin at screen 0.36\nset xrange [%.7g:%.7g]\nset yrange "
                "[0.3:%.7g]\n"
                "set label \"evaluations, default over faithful\" at screen 0.958,0.028 "
                "right tc rgb '#0101%02x'\n"
                "set key at screen 0.36,0.985 left top Left reverse samplen 0.8 "
                "spacing 1.2 tc rgb '#0101%02x'\n",
                f->left, f->right, f->rows + 0.7, COLOUR_TEXT, COLOUR_TEXT);
    add_names(script, f);
    add_ticks(script, f);
    add_lines(script, f);
    text_add(script, "plot 1/0 notitle");
    for (int i = 0; i < f->methods; i++) {
        text_format(script,
                    ", $p%d using 1:2:3:4 with xerrorbars pt %d ps 0.55 lw 1.2 "
                    "lc rgb '#0101%02x' notitle",
                    i, SHAPE_CIRCLE + 1, colours[i]);
        write_key(script, f, i);
    }
    text_add(script, "\nset ytics font ',13'\n");
    chart_close(script);
}

bool plot_ratios(struct text *script, const struct results *r, int model) {
    if (model != MODEL_NONE) {
        return false;
    }
    struct figure f = {.r = r, .sides = sides_find(r)};
    survey(&f);
    if (f.rows == 0 || f.methods == 0) {
        return false;
    }
    draw_figure(script, &f);
    return !text_failed(script);
}
