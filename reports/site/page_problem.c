/* The page of a problem: what it is, what fails, its figures, its numbers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "reports/mathml.h"
#include "reports/site/strip.h"
#include "reports/site/value.h"

/* The model's equations, which enter the page as they are: only MathML may. */
static json_t *list_equations(const json_t *model) {
    json_t *list = json_object(), *markup;
    const char *about;
    json_object_foreach(json_object_get(model, "mathml"), about, markup) {
        if (json_string_length(markup) > 0 && mathml_is_safe(json_string_value(markup)))
            json_object_set(list, about, markup);
    }
    return list;
}

static void add_size(json_t *list, const json_t *model, const char *key, const char *one,
                     const char *many) {
    int count = (int)value_number(model, key);
    if (value_number(model, key) > 0)
        json_array_append_new(list, json_pack("{s:i, s:s}", "count", count, "what",
                                              count == 1 ? one : many));
}

static json_t *list_sizes(const json_t *model) {
    json_t *list = json_array();
    add_size(list, model, "nq", "position", "positions");
    add_size(list, model, "nv", "velocity", "velocities");
    add_size(list, model, "nz", "other state", "other states");
    add_size(list, model, "joints", "joint", "joints");
    add_size(list, model, "contacts", "contact", "contacts");
    return list;
}

static json_t *list_parameters(const json_t *model) {
    json_t *list = json_array();
    value_list(list, json_object_get(model, "parameters"));
    value_list(list, json_object_get(model, "sizes"));
    return list;
}

/* Where measured and predicted decimals of each result agree least. */
static json_t *list_coefficients(const json_t *results) {
    json_t *list = json_array(), *result;
    size_t i;
    json_array_foreach((json_t *)results, i, result) {
        json_t *worst = document_worst_point(json_object_get(result, "points"));
        if (worst == NULL)
            continue;
        json_t *row = json_copy(worst);
        value_copy(row, result, "label method");
        json_array_append_new(list, row);
    }
    return list;
}

static bool is_counter(const char *key, const json_t *value) {
    return json_is_number(value) && strcmp(key, "used") != 0;
}

/* Counters of a method's runs: a row for each counter that is not zero everywhere, a column
 * for each run. */
static json_t *make_counters(const json_t *result) {
    json_t *points = json_object_get(result, "points"), *by_key = json_object();
    json_t *table =
        json_pack("{s:O, s:s, s:[], s:[]}", "method", json_object_get(result, "method"),
                  "part", value_text(result, "part"), "heads", "rows");
    size_t i;
    json_t *point, *value, *row;
    const char *key;
    json_array_foreach(points, i, point) {
        json_array_append_new(json_object_get(table, "heads"),
                              json_pack("{s:s, s:s}", "setting",
                                        value_text(point, "setting"), "mode",
                                        value_text(point, "mode")));
        json_object_foreach(point, key, value) {
            if (is_counter(key, value) && json_number_value(value) != 0)
                value_object(by_key, key);
        }
    }
    json_object_foreach(by_key, key, row) {
        value_set(row, "name", key);
        json_array_foreach(points, i, point) {
            value = json_object_get(point, key);
            json_array_append(value_array(row, "cells"),
                              value != NULL ? value : json_null());
        }
        json_array_append(json_object_get(table, "rows"), row);
    }
    json_decref(by_key);
    return table;
}

static json_t *list_counters(const json_t *results) {
    json_t *list = json_array();
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *r = json_array_get(results, i);
        if (text_begins(value_text(r, "quantity"), "counters") &&
            value_is(r, "study", "statistics"))
            json_array_append_new(list, make_counters(r));
    }
    return list;
}

/* The times of a truth are exact decimals, of which a page shows the first digits. */
static void shorten_times(const json_t *problem) {
    static const char *const lists[] = {"times", "published"};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        json_t *entry,
            *list = json_object_get(json_object_get(problem, "truth"), lists[k]);
        size_t i;
        json_array_foreach(list, i, entry) {
            json_object_set_new(entry, "t", json_real(value_number(entry, "t")));
        }
    }
}

/* The methods that the figures show. */
static json_t *list_drawn(const struct site *site, const json_t *figures) {
    json_t *list = json_array(), *method, *figure;
    size_t i, k;
    json_array_foreach(site->methods, i, method) {
        bool is_drawn = false;
        json_array_foreach((json_t *)figures, k, figure) {
            is_drawn = is_drawn || value_find(json_object_get(figure, "series"), "method",
                                              value_text(method, "name")) != NULL;
        }
        if (is_drawn)
            json_array_append(list, method);
    }
    return list;
}

static json_t *make_view(struct site *site, json_t *problem) {
    json_t *view = json_object(), *results = json_object_get(problem, "results");
    const char *page = value_text(problem, "page");
    shorten_times(problem);
    json_object_set(view, "problem", problem);
    json_object_set(view, "until", json_array_get(json_object_get(problem, "span"), 1));
    json_object_set_new(view, "sizes", list_sizes(problem));
    json_object_set_new(view, "values", list_parameters(problem));
    json_object_set_new(view, "equations", list_equations(problem));
    json_object_set_new(view, "failures", value_those(results, "mark", "fail"));
    json_object_set_new(view, "studies", site_group(site, results));
    json_object_set_new(view, "coefficients", list_coefficients(results));
    json_object_set_new(view, "counters", list_counters(results));
    json_object_set_new(view, "motion", motion_figures(site, problem));
    json_t *drawn = json_copy(json_object_get(problem, "beside"));
    drawn = drawn != NULL ? drawn : json_array();
    json_array_extend(drawn, results);
    json_t *figures = site_figures(site, page, drawn);
    strip_impacts(site, page, results, figures);
    json_object_set_new(view, "figures", figures);
    json_decref(drawn);
    json_object_set_new(view, "methods", list_drawn(site, figures));
    json_object_set_new(view, "studied", json_boolean(json_array_size(results) > 0));
    json_object_set(
        view, "survey",
        value_find(
            json_object_get(json_object_get(site->document, "genericity"), "models"),
            "name", value_text(problem, "name")));
    return view;
}

void site_problems(struct site *site) {
    size_t count = json_array_size(site->problems);
    for (size_t i = 0; i < count; i++) {
        json_t *problem = json_array_get(site->problems, i);
        json_t *view = make_view(site, problem);
        if (i > 0)
            json_object_set(view, "before", json_array_get(site->problems, i - 1));
        if (i + 1 < count)
            json_object_set(view, "after", json_array_get(site->problems, i + 1));
        site_page(site, "models", value_text(problem, "page"), "problem.html", view);
    }
}
