/* The page about speed: what it says of made-up measurements, comparisons and series, and
 * that nothing a document may contain, or lack, keeps it from being made.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/tests/pages.h"
#include "reports/tests/speed_samples.h"

/* Gives a document to the page maker; it is freed. */
static void make_page(json_t *document) {
    char *json = json_dumps(document, 0);
    cr_assert_not_null(json, "seed %llu", sample_seed());
    pages_write("results.json", json);
    cr_assert_eq(pages_run(NULL), 0, "seed %llu", sample_seed());
    pages_check_well_formed("index.html");
    free(json);
    json_decref(document);
}

Test(pages_benchmarks, the_first_screen_says_what_got_faster_and_slower, IN_FOLDER) {
    static const char *const texts[] = {
        "<h1>Faster or slower?</h1>",
        "Of 40\xC2\xA0"
        "benchmarks: <b>1</b> slower (by +4.87\xC2\xA0%), <b>1</b> faster (by "
        "\xE2\x88\x92"
        "3.10\xC2\xA0%), <b>36</b> the same, <b>1</b> cannot tell, <b>1</b> not timed; "
        "counters changed in <b>1</b>; since <code "
        "title=\"d1cf0321ab77e0c4f5a6b7c8d9e0f1a2b3c4d5e6\">d1cf0321ab</code>",
        "One benchmark is slower.",
        "factorizations 12 \xE2\x86\x92 13",
        "+1.29\xC2\xA0%",
        "The noise is too large for 64 processes.",
        "<div class=\"outcome bad\">",
        "<b>False alarms on this machine: 0 in 3360</b>",
        "the rate is below 0.09\xC2\xA0%",
        "one percent found <b>618</b> times of 618",
        "Old (baseline)",
        "/builds/new",
        "each confirmed by a second run",
        ("35\xC2\xA0"
         "benchmarks: the same")};
    struct sample_random r = {sample_seed()};
    make_page(sample_compare(&r, 40, 24));
    pages_expect(texts, sizeof texts / sizeof *texts);
    pages_check_contained();
    pages_check_links(40);
}

/* The table's rows come worst first, whatever their order in the document. */
Test(pages_benchmarks, what_is_worse_stands_above, IN_FOLDER) {
    struct sample_random r = {sample_seed()};
    json_t *document = sample_compare(&r, 12, 16);
    json_t *list = json_object_get(document, "comparisons"), *reversed = json_array();
    for (size_t i = json_array_size(list); i-- > 0;) {
        json_array_append(reversed, json_array_get(list, i));
    }
    json_object_set_new(document, "comparisons", reversed);
    make_page(document);
    static const char *const order[] = {
        "<tr id=\"c-11\" class=\"slower\">", "<tr id=\"c-9\" class=\"more\">",
        "<tr id=\"c-10\" class=\"faster\">", "<tr id=\"c-8\" class=\"level\">"};
    struct text t = {0};
    pages_read(&t, pages_path("index.html"));
    const char *at = text_bytes(&t);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        at = strstr(at, order[i]);
        cr_assert_not_null(at, "%s", order[i]);
    }
    text_clear(&t);
}

Test(pages_benchmarks, each_comparison_has_its_distributions, IN_FOLDER) {
    struct sample_random r = {sample_seed()};
    make_page(sample_compare(&r, 9, 24));
    cr_expect_eq(pages_count("<figure id=\"d-"), 8); /* one was not timed */
    pages_check_well_formed(
        "figures/compared-pendulum.2fvelocity-implicit-euler.2fdefault.2ffixed.svg");
    static const char *const texts[] = {"between places in a cache line, not counted.",
                                        "<summary>All others</summary>"};
    pages_expect(texts, sizeof texts / sizeof *texts);
    pages_check_links(9);
}

Test(pages_benchmarks, measurements_have_tables_spreads_floors_and_peers, IN_FOLDER) {
    static const char *const texts[] = {
        "<h1>What a step costs</h1>",
        ("60\xC2\xA0"
         "benchmarks; none allocates; "),
        "1 of 2 that were measured are reached; 1 were not measured here.",
        "</span> missed</td><th scope=\"row\">semi-explicit Euler, 1 degree of freedom",
        "The pass has a call through a pointer.",
        "<summary>damped_pendulum_c1e5</summary>",
        "<td>19768</td>",
        "<td>5376</td>",
        "<b>Blocks.</b>",
        "<b>A step over the sum of its kernels,</b>",
        "<b>Side by side.</b>",
        "<b>Time for an error,</b> pendulum",
        "<h3>Not installed here</h3>",
        "<b>MuJoCo</b>: <code>pip install mujoco</code>",
        "error control, relative tolerance chosen for the same error"};
    struct sample_random r = {sample_seed()};
    make_page(sample_timing(&r, 60, 12));
    pages_expect(texts, sizeof texts / sizeof *texts);
    cr_expect_eq(pages_count("pip install mujoco"), 1);
    cr_expect_eq(pages_count("<b>Blocks.</b>"), 5);
    pages_check_well_formed("figures/spread-1.svg");
    pages_check_well_formed("figures/floor-5.svg");
    pages_check_well_formed("figures/peers-2.svg");
    pages_check_well_formed("figures/peer-work-duffing.svg");
    pages_check_contained();
    pages_check_links(5);
}

/* Series 4, 13, 22, 31 fall by 12 %, every fifth (but those) rises by 3.1 %. */
Test(pages_benchmarks, series_that_changed_come_first, IN_FOLDER) {
    struct sample_random r = {sample_seed()};
    make_page(sample_history(&r, 36, 40));
    static const char *const texts[] = {"<h1>Speed over commits</h1>",
                                        "12 of 36\xC2\xA0series have a change.",
                                        "<summary>Series without a change</summary>",
                                        "<title>+3.10\xC2\xA0% at ",
                                        "<title>compiler gcc 12.2.0</title>",
                                        "e-divisive, p 0.002",
                                        "<a href=\"tables/history.tsv\">history.tsv</a>"};
    pages_expect(texts, sizeof texts / sizeof *texts);
    cr_expect_eq(pages_count("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"spark\""),
                 36);
    struct text t = {0};
    pages_read(&t, pages_path("index.html"));
    const char *falls = strstr(text_bytes(&t), "<li><a href=\"#s-4\">");
    const char *rises = strstr(text_bytes(&t), "<li><a href=\"#s-0\">");
    const char *level = strstr(text_bytes(&t), "<li><a href=\"#s-1\">");
    const char *fold = strstr(text_bytes(&t), "<summary>Series without a change<");
    cr_assert(falls && rises && level && fold);
    cr_expect(falls < rises && rises < fold && fold < level);
    text_clear(&t);
    pages_check_contained();
    pages_check_links(40);
}

/* The fields of a line of a table, or the lines of a file. */
static int count_letters(const char *s, char letter, char end) {
    int count = 0;
    for (; *s && *s != end; s++) {
        count += *s == letter ? 1 : 0;
    }
    return count;
}

Test(pages_benchmarks, behind_each_figure_there_is_a_table, IN_FOLDER) {
    static const struct {
        const char *name;
        int lines;
    } tables[] = {{"tables/compared.tsv", 7},
                  {"tables/compared-processes.tsv", 1 + 5 * 16},
                  {"tables/compared-blocks.tsv", 1 + 5 * 2 * 101}};
    struct sample_random r = {sample_seed()};
    make_page(sample_compare(&r, 6, 16));
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct text t = {0};
        pages_read(&t, pages_path(tables[i].name));
        const char *s = text_bytes(&t);
        int fields = count_letters(s, '\t', '\n');
        cr_expect_eq(count_letters(s, '\n', '\0'), tables[i].lines, "%s", tables[i].name);
        for (; *s; s = strchr(s, '\n') + 1) {
            cr_assert_eq(count_letters(s, '\t', '\n'), fields, "%s: %.80s",
                         tables[i].name, s);
        }
        text_clear(&t);
    }
}

Test(pages_benchmarks, the_same_document_gives_the_same_bytes, IN_FOLDER) {
    struct sample_random r = {sample_seed()}, again = {sample_seed()};
    struct text first = {0}, second = {0};
    make_page(sample_timing(&r, 9, 5));
    pages_read(&first, pages_path("index.html"));
    make_page(sample_timing(&again, 9, 5));
    pages_read(&second, pages_path("index.html"));
    cr_assert_str_eq(text_bytes(&first), text_bytes(&second));
    text_clear(&first);
    text_clear(&second);
}

Test(pages_benchmarks, three_hundred_benchmarks_have_a_page, IN_FOLDER, .timeout = 200) {
    struct sample_random r = {sample_seed()};
    make_page(sample_compare(&r, 300, 3));
    cr_expect_eq(pages_count("<figure id=\"d-"), 299);
}

Test(pages_benchmarks, three_hundred_series_have_a_page, IN_FOLDER, .timeout = 200) {
    struct sample_random r = {sample_seed()};
    make_page(sample_history(&r, 300, 8));
    cr_expect_eq(pages_count("<div class=\"series\" id=\"s-"), 300);
}

Test(pages_benchmarks, one_benchmark_and_one_process_have_a_page, IN_FOLDER) {
    struct sample_random r = {sample_seed()};
    make_page(sample_compare(&r, 1, 1));
    cr_expect_eq(pages_count("<figure id=\"d-0\">"), 1);
    make_page(sample_timing(&r, 1, 1));
    cr_expect_eq(pages_count("<b>Blocks.</b>"), 1);
    make_page(sample_history(&r, 1, 1));
    make_page(sample_compare(&r, 0, 0));
    cr_expect_eq(pages_count("Nothing was compared."), 1);
}

/* What may stand where something else is expected. */
static json_t *make_wrong(struct sample_random *r) {
    switch ((int)(9 * sample_uniform(r))) {
    case 0: return json_null();
    case 1: return json_string("<b>&amp; \"words\" ]]>");
    case 2: return json_array();
    case 3: return json_object();
    case 4: return json_real(-1e300);
    case 5: return json_integer(0);
    case 6: return json_pack("[n, s, f, [], {}]", "x", 1e-300);
    case 7: return json_true();
    default: return json_string("nan");
    }
}

/* Replaces or takes out about `share` of all members, at any depth. */
static void spoil(struct sample_random *r, json_t *value, double share) {
    const char *key;
    json_t *member;
    void *next;
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (sample_uniform(r) < share) {
            json_array_set_new(value, i, make_wrong(r));
        } else {
            spoil(r, json_array_get(value, i), share);
        }
    }
    json_object_foreach_safe(value, next, key, member) {
        double u = sample_uniform(r);
        if (u < share / 2) {
            json_object_del(value, key);
        } else if (u < share) {
            json_object_set_new(value, key, make_wrong(r));
        } else {
            spoil(r, member, share);
        }
    }
}

/* The members that must be right for the file to be read at all. */
static const char *const needed[] = {"format", "halfstep", "command", "machine",
                                     "models", "results",  "seconds"};

static void make_spoilt_page(struct sample_random *r, json_t *document, double share) {
    json_t *parts = json_deep_copy(document);
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        json_object_del(parts, needed[i]);
    }
    spoil(r, parts, share);
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        json_t *right = json_object_get(document, needed[i]);
        if (right) {
            json_object_set(parts, needed[i], right);
        }
    }
    json_decref(document);
    make_page(parts);
}

Test(pages_benchmarks, spoilt_documents_have_a_page, IN_FOLDER, .timeout = 240) {
    struct sample_random r = {sample_seed()};
    for (int i = 0; i < 4; i++) {
        double share = i % 2 ? 0.02 : 0.3;
        make_spoilt_page(&r, sample_compare(&r, 8, 9), share);
        make_spoilt_page(&r, sample_timing(&r, 8, 5), share);
        make_spoilt_page(&r, sample_history(&r, 8, 11), share);
    }
}

#define HOSTILE "<script>alert('x')</script>&amp;\\\"\\u0007 ]]>"

static const char words_of_others[] =
    "{'format': 1, 'command': 'compare', 'verdict': 'fail', 'reason': '@', 'baseline': "
    "{'commit': '@', 'compiler': '@', 'flags': '@', 'place': '@'}, 'candidate': "
    "{'place': '@'}, 'self': {'comparisons': 3, 'injected': {'@': {'tried': 1, 'found': "
    "0}}, 'kernels': [{'name': '@'}]}, 'comparisons': [{'name': '@', 'reason': '@', "
    "'verdict': 'slower', 'change': 0.1, 'counters': [{'name': '@', 'old': 1, 'new': "
    "2}], 'log_ratios': [0.1]}], 'measurements': [{'name': '@/@', 'unit': '@', 'ns': "
    "{'blocks': [1, 2, 3]}, 'floor': {'value': 1.3}}], 'goals': [{'what': '@', "
    "'elsewhere': '@', 'goal': '@', 'unit': '@', 'value': 1, 'peer': '@', 'command': "
    "'@', 'reason': '@'}], 'peers': [{'problem': '@', 'method': '@', 'peer': '@', "
    "'version': '@', 'configuration': '@', 'comparable': '@', 'reason': '@', 'ratio': 2, "
    "'curve': [{'error': 0.1, 'seconds': 1}]}, {'peer': '@', 'installed': false, 'how': "
    "'@', 'reason': '@'}], 'series': [{'name': '@', 'quantity': '@', 'unit': '@', "
    "'machine': '@', 'compiler': '@', 'points': [{'commit': '@', 'value': 1}, "
    "{'commit': '@', 'value': 2, 'split': true, 'why': '@'}], 'changes': [{'index': 1, "
    "'size': 1, 'method': '@', 'judged': '@'}]}]}";

Test(pages_benchmarks, hostile_words_stay_words, IN_FOLDER) {
    struct text json = {0}, t = {0};
    for (const char *s = words_of_others; *s; s++) {
        if (*s == '@') {
            text_add(&json, HOSTILE);
        } else {
            text_add_bytes(&json, *s == '\'' ? "\"" : s, 1);
        }
    }
    pages_check_page(text_bytes(&json), "Numbers to reach");
    pages_check_contained();
    pages_read(&t, pages_path("index.html"));
    cr_assert_null(strstr(text_bytes(&t), "<script"));
    text_clear(&t);
    text_clear(&json);
}

Test(pages_benchmarks, long_names_fit_into_file_names, IN_FOLDER) {
    struct text json = {0}, name = {0};
    for (int i = 0; i < 60; i++) {
        text_add(&name, "long/name ");
    }
    text_format(&json,
                "{\"format\": 1, \"command\": \"compare\", \"comparisons\": [{\"name\": "
                "\"%s\", \"log_ratios\": [0.1]}, {\"name\": \"%s\", \"log_ratios\": "
                "[0.2]}]}",
                text_bytes(&name), text_bytes(&name));
    pages_check_page(text_bytes(&json), "id=\"d-1\"");
    text_clear(&json);
    text_clear(&name);
}

/* A run that failed leaves little. */
Test(pages_benchmarks, a_failed_run_has_a_page, IN_FOLDER) {
    pages_check_page("{\"format\": 1, \"command\": \"compare\", \"verdict\": \"fail\", "
                     "\"reason\": \"the candidate cannot be loaded\"}",
                     "The candidate cannot be loaded.");
    cr_expect_eq(pages_count("Nothing was compared."), 1);
    cr_expect_eq(pages_count("is not known: no build was compared with itself"), 1);
    pages_check_page("{\"format\": 1, \"command\": \"history\"}",
                     "Nothing was measured.");
    pages_check_page("{\"format\": 1, \"command\": \"timing\", \"measurements\": []}",
                     "Nothing was measured.");
}

/* A bound above one in a thousand is said to be too large. */
Test(pages_benchmarks, too_few_self_tests_promise_nothing, IN_FOLDER) {
    pages_check_page("{\"format\": 1, \"command\": \"compare\", \"comparisons\": [], "
                     "\"self\": {\"comparisons\": 37, \"alarms\": 2, \"slower\": 2, "
                     "\"faster\": 0, \"bound\": 0.16}}",
                     "more than the one in 1000 that is promised");
    cr_expect_eq(pages_count("Slower 2, faster 0"), 1);
}

/* Beside studies the part is a section, and the page is about them. */
Test(pages_benchmarks, in_a_report_speed_is_a_section, IN_FOLDER) {
    json_t *document = json_load_file(TEST_DATA "/small/results.json", 0, NULL);
    struct sample_random r = {sample_seed()};
    json_t *compared = sample_compare(&r, 9, 8);
    cr_assert_not_null(document);
    json_object_set(document, "comparisons", json_object_get(compared, "comparisons"));
    json_object_set(document, "baseline", json_object_get(compared, "baseline"));
    json_decref(compared);
    make_page(document);
    cr_expect_eq(pages_count("<section class=\"problem\" id=\"speed\">"), 1);
    cr_expect_eq(pages_count("<h1>Faster or slower?</h1>"), 0);
    cr_expect_gt(pages_count("Planar pendulum"), 0);
    pages_check_links(60);
}
