/* Why results fail or are undecided, for a person: a line for each reason.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/screen/screen.h"
#include "harness/base/text.h"
#include "harness/base/verdict.h"
#include "harness/results/result.h"
#include "harness/results/results_count.h"
#include "harness/results/results_print.h"

/* What fits on a screen; more is in the files. */
enum { most_told = 40, most_names = 8, reason_indent = 4 };

static bool is_undecided(const struct result *result) {
    return result->verdict == VERDICT_NOT_ASYMPTOTIC && !result_fails(result);
}

/* Behind the verdict of one that fails because it is undecided. */
static const char *tell_requirement(const struct result *result) {
    return result_fails_undecided(result) ? " where a pass is required" : "";
}

/* The same for those that one line tells. A reason may be cut within a character. */
static void print_key(void *context, FILE *out) {
    const struct result *r = context;
    fprintf(out, "%d %d\n%s\n%s\n%s\n%s\n%s\n%s", (int)r->verdict,
            (int)result_fails_undecided(r), r->model, r->study, r->arithmetic, r->method,
            r->mode, r->reason);
}

static bool has_name(const json_t *names, const char *name) {
    for (size_t i = 0; i < json_array_size(names); i++)
        if (strcmp(json_string_value(json_array_get(names, i)), name) == 0)
            return true;
    return false;
}

/* Adds a name to those of a key, once. */
static void add_name(json_t *lines, const char *key, const char *name) {
    json_t *names = json_object_get(lines, key);
    if (names == NULL) {
        names = json_array();
        json_object_set_new_nocheck(lines, key, names);
    }
    if (!has_name(names, name))
        json_array_append_new(names, json_string_nocheck(name));
}

/* Of each reason and method, in the order of its first result, which goes to first[],
 * the quantities. */
static json_t *gather_quantities(const struct result **first,
                                 const struct results *results,
                                 bool (*is_told)(const struct result *)) {
    json_t *lines = json_object();
    RESULTS_FOREACH(results, r) {
        char *key = is_told(r) ? text_printed(print_key, (void *)r, NULL) : NULL;
        if (key == NULL)
            continue;
        if (json_object_get(lines, key) == NULL)
            first[json_object_size(lines)] = r;
        add_name(lines, key, r->quantity);
        free(key);
    }
    return lines;
}

static void print_names(const json_t *names, FILE *out) {
    const int count = (int)json_array_size(names);
    for (int i = 0; i < count && i < most_names; i++)
        fprintf(out, "%s%s", i > 0 ? ", " : "",
                json_string_value(json_array_get(names, (size_t)i)));
    if (count > most_names)
        fprintf(out, " and %d more", count - most_names);
}

struct line {
    const struct result *first;
    const json_t *quantities;
};

/* A line without the methods, whose place is the end of its first. */
static void print_line(void *context, FILE *out) {
    const struct line *line = context;
    const struct result *r = line->first;
    fprintf(out, "%s: ", r->model);
    print_names(line->quantities, out);
    fprintf(out, " (%s, %s, \n%s%s): %s%s: %s\n", r->study, r->arithmetic,
            r->mode[0] ? ", mode=" : "", r->mode, verdict_text(r->verdict),
            tell_requirement(r), r->reason);
}

/* Of each line the methods: those that say the same of the same quantities share one. */
static json_t *gather_lines(const struct result **first, json_t *quantities) {
    json_t *lines = json_object(), *of_line;
    const char *key;
    int i = 0;
    json_object_foreach(quantities, key, of_line) {
        struct line line = {first[i], of_line};
        char *text = text_printed(print_line, &line, NULL);
        if (text != NULL)
            add_name(lines, text, first[i]->method);
        free(text);
        i++;
    }
    return lines;
}

struct reason {
    const char *line; /* of print_line */
    int before;       /* so many characters before the methods */
    const json_t *methods;
};

static void print_reason(void *context, FILE *out) {
    const struct reason *r = context;
    fprintf(out, "%.*s", r->before, r->line);
    print_names(r->methods, out);
    fputs(r->line + r->before + 1, out);
}

/* A line for each reason that these have. */
static void print_reasons(const struct results *results,
                          bool (*is_told)(const struct result *), FILE *out) {
    const struct result **first = calloc((size_t)results->count + 1, sizeof *first);
    json_t *quantities = first ? gather_quantities(first, results, is_told) : NULL;
    json_t *lines = gather_lines(first, quantities), *methods;
    const char *line;
    int told = 0;
    json_object_foreach(lines, line, methods) {
        const int before = (int)strcspn(line, "\n");
        if (told++ >= most_told)
            continue;
        struct reason reason = {line, before, methods};
        char *text = text_printed(print_reason, &reason, NULL);
        fputs(told == 1 ? "\n" : "", out);
        screen_print_line(text != NULL ? text : line, 0, reason_indent, out);
        free(text);
    }
    if (told > most_told)
        fprintf(out, "and %d more\n", told - most_told);
    json_decref(lines);
    json_decref(quantities);
    free(first);
}

void results_print_undecided(const struct results *results, FILE *out) {
    print_reasons(results, is_undecided, out);
}

void results_print_failures(const struct results *results, FILE *out) {
    struct results_count count = results_count(results);
    char required[64];
    results_count_tell_undecided(required, sizeof required, &count);
    print_reasons(results, result_fails, out);
    fprintf(out, "\n%d result%s: %d pass, %d fail%s, %d undecided\n", count.all,
            count.all == 1 ? "" : "s", count.passed, count.failed, required,
            count.all - count.passed - count.failed);
}
