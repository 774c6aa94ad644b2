/* Work against precision: what an error costs, in evaluations or in seconds.
 *
 * A method's colour is the same in both modes; the default mode has discs, the faithful
 * mode triangles on a dashed line. Peers have colours and shapes
 * of their own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <string.h>

#include "reports/side.h"

enum { MOST_CURVES = 12, OWN_COLOURS = 3 };

static const double panel_bottom = 0.125, panel_top = 0.725; /* the key is above */

struct figure {
    struct chart chart;
    struct series series[MOST_CURVES];
    struct text label[MOST_CURVES];
    bool dashed[MOST_CURVES];
    int count, peers;
    const char *methods[OWN_COLOURS];
    int others;   /* places in front that belong to no method of ours */
    bool foreign; /* the next curves are of an integrator from outside */
};

/* Places of methods in the order in which they come; the last colour is for all others. */
static int find_place(struct figure *f, const char *method) {
    int i = 0;
    while (i < OWN_COLOURS - 1 && f->methods[i] &&
           (i < f->others || strcmp(f->methods[i], method) != 0)) {
        i++;
    }
    f->methods[i] = method;
    return i;
}

static void choose_peer_look(struct figure *f, struct series *s) {
    static const enum figure_colour colours[] = {COLOUR_THIRD, COLOUR_FOURTH,
                                                 COLOUR_FIFTH};
    static const enum figure_shape shapes[] = {SHAPE_DIAMOND, SHAPE_SQUARE,
                                               SHAPE_TRIANGLE_DOWN};
    int look = f->peers++ % (int)(sizeof colours / sizeof colours[0]);
    s->colour = colours[look];
    s->shape = shapes[look];
    s->size = shapes[look] == SHAPE_DIAMOND ? 0.7 : 0.5;
}

/* The kinds of curves, in the order of the key. */
enum kind { KIND_DEFAULT, KIND_FAITHFUL, KIND_PEER, KINDS };

/* "work-precision:NAME": a mode of the method, or a peer. */
static enum kind find_kind(const struct report_result *result) {
    const char *name = result_part(result);
    return strcmp(name, "default") == 0    ? KIND_DEFAULT
           : strcmp(name, "faithful") == 0 ? KIND_FAITHFUL
                                           : KIND_PEER;
}

/* An integrator from outside has one colour, and a curve for each way to choose steps. */
static void choose_foreign_look(struct figure *f, const struct report_result *result,
                                struct series *s) {
    struct text *label = &f->label[f->count];
    bool again = f->methods[0] != NULL; /* drawn before those it is compared with */
    text_escaped(label, result->method);
    text_add(label, ", ");
    for (const char *part = result_part(result); *part; part++) {
        text_escaped_bytes(label, *part == '-' ? " " : part, 1);
    }
    f->methods[0] = result->method;
    s->colour = COLOUR_FIRST;
    s->shape = again ? SHAPE_TRIANGLE : SHAPE_CIRCLE;
    s->size = again ? 0.55 : 0.75;
    f->dashed[f->count] = again;
}

static void choose_look(struct figure *f, const struct report_result *result,
                        struct series *s) {
    static const enum figure_colour colours[OWN_COLOURS] = {COLOUR_FIRST, COLOUR_SECOND,
                                                            COLOUR_FIFTH};
    static const double sizes[OWN_COLOURS] = {0.75, 0.4,
                                              0.4}; /* one may lie upon another */
    struct text *label = &f->label[f->count];
    bool faithful = find_kind(result) == KIND_FAITHFUL;
    if (f->foreign) {
        choose_foreign_look(f, result, s);
        return;
    }
    if (find_kind(result) == KIND_PEER) {
        text_add(label, result_part(result));
        choose_peer_look(f, s);
        return;
    }
    struct side side = {result->method, result_part(result)};
    side_name(label, &side, true);
    int place = find_place(f, result->method);
    s->colour = colours[place];
    s->shape = faithful ? SHAPE_TRIANGLE : SHAPE_CIRCLE;
    s->size = faithful ? 0.55 : sizes[place - f->others];
    f->dashed[f->count] = faithful;
}

static void add_curve(struct figure *f, const struct report_result *result,
                      const char *up) {
    struct series *s = &f->series[f->count];
    if (!curve_read_members(&s->curve, result, "error", up) || s->curve.count == 0) {
        curve_free(&s->curve);
        return;
    }
    choose_look(f, result, s);
    s->label = text_bytes(&f->label[f->count]);
    chart_include(&f->chart, &s->curve);
    f->count++;
}

static void open_panel(struct text *script, const struct chart *chart) {
    chart_panel(script, panel_bottom, panel_top);
    chart_label(script, chart->value_label, 1.055);
    text_format(script, "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n", chart->left,
                chart->right, chart->bottom, chart->top);
    axis_tics(script, 'x', chart->left, chart->right, MOST_LABELS_ACROSS, true);
    axis_tics(script, 'y', chart->bottom, chart->top, MOST_LABELS_ACROSS, true);
    text_format(script,
                "set label \"error reached\" at screen 0.958,0.028 right "
                "tc rgb '#0101%02x'\n"
                "set key at screen 0.01,0.99 left top vertical maxrows 4 Left reverse "
                "samplen 1.6 spacing 1.1 width -2 tc rgb '#0101%02x'\n",
                COLOUR_TEXT, COLOUR_TEXT);
}

static void draw_curve(struct text *script, const struct figure *f, int i) {
    const struct series *s = &f->series[i];
    text_format(script,
                ", $p%d using 1:2 with lines lw 1.3 dt %s lc rgb '#0101%02x' notitle"
                ", $p%d using 1:($3 == 0 ? $2 : 1/0) with points pt %d ps %.2f lw 1.2 "
                "lc rgb '#0101%02x' notitle"
                ", $p%d using 1:($3 == 1 ? $2 : 1/0) with points pt %d ps %.2f lw 1.2 "
                "lc rgb '#0101%02x' notitle"
                ", keyentry with linespoints pt %d ps %.2f lw 1.3 dt %s "
                "lc rgb '#0101%02x' title ",
                i, f->dashed[i] ? "(5,3)" : "solid", s->colour, i, (int)s->shape, s->size,
                s->colour, i, (int)s->shape + 1, s->size, s->colour, (int)s->shape + 1,
                s->size, f->dashed[i] ? "(5,3)" : "solid", s->colour);
    plot_quoted(script, s->label);
}

static void draw_figure(struct text *script, struct figure *f) {
    chart_pad(&f->chart, 0.06, 0.06);
    for (int i = 0; i < f->count; i++) {
        series_data(script, &f->series[i], i);
    }
    text_add(script, "set multiplot\n");
    open_panel(script, &f->chart);
    text_add(script, "plot 1/0 notitle");
    for (int i = 0; i < f->count; i++) {
        draw_curve(script, f, i);
    }
    text_add(script, "\n");
    chart_close(script);
}

static void add_curves(struct figure *f, const struct report_result *list, int count,
                       int model, const char *up) {
    for (int i = 0; i < KINDS * count && f->count < MOST_CURVES; i++) {
        const struct report_result *result = &list[i % count];
        if (result->model == model && result_is(result, "work-precision") &&
            result_part(result)[0] != '\0' && (int)find_kind(result) == i / count) {
            add_curve(f, result, up);
        }
    }
}

static bool plot_cost(struct text *script, const struct results *r, int model,
                      const char *up, const char *label) {
    struct figure f = {.chart = {.left = 1, .right = 0, .value_label = label},
                       .foreign = r->integrator.given,
                       .others = r->integrator.given ? 1 : 0};
    if (model >= 0) {
        add_curves(&f, r->result, r->count, model, up);
    }
    bool any = f.count > 0; /* what it is compared with makes no figure */
    if (any) {
        f.foreign = false;
        add_curves(&f, r->comparison, r->comparisons, model, up);
        draw_figure(script, &f);
    }
    for (int i = 0; i < MOST_CURVES; i++) {
        curve_free(&f.series[i].curve);
        text_clear(&f.label[i]);
    }
    return any && !text_failed(script);
}

bool plot_work(struct text *script, const struct results *r, int model) {
    return plot_cost(script, r, model, "evaluations", "evaluations");
}

bool plot_work_time(struct text *script, const struct results *r, int model) {
    return plot_cost(script, r, model, "seconds", "seconds");
}
