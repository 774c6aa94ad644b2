/* What is known of all problems together: how well their solutions, and whether a fault could
 * hide behind a zero at their starts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <math.h>
#include <string.h>

#include "reports/json.h"

static const char *const grades[] = {"closed-form", "certified", "converged", "published",
                                     "none"};
enum { GRADES = sizeof grades / sizeof *grades };

bool page_has_solutions(const struct page *page) {
    bool any = page->r->genericity != NULL;
    for (int i = 0; i < page->r->models && !any; i++) {
        any = page->r->model[i].grade[0] != '\0';
    }
    return any;
}

static int count_grade(const struct results *r, const char *grade) {
    int count = 0;
    for (int i = 0; i < r->models; i++) {
        count += strcmp(r->model[i].grade, grade) == 0 ? 1 : 0;
    }
    return count;
}

/* "Solutions: 7 closed-form, 31 certified, 4 converged." */
static void write_grades(struct text *out, const struct results *r) {
    const char *comma = "";
    text_add(out, "<p class=\"score\">");
    for (int i = 0; i < GRADES; i++) {
        int count = count_grade(r, grades[i]);
        if (count > 0) {
            text_format(out, "%s<b>%d</b> %s", comma, count,
                        i == GRADES - 1 ? "not known" : grades[i]);
            comma = ", ";
        }
    }
    text_add(out, ".</p>\n");
}

/* The fewest right digits of anything that was published about a model; NaN: nothing. */
static double find_published(const struct report_model *model) {
    const json_t *published = json_object_get(model->truth, "published");
    double fewest = NAN;
    for (size_t i = 0; i < json_array_size(published); i++) {
        fewest = fmin(fewest,
                      json_loose_number(json_array_get(published, i), "digits_agreeing"));
    }
    return fewest;
}

/* The entry of a model in the survey; NULL: there is none. */
static const json_t *find_survey(const struct results *r, const char *name) {
    const json_t *models = json_object_get(r->genericity, "models");
    for (size_t i = 0; i < json_array_size(models); i++) {
        if (strcmp(json_loose_text(json_array_get(models, i), "name"), name) == 0) {
            return json_array_get(models, i);
        }
    }
    return NULL;
}

/* "7 terms" that can be seen from the start; what is hidden in the title. */
static void write_generic(struct text *out, const json_t *survey) {
    const json_t *counts = json_object_get(survey, "counts");
    double seen = json_loose_number(counts, "nonzero");
    double hidden = json_loose_number(counts, "zero-at-start") +
                    json_loose_number(counts, "undecided");
    bool failed = strcmp(json_loose_text(survey, "verdict"), "fail") == 0;
    text_add(out, failed ? "<td class=\"stops\">" : "<td>");
    if (!survey || !isfinite(seen)) {
        text_add(out, "\xE2\x80\x93</td>");
        return;
    }
    page_mark(out, failed ? VERDICT_FAIL : VERDICT_PASS, failed);
    text_format(out, " %.0f", seen);
    if (hidden > 0) {
        text_format(out, " of %.0f <small>", seen + hidden);
        text_escaped(out, json_loose_text(survey, "reason"));
        text_add(out, "</small>");
    }
    text_add(out, "</td>");
}

static void write_row(struct text *out, const struct results *r, int i) {
    const struct report_model *model = &r->model[i];
    double published = find_published(model);
    const json_t *times = json_object_get(model->truth, "times");
    const json_t *last = json_array_get(times, json_array_size(times) - 1);
    text_add(out, "<tr><th scope=\"row\"><a href=\"#");
    page_anchor(out, model, NULL);
    text_add(out, "\">");
    text_escaped(out, model->name);
    text_add(out, "</a></th><td>");
    text_escaped(out, model->grade);
    text_add(out, "</td><td>");
    text_format(out, isfinite(model->digits) ? "%.0f" : "\xE2\x80\x93",
                floor(model->digits));
    text_add(out, "</td><td>");
    text_escaped(out, json_loose_text(last, "way"));
    text_add(out, "</td><td>");
    if (isfinite(published)) {
        text_format(out, "%.1f", floor(10 * published) / 10);
    }
    text_add(out, "</td>");
    write_generic(out, find_survey(r, model->name));
    text_add(out, "</tr>\n");
}

static void write_models(const struct page *page) {
    struct text table = {0};
    text_add(&table, "<div class=\"wide\"><table class=\"points solutions\">\n<thead><tr>"
                     "<th scope=\"col\">Problem</th><th scope=\"col\">Grade</th>"
                     "<th scope=\"col\">Digits</th><th scope=\"col\">By</th>"
                     "<th scope=\"col\">Published digits that are right</th>"
                     "<th scope=\"col\">Terms seen from the start</th></tr></thead>\n"
                     "<tbody>\n");
    for (int i = 0; i < page->r->models; i++) {
        write_row(&table, page->r, i);
    }
    text_add(&table, "</tbody>\n</table></div>\n");
    page_fold(page->out, "Problem by problem", &table);
}

/* The tree that is seen from the fewest starts. */
static const json_t *find_rarest(const json_t *trees) {
    const json_t *rarest = NULL;
    for (size_t i = 0; i < json_array_size(trees); i++) {
        const json_t *tree = json_array_get(trees, i);
        if (!rarest ||
            json_loose_number(tree, "names") < json_loose_number(rarest, "names")) {
            rarest = tree;
        }
    }
    return rarest;
}

static int count_failed(const json_t *list) {
    int failed = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *verdict = json_loose_text(json_array_get(list, i), "verdict");
        failed += strcmp(verdict, "fail") == 0 ? 1 : 0;
    }
    return failed;
}

static void write_trees(const struct page *page, const json_t *trees) {
    struct text table = {0};
    text_add(&table, "<div class=\"wide\"><table class=\"points solutions\">\n<thead><tr>"
                     "<th scope=\"col\">Tree</th><th scope=\"col\">Differential</th>"
                     "<th scope=\"col\">Problems</th><th scope=\"col\">among them</th>"
                     "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < json_array_size(trees); i++) {
        const json_t *tree = json_array_get(trees, i);
        const json_t *on = json_object_get(tree, "on");
        bool failed = strcmp(json_loose_text(tree, "verdict"), "fail") == 0;
        text_add(&table, failed ? "<tr class=\"stops\"><td><code>" : "<tr><td><code>");
        text_escaped(&table, json_loose_text(tree, "tree"));
        text_add(&table, "</code></td><td><code>");
        text_escaped(&table, json_loose_text(tree, "differential"));
        text_format(&table, "</code></td><td>%.0f</td><td>",
                    json_loose_number(tree, "names"));
        for (size_t k = 0; k < json_array_size(on); k++) {
            text_add(&table, k > 0 ? ", " : "");
            text_escaped(&table, json_string_value(json_array_get(on, k)));
        }
        text_add(&table, "</td></tr>\n");
    }
    text_add(&table, "</tbody>\n</table></div>\n");
    page_fold(page->out, "Term by term", &table);
}

static void write_genericity(const struct page *page) {
    const json_t *survey = page->r->genericity;
    const json_t *trees = json_object_get(survey, "trees");
    const json_t *rarest = find_rarest(trees);
    int failed = count_failed(json_object_get(survey, "models"));
    bool whole = json_is_true(json_object_get(survey, "whole"));
    text_add(page->out,
             "<p>A fault that multiplies a term which is zero at the start of a "
             "problem is not seen there. ");
    if (whole && rarest) {
        text_format(page->out,
                    "Each of the %d elementary differentials up to order 3, split by "
                    "positions, velocities, other states and time, is proved to be other "
                    "than zero at the starts of <b>%.0f</b> problems or more (fewest: "
                    "<code>",
                    (int)json_array_size(trees), json_loose_number(rarest, "names"));
        text_escaped(page->out, json_loose_text(rarest, "tree"));
        text_add(page->out, "</code>). ");
    }
    if (failed > 0) {
        page_mark(page->out, VERDICT_FAIL, true);
        text_add(page->out, " ");
        page_count(page->out, failed, "problem has", "problems have");
        text_add(page->out, " a zero that no other start of its file makes good.");
    } else {
        page_mark(page->out, VERDICT_PASS, false);
        text_add(page->out, " Where a start has a zero by accident, another start of the "
                            "same equations has none there.");
    }
    text_add(page->out, "</p>\n");
    if (whole) {
        write_trees(page, trees);
    }
}

void page_solutions(const struct page *page) {
    if (!page_has_solutions(page)) {
        return;
    }
    text_add(page->out,
             "<section class=\"problem\" id=\"solutions\">\n<h2>Exact solutions, "
             "and starts that hide nothing</h2>\n");
    write_grades(page->out, page->r);
    if (page->r->genericity) {
        write_genericity(page);
    }
    write_models(page);
    text_add(page->out, "</section>\n");
}
