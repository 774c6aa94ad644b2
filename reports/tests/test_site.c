/* The program from outside: what it makes of an output folder, and what it says of one that is
 * none.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reports/site/files.h"

static char folder[] = "/tmp/site-XXXXXX";

static void make_folder(void) {
    cr_assert(mkdtemp(folder) != NULL);
}

static int shell(const char *format, const char *a, const char *b) {
    char line[1024];
    snprintf(line, sizeof line, format, a, b);
    return WEXITSTATUS(system(line));
}

static void remove_folder(void) {
    cr_expect(shell("rm -rf '%s'%s", folder, "") == 0);
}

TestSuite(site, .init = make_folder, .fini = remove_folder);

static int make_pages(void) {
    return shell("%s '%s'", PAGES_PROGRAM, folder);
}

static struct text read_page(const char *name) {
    struct text content = {0}, why = {0};
    cr_expect(files_read(&content, folder, name, &why), "%s", text_bytes(&why));
    text_clear(&why);
    return content;
}

static void expect_words(const char *name, const char *const *words) {
    struct text page = read_page(name);
    for (; *words != NULL; words++)
        cr_expect(strstr(text_bytes(&page), *words) != NULL, "%s: no %s", name, *words);
    text_clear(&page);
}

static long size_of(const char *name) {
    char path[256];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return stat(path, &about) == 0 ? (long)about.st_size : -1;
}

static void write_results(json_t *document) {
    char path[256];
    snprintf(path, sizeof path, "%s/results.json", folder);
    cr_assert(json_dump_file(document, path, JSON_COMPACT) == 0);
    json_decref(document);
}

static json_t *make_result(const char *model, const char *method, double value) {
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:f, s:f, s:f, s:s, s:b, s:s, s:s, s:[]}",
                     "model", model, "method", method, "arithmetic", "double", "study",
                     "order", "quantity", "order", "value", value, "expected", 1.0,
                     "tolerance", 0.1, "verdict", value < 0.9 ? "fail" : "pass",
                     "required", 1, "grade", "certified", "reason",
                     "asymptotic over all steps", "points");
}

/* error = h^order. */
static void add_points(json_t *result, double order) {
    json_t *points = json_object_get(result, "points");
    for (int i = 1; i <= 6; i++) {
        double h = 1, error = 1;
        for (int k = 0; k < i; k++, error = order < 1 ? error * 0.8 : error / 2)
            h /= 2;
        json_array_append_new(
            points, json_pack("{s:f, s:f, s:b}", "h", h, "error", error, "used", 1));
    }
}

static json_t *make_document(int problems, int methods) {
    json_t *models = json_array(), *results = json_array();
    for (int i = 0; i < problems; i++) {
        char model[32], method[32];
        snprintf(model, sizeof model, "problem_%03d", i);
        json_array_append_new(models,
                              json_pack("{s:s, s:s, s:[s]}", "name", model, "title",
                                        "A pendulum on a spring", "tags", "smooth"));
        for (int k = 0; k < methods; k++) {
            snprintf(method, sizeof method, "method-number-%d", k);
            json_t *r = make_result(model, method, i == 7 && k == 3 ? 0.5 : 1.0);
            add_points(r, i == 7 && k == 3 ? 0.5 : 1.0);
            json_array_append_new(results, r);
        }
    }
    return json_pack("{s:i, s:s, s:o, s:o}", "format", 1, "halfstep", "0", "models",
                     models, "results", results);
}

Test(site, a_failure_is_on_the_index_with_number_reason_and_command) {
    cr_assert(shell("cp -r %s/small/. '%s'", TEST_DATA, folder) == 0);
    cr_assert(make_pages() == 0);
    expect_words("index.html",
                 (const char *[]){
                     "9 results fail, on 1 of 3 problems.",
                     "measured <b>0.88271</b> (0.87271 to 0.89271), expected <b>1</b>",
                     "The error falls with exponent 0.883, not 1",
                     "./halfstep order pendulum --method velocity-implicit-euler",
                     "href=\"models/pendulum.html#failures\"", NULL});
    expect_words("models/pendulum.html",
                 (const char *[]){"id=\"pendulum-convergence\"", "class=\"figure\"",
                                  "The error falls with exponent 0.883, not 1",
                                  "href=\"../figures/pendulum-convergence.tsv\"", NULL});
}

/* A limit of one side is named as one; no tolerance, no sign of one. */
Test(site, what_is_expected_is_said_as_the_gate_says_it) {
    json_t *results = json_pack(
        "[{s:s, s:s, s:s, s:s, s:f, s:f, s:f, s:s, s:b},"
        " {s:s, s:s, s:s, s:s, s:f, s:f, s:s, s:b}]",
        "model", "m", "method", "a", "study", "statistics", "quantity",
        "evaluations-ratio", "value", 2.0, "expected", 1.0, "tolerance", 0.25, "verdict",
        "fail", "required", 1, "model", "m", "method", "a", "study", "gap", "quantity",
        "gap-constant", "value", 3.0, "expected", 20.0, "verdict", "fail", "required", 1);
    json_t *exact = make_result("m", "a", 0.5);
    json_object_set_new(exact, "tolerance", json_real(0));
    json_array_append_new(results, exact);
    write_results(json_pack("{s:i, s:[{s:s, s:[ss]}], s:o}", "format", 1, "models",
                            "name", "m", "span", "0", "1.5", "results", results));
    cr_assert(make_pages() == 0);
    expect_words("index.html", (const char *[]){"expected at most <b>1.25</b>, ",
                                                "expected at least <b>20</b>, ",
                                                "expected <b>1</b>, ", NULL});
    expect_words("models/m.html", (const char *[]){"data-until=\"1.5\"", NULL});
}

/* It does not claim more than what is done. */
Test(site, what_is_unfinished_says_so_on_every_page) {
    json_t *r = make_result("m", "a", 1);
    add_points(r, 1);
    write_results(json_pack("{s:i, s:[{s:s}], s:[o], s:{s:i, s:i}}", "format", 1,
                            "models", "name", "m", "results", r, "running", "done", 3,
                            "of", 40));
    cr_assert(shell("%s --without-figures '%s'", PAGES_PROGRAM, folder) == 0);
    static const char words[] = "Running: 3 of 40 studies done.";
    expect_words("index.html",
                 (const char *[]){words, "So far all 1 required verdicts pass.",
                                  "class=\"verdict open\"", NULL});
    expect_words("models/m.html",
                 (const char *[]){words, "Figures are drawn when the work has", NULL});
    expect_words("methods/a.html", (const char *[]){words, NULL});
    cr_expect(size_of("figures/m-convergence.svg") < 0);
}

Test(site, an_integrator_has_a_card) {
    cr_assert(shell("cp -r %s/card/. '%s'", TEST_DATA, folder) == 0);
    cr_assert(make_pages() == 0);
    expect_words("index.html", (const char *[]){"Can it be trusted?", "./mine.so", NULL});
    expect_words("methods/mine.html", (const char *[]){"class=\"tree\"", NULL});
}

Test(site, motions_are_drawn) {
    cr_assert(shell("cp -r %s/motion/. '%s'", TEST_DATA, folder) == 0);
    cr_assert(make_pages() == 0);
    cr_expect(size_of("figures/swing-motion.svg") > 1000);
}

static void write_engines(void) {
    char path[256];
    json_t *cells = json_array();
    static const char *const engines[] = {"A", "A best", "B"}, *const status[] = {
                                                                   "measured", "failed",
                                                                   "not-built"};
    for (int i = 0; i < 3; i++)
        json_array_append_new(
            cells, json_pack("{s:s, s:s, s:s, s:s, s:s, s:f, s:f, s:f, s:s, s:s}",
                             "scene", "fall", "engine", engines[i], "quantity", "error",
                             "unit", "m", "status", status[i], "value", 0.123456, "half",
                             0.0625, "expected", 0., "why", i == 0 ? "" : "it <broke>",
                             "command", "halfstep solve"));
    for (int i = 1; i < 3; i++)
        json_object_del(json_array_get(cells, (size_t)i), "value");
    json_t *document = json_pack(
        "{s:f, s:s, s:[{s:s, s:s}, {s:s, s:s}, {s:s, s:s}], s:o}", "step", 0.00390625,
        "missing", "ode", "engines", "name", "A", "title", "A", "name", "A", "title",
        "A best", "name", "B", "title", "B", "cells", cells);
    snprintf(path, sizeof path, "%s/engines.json", folder);
    cr_assert(json_dump_file(document, path, JSON_COMPACT) == 0);
    json_decref(document);
}

Test(site, engines_alone_have_a_page) {
    write_engines();
    cr_assert(make_pages() == 0);
    expect_words("engines.html",
                 (const char *[]){"<a href=\"#fall-1\">0.1235</a>",
                                  "half the step: 0.0625",
                                  "<a href=\"#fall-2\">failed</a>", "it &lt;broke&gt;",
                                  "<tr id=\"fall-2\">", "Not installed: ode", NULL});
    struct text page = read_page("engines.html");
    cr_expect(strstr(text_bytes(&page), "href=\"#fall-3\"") == NULL, "a dash has none");
    cr_expect(strstr(text_bytes(&page), "index.html") == NULL, "there is no index");
    text_clear(&page);
}

Test(site, a_report_links_the_page_of_engines_that_is_beside_it) {
    write_engines();
    write_results(make_document(2, 2));
    cr_assert(make_pages() == 0);
    static const char link[] = "<a href=\"engines.html\">Engines</a>";
    expect_words("index.html", (const char *[]){link, NULL});
    expect_words("engines.html", (const char *[]){"index.html#problems", NULL});
}

/* Methods have their own rows: names, a label of the axis that is in the picture. */
Test(site, axes_are_named_within_the_picture) {
    json_t *results = json_array();
    for (int i = 0; i < 2; i++) {
        json_t *r = make_result(i == 0 ? "m" : "n", "a", 1);
        add_points(r, 1);
        json_array_append_new(results, r);
    }
    write_results(json_pack("{s:i, s:[{s:s}, {s:s}], s:o}", "format", 1, "models", "name",
                            "m", "name", "n", "results", results));
    cr_assert(make_pages() == 0);
    expect_words("figures/m-convergence.svg",
                 (const char *[]){"error in the norm of the state", NULL});
    struct text svg = read_page("figures/method-a-orders.svg");
    const char *label = strstr(text_bytes(&svg), "fitted order of the global error");
    cr_assert(label != NULL);
    const char *box = strstr(text_bytes(&svg), "viewBox=\"0 0 480 "), *at = label;
    while (at > text_bytes(&svg) && strncmp(at, "translate(", 10) != 0)
        at--;
    double height = 0, y = 0;
    cr_assert(box != NULL && sscanf(box, "viewBox=\"0 0 480 %lf", &height) == 1);
    cr_assert(sscanf(at, "translate(%*f,%lf", &y) == 1);
    cr_expect(y + 5 < height, "at %g of %g", y, height);
    text_clear(&svg);
}

/* 300 problems with 12 methods: what opens at once and what does not. */
Test(site, a_large_catalogue_has_a_small_index) {
    static const long index_most = 300000, page_most = 1000000;
    write_results(make_document(300, 12));
    cr_assert(make_pages() == 0);
    cr_expect(size_of("index.html") > 0 && size_of("index.html") < index_most, "%ld",
              size_of("index.html"));
    cr_expect(size_of("models/problem_299.html") > 0 &&
              size_of("models/problem_299.html") < page_most);
    expect_words("index.html",
                 (const char *[]){"1 result fails, on 1 of 300 problems.", NULL});
}

/* All methods are drawn, the failing one last and thickest. */
Test(site, every_method_is_in_the_figure) {
    write_results(make_document(8, 12));
    cr_assert(make_pages() == 0);
    struct text svg = read_page("figures/problem_007-convergence.svg");
    for (int k = 1; k <= 12; k++) {
        char colour[32];
        snprintf(colour, sizeof colour, "var(--m%d)", k);
        cr_expect(strstr(text_bytes(&svg), colour) != NULL, "%s", colour);
    }
    const char *thick = strstr(text_bytes(&svg), "stroke-width=\"3.20\"");
    cr_expect(thick != NULL && strstr(thick, "<path stroke='var(--m4)'") != NULL);
    text_clear(&svg);
}

/* Names that would be markup, a path, or gnuplot's words. */
Test(site, hostile_names_are_inert) {
    static const char *const names[] = {"</script><script>alert(1)</script>",
                                        "../../etc/passwd",
                                        "'; system('touch /tmp/evil'); '",
                                        "\" onmouseover=\"alert(1)",
                                        "a\xE2\x80\xAE"
                                        "b",
                                        "a\xEF\xBF\xBE"
                                        "b",
                                        "`id`",
                                        "{{{x}}}",
                                        "",
                                        "CON"};
    json_t *models = json_array(), *results = json_array();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        json_array_append_new(models, json_pack("{s:s, s:s, s:s}", "name", names[i],
                                                "title", names[i], "text", names[i]));
        json_t *r = make_result(names[i], names[i], 0.5);
        add_points(r, 1);
        json_object_set_new(r, "component", json_string(""));
        json_object_set_new(r, "reason", json_string(names[i]));
        json_array_append_new(results, r);
    }
    write_results(
        json_pack("{s:i, s:o, s:o}", "format", 1, "models", models, "results", results));
    cr_assert(make_pages() == 0);
    cr_expect(access("/tmp/evil", F_OK) != 0);
    cr_expect(shell("! grep -rlE '<script>|onmouseover=\"alert' '%s' --include=*.html "
                    "--include=*.svg%s | grep .",
                    folder, "") == 0);
    cr_expect(shell("test $(ls '%s'/models | wc -l) -eq 10%s", folder, "") == 0);
    cr_expect(shell("find '%s' -name '*.svg' -exec xmllint --noout {} +%s", folder, "") ==
              0);
}

Test(site, the_same_results_give_the_same_bytes) {
    cr_assert(shell("cp -r %s/small/. '%s'", TEST_DATA, folder) == 0);
    cr_assert(make_pages() == 0);
    cr_assert(shell("cd '%s' && find . -type f | sort | xargs cksum >../%s.sum", folder,
                    strrchr(folder, '/') + 1) == 0);
    cr_assert(make_pages() == 0);
    cr_expect(shell("cd '%s' && find . -type f | sort | xargs cksum | cmp - ../%s.sum",
                    folder, strrchr(folder, '/') + 1) == 0);
    shell("rm -f '%s.sum'%s", folder, "");
}

/* Each ends with status 2, and an index that was there stays. */
Test(site, what_cannot_be_read_is_told) {
    static const char *const wrong[] = {"", "{", "[]", "{\"format\": 2}",
                                        "{\"format\": \"x\"}"};
    char path[256];
    snprintf(path, sizeof path, "%s/results.json", folder);
    cr_expect(make_pages() == 2);
    shell("echo old >'%s/index.html'%s", folder, "");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        FILE *file = fopen(path, "w");
        cr_assert(file != NULL && fputs(wrong[i], file) >= 0 && fclose(file) == 0);
        cr_expect(make_pages() == 2, "%s", wrong[i]);
        cr_expect(size_of("index.html") == 4);
    }
    cr_expect(shell("%s 2>/dev/null%s", PAGES_PROGRAM, "") == 2);
    cr_expect(shell("PATH=/nowhere %s '%s' 2>/dev/null", PAGES_PROGRAM, folder) == 2);
}

/* One result fails now, one is new, one is gone. */
Test(site, what_changed_is_told) {
    json_t *document = make_document(3, 2),
           *results = json_object_get(document, "results");
    json_t *first = json_array_get(results, 0);
    json_array_remove(results, 5);
    json_object_set_new(json_array_get(results, 1), "verdict", json_string("fail"));
    json_object_set_new(first, "quantity", json_string("order:projected"));
    cr_assert(shell("mkdir '%s/before'%s", folder, "") == 0);
    char path[256];
    snprintf(path, sizeof path, "%s/before/results.json", folder);
    cr_assert(json_dump_file(document, path, 0) == 0);
    json_decref(document);
    write_results(make_document(3, 2));
    cr_assert(shell("cd '%s' && %s . before", folder, PAGES_PROGRAM) == 0);
    expect_words("index.html",
                 (const char *[]){"What changed", "4 of 6 results", "<td>fail<td>pass",
                                  "<td>not there<td>pass", "<td>pass<td>gone", NULL});
    cr_expect(shell("%s '%s' /nowhere/at/all 2>/dev/null", PAGES_PROGRAM, folder) == 2);
}

static json_t *make_series(void) {
    json_t *points = json_array();
    for (int i = 0; i < 20; i++)
        json_array_append_new(points, json_pack("{s:s, s:f}", "commit", "abc1234",
                                                "value", i < 12 ? 100.0 : 130.0));
    return json_pack("{s:s, s:s, s:s, s:o, s:[{s:i, s:f}]}", "name", "pendulum/fixed",
                     "quantity", "time", "unit", "ns", "points", points, "changes",
                     "index", 12, "size", 0.3);
}

/* What is slower stands first, a change names its commit, and there are figures. */
Test(site, speed_has_a_page) {
    const char *const row = "{s:s, s:s, s:f, s:f}";
    json_t *comparisons = json_array();
    json_array_append_new(comparisons, json_pack(row, "name", "calm", "verdict", "same",
                                                 "change", 0.001, "half", 0.002));
    json_array_append_new(comparisons, json_pack(row, "name", "late", "verdict", "slower",
                                                 "change", 0.0487, "half", 0.004));
    write_results(json_pack("{s:i, s:o, s:[o]}", "format", 1, "comparisons", comparisons,
                            "series", make_series()));
    cr_assert(make_pages() == 0);
    expect_words("index.html",
                 (const char *[]){"1 slower, 1 the same.", "speed.html", NULL});
    expect_words("speed.html",
                 (const char *[]){"id=\"speed-changes\"", "id=\"speed-0-history\"",
                                  "30 % at <code>abc1234</code>", "4.87", NULL});
    struct text page = read_page("speed.html");
    cr_expect(strstr(text_bytes(&page), ">late<") < strstr(text_bytes(&page), ">calm<"));
    text_clear(&page);
}

/* Members of the wrong kind are as if they were not there. */
Test(site, what_is_not_understood_is_left_out) {
    write_results(
        json_pack("{s:i, s:[s,i,n,{s:i}], s:[s,n,{s:[], s:i, s:s}], s:s, s:[i]}",
                  "format", 1, "models", "x", 3, "name", 4, "results", "y", "model",
                  "study", 5, "points", "none", "comparisons", "no", "methods", 3));
    cr_expect(make_pages() == 0);
}

/* Without gnuplot there is no page, status 3. */
Test(site, without_gnuplot_there_is_no_page) {
    write_results(make_document(1, 1));
    cr_expect(shell("PATH=/nowhere %s '%s' 2>/dev/null", PAGES_PROGRAM, folder) == 3);
    cr_expect(size_of("index.html") < 0);
}
