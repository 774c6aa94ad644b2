/* The order of an integrator on each problem: a mark with its interval, beside what was
 * expected.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <math.h>

enum { SHAPE_CROSS = 2, LOOKS = VERDICT_FAIL + 1 };

struct look {
    int shape;
    double size;
    enum figure_colour colour;
};

static const struct look looks[LOOKS] = {
    [VERDICT_PASS] = {SHAPE_CIRCLE + 1, 0.6, COLOUR_FIRST},
    [VERDICT_NOT_ASYMPTOTIC] = {SHAPE_CIRCLE, 0.7, COLOUR_GUIDE},
    [VERDICT_FAIL] = {SHAPE_CROSS, 0.7, COLOUR_SECOND},
};

struct figure {
    const struct results *r;
    int rows;
    double left, right, expected;
};

/* The order of the norm on a problem, in double. */
static const struct report_result *find_order(const struct results *r, int model) {
    for (int i = 0; i < r->count; i++) {
        const struct report_result *result = &r->result[i];
        if (result->model == model && result_is(result, "order") && !result->component &&
            !result_is_multiple(result) && isfinite(result->value)) {
            return result;
        }
    }
    return NULL;
}

static void include(struct figure *f, double x) {
    if (isfinite(x)) {
        f->left = fmin(f->left, x);
        f->right = fmax(f->right, x);
    }
}

static void survey(struct figure *f) {
    const double least = 0.25, side = 0.08;
    f->left = INFINITY;
    f->right = -INFINITY;
    f->expected = NAN;
    for (int i = 0; i < f->r->models; i++) {
        const struct report_result *order = find_order(f->r, i);
        if (order) {
            f->rows++;
            include(f, order->value);
            include(f, order->expected);
            f->expected = isfinite(order->expected) ? order->expected : f->expected;
        }
    }
    double pad = fmax(least, side * (f->right - f->left));
    f->left -= pad;
    f->right += pad;
}

static void add_data(struct text *script, const struct figure *f, int verdict) {
    text_format(script, "$p%d << END\n", verdict);
    for (int model = 0, row = 0; model < f->r->models; model++) {
        const struct report_result *order = find_order(f->r, model);
        row += order ? 1 : 0;
        if (order && (int)order->verdict == verdict) {
            double low = isfinite(order->low) ? order->low : order->value;
            double high = isfinite(order->high) ? order->high : order->value;
            text_format(script, "%.7g %d %.7g %.7g\n", order->value, f->rows + 1 - row,
                        fmax(low, f->left), fmin(high, f->right));
        }
    }
    text_add(script, "-99 -99 -99 -99\nEND\n"); /* outside; a block is never empty */
}

static void add_names(struct text *script, const struct figure *f) {
    text_add(script, "set ytics (");
    for (int model = 0, row = 0; model < f->r->models; model++) {
        if (find_order(f->r, model)) {
            struct text name = {0};
            row_name(&name, f->r->model[model].name);
            text_add(script, row > 0 ? ", " : "");
            plot_quoted(script, text_bytes(&name));
            text_format(script, " %d", f->rows - row);
            text_clear(&name);
            row++;
        }
    }
    text_format(script, ") font ',%.2g'\n", row_letters(f->rows));
}

static void draw_figure(struct text *script, const struct figure *f) {
    for (int i = 0; i < LOOKS; i++) {
        add_data(script, f, i);
    }
    text_add(script, "set multiplot\n");
    chart_panel(script, 0.125, 0.965);
    text_format(script,
                "set lmargin at screen 0.36\nset xrange [%.7g:%.7g]\nset yrange "
                "[0.3:%.7g]\nset xtics autofreq\n"
                "set label \"order\" at screen 0.958,0.028 right tc rgb '#0101%02x'\n",
                f->left, f->right, f->rows + 0.7, COLOUR_TEXT);
    if (isfinite(f->expected)) {
        text_format(script,
                    "set arrow from first %.7g, graph 0 to first %.7g, graph 1 nohead "
                    "back lw 1.5 lc rgb '#0101%02x'\n",
                    f->expected, f->expected, COLOUR_GUIDE);
    }
    add_names(script, f);
    text_add(script, "plot 1/0 notitle");
    for (int i = 0; i < LOOKS; i++) {
        text_format(script,
                    ", $p%d using 1:2:3:4 with xerrorbars pt %d ps %.2f lw 1.4 lc rgb "
                    "'#0101%02x' notitle",
                    i, looks[i].shape, looks[i].size, looks[i].colour);
    }
    text_add(script, "\nset ytics font ',13'\n");
    chart_close(script);
}

bool plot_orders(struct text *script, const struct results *r, int model) {
    struct figure f = {.r = r};
    if (model != MODEL_NONE || !r->integrator.given) {
        return false;
    }
    survey(&f);
    if (f.rows == 0) {
        return false;
    }
    draw_figure(script, &f);
    return !text_failed(script);
}
