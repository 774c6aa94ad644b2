/* What the studies of contacts draw besides stacks:
 *
 *     energies  of a run, over time: kinetic, kinetic and potential (T minus the work of forces),
 *               and the work of impulses since the start, phase by phase
 *     laws      kinetic energy after the first impact over before, a row for each law and way,
 *               a bar for each mode, and what the law comes to
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <math.h>
#include <string.h>

#include "reports/json.h"

static const double panel_bottom = 0.125, panel_top = 0.79; /* the key is above */

static const struct report_result *find_result(const struct results *r, int model,
                                               const char *study, const char *base) {
    for (int i = 0; i < r->count && model >= 0; i++) {
        const struct report_result *result = &r->result[i];
        if (result->model == model && strcmp(result->study, study) == 0 &&
            result_is(result, base) && json_array_size(result->points) > 1) {
            return result;
        }
    }
    return NULL;
}

static double find_number(const json_t *point, const char *key) {
    const json_t *value = json_object_get(point, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* ---- Energies */

static const struct curve_kind {
    const char *key, *minus, *label, *dash;
    enum figure_colour colour;
} curves[] = {
    {"kinetic", "forces", "kinetic and potential", "solid", COLOUR_FIRST},
    {"kinetic", NULL, "kinetic", "(6,3)", COLOUR_FIFTH},
    {"compression", NULL, "by compression", "(2,2)", COLOUR_SECOND},
    {"expansion", NULL, "by expansion", "(6,2,1,2)", COLOUR_FOURTH},
    {"load", NULL, "by contacts under load", "(9,3)", COLOUR_THIRD},
};
enum { CURVES = sizeof curves / sizeof curves[0] };

struct range {
    double left, right, bottom, top;
};

static double value_of(const struct curve_kind *kind, const json_t *point) {
    double value = find_number(point, kind->key);
    return kind->minus ? value - find_number(point, kind->minus) : value;
}

static void write_curves(struct text *script, const json_t *points, struct range *g) {
    for (int k = 0; k < CURVES; k++) {
        text_format(script, "$p%d << END\n", k);
        for (size_t i = 0; i < json_array_size(points); i++) {
            const json_t *point = json_array_get(points, i);
            double t = find_number(point, "t"), value = value_of(&curves[k], point);
            if (isfinite(t) && isfinite(value)) {
                text_format(script, "%.9g %.7g\n", t, value);
                g->left = fmin(g->left, t);
                g->right = fmax(g->right, t);
                g->bottom = fmin(g->bottom, value);
                g->top = fmax(g->top, value);
            }
        }
        text_add(script, "END\n");
    }
}

static void open_panel(struct text *script, const struct range *g, const char *label,
                       const char *below, int rows) {
    const double size = fmax(fabs(g->top), 1), height = g->top - g->bottom;
    /* What differs by rounding alone is drawn as a line. */
    double pad = height > 1e-9 * size ? 0.05 * height : 1e-3 * size;
    text_add(script, "set multiplot\n");
    chart_panel(script, panel_bottom, panel_top);
    chart_label(script, label, 1.055);
    text_format(script, "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n", g->left,
                g->right, g->bottom - pad, g->top + pad);
    axis_linear_tics(script, 'x', g->left, g->right);
    axis_linear_tics(script, 'y', g->bottom - pad, g->top + pad);
    text_format(script,
                "set label \"%s\" at screen 0.958,0.028 right tc rgb '#0101%02x'\n"
                "set key at screen 0.01,0.99 left top vertical maxrows %d Left reverse "
                "samplen 1.6 spacing 1.1 width -3 tc rgb '#0101%02x'\n",
                below, COLOUR_TEXT, rows, COLOUR_TEXT);
}

bool plot_contact_energy(struct text *script, const struct results *r, int model) {
    struct range g = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    const struct report_result *result = find_result(r, model, "budget", "energy-series");
    if (!result) {
        return false;
    }
    write_curves(script, result->points, &g);
    if (!(g.right > g.left) || !(g.top >= g.bottom)) {
        return false;
    }
    open_panel(script, &g, "energy", "time", 3);
    text_add(script, "plot 1/0 notitle");
    for (int k = 0; k < CURVES; k++) {
        text_format(script,
                    ", $p%d using 1:2 with lines lw 1.4 dt %s lc rgb '#0101%02x' title ",
                    k, curves[k].dash, curves[k].colour);
        plot_quoted(script, curves[k].label);
    }
    text_add(script, "\n");
    chart_close(script);
    return !text_failed(script);
}

/* ---- Laws */

enum { MOST_ROWS = 9 };

struct law_row {
    const char *law, *way;
    double ratio[2], expected[2]; /* of default mode, of faithful mode */
};

static int find_row(struct law_row *row, int *count, const json_t *point) {
    const char *law = json_loose_text(point, "law"), *way = json_loose_text(point, "way");
    for (int i = 0; i < *count; i++) {
        if (strcmp(row[i].law, law) == 0 && strcmp(row[i].way, way) == 0) {
            return i;
        }
    }
    if (*count == MOST_ROWS) {
        return -1;
    }
    row[*count] = (struct law_row){law, way, {NAN, NAN}, {NAN, NAN}};
    return (*count)++;
}

static int read_rows(struct law_row *row, const json_t *points) {
    int count = 0;
    for (size_t k = 0; k < json_array_size(points); k++) {
        const json_t *point = json_array_get(points, k);
        int mode = strcmp(json_loose_text(point, "mode"), "faithful") == 0;
        int i = find_row(row, &count, point);
        if (i >= 0) {
            row[i].ratio[mode] = find_number(point, "ratio");
            row[i].expected[mode] = find_number(point, "expected");
        }
    }
    return count;
}

/* Bars of a mode: above the row's middle default mode's, below the faithful one's. */
static void write_bars(struct text *script, const struct law_row *row, int count,
                       int mode, double *right) {
    const double low = mode ? -0.34 : 0.03, high = mode ? -0.03 : 0.34;
    text_format(script, "$p%d << END\n", mode);
    for (int i = 0; i < count; i++) {
        double y = count - i, x = row[i].ratio[mode];
        if (isfinite(x)) {
            text_format(script, "0 %.7g 0 %.7g %.7g %.7g\n", y, x, y + low, y + high);
            *right = fmax(*right, x);
        }
    }
    text_format(script, "END\n$e%d << END\n", mode);
    for (int i = 0; i < count; i++) {
        if (isfinite(row[i].expected[mode])) {
            text_format(script, "%.7g %.7g\n", row[i].expected[mode],
                        count - i + (low + high) / 2);
        }
    }
    text_add(script, "END\n");
}

static void name_rows(struct text *script, const struct law_row *row, int count) {
    text_add(script, "set ytics (");
    for (int i = 0; i < count; i++) {
        const char *law = strcmp(row[i].law, "NoRestitution") == 0 ? "none" : row[i].law;
        text_format(script, "%s\"", i > 0 ? ", " : "");
        text_add(script, law);
        text_add(script, ", ");
        text_add(script, strcmp(row[i].way, "Simultaneous") == 0 ? "at once"
                         : strcmp(row[i].way, "Sequential") == 0 ? "in turn"
                                                                 : "mixed");
        text_format(script, "\" %d", count - i);
    }
    text_add(script, ") font ',11'\n");
}

static void open_laws(struct text *script, const struct law_row *row, int count,
                      double right) {
    text_add(script, "set multiplot\n");
    chart_panel(script, panel_bottom, 0.865);
    text_format(
        script,
        "set lmargin at screen 0.26\nset xrange [0:%.7g]\nset yrange "
        "[0.4:%.7g]\nset arrow from 1,graph 0 to 1,graph 1 nohead dt (2,2) lw 1.2 "
        "lc rgb '#0101%02x'\n"
        "set label \"kinetic energy after over before\" at screen 0.958,0.028 "
        "right tc rgb '#0101%02x'\n"
        "set key at screen 0.02,0.99 left top vertical maxrows 2 Left reverse "
        "samplen 0.6 width -1 tc rgb '#0101%02x'\n",
        right, count + 0.6, COLOUR_GUIDE, COLOUR_TEXT, COLOUR_TEXT);
    axis_linear_tics(script, 'x', 0, right);
    name_rows(script, row, count);
}

bool plot_laws(struct text *script, const struct results *r, int model) {
    static const char *const name[] = {"default mode", "as the original"};
    static const enum figure_colour colour[] = {COLOUR_FIRST, COLOUR_SECOND};
    const struct report_result *result =
        find_result(r, model, "restitution", "impact-energy");
    struct law_row row[MOST_ROWS];
    double right = 1;
    int count = result ? read_rows(row, result->points) : 0;
    if (count == 0) {
        return false;
    }
    for (int mode = 0; mode < 2; mode++) {
        write_bars(script, row, count, mode, &right);
    }
    open_laws(script, row, count, 1.08 * right);
    text_add(script, "plot 1/0 notitle");
    for (int mode = 0; mode < 2; mode++) {
        text_format(
            script,
            ", $p%d using 1:2:3:4:5:6 with boxxyerror fs solid 1.0 noborder lc rgb "
            "'#0101%02x' notitle, keyentry with points pt 5 ps 1 lc rgb "
            "'#0101%02x' title ",
            mode, colour[mode], colour[mode]);
        plot_quoted(script, name[mode]);
    }
    for (int mode = 0; mode < 2; mode++) {
        text_format(
            script,
            ", $e%d using 1:2 with points pt 2 ps 0.6 lw 1.3 lc rgb '#0101%02x' %s", mode,
            COLOUR_TEXT, mode ? "notitle" : "title \"the law\"");
    }
    text_add(script, "\n");
    chart_close(script);
    return !text_failed(script);
}
