/* The program from outside: the page of the studies of built-in methods.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "reports/tests/pages.h"

Test(pages, the_page_and_its_figures_are_well_formed, IN_FOLDER) {
    cr_assert_eq(pages_run(NULL), 0);
    pages_check_well_formed("index.html");
    pages_check_well_formed("figures/pendulum-convergence.svg");
    pages_check_well_formed("figures/contact_stack-gap.svg");
    cr_assert_not(pages_has("index.html.new"));
}

Test(pages, the_page_needs_nothing_from_elsewhere, IN_FOLDER) {
    cr_assert_eq(pages_run(NULL), 0);
    pages_check_contained();
}

Test(pages, every_link_inside_has_its_target, IN_FOLDER) {
    cr_assert_eq(pages_run(NULL), 0);
    pages_check_links(50);
}

Test(pages, verdicts_reasons_and_numbers_are_on_the_page, IN_FOLDER) {
    static const char *const expected[] = {
        "1 of 3\xC2\xA0problems fails.",
        "Velocity-implicit Euler",
        "Planar pendulum",
        "The error falls with exponent 0.883, not 1",
        "<a href=\"tables/pendulum-gap.tsv\" title=\"h, error, estimate, gap\">",
        "<div class=\"outcome bad\">",
        "What this does not show",
        "at least 30",
        "AMD EPYC 7B13",
        "converged for 3\xC2\xA0problems"};
    struct text t = {0};
    cr_assert_eq(pages_run(NULL), 0);
    pages_read(&t, pages_path("index.html"));
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        cr_assert_not_null(strstr(text_bytes(&t), expected[i]), "%s", expected[i]);
    }
    text_clear(&t);
}

Test(pages, the_same_input_gives_the_same_bytes, IN_FOLDER) {
    struct text first = {0}, second = {0};
    cr_assert_eq(pages_run(NULL), 0);
    pages_read(&first, pages_path("index.html"));
    cr_assert_eq(pages_run(NULL), 0);
    pages_read(&second, pages_path("index.html"));
    cr_assert_eq(first.length, second.length);
    cr_assert_str_eq(text_bytes(&first), text_bytes(&second));
    text_clear(&first);
    text_clear(&second);
}

#define WITH_METHODS .init = pages_make_methods, .fini = pages_remove

Test(pages, both_methods_in_both_modes_are_told_apart, WITH_METHODS) {
    static const struct {
        const char *words;
        int times;
    } table[] = {
        {"<h1>Velocity-implicit Euler and implicit Euler</h1>", 1},
        {"discrete equations, every method</th><td>6</td><td>0</td><td>0</td>", 1},
        {"<th scope=\"row\">implicit, several modes</th><td>16</td><td>1</td>", 1},
        {"<h3>Round-off of a step <small>implicit Euler, faithful</small></h3>", 1},
        {"id=\"m-swing--gap-gap-order-mpfr\"", 1},
        {"<th scope=\"row\">Slope of the gap <small>MPFR, 512\xC2\xA0"
         "bits</small></th><td class=\"value\" colspan=\"4\"",
         1},
        {"<small>every method</small>", 4},
        {"10 of 11 hold", 1},
        {"11 of 11 hold", 1},
        {"<span>evaluations</span>", 1},
        {"<span>mean</span>", 0},
        {"<span>counters</span>", 0},
        {"<span>work</span>", 0},
    };
    cr_assert_eq(pages_run(NULL), 0);
    pages_check_well_formed("index.html");
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        cr_assert_eq(pages_count(table[i].words), table[i].times, "%s, %d times",
                     table[i].words, pages_count(table[i].words));
    }
}

Test(pages, statistics_and_timing_have_their_parts, WITH_METHODS) {
    static const char *const expected[] = {
        "<section class=\"problem\" id=\"catalogue\">",
        ("<b>Default against faithful, mean</b>, velocity-implicit Euler: <b>0.279</b>, "
         "expected at most 0.35."),
        "<b>Times faster than the original, mean</b>, every method, faithful: <b>10.1",
        "<b>Evaluations for an error.</b>",
        "<b>Time for an error.</b>",
        "Counters, methods and modes below each other",
        "<th scope=\"row\">implicit, faithful</th><td>96</td><td>963</td>",
        "The step became too small.",
        "<h3>Runs that leave their replay</h3>",
        "<td>newton_iters</td><td>7</td>",
        "0.0037 against 0.005",
        "\xE2\x80\x93 against 0.005",
        "<h3>Identities that do not hold</h3>",
        "<td>fixed, tight</td><td>3</td>",
        "to 40 digits",
        "<b>A step and its kernels.</b>",
        "<b>Growth.</b>",
        "Against the original\xE2\x80\x99s recorded times",
        "another machine",
        "in units of the error estimate"};
    cr_assert_eq(pages_run(NULL), 0);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        cr_assert_gt(pages_count(expected[i]), 0, "%s", expected[i]);
    }
}

Test(pages, what_was_not_studied_has_no_part, IN_FOLDER) {
    static const char *const absent[] = {
        "id=\"catalogue\"",     "Counters",       "replay",
        "Identities",           "<b>Growth.</b>", "Times of",
        "Verdicts of",          "every method",   "<table></table>",
        "first-screen stacked", "another machine"};
    cr_assert_eq(pages_run(NULL), 0);
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; i++) {
        cr_assert_eq(pages_count(absent[i]), 0, "%s", absent[i]);
    }
}

#define MODEL "\"models\": [{\"name\": \"m\"}], "

Test(pages, missing_pieces_leave_a_page, IN_FOLDER) {
    pages_check_page("{\"format\": 1, \"models\": [], \"results\": []}",
                     "Nothing was checked.");
    pages_check_page("{\"format\": 1, " MODEL "\"results\": []}",
                     "No study of this problem.");
    pages_check_page(
        "{\"format\": 1, " MODEL "\"results\": [{\"model\": \"m\", \"study\": "
        "\"order\", \"quantity\": \"order\", \"verdict\": \"pass\", \"required\": "
        "true, \"value\": 1, \"points\": [{\"h\": 0.1, \"error\": 0.1, \"used\": "
        "true}]}]}",
        "All 1 required verdicts pass.");
    pages_check_page(
        "{\"format\": 1, " MODEL "\"results\": [{\"model\": \"m\", \"study\": "
        "\"gap\", \"quantity\": \"gap-order\", \"verdict\": \"not-asymptotic\"}]}",
        "Nothing fails; nothing was required.");
    pages_check_page(
        "{\"format\": 1, " MODEL "\"results\": [{\"model\": \"m\", \"study\": "
        "\"gap\", \"quantity\": \"error-constant\", \"verdict\": \"fail\", \"points\": "
        "[{}, 3, null, {\"measured\": 1.5, \"predicted\": \"1.25e-3\"}]}, {\"model\": "
        "\"m\", \"study\": \"gap\", \"quantity\": \"step-roundoff\", \"verdict\": "
        "\"pass\", \"points\": [7, {}]}]}",
        "1 of 1\xC2\xA0problem fails.");
}
