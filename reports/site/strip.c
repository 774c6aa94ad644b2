/* SPDX-License-Identifier: BSD-2-Clause */
#include "reports/site/strip.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "reports/site/draw.h"

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
        json_array_append_new(views,
                              json_pack("{s:s, s:s, s:s, s:[]}", "name", f->name, "title",
                                        f->title, "note", f->note, "series"));
    }
    text_clear(&f->data);
}
