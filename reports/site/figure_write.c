/* A figure's table, and what gnuplot is told of it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reports/site/draw.h"
#include "reports/site/figure.h"
#include "reports/site/value.h"

enum { MOST_MARKS = 30 }; /* of a curve: a mark is a fortieth of the width */

static const double margin = 0.04;       /* of the range, on either side */
static const double label_apart = 0.055; /* of the height */

/* x, y, the slope to the point before, and counters that the point has. */
static void write_words(struct text *out, const struct figure *f, const struct series *s,
                        const json_t *point, double slope) {
    const struct figure_kind *kind = f->kind;
    text_format(out, "%s: %s = %.5g, %s = %.4g", s->code, kind->x,
                value_number(point, kind->x), s->y, value_number(point, s->y));
    if (isfinite(slope))
        text_format(out, ", local slope %.3f", slope);
    if (value_has(point, "evaluations") && strcmp(s->y, "evaluations") != 0)
        text_format(out, ", evaluations %.0f", value_number(point, "evaluations"));
    if (value_has(point, "accuracy"))
        text_format(out, ", accuracy %.3g", value_number(point, "accuracy"));
    for (const char *c = value_text(point, "why"); *c != '\0'; c++)
        text_format(out, "%s%c", c == value_text(point, "why") ? ", not used: " : "",
                    (unsigned char)*c < ' ' || *c == '\'' || *c == '"' || *c == '<' ? ' '
                                                                                    : *c);
}

static void write_series(struct text *out, const struct figure *f,
                         const struct series *s) {
    const json_t *points = json_object_get(s->result, "points"), *point;
    double before_x = NAN, before_y = NAN, before_t = NAN;
    size_t i;
    text_add(out, "\n\n");
    json_array_foreach((json_t *)points, i, point) {
        double x, y;
        if (!figure_place(f, s, point, &x, &y) || s->is_exact)
            continue;
        if (figure_breaks(f, point, &before_t)) {
            text_add(out, "\n");
            before_x = before_y = NAN;
        }
        double slope = f->kind->log_x && f->kind->log_y && x != before_x
                           ? (y - before_y) / (x - before_x)
                           : NAN;
        bool unused = json_is_false(json_object_get(point, "used"));
        text_format(out, "%.9g\t%.9g\t%d\t%.17g\t%.17g\t", x, y, unused ? 0 : 1,
                    value_number(point, f->kind->x), value_number(point, s->y));
        write_words(out, f, s, point, slope);
        text_add(out, "\n");
        before_x = x;
        before_y = y;
    }
}

void figure_table(struct text *out, const struct figure *f) {
    text_format(out, "# %s\n# across and up as drawn%s, used, %s, value, words\n",
                f->kind->title, f->kind->log_y ? " (logarithms)" : "", f->kind->x);
    for (int i = 0; i < f->count; i++)
        if (f->series[i].drawn > 0)
            write_series(out, f, &f->series[i]);
}

/* Of curves that bear the same code one has it at its end. */
static bool has_label(const struct series *s) {
    return s->drawn > 0 && s->dash == 1 && s->under == NULL;
}

/* Places for the codes at the ends of curves, from below, so that none covers another. */
static void place_labels(const struct figure *f, double *place) {
    double apart = label_apart * (f->y1 - f->y0), top = f->y1;
    int order[MOST_SERIES], count = 0;
    for (int i = 0; i < f->count; i++) {
        if (!has_label(&f->series[i]))
            continue;
        int at = count++;
        for (; at > 0 && f->series[order[at - 1]].last_y > f->series[i].last_y; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (int k = 0; k < count; k++) {
        double least = k > 0 ? place[order[k - 1]] + apart : -INFINITY;
        place[order[k]] = fmax(f->series[order[k]].last_y, least);
    }
    for (int k = count - 1; k >= 0 && count * apart < f->y1 - f->y0; k--) {
        if (place[order[k]] <= top)
            continue;
        place[order[k]] = top;
        top -= apart;
    }
}

/* The code of a series, and of those that lie on it: "vie=ie". */
static void write_codes(struct text *out, const struct figure *f,
                        const struct series *s) {
    enum { ROOM = 8 }; /* letters in the margin */
    const char *last = s->code;
    size_t length = strlen(last);
    text_add(out, last);
    for (int i = 0; i < f->count; i++) {
        const struct series *other = &f->series[i];
        if (other->under != s || strcmp(other->code, last) == 0 ||
            strcmp(other->code, s->code) == 0)
            continue;
        last = other->code;
        length += 1 + strlen(last);
        if (length <= ROOM)
            text_format(out, "=%s", last);
        else if (length - strlen(last) < ROOM)
            text_add(out, "=\xE2\x80\xA6");
        if (length > ROOM)
            break;
    }
    text_add(out, " ");
}

/* What curves.gp is told of each curve, list by list. */
static void write_lists(struct text *out, const struct figure *f, const double *place) {
    enum { CODE, COLOUR, MARK, DASH, PLACE, WIDTH, STRIDE, BLOCKS, LISTS };
    static const char *const names[LISTS] = {"codes",  "colours", "marks",   "dashes",
                                             "places", "widths",  "strides", "blocks"};
    struct text list[LISTS] = {{0}};
    int count = 0;
    for (int i = 0; i < f->count; i++) {
        const struct series *s = &f->series[i];
        if (s->drawn == 0)
            continue;
        if (has_label(s))
            write_codes(&list[CODE], f, s);
        else
            text_add(&list[CODE], "- ");
        text_format(&list[COLOUR], "%d ", s->colour > 0 ? s->colour : 12);
        text_format(&list[MARK], "%d ", s->mark + 1);
        text_format(&list[DASH], "%d ", s->dash);
        text_format(&list[PLACE], "%.6g ", place[i]);
        text_format(&list[WIDTH], "%s ",
                    s->fails        ? "3.2"
                    : s->blocks > 1 ? "0.8"
                                    : "1.5");
        text_format(&list[STRIDE], "%d ", s->drawn / s->blocks / MOST_MARKS + 1);
        text_format(&list[BLOCKS], "%d ", s->blocks);
        count++;
    }
    text_format(out, "n = %d\n", count);
    for (int k = 0; k < LISTS; k++) {
        draw_set(out, names[k], text_bytes(&list[k]));
        text_clear(&list[k]);
    }
}

void figure_range(const struct figure *f, double *x0, double *x1, double *y0,
                  double *y1) {
    double x = f->x1 - f->x0, y = f->y1 - f->y0;
    const double far = 1e-9; /* nearer than that two ends are one */
    x = x > far * fmax(fabs(f->x0), fabs(f->x1)) ? x : 1;
    y = y > far * fmax(fabs(f->y0), fabs(f->y1)) ? y : 1;
    *x0 = f->x0 - margin * x;
    *x1 = f->x1 + margin * x;
    *y0 = f->y0 - margin * y;
    *y1 = f->y1 + margin * y;
}

void figure_drawing(struct site *site, const struct figure *f, const char *name) {
    double place[MOST_SERIES] = {0}, x0, x1, y0, y1;
    struct text *out = draw_begin(site, name);
    figure_range(f, &x0, &x1, &y0, &y1);
    place_labels(f, place);
    draw_set(out, "across", f->kind->across);
    const char *own = value_text(f->series[0].result, "up");
    draw_set(out, "up", *own != '\0' ? own : f->kind->up);
    text_format(out, "logx = %d\nlogy = %d\ncloud = %d\n", f->kind->log_x, f->kind->log_y,
                f->kind->is_cloud);
    text_format(out, "equal = %d\n", strcmp(f->kind->x, "along") == 0);
    text_format(out, "x0 = %.17g\nx1 = %.17g\n", x0, x1);
    text_format(out, "y0 = %.17g\ny1 = %.17g\n", y0, y1);
    bool has_floor = f->floor > y0 && f->floor < f->y1;
    text_format(out, "bottom = %.17g\n", has_floor ? f->floor : -1e300);
    write_lists(out, f, place);
    draw_load(out, "curves.gp");
}
