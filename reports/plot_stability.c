/* Stability regions in the complex plane, as SVG of its own: a filled contour is one path
 * here, and polygons by the hundred in gnuplot.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot_stability.h"

#include <math.h>
#include <string.h>

#include "reports/plot.h"
#include "reports/side.h"
#include "reports/stability.h"

enum {
    PANEL = 346, /* pixels, square */
    PANEL_LEFT = 62,
    PANEL_TOP = 66,
    MOST_REGIONS = 4,
    KEY_ROWS = 2, /* for which there is room */
    MOST_TICS = 9
};

struct figure {
    struct text *out;
    const struct results *r;
    struct stability_window window;
    int count;
    const struct fingerprint_stability *region[MOST_REGIONS];
};

static bool is_known(const struct fingerprint_stability *s) {
    return s->numerators > 0 && s->denominators > 0;
}

/* The same region again, under another name, is not drawn. */
static void add_region(struct figure *f, const struct fingerprint *of) {
    bool known = !is_known(&of->stability);
    for (int i = 0; i < f->count; i++) {
        known = known || stability_equal(f->region[i], &of->stability);
    }
    if (!known && f->count < MOST_REGIONS) {
        f->region[f->count++] = &of->stability;
    }
}

static double across(const struct figure *f, double x) {
    return PANEL_LEFT + (x - f->window.left) / f->window.size * PANEL;
}

static double down(const struct figure *f, double y) {
    return PANEL_TOP + PANEL - (y - f->window.bottom) / f->window.size * PANEL;
}

/* The smallest of 1, 2, 5, 10, .. times a power of ten that gives few enough tics. */
static double choose_step(double size) {
    double power = pow(10, floor(log10(size / MOST_TICS)));
    for (int i = 0;; i = (i + 1) % 3) {
        static const double factors[] = {1, 2, 5};
        if (size / (factors[i] * power) <= MOST_TICS) {
            return factors[i] * power;
        }
        power *= i == 2 ? 10 : 1;
    }
}

static void write_number(struct text *out, double x) {
    text_format(out, "%s%g", x < 0 ? "\xE2\x88\x92" : "", fabs(x));
}

static void draw_axes(const struct figure *f) {
    double step = choose_step(f->window.size), right = f->window.left + f->window.size;
    for (double i = ceil(f->window.left / step); i * step <= right; i++) {
        double x = across(f, i * step), y = down(f, i * step);
        text_format(f->out, "<path class=\"s2\" d=\"M%.1f %dV%dM%d %.1fH%d\"/>", x,
                    PANEL_TOP, PANEL_TOP + PANEL, PANEL_LEFT, y, PANEL_LEFT + PANEL);
        text_format(f->out,
                    "<text class=\"f3\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">", x,
                    PANEL_TOP + PANEL + 18);
        write_number(f->out, i * step);
        text_format(f->out,
                    "</text><text class=\"f3\" x=\"%d\" y=\"%.1f\" "
                    "text-anchor=\"end\">",
                    PANEL_LEFT - 8, y + 4.5);
        write_number(f->out, i * step);
        text_add(f->out, "</text>\n");
    }
    text_format(
        f->out,
        "<text class=\"f3\" x=\"%d\" y=\"%d\" text-anchor=\"end\">real part of z"
        "</text><text class=\"f3\" x=\"16\" y=\"%d\">imaginary part of z</text>\n",
        PANEL_LEFT + PANEL, PANEL_TOP + PANEL + 36, PANEL_TOP - 12);
}

/* The real axis, and the imaginary one, which is where oscillations without damping
 * live. */
static void draw_centre(const struct figure *f) {
    text_format(f->out,
                "<path class=\"s1\" fill=\"none\" d=\"M%d %.1fH%d\"/><path class=\"s3\" "
                "fill=\"none\" stroke-width=\"1.6\" d=\"M%.1f %dV%d\"/>\n",
                PANEL_LEFT, down(f, 0), PANEL_LEFT + PANEL, across(f, 0), PANEL_TOP,
                PANEL_TOP + PANEL);
}

static void draw_region(const struct figure *f, int i) {
    struct contour c;
    if (!stability_region(&c, f->region[i], &f->window)) {
        f->out->failed = true;
        return;
    }
    text_format(f->out, "<path class=\"s%d%s\" fill-rule=\"evenodd\" d=\"",
                COLOUR_FIRST + i, i == 0 ? " region" : " outline");
    for (int k = 0; k < c.count; k++) {
        text_format(f->out, "%s%.1f %.1f", c.point[k].first ? (k > 0 ? "ZM" : "M") : "L",
                    across(f, c.point[k].x) - PANEL_LEFT,
                    down(f, c.point[k].y) - PANEL_TOP);
    }
    text_format(f->out, "%s\"/>\n", c.count > 0 ? "Z" : "M0 0");
    contour_free(&c);
}

/* All that have the region, once each; of an integrator from outside only itself. */
static void write_names(const struct figure *f, int region) {
    const struct results *r = f->r;
    const char *before = NULL;
    for (int i = 0; i < r->fingerprints + r->compared; i++) {
        const struct fingerprint *of = &r->fingerprint[i];
        bool own = r->integrator.given && region == 0;
        if (!is_known(&of->stability) || (before && strcmp(before, of->method) == 0) ||
            (own && i >= r->fingerprints) ||
            !stability_equal(f->region[region], &of->stability)) {
            continue;
        }
        text_add(f->out, before ? ", " : "");
        side_name(f->out, &(struct side){of->method, ""}, true);
        before = of->method;
    }
}

/* Whether a region is what lies beyond its line. */
static bool is_outside(const struct figure *f, int region) {
    const struct stability_window *w = &f->window;
    return stability_logarithm(f->region[region], w->left, w->bottom) < 0 &&
           stability_logarithm(f->region[region], w->left + w->size, w->bottom) < 0;
}

/* One line for each region: a box or a line, and whose it is. */
static void draw_key(const struct figure *f) {
    for (int i = 0; i < f->count; i++) {
        int columns = f->count > KEY_ROWS ? 2 : 1; /* long names have the width */
        int x = 16 + 218 * (i % columns), y = 4 + 18 * (i / columns);
        text_format(f->out,
                    "<rect x=\"%d\" y=\"%d\" width=\"16\" height=\"11\" class=\"s%d%s\"/>"
                    "<text class=\"f3\" x=\"%d\" y=\"%d\">",
                    x, y, COLOUR_FIRST + i, i == 0 ? " region" : " outline", x + 23,
                    y + 10);
        write_names(f, i);
        text_add(f->out, i > 0 && is_outside(f, i) ? ": outside" : "");
        text_add(f->out, "</text>\n");
    }
}

static void open_element(const struct figure *f) {
    text_format(
        f->out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" "
        "viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"s-title s-desc\" "
        "font-size=\"13\">\n<title id=\"s-title\">Stability region</title>\n<desc "
        "id=\"s-desc\">Where |R(z)| is at most 1: ",
        FIGURE_WIDTH, FIGURE_HEIGHT);
    for (int i = 0; i < f->count; i++) {
        text_add(f->out, i > 0 ? "; " : "");
        write_names(f, i);
        text_add(f->out, ", R(z) = ");
        text_escaped(f->out, f->region[i]->text);
    }
    text_add(f->out, "</desc>\n");
}

bool plot_stability(struct text *element, const struct results *r) {
    struct figure f = {.out = element, .r = r};
    for (int i = 0; i < r->fingerprints + r->compared; i++) {
        add_region(&f, &r->fingerprint[i]);
    }
    if (f.count == 0) {
        return false;
    }
    f.window = stability_look(f.region, f.count);
    open_element(&f);
    draw_axes(&f);
    text_format(element, "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\">\n",
                PANEL_LEFT, PANEL_TOP, PANEL, PANEL);
    for (int i = 0; i < f.count; i++) {
        draw_region(&f, i);
    }
    text_add(element, "</svg>\n");
    draw_centre(&f);
    draw_key(&f);
    text_add(element, "</svg>\n");
    return !text_failed(element);
}
