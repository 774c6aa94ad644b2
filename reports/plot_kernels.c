/* The time of a step beside the sum of its kernels, each timed alone: for each method and
 * mode the run in which the step is dearest compared with them.
 *
 * A kernel's share is its time by its number in a step; evaluations have what is left of
 * the sum, since those that make a Jacobian belong to it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <math.h>
#include <string.h>

#include "reports/json.h"
#include "reports/side.h"

enum { MOST_ROWS = 8, KERNELS = 5 };

static const struct kernel {
    const char *key, *count, *label;
    enum figure_colour colour;
} kernels[KERNELS] = {
    {"rates", NULL, "evaluations", COLOUR_FIRST},
    {"map", "maps", "N v", COLOUR_FIFTH},
    {"jacobian", "jacobians", "Jacobian", COLOUR_SECOND},
    {"factor", "factorizations", "factorisation", COLOUR_THIRD},
    {"solve", "solves", "solves", COLOUR_FOURTH},
};

struct row {
    const struct report_result *result;
    double step, floor, share[KERNELS];
};

static double get_number(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static const json_t *find_dearest(const struct report_result *result) {
    const json_t *dearest = NULL;
    for (size_t i = 0; i < json_array_size(result->points); i++) {
        const json_t *point = json_array_get(result->points, i);
        if (!(get_number(point, "ns") > 0 && get_number(point, "floor") > 0)) {
            continue;
        }
        if (!dearest || get_number(point, "value") > get_number(dearest, "value")) {
            dearest = point;
        }
    }
    return dearest;
}

static bool read_row(struct row *row, const struct report_result *result) {
    const json_t *point = find_dearest(result);
    if (!point) {
        return false;
    }
    const json_t *times = json_object_get(point, "kernels");
    *row = (struct row){
        .result = result,
        .step = get_number(point, "ns"),
        .floor = get_number(point, "floor"),
    };
    double rest = row->floor;
    for (int i = 1; i < KERNELS; i++) {
        double share =
            get_number(times, kernels[i].key) * get_number(point, kernels[i].count);
        row->share[i] = share > 0 ? fmin(share, rest) : 0;
        rest -= row->share[i];
    }
    row->share[0] = rest;
    return true;
}

/* Bars are left, right, bottom, top; rows stand one below the other, steps above. */
static void add_data(struct text *script, const struct row *rows, int count, int part) {
    const double lower = 0.32, upper = 0.04;
    text_format(script, "$p%d << END\n", part);
    for (int i = 0; i < count; i++) {
        double left = 0, y = count - i;
        for (int k = 0; k < part && part < KERNELS; k++) {
            left += rows[i].share[k];
        }
        double right = part < KERNELS ? left + rows[i].share[part] : rows[i].step;
        double sign = part < KERNELS ? -1 : 1;
        double a = y + sign * upper, b = y + sign * lower;
        text_format(script, "%.7g %.7g %.7g %.7g %.7g %.7g\n", left, y, left, right,
                    fmin(a, b), fmax(a, b));
    }
    text_add(script, "END\n");
}

static void add_names(struct text *script, const struct row *rows, int count) {
    text_add(script, "set ytics (");
    for (int i = 0; i < count; i++) {
        struct text name = {0};
        struct side side = {rows[i].result->method, rows[i].result->mode};
        side_name(&name, &side, true);
        text_add(script, i > 0 ? ", " : "");
        plot_quoted(script, text_bytes(&name));
        text_format(script, " %d", count - i);
        text_clear(&name);
    }
    text_add(script, ") font ',11'\n");
}

static void write_labels(struct text *script, const struct row *rows, int count) {
    for (int i = 0; i < count; i++) {
        text_format(script,
                    "set label \"%.2f\" at first %.7g,%.7g left offset 0.5,0 "
                    "tc rgb '#0101%02x'\n",
                    rows[i].step / rows[i].floor, rows[i].step, count - i + 0.18,
                    COLOUR_TEXT);
    }
}

static void draw_bars(struct text *script, int part, enum figure_colour colour,
                      const char *label) {
    text_format(script,
                ", $p%d using 1:2:3:4:5:6 with boxxyerror fs solid 1.0 noborder "
                "lc rgb '#0101%02x' notitle, keyentry with points pt 5 ps 1 "
                "lc rgb '#0101%02x' title ",
                part, colour, colour);
    plot_quoted(script, label);
}

static void draw_figure(struct text *script, const struct row *rows, int count) {
    const double room = 1.14; /* for the numbers behind the bars */
    double right = 0;
    for (int i = 0; i < count; i++) {
        right = fmax(right, fmax(rows[i].step, rows[i].floor));
    }
    for (int part = 0; part <= KERNELS; part++) {
        add_data(script, rows, count, part);
    }
    text_add(script, "set multiplot\n");
    chart_panel(script, 0.125, 0.845);
    text_format(script,
                "set lmargin at screen 0.335\nset xrange [0:%.7g]\nset yrange "
                "[0.4:%.7g]\nset xtics autofreq\n"
                "set label \"nanoseconds a step\" at screen 0.958,0.028 right "
                "tc rgb '#0101%02x'\n"
                "set key at screen 0.02,0.99 left top vertical maxrows 2 Left reverse "
                "samplen 0.6 spacing 1.15 tc rgb '#0101%02x'\n",
                right * room, count + 0.6, COLOUR_TEXT, COLOUR_TEXT);
    add_names(script, rows, count);
    write_labels(script, rows, count);
    text_add(script, "plot 1/0 notitle");
    draw_bars(script, KERNELS, COLOUR_GUIDE, "the step");
    for (int part = 0; part < KERNELS; part++) {
        draw_bars(script, part, kernels[part].colour, kernels[part].label);
    }
    text_add(script, "\nset ytics font ',13'\n");
    chart_close(script);
}

bool plot_kernels(struct text *script, const struct results *r, int model) {
    struct row rows[MOST_ROWS];
    int count = 0;
    for (int i = 0; i < r->count && count < MOST_ROWS && model != MODEL_NONE; i++) {
        const struct report_result *result = &r->result[i];
        if (result->model == model && result_is(result, "step-over-kernels") &&
            read_row(&rows[count], result)) {
            count++;
        }
    }
    if (count == 0) {
        return false;
    }
    draw_figure(script, rows, count);
    return !text_failed(script);
}
