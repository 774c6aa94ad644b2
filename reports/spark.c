/* A series over commits in the size of a stamp: values joined by a line, changes as vertical
 * strokes with the size in their titles, a broken stroke where machine or compiler change.
 * It is drawn here, not by gnuplot: there may be hundreds, and marks can have titles.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page_speed.h"

#include <math.h>

#include "reports/speed_text.h"

enum { WIDTH = 200, HEIGHT = 52, SIDE = 4 };

struct scale {
    const struct speed_series *s;
    double low, high;
};

static double across(const struct scale *k, double i) {
    double last = k->s->points > 1 ? k->s->points - 1 : 1;
    return SIDE + (WIDTH - 2 * SIDE) * i / last;
}

static double up(const struct scale *k, double value) {
    return HEIGHT - SIDE - (HEIGHT - 2 * SIDE) * (value - k->low) / (k->high - k->low);
}

/* Values that differ by less than a hundredth are drawn as a level line. */
static bool find_scale(struct scale *k) {
    const double least = 0.01;
    for (int i = 0; i < k->s->points; i++) {
        double value = k->s->point[i].at.value;
        if (isfinite(value)) {
            k->low = fmin(k->low, value);
            k->high = fmax(k->high, value);
        }
    }
    double middle = (k->low + k->high) / 2;
    double lacking = least * fabs(middle) - (k->high - k->low);
    if (lacking > 0) {
        k->low -= lacking / 2;
        k->high += lacking / 2;
    }
    if (k->low == k->high) {
        k->low -= 1;
        k->high += 1;
    }
    return k->high > k->low;
}

static void write_line(struct text *out, const struct scale *k) {
    bool pen = false;
    text_add(out, "<path class=\"line\" d=\"");
    for (int i = 0; i < k->s->points; i++) {
        const struct speed_point *p = &k->s->point[i];
        pen = pen && isfinite(p->at.value) && !p->boundary[0];
        if (isfinite(p->at.value)) {
            text_format(out, "%s%.1f %.1f", pen ? "L" : "M", across(k, i),
                        up(k, p->at.value));
            text_add(out, pen ? "" : "h0"); /* a point of its own has a round end */
            pen = true;
        }
    }
    text_add(out, "\"/>");
}

static void write_boundaries(struct text *out, const struct scale *k) {
    for (int i = 1; i < k->s->points; i++) {
        const struct speed_point *p = &k->s->point[i];
        if (p->boundary[0]) {
            text_format(out, "<path class=\"boundary\" d=\"M%.1f 0V%d\"><title>",
                        across(k, i - 0.5), HEIGHT);
            text_escaped(out, p->boundary);
            text_add(out, "</title></path>");
        }
    }
}

static void write_changes(struct text *out, const struct scale *k) {
    for (int i = 0; i < k->s->changes; i++) {
        const struct speed_change *c = &k->s->change[i];
        text_format(out, "<path class=\"%s\" d=\"M%.1f 0V%d\"><title>",
                    c->size > 0 ? "worse" : "better", across(k, c->index - 0.5), HEIGHT);
        speed_change(out, c->size);
        text_add(out, " at ");
        text_escaped(out, k->s->point[c->index].commit);
        text_add(out, "</title></path>");
    }
}

void page_spark(struct text *out, const struct speed_series *series) {
    struct scale k = {series, INFINITY, -INFINITY};
    text_format(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"spark\" "
                "viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" role=\"img\"><title>",
                WIDTH, HEIGHT);
    text_escaped(out, series->name);
    text_add(out, series->quantity[0] ? ", " : "");
    text_escaped(out, series->quantity);
    text_format(out, ", %d points, %d changes</title>", series->points, series->changes);
    if (find_scale(&k)) {
        write_boundaries(out, &k);
        write_changes(out, &k);
        write_line(out, &k);
    }
    text_add(out, "</svg>");
}
