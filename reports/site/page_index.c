/* The first page: the verdict, what fails, the matrix of problems and methods, quantities.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "reports/site/site.h"
#include "reports/site/value.h"

enum { MOST_FAILURES = 60 };

static const double least_seconds = 0.01; /* that are worth telling */

static json_int_t count_of(const json_t *object, const char *key) {
    return json_integer_value(json_object_get(object, key));
}

/* The worst of a group's marks, and the number that a cell shows. */
static void set_cell(json_t *cell, const json_t *counts) {
    json_int_t fail = count_of(counts, "fail"), open = count_of(counts, "open");
    json_int_t pass = count_of(counts, "pass");
    bool passes = fail == 0 && pass > 0 && open <= pass;
    value_mark(cell, fail > 0 ? "fail" : passes ? "pass" : "open");
    value_count(cell, "shown", fail > 0 ? fail : passes ? pass : open);
    value_count(cell, "undecided", passes ? open : 0);
    if (fail + open + pass == 0)
        value_set(cell, "mark", "");
}

static void add_cells(const json_t *methods, json_t *problem) {
    json_t *cells = value_array(problem, "cells"), *method;
    size_t i;
    json_array_foreach((json_t *)methods, i, method) {
        json_t *cell = json_object();
        set_cell(cell, json_object_get(json_object_get(problem, "by_method"),
                                       value_text(method, "name")));
        json_array_append_new(cells, cell);
    }
    set_cell(problem, problem);
}

/* Quantities with how many results of each pass, in the order in which they are explained. */
static json_t *list_quantities(const struct site *site) {
    json_t *by_name = json_object(), *result, *entry;
    size_t i;
    json_array_foreach(json_object_get(site->document, "results"), i, result) {
        struct text key =
            text_made("%05d %s %s", (int)value_number(result, "rank"),
                      value_text(result, "study"), value_text(result, "label"));
        entry = value_object(by_name, text_bytes(&key));
        value_copy(entry, result, "label study meaning");
        value_add(entry, value_text(result, "mark"), 1);
        text_clear(&key);
    }
    json_t *list = value_members(by_name);
    json_decref(by_name);
    return list;
}

static json_t *list_failures(const struct site *site, json_t *view) {
    json_t *list =
        value_those(json_object_get(site->document, "results"), "mark", "fail");
    value_count(view, "more_failures", (json_int_t)value_cut(list, MOST_FAILURES));
    return list;
}

/* "3 slower, 120 the same, 2 cannot be told." */
static void tell_speed(struct text *words, const struct site *site) {
    static const char *const verdicts[][2] = {{"slower", "slower"},
                                              {"faster", "faster"},
                                              {"same", "the same"},
                                              {"cannot-tell", "cannot be told"},
                                              {"not-measured", "not measured"}};
    const json_t *list = json_object_get(site->document, "comparisons");
    for (size_t k = 0; k < sizeof verdicts / sizeof *verdicts; k++) {
        int count = 0;
        for (size_t i = 0; i < json_array_size(list); i++)
            count += value_is(json_array_get(list, i), "verdict", verdicts[k][0]);
        if (count > 0)
            text_format(words, "%s%d %s", words->length > 0 ? ", " : "", count,
                        verdicts[k][1]);
    }
    text_add(words, words->length > 0 ? "." : "What steps cost.");
}

static void set_headline(struct site *site) {
    struct text words = {0};
    json_int_t fail = count_of(site->view, "fail"), problems = 0, required = 0;
    bool runs = value_has(site->view, "running");
    json_t *problem, *result;
    size_t i;
    json_array_foreach(site->problems, i, problem) {
        problems += count_of(problem, "fail") > 0;
    }
    json_array_foreach(json_object_get(site->document, "results"), i, result) {
        required += json_is_true(json_object_get(result, "required"));
    }
    if (count_of(site->view, "count") == 0 && value_has(site->view, "speed"))
        tell_speed(&words, site);
    else if (count_of(site->view, "count") == 0)
        text_add(&words, runs ? "Nothing is done yet." : "Nothing was checked.");
    else if (fail > 0 && problems == 0)
        text_format(&words, "%s%d result%s, about the method itself.",
                    runs ? "So far " : "", (int)fail, fail == 1 ? " fails" : "s fail");
    else if (fail > 0)
        text_format(&words, "%s%d result%s, on %d of %d problems.", runs ? "So far " : "",
                    (int)fail, fail == 1 ? " fails" : "s fail", (int)problems,
                    (int)json_array_size(site->problems));
    else if (required > 0)
        text_format(&words, "%s %d required verdicts pass.", runs ? "So far all" : "All",
                    (int)required);
    else
        text_add(&words,
                 runs ? "So far nothing fails." : "Nothing fails; nothing was required.");
    value_set(site->view, "headline", text_bytes(&words));
    value_set(site->view, "outcome",
              fail > 0                                     ? "fail"
              : count_of(site->view, "count") > 0 && !runs ? "pass"
                                                           : "open");
    text_clear(&words);
}

/* Of each study whether it holds, where one integrator is judged: its card. */
static json_t *list_subjects(const struct site *site) {
    json_t *groups = site_group(site, json_object_get(site->document, "results")), *group;
    size_t i;
    json_array_foreach(groups, i, group) {
        set_cell(group, group);
        bool fails = count_of(group, "fail") > 0;
        bool partly = count_of(group, "open") > count_of(group, "pass");
        value_set(group, "grade",
                  fails                          ? "fails"
                  : count_of(group, "pass") == 0 ? "open"
                  : partly                       ? "holds in part"
                                                 : "holds");
        json_object_del(group, "rows");
    }
    return groups;
}

/* How many there are, as a number and in words. */
static void set_number(json_t *view, const char *what, const char *count,
                       const char *words, size_t number) {
    value_count(view, count, (json_int_t)number);
    json_object_set_new(view, words,
                        json_sprintf("%zu %s%s", number, what, number == 1 ? "" : "s"));
}

/* Whether methods were studied, rather than timed alone. */
static bool has_studies(const json_t *results) {
    const json_t *result;
    size_t i;
    json_array_foreach((json_t *)results, i, result) {
        if (!value_is(result, "study", "timing") && !value_is(result, "study", "compare"))
            return true;
    }
    return false;
}

static void set_shared(struct site *site, const json_t *methods) {
    json_t *v = site->view, *d = site->document;
    value_copy(v, d, "halfstep command integrator");
    if (value_number(d, "seconds") >= least_seconds)
        json_object_set(v, "seconds", json_object_get(d, "seconds"));
    value_set(v, "method", value_text(d, "method"));
    set_number(v, "problem", "problem_count", "problem_words",
               json_array_size(site->problems));
    set_number(v, "method", "method_count", "method_words", json_array_size(methods));
    set_number(v, "result", "result_count", "result_words", (size_t)count_of(v, "count"));
    json_object_set_new(v, "studied",
                        json_boolean(has_studies(json_object_get(d, "results"))));
    value_list(value_array(v, "machine"), json_object_get(d, "machine"));
    if (json_is_object(json_object_get(d, "running")))
        json_object_set(v, "running", json_object_get(d, "running"));
    value_date(v, "taken", value_number(d, "taken"), "%Y-%m-%d %H:%M UTC");
    value_commit(v, "commit", json_object_get(d, "build"));
    value_copy(v, json_object_get(d, "build"), "changed");
    set_headline(site);
}

void site_index(struct site *site) {
    json_t *view = json_object(), *methods = site_studied(site), *problem, *method;
    json_int_t unstudied = 0;
    size_t i;
    set_shared(site, methods);
    json_array_foreach(site->problems, i, problem) {
        add_cells(methods, problem);
        unstudied += json_array_size(json_object_get(problem, "results")) == 0;
    }
    json_array_foreach(methods, i, method) {
        set_cell(method, method);
    }
    value_count(view, "unstudied", value_has(site->view, "running") ? 0 : unstudied);
    json_object_set_new(view, "failures", list_failures(site, view));
    json_object_set(view, "problems", site->problems);
    json_object_set_new(view, "methods", methods);
    json_object_set_new(view, "quantities", list_quantities(site));
    value_copy(view, site->document, "detection not_applicable genericity");
    json_object_set_new(view, "costs", site_costs(site));
    if (value_has(site->document, "integrator"))
        json_object_set_new(view, "subjects", list_subjects(site));
    if (site->against != NULL)
        json_object_set_new(view, "changes", against_find(site, site->against));
    site_page(site, "", "index", "index.html", view);
}
