/* What the studies of geometry, stability and drift draw: curves through points, both axes
 * logarithmic, one for each form or way, above which stands their key.
 *
 *     energy    the largest error of the energy so far, over time
 *     limits    the longest stable step against the damping: formula (line), found (points)
 *     turning   how long a free body takes to double or halve its energy, against the step
 *     joints    errors of constraints over time, without and with projection
 *     settling  forces of a stack's levels (points) and the weights above them (line) from
 *               the ground up: against the weight all piles would lie on one diagonal
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/json.h"
#include "reports/side.h"

enum { MOST_CURVES = 6, KEY_ROWS = 3 };

static const double panel_bottom = 0.125, panel_top = 0.79; /* the key is above */

/* One kind of figure. */
struct wanted {
    const char *study, *base, *across, *up;
    const char *expected; /* member of the line; NULL: the line is through the points */
    const char *label, *below;
    bool so_far;   /* the largest value so far */
    bool unfolded; /* of the catalogue, not of one model */
};

struct figure {
    const struct wanted *wanted;
    struct chart chart;
    const struct report_result *result[MOST_CURVES];
    int count;
};

static double find_number(const json_t *point, const char *key) {
    const json_t *value = json_object_get(point, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* Logarithms of a point's place; *largest: so far. False: it has none. */
static bool find_place(const struct wanted *w, const json_t *point, const char *up,
                       double *largest, struct curve_point *p) {
    double stiffness = find_number(point, "k");
    double y = fabs(find_number(point, up)) * (isfinite(stiffness) ? sqrt(stiffness) : 1);
    if (w->so_far) {
        y = *largest = fmax(*largest, y);
    }
    p->x = log10(find_number(point, w->across));
    p->y = log10(y);
    return isfinite(p->x) && isfinite(p->y);
}

static int count_places(const struct wanted *w, const struct report_result *result) {
    int count = 0;
    double largest = 0;
    for (size_t i = 0; i < json_array_size(result->points); i++) {
        struct curve_point p;
        const json_t *point = json_array_get(result->points, i);
        count += find_place(w, point, w->up, &largest, &p) ? 1 : 0;
    }
    return count;
}

static void write_data(struct text *script, struct figure *f, int number,
                       const char *up) {
    const struct wanted *w = f->wanted;
    const struct report_result *result = f->result[number];
    double largest = 0;
    for (size_t i = 0; i < json_array_size(result->points); i++) {
        struct curve_point p = {0};
        struct curve one = {.count = 1, .point = &p};
        if (find_place(w, json_array_get(result->points, i), up, &largest, &p)) {
            text_format(script, "%.7g %.7g\n", p.x, p.y);
            chart_include(&f->chart, &one);
        }
    }
}

/* A short name, as there is room for. */
static void add_method(struct text *name, const char *method) {
    bool merson = strcmp(method, "runge-kutta-merson") == 0;
    if (merson) {
        text_add(name, "Merson");
    } else {
        side_name(name, &(struct side){method, ""}, true);
    }
}

/* "form 1", "gaming", or the method. */
static void curve_name(struct text *name, const struct figure *f, int i) {
    static const struct {
        const char *part, *name;
    } names[] = {{"position-implicit", "form 1"}, {"velocity-implicit", "form 2"}};
    const struct report_result *result = f->result[i];
    const char *part = result_part(result);
    bool methods = false;
    for (int k = 0; k < f->count; k++) {
        methods |=
            strcmp(f->result[k]->method, result->method) != 0 && !f->wanted->unfolded;
    }
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        part = strcmp(part, names[k].part) == 0 ? names[k].name : part;
    }
    text_add(name, part);
    if (*part == '\0' || (methods && strcmp(f->wanted->study, "drift") == 0)) {
        text_add(name, *part ? ", " : "");
        add_method(name, result->method);
    }
}

static void open_panel(struct text *script, const struct figure *f) {
    const struct chart *chart = &f->chart;
    chart_panel(script, panel_bottom, panel_top);
    chart_label(script, f->wanted->label, 1.055);
    text_format(script, "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n", chart->left,
                chart->right, chart->bottom, chart->top);
    axis_tics(script, 'x', chart->left, chart->right, MOST_LABELS_ACROSS, true);
    axis_tics(script, 'y', chart->bottom, chart->top, MOST_LABELS_ACROSS, true);
    text_format(script,
                "set label \"%s\" at screen 0.958,0.028 right tc rgb '#0101%02x'\n"
                "set key at screen 0.01,0.99 left top vertical maxrows %d Left reverse "
                "samplen 1.6 spacing 1.1 width -3 tc rgb '#0101%02x'\n",
                f->wanted->below, COLOUR_TEXT, KEY_ROWS, COLOUR_TEXT);
}

static void draw_curve(struct text *script, const struct figure *f, int i) {
    static const char *const dashes[MOST_CURVES] = {"solid", "(6,3)",     "(2,2)",
                                                    "(9,3)", "(6,2,1,2)", "(1,2)"};
    static const int shapes[MOST_CURVES] = {SHAPE_CIRCLE,        SHAPE_TRIANGLE,
                                            SHAPE_SQUARE,        SHAPE_DIAMOND,
                                            SHAPE_TRIANGLE_DOWN, SHAPE_CIRCLE};
    int colour = (int)COLOUR_FIRST + i % 5;
    struct text name = {0};
    curve_name(&name, f, i);
    text_format(script,
                ", $%s%d using 1:2 with lines lw 1.4 dt %s lc rgb '#0101%02x' title ",
                f->wanted->expected ? "l" : "p", i, dashes[i], colour);
    plot_quoted(script, text_bytes(&name));
    if (f->wanted->expected) {
        text_format(script,
                    ", $p%d using 1:2 with points pt %d ps 0.45 lw 1.1 lc rgb "
                    "'#0101%02x' notitle",
                    i, shapes[i], colour);
    }
    text_clear(&name);
}

static bool draw(struct text *script, const struct results *r, int model,
                 const struct wanted *w, bool (*takes)(const struct report_result *)) {
    struct figure f = {.wanted = w, .chart = {.left = 1, .right = 0}};
    for (int i = 0; i < r->count && f.count < MOST_CURVES; i++) {
        const struct report_result *result = &r->result[i];
        bool here =
            w->unfolded ? model == MODEL_NONE : model >= 0 && result->model == model;
        if (here && strcmp(result->study, w->study) == 0 && result_is(result, w->base) &&
            !result_is_multiple(result) && (!takes || takes(result)) &&
            count_places(w, result) > 1) {
            f.result[f.count++] = result;
        }
    }
    if (f.count == 0) {
        return false;
    }
    for (int i = 0; i < f.count; i++) {
        text_format(script, "$p%d << END\n", i);
        write_data(script, &f, i, w->up);
        text_add(script, "END\n");
        if (w->expected) {
            text_format(script, "$l%d << END\n", i);
            write_data(script, &f, i, w->expected);
            text_add(script, "END\n");
        }
    }
    chart_pad(&f.chart, 0.06, 0.06);
    text_add(script, "set multiplot\n");
    open_panel(script, &f);
    text_add(script, "plot 1/0 notitle");
    for (int i = 0; i < f.count; i++) {
        draw_curve(script, &f, i);
    }
    text_add(script, "\n");
    chart_close(script);
    return !text_failed(script);
}

bool plot_energy(struct text *script, const struct results *r, int model) {
    static const struct wanted w = {.study = "geometry",
                                    .base = "energy-growth",
                                    .across = "t",
                                    .up = "error",
                                    .label = "largest error of the energy so far",
                                    .below = "time",
                                    .so_far = true};
    return draw(script, r, model, &w, NULL);
}

bool plot_limits(struct text *script, const struct results *r, int model) {
    static const struct wanted w = {.study = "stability",
                                    .base = "stability-limit",
                                    .across = "damping",
                                    .up = "limit",
                                    .expected = "expected",
                                    .label = "longest stable step, h \xE2\x88\x9Ak",
                                    .below = "damping c/(2 \xE2\x88\x9Ak)",
                                    .unfolded = true};
    return draw(script, r, model, &w, NULL);
}

bool plot_turning(struct text *script, const struct results *r, int model) {
    static const struct wanted w = {.study = "stability",
                                    .base = "rotation-balance",
                                    .across = "h",
                                    .up = "time",
                                    .label = "time until the energy is doubled or halved",
                                    .below = "step size h",
                                    .unfolded = true};
    return draw(script, r, model, &w, NULL);
}

bool plot_settling(struct text *script, const struct results *r, int model) {
    static const struct wanted w = {.study = "settling",
                                    .base = "forces",
                                    .across = "level",
                                    .up = "force",
                                    .expected = "expected",
                                    .label = "force of a level, weight above it",
                                    .below = "level, from the ground"};
    return draw(script, r, model, &w, NULL);
}

/* Merson's method in all ways, and semi-explicit Euler without projection and lazily. */
static bool is_shown(const struct report_result *result) {
    return strcmp(result->method, "runge-kutta-merson") == 0 ||
           (strcmp(result->method, "semi-explicit-euler") == 0 &&
            strcmp(result_part(result), "every-step") != 0);
}

bool plot_joints(struct text *script, const struct results *r, int model) {
    static const struct wanted w = {.study = "drift",
                                    .base = "constraint-series",
                                    .across = "t",
                                    .up = "error",
                                    .label = "error of the constraints",
                                    .below = "time"};
    return draw(script, r, model, &w, is_shown);
}
