/* Whole engines: scenes down, engines across, and the command of each number.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "reports/site/site.h"
#include "reports/site/value.h"

static bool is_same(const json_t *a, const json_t *b, const char *key) {
    return strcmp(value_text(a, key), value_text(b, key)) == 0;
}

static int find_column(const json_t *engines, const json_t *cell) {
    for (size_t i = 0; i < json_array_size(engines); i++)
        if (value_is(json_array_get(engines, i), "title", value_text(cell, "engine")))
            return (int)i;
    return -1;
}

/* Four digits; nothing where there is no number. */
static void set_number(json_t *view, const char *key, double value) {
    char shown[32];
    snprintf(shown, sizeof shown, "%.4g", value);
    if (isfinite(value))
        value_set(view, key, shown);
}

/* The row of the cell's scene and quantity, with an empty cell for each engine; made when it is not
 * there. */
static json_t *find_row(json_t *rows, const json_t *cell, size_t columns) {
    for (size_t i = json_array_size(rows); i > 0; i--) {
        json_t *row = json_array_get(rows, i - 1);
        if (is_same(row, cell, "scene") && is_same(row, cell, "quantity"))
            return row;
    }
    json_t *row = json_pack("{s:[]}", "cells");
    value_copy(row, cell, "scene quantity unit meaning");
    set_number(row, "expected", value_number(cell, "expected"));
    for (size_t i = 0; i < columns; i++)
        json_array_append_new(json_object_get(row, "cells"), json_object());
    json_array_append_new(rows, row);
    return row;
}

static void fill_cell(json_t *view, const json_t *cell, const char *id) {
    const bool is_built = !value_is(cell, "status", "not-built");
    value_set(view, "shown", is_built ? "failed" : "\xE2\x80\x93");
    if (value_is(cell, "status", "measured"))
        value_set(view, "shown", "no number");
    set_number(view, "shown", value_number(cell, "value"));
    set_number(view, "half", value_number(cell, "half"));
    value_copy(view, cell, "why");
    if (is_built)
        value_set(view, "id", id);
}

/* The commands of the cell's scene. */
static json_t *find_runs(json_t *scenes, const json_t *cell) {
    const size_t count = json_array_size(scenes);
    json_t *last = count > 0 ? json_array_get(scenes, count - 1) : NULL;
    if (last == NULL || !is_same(last, cell, "scene")) {
        last = json_pack("{s:s, s:[]}", "scene", value_text(cell, "scene"), "runs");
        json_array_append_new(scenes, last);
    }
    return json_object_get(last, "runs");
}

static void add_run(json_t *scenes, json_t *cell, const char *id) {
    json_t *runs = find_runs(scenes, cell);
    const size_t count = json_array_size(runs);
    if (value_is(cell, "status", "not-built") ||
        (count > 0 && is_same(json_array_get(runs, count - 1), cell, "engine")))
        return;
    json_t *run = json_pack("{s:s}", "id", id);
    value_copy(run, cell, "engine command why differs");
    set_number(run, "equivalence", value_number(cell, "equivalence"));
    json_array_append_new(runs, run);
}

static void add_cells(json_t *view, const json_t *document) {
    json_t *rows = json_array(), *scenes = json_array(), *cell;
    const json_t *engines = json_object_get(document, "engines");
    size_t i;
    json_array_foreach(json_object_get(document, "cells"), i, cell) {
        const int column = find_column(engines, cell);
        if (column < 0)
            continue;
        struct text id = text_made("%s-%d", value_text(cell, "scene"), column + 1);
        json_t *row = find_row(rows, cell, json_array_size(engines));
        fill_cell(json_array_get(json_object_get(row, "cells"), (size_t)column), cell,
                  text_bytes(&id));
        add_run(scenes, cell, text_bytes(&id));
        text_clear(&id);
    }
    json_object_set_new(view, "rows", rows);
    json_object_set_new(view, "scenes", scenes);
}

void site_engines(struct site *site) {
    json_t *document = access("engines.json", R_OK) == 0
                           ? document_read(site->folder, "engines.json", site->why)
                           : NULL;
    if (document == NULL)
        return;
    json_t *view = json_object();
    value_copy(view, document, "engines missing step");
    add_cells(view, document);
    json_object_set_new(view, "figures", site_engine_figures(site, document));
    json_object_set_new(site->view, "engines", json_true());
    site_page(site, "", "engines", "engines.html", view);
    json_decref(document);
}
