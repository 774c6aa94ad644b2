/* The figures of a page: found, their data written, their drawing asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "reports/site/draw.h"
#include "reports/site/figure.h"
#include "reports/site/value.h"

/* What the legend says behind the name; with the fitted slope where the value is one. */
static void write_note(struct text *note, const struct figure *f,
                       const struct series *s) {
    const double slope =
        strstr(f->kind->base, "order") != NULL ? value_number(s->result, "value") : NAN;
    if (s->is_exact)
        text_add(note, "exact to rounding");
    else if (s->drawn == 0)
        text_add(note, s->zeros > 0 ? "exactly zero" : "no points");
    else if (isfinite(slope))
        text_format(note, "slope %.3f", slope);
    const char *comma = note->length > 0 ? ", " : "";
    if (s->under != NULL)
        text_format(note, "%ssame curve as %s", comma, s->under->label);
    else if (s->zeros > 0 && s->drawn > 0)
        text_format(note, "%s%d exactly zero", comma, s->zeros);
}

static json_t *series_view(const struct figure *f, const struct series *s) {
    struct text note = {0};
    write_note(&note, f, s);
    json_t *view =
        draw_series(s->label, s->colour, s->mark, f->kind->is_cloud ? 0 : s->dash);
    if (!text_begins(s->label, s->code))
        value_set(view, "code", s->code);
    value_set(view, "note", text_bytes(&note));
    if (s->fails)
        json_object_set_new(view, "fails", json_true());
    bool is_own =
        s->colour == (int)value_number(s->result, "number"); /* else another's */
    if (is_own)
        json_object_set(view, "method", json_object_get(s->result, "method"));
    if (s->drawn > 0) /* in this order as in the figure */
        json_object_set_new(view, "command", site_command(s->result, is_own));
    text_clear(&note);
    return view;
}

/* Legend and files of the figure. New reference. */
static json_t *figure_view(const struct figure *f, const char *name) {
    json_t *view = draw_view(name, f->kind->title, f->kind->note);
    json_t *series = json_object_get(view, "series");
    double x0, x1, y0, y1;
    figure_range(f, &x0, &x1, &y0, &y1);
    json_object_set_new(view, "range",
                        json_sprintf("%.9g %.9g %.9g %.9g %d %d", x0, x1, y0, y1,
                                     f->kind->log_x, f->kind->log_y));
    for (int i = 0; i < f->count; i++)
        json_array_append_new(series, series_view(f, &f->series[i]));
    return view;
}

json_t *site_figures(struct site *site, const char *page, const json_t *results) {
    json_t *views = json_array();
    for (const struct figure_kind *kind = figure_kinds; kind->name != NULL; kind++) {
        struct figure f;
        struct text table = {0};
        if (!figure_find(&f, kind, results))
            continue;
        struct text name = text_made("%s-%s", page, kind->name);
        figure_table(&table, &f);
        if (table_write(site, text_bytes(&name), &table)) {
            figure_drawing(site, &f, text_bytes(&name));
            json_array_append_new(views, figure_view(&f, text_bytes(&name)));
        }
        text_clear(&name);
        text_clear(&table);
    }
    return views;
}

json_t *figure_result(const char *study, const char *quantity, const char *method,
                      const char *part, const char *code, int number) {
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:s, s:[]}", "study", study,
                     "quantity", quantity, "method", method, "part", part, "code", code,
                     "number", number, "mode", "default", "points");
}
