/* The pictures of a model's motion: curves in the plane, whose axes have one unit where the
 * shape allows it, and curves over time, which may be logarithmic. A disc is the start, a
 * ring the end.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/json.h"
#include "reports/motion.h"

enum {
    COLOURS = COLOUR_END - COLOUR_FIRST,
    MOST_NAMED = 6,
    SHORT_NAME = 8, /* letters of names that stand three in a row */
    LONG_NAME = 17  /* that stand one in a row */
};

/* The panel in parts of the figure; above it is room for the names of the curves. */
static const double panel_left = 0.13, panel_right = 0.958, panel_bottom = 0.125,
                    panel_top = 0.925, row_of_names = 0.05;

/* Where one side of the region is so many times the other, equal units waste the figure. */
static const double least_alike = 0.2;

static const double line_tolerance = 0.12; /* pixels: points on a line are not drawn */

struct figure {
    const struct report_model *model;
    const struct motion *motion;
    bool over_time, log_time;
    int curves, named, columns; /* columns of names */
    double left, right, bottom, top, panel_top;
};

static bool is_drawn(const struct figure *f, const struct motion_curve *curve) {
    return curve->is_over_time == f->over_time && curve->count > 1;
}

static double across(const struct figure *f, const struct motion_point *p) {
    double begin = json_loose_number(f->model->motion, "begin");
    double x = f->over_time ? p->t : p->x;
    return f->log_time ? log10(x - begin) : x;
}

static void include(struct figure *f, const struct motion_curve *curve) {
    for (int i = 0; i < curve->count; i++) {
        const struct motion_point *p = &curve->point[i];
        double x = across(f, p);
        if (!isnan(p->y) && isfinite(x)) {
            f->left = fmin(f->left, x);
            f->right = fmax(f->right, x);
            f->bottom = fmin(f->bottom, p->y);
            f->top = fmax(f->top, p->y);
        }
    }
}

static void widen(double *low, double *high, double part) {
    const double least = 1e-9; /* of the value itself: what does not change is a line */
    double size = fmax(fabs(*low), fabs(*high));
    double lacking = fmax(0, least * (size > 0 ? size : 1) - (*high - *low));
    double pad = lacking > 0 ? fmax(size, 1) / 2 : part * (*high - *low);
    *low -= pad;
    *high += pad;
}

/* One unit as long up as across: the shorter side grows. */
static void equalise(struct figure *f) {
    double width = (panel_right - panel_left) * FIGURE_WIDTH;
    double height = (f->panel_top - panel_bottom) * FIGURE_HEIGHT;
    double x = (f->right - f->left) / width, y = (f->top - f->bottom) / height;
    if (fmin(x, y) < least_alike * fmax(x, y)) {
        return;
    }
    double more_x = (fmax(x, y) - x) * width / 2, more_y = (fmax(x, y) - y) * height / 2;
    f->left -= more_x;
    f->right += more_x;
    f->bottom -= more_y;
    f->top += more_y;
}

/* How many names stand in a row above the panel; 0: none are shown. */
static void find_columns(struct figure *f) {
    size_t longest = 0;
    for (int i = 0; i < f->motion->curves; i++) {
        size_t length = strlen(f->motion->curve[i].name);
        bool counts = is_drawn(f, &f->motion->curve[i]) && length > longest;
        longest = counts ? length : longest;
    }
    f->columns = f->named == 0 || f->named > MOST_NAMED || f->curves == 1 ? 0
                 : longest <= SHORT_NAME                                  ? 3
                 : longest < LONG_NAME                                    ? 2
                                                                          : 1;
}

static bool is_of_places(const struct figure *f) {
    const json_t *plane = json_object_get(f->model->motion, "plane");
    return json_is_true(json_object_get(plane, "equal"));
}

static bool survey(struct figure *f) {
    f->left = f->bottom = INFINITY;
    f->right = f->top = -INFINITY;
    for (int i = 0; i < f->motion->curves; i++) {
        if (is_drawn(f, &f->motion->curve[i])) {
            include(f, &f->motion->curve[i]);
            f->curves++;
            f->named += f->motion->curve[i].name[0] ? 1 : 0;
        }
    }
    if (f->curves == 0 || !(f->right >= f->left) || !(f->top >= f->bottom)) {
        return false;
    }
    find_columns(f);
    int rows = f->columns > 0 ? (f->named + f->columns - 1) / f->columns : 0;
    f->panel_top = panel_top - rows * row_of_names;
    widen(&f->left, &f->right, f->over_time ? 0.02 : 0.06);
    widen(&f->bottom, &f->top, 0.06);
    if (!f->over_time && is_of_places(f)) {
        equalise(f);
    }
    return true;
}

static int colour_of(int number) {
    return (int)COLOUR_FIRST + number % COLOURS;
}

static const char *dash_of(int number) {
    static const char *const dashes[] = {"solid", "(7,3)", "(2,2)"};
    return dashes[number / COLOURS % 3];
}

/* A copy in the figure's coordinates, with no more points than the line needs. False: out
 * of memory. */
static bool copy_curve(const struct figure *f, const struct motion_curve *curve,
                       struct motion_curve *copy) {
    *copy = *curve;
    copy->point = calloc((size_t)curve->count + 1, sizeof *copy->point);
    for (int i = 0; copy->point && i < curve->count; i++) {
        const struct motion_point *p = &curve->point[i];
        double x = across(f, p);
        bool broken = isnan(p->y) || !isfinite(x);
        copy->point[i] =
            (struct motion_point){p->t, broken ? NAN : x, broken ? NAN : p->y};
    }
    if (copy->point) {
        motion_thin(copy, (panel_right - panel_left) * FIGURE_WIDTH,
                    (f->panel_top - panel_bottom) * FIGURE_HEIGHT, line_tolerance);
    }
    return copy->point != NULL;
}

/* Blocks $pN, the line, and $eN, its first and its last point. */
static void write_data(struct text *script, const struct figure *f,
                       const struct motion_curve *curve, int number) {
    struct motion_curve copy;
    const struct motion_point *first = NULL, *last = NULL;
    if (!copy_curve(f, curve, &copy)) {
        script->failed = true;
        return;
    }
    text_format(script, "$p%d << END\n", number);
    for (int i = 0; i < copy.count; i++) {
        const struct motion_point *p = &copy.point[i];
        if (isnan(p->x)) {
            text_add(script, "\n");
            continue;
        }
        text_format(script, "%.9g %.9g\n", p->x, p->y);
        first = first ? first : p;
        last = p;
    }
    text_add(script, "END\n");
    text_format(script, "$e%d << END\n", number);
    if (first) {
        text_format(script, "%.9g %.9g 0\n%.9g %.9g 1\n", first->x, first->y, last->x,
                    last->y);
    }
    text_add(script, "END\n");
    free(copy.point);
}

static const char *label_of(const struct figure *f, const char *object, const char *key) {
    return json_loose_text(json_object_get(f->model->motion, object), key);
}

/* The name of a curve that is alone, at the upper right. */
static void name_alone(struct text *script, const struct figure *f) {
    for (int i = 0; f->curves == 1 && i < f->motion->curves; i++) {
        const struct motion_curve *curve = &f->motion->curve[i];
        if (is_drawn(f, curve) && curve->name[0]) {
            struct text name = {0};
            row_name_with_powers(&name, curve->name);
            text_add(script, "set label ");
            plot_quoted(script, text_bytes(&name));
            text_format(script, " at screen 0.958,%.4f right tc rgb '#0101%02x'\n",
                        f->panel_top + 0.035, COLOUR_TEXT);
            text_clear(&name);
        }
    }
}

static void open_panel(struct text *script, const struct figure *f) {
    const char *right = f->over_time ? f->log_time ? "time from the start" : "time"
                                     : label_of(f, "plane", "across");
    const char *up = label_of(f, f->over_time ? "time" : "plane", "up");
    text_add(script, "set multiplot\n");
    chart_panel(script, panel_bottom, f->panel_top);
    text_format(script, "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n", f->left,
                f->right, f->bottom, f->top);
    axis_linear_tics(script, 'y', f->bottom, f->top);
    if (f->log_time) {
        axis_tics(script, 'x', f->left, f->right, MOST_LABELS_ACROSS, true);
    } else {
        axis_linear_tics(script, 'x', f->left, f->right);
    }
    text_add(script, "set label ");
    plot_quoted(script, right);
    text_format(script, " at screen 0.958,0.028 right tc rgb '#0101%02x'\nset label ",
                COLOUR_TEXT);
    plot_quoted(script, up);
    text_format(script, " at screen 0.012,%.4f left tc rgb '#0101%02x'\n",
                f->panel_top + 0.035, COLOUR_TEXT);
    name_alone(script, f);
    if (f->columns > 0) {
        text_format(script,
                    "set key at screen 0.958,0.99 right top horizontal maxcols %d Left "
                    "reverse samplen 1.4 spacing 1.1 width 1 tc rgb '#0101%02x'\n",
                    f->columns, COLOUR_TEXT);
    }
}

static void draw_curve(struct text *script, const struct figure *f,
                       const struct motion_curve *curve, int number) {
    const int disc = SHAPE_CIRCLE + 1, ring = SHAPE_CIRCLE;
    text_format(script, ", $p%d using 1:2 with lines lw 1.5 dt %s lc rgb '#0101%02x' ",
                number, dash_of(number), colour_of(number));
    if (curve->name[0] && f->columns > 0) {
        struct text name = {0};
        row_name_with_powers(&name, curve->name);
        text_add(script, "title ");
        plot_quoted(script, text_bytes(&name));
        text_clear(&name);
    } else {
        text_add(script, "notitle");
    }
    text_format(script,
                ", $e%d using 1:($3 == 0 ? $2 : 1/0) with points pt %d ps 0.75 lc rgb "
                "'#0101%02x' notitle",
                number, disc, colour_of(number));
    text_format(script,
                ", $e%d using 1:($3 == 1 ? $2 : 1/0) with points pt %d ps 0.75 lc rgb "
                "'#0101%02x' notitle",
                number, disc, COLOUR_PAPER);
    text_format(script,
                ", $e%d using 1:($3 == 1 ? $2 : 1/0) with points pt %d ps 0.75 lw 1.5 lc "
                "rgb '#0101%02x' notitle",
                number, ring, colour_of(number));
}

static bool plot(struct text *script, const struct results *r, int model,
                 bool over_time) {
    if (model < 0 || !r->model[model].drawn) {
        return false;
    }
    struct figure f = {.model = &r->model[model],
                       .motion = r->model[model].drawn,
                       .over_time = over_time};
    f.log_time = over_time && json_is_true(json_object_get(f.model->motion, "log_time"));
    if (!survey(&f)) {
        return false;
    }
    for (int i = 0, number = 0; i < f.motion->curves; i++) {
        if (is_drawn(&f, &f.motion->curve[i])) {
            write_data(script, &f, &f.motion->curve[i], number++);
        }
    }
    open_panel(script, &f);
    text_add(script, "plot 1/0 notitle");
    for (int i = 0, number = 0; i < f.motion->curves; i++) {
        if (is_drawn(&f, &f.motion->curve[i])) {
            draw_curve(script, &f, &f.motion->curve[i], number++);
        }
    }
    text_add(script, "\n");
    chart_close(script);
    return !text_failed(script);
}

bool plot_motion(struct text *script, const struct results *r, int model) {
    return plot(script, r, model, false);
}

bool plot_motion_time(struct text *script, const struct results *r, int model) {
    return plot(script, r, model, true);
}
