/* Pages of speed and of engines.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "reports/tests/pages/folder.h"

TestSuite(site_speed, .init = make_folder, .fini = remove_folder);

Test(site_speed, engines_alone_have_a_page) {
    copy_data("engines");
    cr_assert(make_pages() == 0);
    expect_words("engines.html", "<a href=\"#fall-1\">0.1235</a>",
                 "half the step: 0.0625", "<a href=\"#fall-2\">failed</a>",
                 "it &lt;broke&gt;", "<tr id=\"fall-2\">", "Not installed: ode", NULL);
    struct text page = read_page("engines.html");
    cr_expect(strstr(text_bytes(&page), "href=\"#fall-3\"") == NULL, "a dash has none");
    cr_expect(strstr(text_bytes(&page), "index.html") == NULL, "there is no index");
}

Test(site_speed, a_report_links_the_page_of_engines_that_is_beside_it) {
    copy_data("engines");
    make_pages_of(make_document(2, 2));
    static const char link[] = "<a href=\"engines.html\">Engines</a>";
    expect_words("index.html", link, NULL);
    expect_words("engines.html", "index.html#problems", NULL);
}

static json_t *make_series(int count) {
    json_t *points = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(points,
                              json_pack("{s:s, s:f}", "commit", "0123456789abcdef",
                                        "value", i < 12 ? 100.0 + i : 130.0));
    return json_pack("{s:s, s:s, s:s, s:o, s:[{s:i, s:f}]}", "name", "pendulum/fixed",
                     "quantity", "time", "unit", "ns", "points", points, "changes",
                     "index", 12, "size", 0.3);
}

/* What is slower stands first, a change names its commit, and there are figures. */
Test(site_speed, speed_has_a_page) {
    const char *const row = "{s:s, s:s, s:f, s:f}";
    json_t *comparisons = json_array();
    json_array_append_new(comparisons, json_pack(row, "name", "calm", "verdict", "same",
                                                 "change", 0.001, "half", 0.002));
    json_array_append_new(comparisons, json_pack(row, "name", "late", "verdict", "slower",
                                                 "change", 0.0487, "half", 0.004));
    make_pages_of(json_pack("{s:i, s:o, s:[o]}", "format", 1, "comparisons", comparisons,
                            "series", make_series(20)));
    expect_words("index.html", "1 slower, 1 the same.", "speed.html", NULL);
    expect_words("speed.html", "id=\"speed-changes\"", "id=\"speed-0-history\"",
                 "<h3>pendulum/fixed</h3>", ">time (ns)<",
                 "+30.00 % at <code title=\"0123456789abcdef\">0123456789ab</code>",
                 "4.87", NULL);
    struct text page = read_page("speed.html");
    cr_expect(strstr(text_bytes(&page), ">late<") < strstr(text_bytes(&page), ">calm<"));
}

/* Seen to fail: empty brackets. */
Test(site_speed, what_has_no_unit_has_no_brackets) {
    json_t *series = make_series(20);
    json_object_set_new(series, "unit", json_string(""));
    make_pages_of(json_pack("{s:i, s:[o]}", "format", 1, "series", series));
    expect_words("speed.html", ">time<", NULL);
    struct text page = read_page("speed.html");
    cr_expect(strstr(text_bytes(&page), "time (") == NULL);
}

/* It may be in another unit than what is measured; without a number there is none. */
Test(site_speed, a_peers_number_has_its_unit) {
    make_pages_of(json_pack("{s:i, s:[{s:s, s:f, s:s}, {s:s, s:n, s:s}]}", "format", 1,
                            "goals", "peer", "other", "peer_value", 43.5, "peer_unit",
                            "us", "peer", "none", "peer_value", "peer_unit", "ms"));
    expect_words("speed.html", ">other 43.5 us<", ">none<", NULL);
}

static json_t *make_peer(int points) {
    json_t *peer = json_pack("{s:s, s:s, s:[], s:[]}", "problem", "p", "peer", "other",
                             "curve", "peer_curve");
    for (int i = 0; i < points; i++)
        for (int k = 0; k < 2; k++)
            json_array_append_new(
                json_object_get(peer, k == 0 ? "curve" : "peer_curve"),
                json_pack("{s:f, s:f}", "error", 1.0 / (1 + i), "seconds", 1.0 + i));
    return peer;
}

/* One run of each is a row; a course is drawn. Nothing is said of studies, methods and seconds that
 * there are not. */
Test(site_speed, what_is_timed_alone_tells_nothing_of_studies) {
    make_pages_of(json_pack("{s:i, s:[s], s:f, s:[o, o]}", "format", 1, "methods", "idle",
                            "seconds", 0.0004, "peers", make_peer(1), make_peer(3)));
    cr_expect(size_of("figures/speed-peer-0-peer.svg") < 0);
    cr_expect(size_of("figures/speed-peer-1-peer.svg") > 0);
    expect_words("index.html", "Seconds are those of one machine", NULL);
    expect_no_words("index.html", "<dt>seconds", "#problems", "#methods", "idle",
                    "Orders and coeff", NULL);
}

/* Its change is behind its end, and does not count; nor is what never changes drawn. */
Test(site_speed, a_single_commit_has_a_row_and_no_figure) {
    json_t *quiet = make_series(2), *single = make_series(1), *still = make_series(2);
    json_object_set_new(still, "name", json_string("still"));
    json_object_set(
        json_array_get(json_object_get(still, "points"), 1), "value",
        json_object_get(json_array_get(json_object_get(still, "points"), 0), "value"));
    json_object_set_new(quiet, "name", json_string("quiet"));
    json_object_set_new(quiet, "changes", json_array());
    json_object_set_new(single, "name", json_string("single"));
    make_pages_of(json_pack("{s:i, s:[o, o, o, o]}", "format", 1, "series", quiet, single,
                            still, make_series(20)));
    struct text page = read_page("speed.html");
    const char *text = text_bytes(&page);
    cr_expect(strstr(text, ">single<") != NULL);
    cr_expect(strstr(text, "<h3>single") == NULL && strstr(text, "<h3>quiet") != NULL);
    cr_expect(strstr(text, ">still<") != NULL && strstr(text, "<h3>still") == NULL);
    const char *changed = strstr(text, ">pendulum/<wbr>fixed<");
    cr_expect(changed != NULL && changed < strstr(text, ">quiet<"),
              "what has changed stands first");
}
