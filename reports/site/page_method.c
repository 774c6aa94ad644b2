/* The page of a method: what it is, tree by tree; its orders and costs over all problems.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/site/draw.h"
#include "reports/site/strip.h"
#include "reports/site/value.h"
#include "reports/tree.h"

/* Figures with a row for each problem; expected is NaN where each result says it. */
static const struct strip {
    const char *study, *quantity;
    struct strip_figure figure;
} strips[] = {
    {"order",
     "order",
     {.name = "orders",
      .title = "Order on each problem",
      .across = "fitted order of the global error",
      .note =
          "Value and interval, in double precision; the broken line is what is expected.",
      .expected = NAN}},
    {"gap",
     "gap-order",
     {.name = "gaps",
      .title = "Slope of what the estimate misses",
      .across = "slope of the gap",
      .note = "In multiple precision; of an integrator from outside in double.",
      .expected = NAN}},
    {"statistics",
     "evaluations-ratio",
     {.name = "costs",
      .title = "Cost on each problem",
      .across = "evaluations of default over faithful mode, at equal error",
      .note = "Left of 1 the default mode is cheaper, right of it dearer.",
      .expected = 1}},
};

static bool is_in(const struct strip *s, const json_t *r) {
    bool is_order = strcmp(s->quantity, "order") == 0;
    return value_is(r, "study", s->study) && value_is(r, "quantity", s->quantity) &&
           !(is_order && !value_is(r, "arithmetic", "double")) &&
           !value_is(r, "mode", "faithful") && isfinite(value_number(r, "value"));
}

static void draw_strip(struct site *site, const struct strip *s, json_t *method,
                       json_t *views) {
    const json_t *results = json_object_get(method, "results"), *r;
    struct text name =
        text_made("method-%s-%s", value_text(method, "page"), s->figure.name);
    struct strip_figure f = s->figure;
    f.name = text_bytes(&name);
    f.number = (int)value_number(method, "number");
    size_t i;
    json_array_foreach((json_t *)results, i, r) {
        if (!is_in(s, r))
            continue;
        strip_row(&f, value_text(r, "page"), value_number(r, "value"),
                  value_number(r, "low"), value_number(r, "high"));
        if (!isfinite(s->figure.expected))
            f.expected = value_number(r, "expected");
    }
    strip_draw(site, &f, views);
    text_clear(&name);
}

static void write_polynomial(struct text *out, const char *name, const json_t *numbers) {
    text_format(out, "%s = '", name);
    for (size_t i = 0; i < json_array_size(numbers); i++)
        text_format(out, "%.17g ", json_number_value(json_array_get(numbers, i)));
    text_add(out, "'\n");
}

static json_t *draw_stability(struct site *site, const json_t *method,
                              const json_t *print) {
    const json_t *stability = json_object_get(print, "stability");
    if (json_array_size(json_object_get(stability, "numerator")) == 0)
        return NULL;
    struct text name = text_made("method-%s-stability", value_text(method, "page"));
    struct text *out = draw_begin(site, text_bytes(&name));
    write_polynomial(out, "numerator", json_object_get(stability, "numerator"));
    write_polynomial(out, "denominator", json_object_get(stability, "denominator"));
    text_format(out, "number = %d\n", (int)value_number(method, "number"));
    draw_load(out, "stability.gp");
    json_t *view = draw_view(text_bytes(&name), "Where the method is stable",
                             "The line is |R(z)| = 1, traced on a grid.");
    json_object_set_new(view, "has_no_json", json_true()); /* gnuplot writes its table */
    text_clear(&name);
    return view;
}

static json_t *draw_tree(const json_t *tree) {
    struct tree t;
    struct text svg = {0};
    json_t *row = json_copy((json_t *)tree);
    if (tree_read(&t, value_text(tree, "levels"))) {
        int wide = (int)ceil(t.width) + 2;
        tree_draw(&svg, &t, wide > t.levels ? wide : t.levels, value_text(tree, "tree"));
    }
    value_set(row, "svg", text_bytes(&svg));
    value_mark(row, value_is(tree, "verdict", "fail") ? "fail" : "pass");
    text_clear(&svg);
    return row;
}

/* A diagnosis that says no more than the heading does: "This is NAME." */
static bool repeats_heading(const json_t *print) {
    struct text heading = text_made("This is %s.", value_text(print, "name"));
    bool repeats = value_is(print, "diagnosis", text_bytes(&heading));
    text_clear(&heading);
    return repeats;
}

/* Each fingerprint of the method; its trees drawn where they differ from the last ones. */
static json_t *list_prints(struct site *site, json_t *method, json_t *figures) {
    json_t *list = json_array(), *before = NULL, *r, *tree;
    size_t i, k;
    json_array_foreach(json_object_get(method, "results"), i, r) {
        json_t *print = json_object_get(r, "fingerprint");
        if (!json_is_object(print))
            continue;
        json_t *row = json_copy(print), *trees = json_object_get(print, "trees");
        json_object_set_new(row, "trees", json_array());
        if (repeats_heading(print))
            json_object_del(row, "diagnosis");
        value_copy(row, r, "part mark sign");
        bool same = before != NULL && json_equal(before, trees);
        json_array_foreach(trees, k, tree) {
            if (!same)
                json_array_append_new(json_object_get(row, "trees"), draw_tree(tree));
        }
        if (same)
            json_object_set_new(row, "same", json_true());
        if (before == NULL && json_array_size(figures) == 0) {
            json_t *view = draw_stability(site, method, print);
            if (view != NULL)
                json_array_append_new(figures, view);
        }
        before = trees;
        json_array_append_new(list, row);
    }
    return list;
}

/* What the method has on each problem. */
static json_t *list_rows(const struct site *site, const json_t *method) {
    json_t *list = json_array(), *problem;
    size_t i;
    json_array_foreach(site->problems, i, problem) {
        json_t *counts = json_object_get(json_object_get(problem, "by_method"),
                                         value_text(method, "name"));
        if (counts == NULL)
            continue;
        json_t *row = json_copy(counts);
        json_object_set(row, "problem", json_object_get(problem, "name"));
        value_copy(row, problem, "title page");
        bool fails = value_number(row, "fail") > 0;
        value_set(row, "mark", fails ? "fail" : "pass");
        json_array_append_new(list, row);
    }
    return list;
}

/* Results that are of no problem: fingerprints, conditions, control, stability, ... */
static json_t *list_of_method(const json_t *results) {
    json_t *results_of_it = json_array(), *r;
    size_t i;
    json_array_foreach((json_t *)results, i, r) {
        if (!value_has(r, "page"))
            json_array_append(results_of_it, r);
    }
    return results_of_it;
}

static json_t *make_view(struct site *site, json_t *method) {
    json_t *view = json_object(), *figures = json_array();
    json_t *results_of_it = list_of_method(json_object_get(method, "results"));
    json_object_set(view, "method", method);
    json_object_set_new(view, "prints", list_prints(site, method, figures));
    for (size_t i = 0; i < sizeof strips / sizeof *strips; i++)
        draw_strip(site, &strips[i], method, figures);
    struct text page = text_made("method-%s", value_text(method, "page"));
    json_t *more = site_figures(site, text_bytes(&page), results_of_it);
    json_array_extend(figures, more);
    json_decref(more);
    json_object_set_new(view, "figures", figures);
    json_object_set_new(view, "rows", list_rows(site, method));
    json_object_set_new(view, "studies", site_group(site, results_of_it));
    text_clear(&page);
    json_decref(results_of_it);
    return view;
}

void site_method_pages(struct site *site) {
    json_t *studied = site_studied(site), *method;
    size_t i;
    json_array_foreach(studied, i, method) {
        site_page(site, "methods", value_text(method, "page"), "method.html",
                  make_view(site, method));
    }
    json_decref(studied);
}
