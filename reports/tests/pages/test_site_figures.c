/* What is drawn, how large pages are, and names that would be more than names.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "reports/tests/pages/folder.h"

TestSuite(site_figures, .init = make_folder, .fini = remove_folder);

/* A curve in the plane, one over time; of a single point, or of what rests, there is none. */
Test(site_figures, motions_are_drawn) {
    json_t *motion = json_pack(
        "{s:b, s:{s:s, s:s, s:b}, s:{s:s}, s:s, s:[{s:s, s:s}, {s:s, s:s}, {s:s, s:s}]}",
        "log_time", 1, "plane", "across", "x", "up", "y", "equal", 1, "time", "up", "a",
        "table", "m.tsv", "curves", "name", "body", "kind", "plane", "name", "angle",
        "kind", "time", "name", "alone", "kind", "time");
    cr_assert(shell("mkdir tables && seq 1 40 | awk '{print \"0\\t\" $1 \"\\t\" "
                    "$1 \"\\t\" $1*$1 \"\\n1\\t\" $1 \"\\t0\\t\" (-$1)} "
                    "END {print \"2\\t1\\t0\\t7\"}' >tables/m.tsv") == 0);
    make_pages_of(json_pack("{s:i, s:[{s:s, s:o}], s:[]}", "format", 1, "models", "name",
                            "swing", "motion", motion, "results"));
    cr_expect(size_of("figures/swing-motion.svg") > 1000);
    expect_words("figures/swing-motion.tsv", "\n7\t49\n", NULL);
    expect_words("figures/swing-motion-time.tsv", "\n1\t-10\n", NULL);
    expect_words("models/swing.html", ">x (units of the model)<", "> angle</li>", NULL);
    expect_no_words("models/swing.html", "alone", NULL);
    cr_assert(
        shell("awk '{print $1 \"\\t\" $2 \"\\t5\\t\" 3 + $2*1e-9}' tables/m.tsv >t && "
              "mv t tables/m.tsv && rm -r figures") == 0);
    cr_assert(make_pages() == 0);
    cr_expect(size_of("figures/swing-motion.svg") < 0);
    cr_expect(size_of("figures/swing-motion-time.svg") < 0);
}

/* The first place of words in a drawing, ended by `<`; fails where there is none. */
static void find_place(const struct text *svg, const char *words, double *x, double *y) {
    char text[64];
    snprintf(text, sizeof text, ">%s<", words);
    const char *at = strstr(text_bytes(svg), text);
    cr_assert(at != NULL, "no %s", words);
    while (at > text_bytes(svg) && strncmp(at, "translate(", 10) != 0)
        at--;
    cr_assert(sscanf(at, "translate(%lf,%lf", x, y) == 2);
}

/* Methods have their own rows: names, a label of the axis that is in the picture. */
Test(site_figures, axes_are_named_within_the_picture) {
    json_t *results =
        json_pack("[o, o]", make_result("m", "a", 1), make_result("n", "a", 1));
    add_points(json_array_get(results, 0), 1);
    make_pages_of(make_results("m n", results));
    expect_words("figures/m-convergence.svg", "error in the norm of the state", NULL);
    struct text svg = read_page("figures/method-a-orders.svg");
    const char *box = strstr(text_bytes(&svg), "viewBox=\"0 0 430 ");
    double height = 0, x = 0, y = 0;
    find_place(&svg, "fitted order of the global error", &x, &y);
    cr_assert(box != NULL && sscanf(box, "viewBox=\"0 0 430 %lf", &height) == 1);
    cr_expect(y + 5 < height, "at %g of %g", y, height);
}

/* Seen to fail where the page of a method leads to numbers of its stability region that nobody
 * writes. */
Test(site_figures, what_a_figure_leads_to_is_there) {
    json_t *r = make_result("m", "a", 1);
    add_points(r, 1);
    json_object_set_new(r, "fingerprint",
                        json_pack("{s:s, s:[], s:{s:[f, f], s:[f]}}", "name", "a",
                                  "trees", "stability", "numerator", 1.0, 1.0,
                                  "denominator", 1.0));
    make_pages_of(make_results("m", json_pack("[o]", r)));
    expect_words("methods/a.html", "Where the method is stable", NULL);
    cr_expect(
        shell(
            "cat methods/*.html models/*.html | grep -oE '\"[.][.]/[^\"#]*' | tr -d '\"' "
            ">links && [ $(grep -c figures/ links) -gt 3 ] && cd methods && "
            "while read link; do ls \"$link\" || exit 1; done <../links") == 0);
}

/* Long names stand above their rows; shorter ones end before the axis, which begins behind them:
 * letters of this size are 7 wide at most. */
Test(site_figures, names_of_rows_are_within_the_picture) {
    static const char *const names[] = {"damped_pendulum_mm",
                                        "a_problem_of_the_longest_name_there_is"};
    for (int i = 0; i < 2; i++) {
        char models[64];
        double x = 0, y = 0;
        snprintf(models, sizeof models, "%s n", names[i]);
        make_pages_of(
            make_results(models, json_pack("[o, o]", make_result(names[i], "a", 1),
                                           make_result("n", "a", 1))));
        struct text svg = read_page("figures/method-a-orders.svg");
        const double width = 7.0 * (double)strlen(names[i]);
        find_place(&svg, names[i], &x, &y);
        cr_expect(i == 0 ? x - width > 0 : x < 20 && x + width < 430, "%s at %g",
                  names[i], x);
    }
}

/* How many numbers with `end` stand at the axes of a figure whose errors and steps fall from h by
 * `factor`. */
static int count_numbers(double h, double factor, const char *end) {
    json_t *r = make_result("m", "a", 1);
    for (int i = 0; i < 6; i++, h *= factor)
        json_array_append_new(
            json_object_get(r, "points"),
            json_pack("{s:f, s:f, s:b}", "h", h, "error", h, "used", 1));
    make_pages_of(make_results("m", json_pack("[o]", r)));
    struct text svg = read_page("figures/m-convergence.svg");
    int count = 0;
    for (const char *at = text_bytes(&svg); (at = strstr(at, end)) != NULL; at++)
        count++;
    return count;
}

/* Of a part of a decade, of two, and of several. Seen to fail: with ticks of several decades, or
 * of a part, given as a list of one. */
Test(site_figures, axes_have_numbers) {
    static const double factors[] = {0.8, 0.5, 0.1};
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        const int count = count_numbers(1e-5, factors[i], "10<");
        cr_expect(count >= 6, "%d numbers at a factor of %g", count, factors[i]);
    }
}

/* Between 0.001 and 10000 no power of ten is needed. */
Test(site_figures, numbers_near_one_are_plain) {
    static const char *const plain[] = {">0.6<", ">0.5<"};
    for (int i = 0; i < 2; i++)
        cr_expect(count_numbers(1, i == 0 ? 0.8 : 0.5, plain[i]) == 2, "%s", plain[i]);
    cr_expect(count_numbers(1, 0.5, "10<") == 0);
}

static json_t *make_stack(const char *name, int levels) {
    json_t *points = json_array();
    for (int k = 1; k <= levels; k++)
        json_array_append_new(points, json_pack("{s:i, s:f, s:f}", "level", k, "force",
                                                9.81 * (levels + 1 - k), "expected",
                                                9.81 * (levels + 1 - k)));
    return json_pack("{s:s, s:s, s:s, s:s+, s:s, s:s, s:s, s:o}", "model", "pile",
                     "method", "cs", "study", "settling", "quantity", "forces:", name,
                     "component", name, "arithmetic", "double", "verdict", "pass",
                     "points", points);
}

/* Seen to fail: named by the method alone. */
Test(site_figures, each_stack_has_its_name_beside_its_curve) {
    double x, y, above;
    make_pages_of(make_results(
        "pile", json_pack("[o, o]", make_stack("own", 5), make_stack("ten", 10))));
    struct text svg = read_page("figures/pile-forces.svg");
    find_place(&svg, "own", &x, &y);
    find_place(&svg, "ten", &x, &above);
    cr_expect(above < y, "%g, %g", above, y);
}

/* 300 problems with 12 methods: what opens at once and what does not. */
Test(site_figures, a_large_catalogue_has_a_small_index) {
    static const long index_most = 300000, page_most = 1000000;
    make_pages_of(make_document(300, 12));
    cr_expect(size_of("index.html") > 0 && size_of("index.html") < index_most, "%ld",
              size_of("index.html"));
    cr_expect(size_of("models/problem_299.html") > 0 &&
              size_of("models/problem_299.html") < page_most);
    expect_words("index.html", "1 result fails, on 1 of 300 problems.", NULL);
}

/* Two modes of a method have one colour and two lines, which the legend shows. */
Test(site_figures, the_legend_shows_the_line_of_a_curve) {
    json_t *one = make_result("m", "a", 1), *other = make_result("m", "a", 0.5);
    add_points(one, 1);
    add_points(other, 2);
    json_object_set_new(other, "mode", json_string("faithful"));
    make_pages_of(make_results("m", json_pack("[o, o]", one, other)));
    expect_words("models/m.html", "<path class=\"d1\" d=\"M-4 0H4\"/>",
                 "<path class=\"d2\"", NULL);
}

/* All methods are drawn, the failing one last and thickest. */
Test(site_figures, every_method_is_in_the_figure) {
    make_pages_of(make_document(8, 12));
    struct text svg = read_page("figures/problem_007-convergence.svg");
    for (int k = 1; k <= 12; k++) {
        char colour[32];
        snprintf(colour, sizeof colour, "var(--m%d)", k);
        cr_expect(strstr(text_bytes(&svg), colour) != NULL, "%s", colour);
    }
    const char *thick = strstr(text_bytes(&svg), "stroke-width=\"3.20\"");
    cr_expect(thick != NULL && strstr(thick, "<path stroke='var(--m4)'") != NULL);
}

/* Names that would be markup, a path, or gnuplot's words. */
Test(site_figures, hostile_names_are_inert) {
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
    make_pages_of(
        json_pack("{s:i, s:o, s:o}", "format", 1, "models", models, "results", results));
    cr_expect(access("/tmp/evil", F_OK) != 0);
    cr_expect(shell("! grep -rlE '<script>|onmouseover=\"alert' --include=*.html "
                    "--include=*.svg . | grep .") == 0);
    cr_expect(shell("test $(ls models | wc -l) -eq 10") == 0);
    cr_expect(shell("find . -name '*.svg' -exec xmllint --noout {} +") == 0);
}
