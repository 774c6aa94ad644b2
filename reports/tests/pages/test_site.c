/* The program from outside: what it makes of an output folder, and what it says of one that is
 * none.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "reports/site/value.h"
#include "reports/tests/pages/folder.h"

TestSuite(site, .init = make_folder, .fini = remove_folder);

Test(site, a_failure_is_on_the_index_with_number_reason_and_command) {
    make_pages_of(make_document(8, 4));
    expect_words("index.html", "1 result fails, on 1 of 8 problems.",
                 "measured <b>0.5</b> (0.375 to 0.625), expected <b>1</b>",
                 "it falls with another exponent",
                 "./halfstep order problem_007 --method method-number-3",
                 "href=\"models/problem_007.html#failures\"",
                 ">problem_<wbr>007<wbr></a> <small>", NULL);
    expect_words("models/problem_007.html", "id=\"problem_007-convergence\"",
                 "class=\"figure\"", "it falls with another exponent",
                 "href=\"../figures/problem_007-convergence.tsv\"", NULL);
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
    json_t *exact = make_result("m", "a", 0.5), *open = make_result("m", "a", 1);
    json_object_set_new(exact, "tolerance", json_real(0));
    json_object_set_new(open, "verdict", json_string("not-asymptotic"));
    json_array_append_new(results, exact);
    json_array_append_new(results, open);
    make_pages_of(json_pack(
        "{s:i, s:[{s:s, s:[ss]}], s:o, s:[{s:s, s:s, s:s}, {s:s, s:s, s:s, s:s}]}",
        "format", 1, "models", "name", "m", "span", "0", "1.5", "results", results,
        "quantities", "study", "*", "name", "evaluations-ratio", "sense", "at-most",
        "study", "gap", "name", "gap-constant", "sense", "at-least", "label", "Digits"));
    expect_words("index.html", "1 problem, ", " method, 4 results.",
                 "4 failing, 1 of them undecided where a pass is required</b>",
                 "Undecided where a pass is required: asymptotic over all steps",
                 "expected at most <b>1.25</b>, ", "expected at least <b>20</b>, ",
                 "expected <b>1</b>, ", "<b>Digits</b>", NULL);
    expect_words("models/m.html", "data-until=\"1.5\"", NULL);
}

/* Contacts of all problems stand together: each row names its problem, the command names none. */
Test(site, contact_has_a_page_of_all_problems) {
    json_t *results =
               json_pack("[o, o]", make_result("m", "a", 1), make_result("n", "a", 1)),
           *r;
    size_t i;
    json_array_foreach(results, i, r) {
        value_set(r, "study", "budget");
        json_object_del(r, "expected");
    }
    make_pages_of(make_results("m n", results));
    expect_words("contact.html", "<td><a href=\"models/m.html\">m</a><td>order",
                 "<td><a href=\"models/n.html\">n</a><td>order",
                 "<small>at most</small> 0.1<td>", "<code>./halfstep gate</code>",
                 "id=\"budget\" open", NULL);
    expect_no_words("models/m.html", ">problem<", NULL);
}

/* A model has a `why` of its own, which says why it is in the catalogue. */
Test(site, why_no_solution_is_known_is_said) {
    make_pages_of(json_pack("{s:i, s:[{s:s, s:s, s:{s:s, s:s}}, {s:s, s:s, s:{s:s}}], "
                            "s:[]}",
                            "format", 1, "models", "name", "m", "why", "w", "truth",
                            "grade", "none", "why", "it takes long", "name", "n", "why",
                            "w", "truth", "grade", "certified", "results"));
    expect_words("models/m.html", "None is known: it takes long. <code>halfstep truth m ",
                 NULL);
    expect_words("models/n.html", "\"grade\">certified", NULL);
    expect_no_words("models/n.html", "None is known", NULL);
    expect_no_words("models/m.html", "class=\"grade\"", NULL);
}

/* It does not claim more than what is done. */
Test(site, what_is_unfinished_says_so_on_every_page) {
    json_t *r = make_result("m", "a", 1);
    add_points(r, 1);
    json_t *document = make_results("m", json_pack("[o]", r));
    json_object_set_new(document, "running",
                        json_pack("{s:i, s:i}", "done", 3, "of", 40));
    write_results(document);
    cr_assert(shell("%s --without-figures '%s'", PAGES_PROGRAM, folder) == 0);
    static const char words[] = "Running: 3 of 40 studies done.";
    expect_words("index.html", words, "So far all 1 required verdicts pass.",
                 "class=\"verdict open\"", NULL);
    expect_words("models/m.html", words, "Figures are drawn when the work has", NULL);
    expect_words("methods/a.html", words, NULL);
    cr_expect(size_of("figures/m-convergence.svg") < 0);
}

/* 2.5 + 0.5 of 4 seconds are those of order; what has taken none is not told. Where no seconds are
 * told nothing is said of them. */
Test(site, where_the_time_went_is_told_by_study_and_job) {
    json_t *document = make_document(2, 1);
    json_object_set_new(document, "jobs",
                        json_pack("[{s:s, s:s, s:[s], s:f}, {s:s, s:s, s:[s, s], s:f}, "
                                  "{s:s, s:s, s:[], s:f}, {s:s, s:s, s:[], s:i}, i]",
                                  "study", "order", "model", "<b>", "methods",
                                  "method-number-0", "processor_seconds", 0.5, "study",
                                  "order", "model", "problem_001", "methods",
                                  "method-number-0", "b", "processor_seconds", 2.5,
                                  "study", "gap", "model", "problem_000", "methods",
                                  "processor_seconds", 1.0, "study", "drift", "model",
                                  "problem_000", "methods", "processor_seconds", 0, 7));
    make_pages_of(document);
    expect_words("index.html", "4.0 seconds of processor time",
                 "<tr><th scope=\"row\">order<td class=\"n\">2<td class=\"n\">3.0"
                 "<td class=\"n\">75.0\n"
                 "<tr><th scope=\"row\">gap<td class=\"n\">1<td class=\"n\">1.0"
                 "<td class=\"n\">25.0\n</tbody>",
                 "problem_001</a><td><b class=\"m1\" title=\"method-number-0\">mn0</b> "
                 "<td class=\"n\">2.5<td class=\"n\">62.5\n<tr><td>gap",
                 "<th scope=\"row\">&lt;b&gt;<td><b class", NULL);
    make_pages_of(make_document(2, 1));
    expect_no_words("index.html", "Where the time went", NULL);
}

/* A method without results has no column, row or page; a problem without any says how to study
 * it; of two names with the same letters each has a code of its own, and what is of all methods
 * is of none. */
Test(site, what_was_not_studied_is_not_shown_as_if_it_were) {
    json_t *results =
        json_pack("[o, o, o]", make_result("m", "euler-one", 1),
                  make_result("m", "explicit.other", 1), make_result("m", "all", 1));
    json_t *document = make_results("m n", results);
    json_object_set_new(document, "methods", json_pack("[s]", "idle"));
    make_pages_of(document);
    expect_words("index.html", "class=\"m2\">eo</a>", "class=\"m3\">eo2</a>",
                 "2 problems, 2 methods, 3 results",
                 "A row without a mark (1 in all) is a problem", NULL);
    expect_words("models/n.html", "<code>./halfstep report n</code></span> does.", NULL);
    expect_no_words("models/n.html", "id=\"numbers\"", NULL);
    expect_no_words("models/m.html", "does not study it", NULL);
    expect_no_words("index.html", "idle", "methods/all", NULL);
    cr_expect(size_of("methods/idle.html") < 0 && size_of("methods/all.html") < 0);
    cr_expect(size_of("methods/euler-one.html") > 0);
}

/* Seen to fail: the name alone. */
Test(site, commands_name_a_users_own_model_by_its_path) {
    json_t *document = make_results("m n", json_pack("[o]", make_result("m", "a", 1)));
    json_t *models = json_object_get(document, "models");
    json_object_set_new(json_array_get(models, 0), "asked", json_string("./m.model"));
    json_object_set_new(json_array_get(models, 1), "asked", json_string("a b/n.model"));
    make_pages_of(document);
    expect_words("models/m.html", "./halfstep gate ./m.model<", NULL);
    expect_words("models/n.html",
                 "<code>./halfstep report &#39;a b/n.model&#39;</code></span> does.",
                 NULL);
}

/* Of each published value how many digits agree, how many are trusted; times are short. */
Test(site, published_values_are_a_table) {
    make_pages_of(
        json_pack("{s:i, s:[{s:s, s:{s:s, s:[{s:s, s:s, s:s, s:f, s:i}]}}], s:[]}",
                  "format", 1, "models", "name", "m", "truth", "grade", "certified",
                  "published", "component", "a", "t", "4.0000000000000000e-01", "source",
                  "<S>", "digits_agreeing", 18.3, "digits_trusted", 17, "results"));
    expect_words("models/m.html",
                 "<tr><th scope=\"row\">a<td class=\"n\">0.4"
                 "<td class=\"n\">18.3<td class=\"n\">17<td>&lt;S&gt;",
                 NULL);
}

Test(site, an_integrator_has_a_card) {
    copy_data("card");
    cr_assert(make_pages() == 0);
    expect_words("index.html", "Can it be trusted?", "./mine.so", NULL);
    expect_words("methods/mine.html", "class=\"tree\"", NULL);
    /* Its work is its own, not a peer's. */
    cr_expect(shell("grep -q ' mine .* fixed-steps</li>' models/*.html") == 0);
    cr_expect(shell("grep 'not ours' models/*.html >&2") != 0);
}

/* The first of the data's failures is the fingerprint's, which is of no problem. */
Test(site, what_fails_of_the_method_itself_is_no_problems) {
    copy_data("card");
    cr_assert(
        shell("sed -i 's/\"verdict\":\"fail\"/\"verdict\":\"pass\"/2g' results.json") ==
        0);
    cr_assert(make_pages() == 0);
    expect_words("index.html", "1 result fails, about the method itself.", NULL);
}

Test(site, the_same_results_give_the_same_bytes) {
    make_pages_of(make_document(8, 4));
    cr_assert(shell("find *.html */ -type f | sort | xargs cksum >sum") == 0);
    cr_assert(make_pages() == 0);
    cr_expect(shell("find *.html */ -type f | sort | xargs cksum | cmp - sum") == 0);
}

/* Each ends with status 2, and an index that was there stays. */
Test(site, what_cannot_be_read_is_told) {
    static const char *const wrong[] = {"", "{", "[]", "{\"format\": 2}",
                                        "{\"format\": \"x\"}"};
    cr_expect(make_pages() == 2);
    shell("echo old >index.html");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        write_file("results.json", wrong[i]);
        cr_expect(make_pages() == 2, "%s", wrong[i]);
        cr_expect(size_of("index.html") == 4);
    }
    cr_expect(shell("%s 2>/dev/null", PAGES_PROGRAM) == 2);
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
    cr_assert(shell("mkdir before") == 0);
    cr_assert(json_dump_file(document, "before/results.json", 0) == 0);
    json_decref(document);
    write_results(make_document(3, 2));
    cr_assert(shell("%s . before", PAGES_PROGRAM) == 0);
    expect_words("index.html", "What changed", "4 of 6 results", "<td>fail<td>pass",
                 "<td>not there<td>pass", "<td>pass<td>gone", NULL);
    cr_expect(shell("%s '%s' /nowhere/at/all 2>/dev/null", PAGES_PROGRAM, folder) == 2);
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
