/* Which results belong to which problem and method, and how many there are of each kind.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "reports/site/figure.h"
#include "reports/site/value.h"

/* Appends 2, 3, ... behind `between` where a name is taken, and takes it. New reference. */
static json_t *take_name(struct text *name, const char *between, json_t *taken) {
    const size_t length = name->length;
    for (int i = 2; json_object_get(taken, text_bytes(name)) != NULL; i++) {
        name->length = length;
        text_format(name, "%s%d", between, i);
    }
    json_object_set_new(taken, text_bytes(name), json_true());
    json_t *result = json_stringn(text_bytes(name), name->length);
    text_clear(name);
    return result;
}

json_t *site_file_name(const char *name, json_t *taken) {
    struct text file = {0};
    for (const char *c = name; *c != '\0' && file.length < 80; c++)
        text_format(&file, "%c",
                    isalnum((unsigned char)*c) || *c == '_' || *c == '-' ? *c : '-');
    if (file.length == 0)
        text_add(&file, "-2");
    return take_name(&file, "-", taken);
}

/* The initials of a name of several words ("see2"), or a word's first three letters; a number
 * follows where another method has them. */
static json_t *make_code(struct site *site, const char *name) {
    static const char *const between = "-_. ";
    const bool has_words = strpbrk(name, between) != NULL;
    struct text code = {0};
    for (const char *c = name; *c != '\0' && code.length < (has_words ? 6 : 3); c++)
        if (isalnum((unsigned char)*c) &&
            (!has_words || c == name || strchr(between, c[-1]) != NULL))
            text_format(&code, "%c", *c);
    if (code.length == 0)
        text_add(&code, "m");
    return take_name(&code, "", value_object(site->view, "codes"));
}

static json_t *find_or_add_method(struct site *site, const char *name, json_t *taken) {
    json_t *method = value_find(site->methods, "name", name);
    if (method != NULL || *name == '\0' || strcmp(name, "all") == 0)
        return method;
    size_t number = json_array_size(site->methods);
    method = json_pack("{s:s, s:o, s:o, s:i, s:i, s:[]}", "name", name, "page",
                       site_file_name(name, taken), "code", make_code(site, name),
                       "number", (int)(number % COLOURS) + 1, "symbol",
                       figure_marks[number % COLOURS], "results");
    if (json_array_append_new(site->methods, method) != 0)
        return NULL;
    return method;
}

/* Adds the methods of results to those that there are, and the results to them. */
static void find_methods(struct site *site, const json_t *results) {
    json_t *taken = json_object(), *name, *result, *known;
    size_t i;
    json_array_foreach(site->methods, i, known) {
        json_object_set_new(taken, value_text(known, "page"), json_true());
    }
    json_array_foreach(json_object_get(site->document, "methods"), i, name) {
        find_or_add_method(site, json_is_string(name) ? json_string_value(name) : "",
                           taken);
    }
    json_array_foreach((json_t *)results, i, result) {
        json_t *method = find_or_add_method(site, value_text(result, "method"), taken);
        if (method == NULL)
            continue;
        json_array_append(json_object_get(method, "results"), result);
        value_copy(result, method, "code number");
        json_object_set(result, "method_page", json_object_get(method, "page"));
    }
    json_decref(taken);
}

static void find_problems(struct site *site) {
    json_t *taken = json_object(), *model;
    size_t i;
    json_array_foreach(json_object_get(site->document, "models"), i, model) {
        if (!json_is_object(model))
            continue;
        json_t *problem = json_copy(model),
               *page = site_file_name(value_text(model, "name"), taken);
        json_object_set_new(problem, "page", page);
        value_words(problem);
        struct text word = text_made("");
        site_add_model(site, &word, value_text(model, "name"));
        value_set(problem, "word", text_bytes(&word));
        text_clear(&word);
        json_object_set_new(problem, "results", json_array());
        json_object_set_new(problem, "by_method", json_object());
        json_array_append_new(site->problems, problem);
    }
    json_decref(taken);
}

static void give_to_problem(json_t *problem, json_t *result) {
    const char *mark = value_text(result, "mark");
    json_array_append(json_object_get(problem, "results"), result);
    json_object_set(result, "page", json_object_get(problem, "page"));
    value_add(problem, mark, 1);
    value_add(
        value_object(json_object_get(problem, "by_method"), value_text(result, "method")),
        mark, 1);
}

static json_t *problems_by_name(const struct site *site) {
    json_t *by_name = json_object(), *problem;
    size_t i;
    json_array_foreach(site->problems, i, problem) {
        json_object_set(by_name, value_text(problem, "name"), problem);
    }
    return by_name;
}

json_t *site_studied(const struct site *site) {
    json_t *list = json_array(), *method;
    size_t i;
    json_array_foreach(site->methods, i, method) {
        if (json_array_size(json_object_get(method, "results")) > 0)
            json_array_append(list, method);
    }
    return list;
}

void site_sort(struct site *site) {
    json_t *results = json_object_get(site->document, "results"), *result;
    size_t i;
    find_methods(site, results);
    find_problems(site);
    json_t *by_name = problems_by_name(site);
    json_array_foreach(results, i, result) {
        json_t *problem = json_object_get(by_name, value_text(result, "model"));
        json_t *method = value_find(site->methods, "name", value_text(result, "method"));
        if (method != NULL)
            value_add(method, value_text(result, "mark"), 1);
        if (problem != NULL)
            give_to_problem(problem, result);
    }
    json_decref(by_name);
}

void site_beside(struct site *site) {
    json_t *comparison = json_object_get(site->document, "comparison"), *result;
    json_t *results = json_object_get(comparison, "results");
    json_t *by_name = problems_by_name(site);
    size_t i;
    find_methods(site, results);
    json_array_foreach(results, i, result) {
        json_t *problem = json_object_get(by_name, value_text(result, "model"));
        if (problem != NULL)
            json_array_append(value_array(problem, "beside"), result);
    }
    json_decref(by_name);
}
