/* Figures of engines: where a push ends, and what steps of many sizes come to.
 *
 * Each is drawn of results with points, as any others: a series for an engine and its settings.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/site/figure.h"
#include "reports/site/value.h"

/* "contact-stepper" is CS, "Bullet multibody" BM; a name of one word is its own code. */
static void write_code(struct text *code, const char *name) {
    static const char *const between = "- ";
    const bool has_words = strpbrk(name, between) != NULL;
    if (!has_words)
        text_add(code, name);
    for (const char *at = has_words ? name : ""; *at != '\0';
         at += strcspn(at, between), at += strspn(at, between))
        text_format(code, "%c", toupper((unsigned char)*at));
}

/* "ODE best": the engine is "ODE", whose colour both columns have; what is no engine has the
 * next. */
static json_t *make_series(const json_t *engines, const char *title, const char *scene,
                           const char *quantity) {
    int number = 0;
    const json_t *found = value_find(engines, "title", title), *one = NULL;
    const char *name = found != NULL ? value_text(found, "name") : title;
    for (size_t i = 0; i < json_array_size(engines) && (found == NULL || one != found);
         i++) {
        const json_t *before = one;
        one = json_array_get(engines, i);
        number += before == NULL || !value_is(before, "name", value_text(one, "name"));
    }
    struct text code = {0};
    write_code(&code, name);
    json_t *series =
        figure_result(scene, quantity, name, strcmp(name, title) != 0 ? "best" : "",
                      text_bytes(&code), found != NULL ? number : number + 1);
    text_clear(&code);
    return series;
}

/* What only rounding moves is named, not drawn (site/figure_find.c). */
static void mark_rounding(json_t *points) {
    static const double rounding = 1e-12;
    size_t i;
    json_t *point;
    json_array_foreach(points, i, point) {
        if (value_number(point, "error") < rounding)
            value_set(point, "why", "round-off");
    }
}

/* What steps of many sizes come to. */
static void add_ladders(json_t *results, const json_t *document) {
    const json_t *engines = json_object_get(document, "engines");
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(document, "ladders"), i, one) {
        json_t *series =
            make_series(engines, value_text(one, "engine"), value_text(one, "scene"),
                        value_text(one, "quantity"));
        json_object_set(series, "points", json_object_get(one, "points"));
        if (value_is(one, "quantity", "error"))
            mark_rounding(json_object_get(series, "points"));
        value_set(series, "command", value_text(one, "command"));
        json_array_append_new(results, series);
    }
}

static double number_of(const json_t *cells, const char *scene, const char *quantity,
                        const char *engine) {
    const json_t *cell;
    size_t i;
    json_array_foreach((json_t *)cells, i, cell) {
        if (value_is(cell, "scene", scene) && value_is(cell, "quantity", quantity) &&
            value_is(cell, "engine", engine))
            return value_number(cell, "value");
    }
    return NAN;
}

static void add_stop(json_t *series, double angle, double distance) {
    if (isfinite(angle) && isfinite(distance))
        json_array_append_new(json_object_get(series, "points"),
                              json_pack("{s:f, s:f}", "along", distance * cos(angle),
                                        "value", distance * sin(angle)));
}

/* Coulomb's law, the same in every direction: a quarter of the unit circle. */
static json_t *make_circle(const json_t *engines) {
    enum { points = 30 };
    json_t *circle = make_series(engines, "Coulomb", "slides", "rose");
    for (int i = 0; i <= points; i++)
        add_stop(circle, acos(0) * i / points, 1);
    return circle;
}

/* Where blocks stop that are pushed at angles to their edges, over where they ought to. */
static void add_rose(json_t *results, const json_t *document) {
    static const char *const scene[] = {"slide_0", "slide_22", "slide_45", "slide_67",
                                        "slide_90"}; /* 22.5 degrees apart */
    enum { SCENES = sizeof scene / sizeof *scene };
    const double degree = acos(0) / 90;
    const json_t *cells = json_object_get(document, "cells"),
                 *engines = json_object_get(document, "engines");
    json_t *rose = json_pack("[o]", make_circle(engines));
    for (size_t i = 0; i < json_array_size(engines); i++) {
        const char *title = value_text(json_array_get(engines, i), "title");
        json_t *series = make_series(engines, title, "slides", "rose");
        for (int k = 0; k < SCENES; k++)
            add_stop(series,
                     degree * (22.5 * k + number_of(cells, scene[k], "direction", title)),
                     number_of(cells, scene[k], "distance", title));
        if (json_array_size(json_object_get(series, "points")) > 1)
            json_array_append(rose, series);
        json_decref(series);
    }
    if (json_array_size(rose) > 1)
        json_array_extend(results, rose);
    json_decref(rose);
}

json_t *site_engine_figures(struct site *site, const json_t *document) {
    json_t *results = json_array();
    add_rose(results, document);
    add_ladders(results, document);
    json_t *views = site_figures(site, "engines", results);
    json_decref(results);
    return views;
}
