/* Series as JSON, which `history --json` prints and reports are made of.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/speed/history/series.h"

static json_t *text_of(const char *text) {
    return json_text(text, strlen(text));
}

static json_t *point_json(const struct series_point *p) {
    json_t *point =
        json_pack("{s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:i}", "commit",
                  text_of(p->commit), "changed", p->changed, "committed",
                  p->has_committed ? json_integer(p->committed) : json_null(), "taken",
                  json_number(p->taken), "value", json_number(p->value), "low",
                  json_number(p->low), "high", json_number(p->high), "runs", p->runs);
    if (p->split)
        json_object_set_new(point, "split", json_true());
    json_object_set_new(point, "compiler", text_of(p->compiler));
    return point;
}

static json_t *change_json(const struct series *s, const struct series_change *c) {
    return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:s, s:o}", "index", c->index,
                     "commit", text_of(s->point[c->index].commit), "before",
                     json_number(c->before), "after", json_number(c->after), "size",
                     json_number(c->after / c->before - 1), "p", json_number(c->p),
                     "method", c->method, "judged",
                     c->judged == NULL ? json_null() : text_of(c->judged));
}

static json_t *one_json(const struct series *s) {
    static const char *const kinds[] = {"exact", "ruled", "raw"};
    json_t *points = json_array(), *changes = json_array();
    for (int i = 0; i < s->count; i++)
        json_array_append_new(points, point_json(&s->point[i]));
    for (int i = 0; i < s->changes; i++)
        json_array_append_new(changes, change_json(s, &s->change[i]));
    json_t *one = json_pack(
        "{s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o}", "name", text_of(s->name),
        "quantity", text_of(s->quantity), "unit", text_of(s->unit), "kind",
        kinds[s->kind], "machine", text_of(s->machine), "compiler", text_of(s->compiler),
        "flags", text_of(s->flags), "points", points, "changes", changes);
    if (s->baseline[0] != '\0')
        json_object_set_new(one, "baseline", text_of(s->baseline));
    return one;
}

json_t *series_json(const struct series_list *l) {
    json_t *all = json_array();
    for (int i = 0; i < l->count; i++)
        json_array_append_new(all, one_json(&l->series[i]));
    return all;
}
