/* SPDX-License-Identifier: BSD-2-Clause */
#include "reports/site/strip.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "reports/site/draw.h"
#include "reports/site/value.h"

/* Without what gnuplot or a table would take for more than letters. */
static void write_name(struct text *out, const char *name) {
    for (const char *c = name; *c != '\0'; c++)
        text_format(
            out, "%c",
            isalnum((unsigned char)*c) || *c == '_' || *c == '/' || *c == '.' ? *c : '-');
}

void strip_row(struct strip_figure *f, const char *name, double value, double low,
               double high) {
    write_name(&f->data, name);
    text_format(&f->data, "\t%.9g\t%.9g\t%.9g\t", value, isfinite(low) ? low : value,
                isfinite(high) ? high : value);
    write_name(&f->data, name);
    text_format(&f->data, ": %.5g\n", value);
    int length = (int)strlen(name);
    f->longest = length > f->longest ? length : f->longest;
    f->count++;
}

void strip_draw(struct site *site, struct strip_figure *f, json_t *views) {
    if (f->count > 1 && table_write(site, f->name, &f->data)) {
        struct text *out = draw_begin(site, f->name);
        draw_set(out, "across", f->across);
        text_format(out, "n = %d\nexpected = %.6g\nnumber = %d\nlongest = %d\n", f->count,
                    isfinite(f->expected) ? f->expected : -1e300, f->number, f->longest);
        draw_load(out, "strip.gp");
        json_array_append_new(views, draw_view(f->name, f->title, f->note));
    }
    text_clear(&f->data);
}

/* What the law says is the other end of a row's interval. */
static void add_impact(struct strip_figure *f, const json_t *point) {
    struct text name =
        text_made("%s/%s%s", value_text(point, "law"), value_text(point, "way"),
                  value_is(point, "mode", "faithful") ? "/faithful" : "");
    const double ratio = value_number(point, "ratio");
    const double expected = value_number(point, "expected");
    strip_row(f, text_bytes(&name), ratio, fmin(ratio, expected), fmax(ratio, expected));
    text_clear(&name);
}

void strip_impacts(struct site *site, const char *page, const json_t *results,
                   json_t *views) {
    const json_t *result = value_find(results, "quantity", STRIP_OF_IMPACTS), *point;
    struct text name = text_made("%s-%s", page, STRIP_OF_IMPACTS);
    struct strip_figure f = {.name = text_bytes(&name),
                             .title = "Energy after an impact",
                             .across = "kinetic energy after over before",
                             .expected = NAN,
                             .number = (int)value_number(result, "number"),
                             .note =
                                 "A row for each law and way, less the work of obstacles "
                                 "that move by themselves; where the law says another "
                                 "energy, a bar leads to that."};
    size_t i;
    json_array_foreach(json_object_get(result, "points"), i, point) {
        add_impact(&f, point);
    }
    strip_draw(site, &f, views);
    text_clear(&name);
}
