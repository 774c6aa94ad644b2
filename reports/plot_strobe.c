/* A stroboscopic picture: bodies at some instants over each other, from faint to full. Corners make
 * a closed line, ends a rod, a centre and a point of the rim a ball with its spoke.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <math.h>
#include <string.h>

#include "reports/json.h"

enum { MOST_POINTS = 8, CIRCLE = 48 };

static const double panel_left = 0.13, panel_right = 0.958, panel_bottom = 0.125,
                    panel_top = 0.945;

/* One side of the region is at least so much of the other. */
static const double least_side = 0.25;

struct body {
    const char *kind;
    int count; /* points */
    double x[MOST_POINTS], y[MOST_POINTS];
};

struct region {
    double left, right, bottom, top;
};

static bool read_body(struct body *body, const json_t *object) {
    const json_t *points = json_object_get(object, "points");
    size_t size = json_array_size(points);
    body->kind = json_loose_text(object, "kind");
    body->count = (int)(size / 2);
    if (size < 4 || size > 2 * MOST_POINTS || size % 2 != 0) {
        return false;
    }
    for (int i = 0; i < body->count; i++) {
        const json_t *x = json_array_get(points, (size_t)(2 * i));
        const json_t *y = json_array_get(points, (size_t)(2 * i + 1));
        if (!json_is_number(x) || !json_is_number(y)) {
            return false;
        }
        body->x[i] = json_number_value(x);
        body->y[i] = json_number_value(y);
    }
    return true;
}

static bool is_ball(const struct body *body) {
    return strcmp(body->kind, "rim") == 0;
}

static void include(struct region *g, double x, double y) {
    g->left = fmin(g->left, x);
    g->right = fmax(g->right, x);
    g->bottom = fmin(g->bottom, y);
    g->top = fmax(g->top, y);
}

static void include_body(struct region *g, const struct body *body) {
    double r =
        is_ball(body) ? hypot(body->x[1] - body->x[0], body->y[1] - body->y[0]) : 0;
    for (int i = 0; i < (is_ball(body) ? 1 : body->count); i++) {
        include(g, body->x[i] - r, body->y[i] - r);
        include(g, body->x[i] + r, body->y[i] + r);
    }
}

static void write_ball(struct text *script, const struct body *body) {
    const double pi = 3.14159265358979323846;
    double dx = body->x[1] - body->x[0], dy = body->y[1] - body->y[0];
    text_format(script, "%.7g %.7g\n", body->x[0], body->y[0]);
    for (int i = 0; i <= CIRCLE; i++) {
        double c = cos(2 * pi * i / CIRCLE), s = sin(2 * pi * i / CIRCLE);
        text_format(script, "%.7g %.7g\n", body->x[0] + c * dx - s * dy,
                    body->y[0] + s * dx + c * dy);
    }
    text_add(script, "\n");
}

static void write_body(struct text *script, const struct body *body) {
    if (is_ball(body)) {
        write_ball(script, body);
        return;
    }
    for (int i = 0; i < body->count + (body->count > 2 ? 1 : 0); i++) {
        text_format(script, "%.7g %.7g\n", body->x[i % body->count],
                    body->y[i % body->count]);
    }
    text_add(script, "\n");
}

/* $pN of each frame; the region that they take. False: there is nothing. */
static bool write_frames(struct text *script, const json_t *frames, struct region *g) {
    for (size_t i = 0; i < json_array_size(frames); i++) {
        const json_t *bodies = json_object_get(json_array_get(frames, i), "bodies");
        text_format(script, "$p%d << END\n", (int)i);
        for (size_t k = 0; k < json_array_size(bodies); k++) {
            struct body body;
            if (read_body(&body, json_array_get(bodies, k))) {
                write_body(script, &body);
                include_body(g, &body);
            }
        }
        text_add(script, "END\n");
    }
    return g->right >= g->left && g->top >= g->bottom;
}

/* One unit is as long up as across, with a margin. */
static void shape(struct region *g) {
    const double margin = 0.06;
    double width = (panel_right - panel_left) * FIGURE_WIDTH;
    double height = (panel_top - panel_bottom) * FIGURE_HEIGHT;
    double size = fmax(g->right - g->left, g->top - g->bottom);
    double x = fmax(g->right - g->left, least_side * size) * (1 + 2 * margin);
    double y = fmax(g->top - g->bottom, least_side * size) * (1 + 2 * margin);
    double unit = fmax(x / width, y / height);
    double more_x = (unit * width - (g->right - g->left)) / 2;
    double more_y = (unit * height - (g->top - g->bottom)) / 2;
    g->left -= more_x;
    g->right += more_x;
    g->bottom -= more_y;
    g->top += more_y;
}

static void draw(struct text *script, int frames) {
    text_add(script, "plot 1/0 notitle");
    for (int i = 0; i < frames; i++) {
        int fade = COLOUR_FADED + (COLOUR_FADES - 1) * (i + 1) / frames;
        text_format(
            script,
            ", $p%d using 1:2 with lines lw %s dt solid lc rgb '#0101%02x' notitle", i,
            i + 1 < frames ? "1.3" : "1.8", fade);
    }
    text_add(script, "\n");
}

bool plot_strobe(struct text *script, const struct results *r, int model) {
    struct region g = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    const json_t *frames =
        model >= 0 ? json_object_get(r->model[model].motion, "frames") : NULL;
    if (json_array_size(frames) < 2 || !write_frames(script, frames, &g)) {
        return false;
    }
    shape(&g);
    text_add(script, "set multiplot\n");
    chart_panel(script, panel_bottom, panel_top);
    text_format(script, "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n", g.left,
                g.right, g.bottom, g.top);
    axis_linear_tics(script, 'x', g.left, g.right);
    axis_linear_tics(script, 'y', g.bottom, g.top);
    draw(script, (int)json_array_size(frames));
    chart_close(script);
    return !text_failed(script);
}
