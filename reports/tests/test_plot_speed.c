/* What the scripts of figures about speed give to gnuplot.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/plot_speed.h"

/* A document written with ' for ", as what it says of speed. */
static struct speed *read_document(const char *words, json_t **document) {
    struct text json = {0};
    struct speed *speed = NULL;
    for (; *words; words++) {
        text_add_bytes(&json, *words == '\'' ? "\"" : words, 1);
    }
    *document = json_loads(text_bytes(&json), 0, NULL);
    cr_assert_not_null(*document);
    cr_assert(speed_read(&speed, *document));
    text_clear(&json);
    return speed;
}

typedef bool plot_function(struct text *script, const struct speed *speed, int number);

/* The script of figure 0 has each of the texts. */
static void check_script(plot_function *plot, const char *words,
                         const char *const *expected, int count) {
    json_t *document;
    struct text script = {0};
    struct speed *speed = read_document(words, &document);
    cr_assert(plot(&script, speed, 0));
    for (int i = 0; i < count; i++) {
        cr_expect_not_null(strstr(text_bytes(&script), expected[i]), "%s in\n%s",
                           expected[i], text_bytes(&script));
    }
    text_clear(&script);
    speed_free(speed);
    json_decref(document);
}

Test(plot_speed, floors_stand_dearest_first) {
    static const char *const expected[] = {
        "$p << END\n1.43 3 1.41 1.47\n1.21 2 1.21 1.21\n1.07 1 1.07 1.07\nEND\n",
        "\"fpu\\nvelocity-implicit, default, fixed\" 3"};
    check_script(plot_floor,
                 "{'measurements': [{'name': 'a', 'floor': {'value': 1.07}}, {'name': "
                 "'b'}, {'name': 'fpu/velocity-implicit-euler/default/fixed', 'floor': "
                 "{'value': 1.43, 'low': 1.41, 'high': 1.47}}, {'floor': {'value': "
                 "1.21}}, {'floor': {'value': 0}}, {'floor': {'value': -1}}]}",
                 expected, 2);
}

/* Powers of ten: 100 between 10 and 1000 is 2 between 1 and 3. */
Test(plot_speed, ratios_of_peers_are_logarithms) {
    static const char *const expected[] = {"$p0 << END\n2 2 1 3\nEND\n",
                                           "$p1 << END\n-1 1 -1 -1\nEND\n"};
    check_script(plot_peers,
                 "{'peers': [{'problem': 'p', 'peer': 'x', 'ratio': 100, 'low': 10, "
                 "'high': 1000}, {'peer': 'none', 'installed': false, 'ratio': 3}, "
                 "{'problem': 'p', 'peer': 'y', 'ratio': 0.1}, {'peer': 'z', 'ratio': "
                 "-3}]}",
                 expected, 2);
}

/* ln 1.05 is 5 %, ln 0.98 is -2 %; the band is half of delta; 1.2 % with 0.3 % around. */
Test(plot_speed, processes_are_drawn_in_per_cent) {
    char words[512];
    static const char *const expected[] = {
        "5 1 0\n-2 2 0\n",
        "set object 1 rectangle from first -1, graph 0 to first 1, graph 1",
        "set arrow from first 0.9, graph 0.965 to first 1.5, graph 0.965"};
    snprintf(words, sizeof words,
             "{'rule': {'delta': 0.02}, 'comparisons': [{'name': 'a', 'change': 0.012, "
             "'half': 0.003, 'log_ratios': [%.17g, %.17g]}]}",
             log(1.05), log(0.98));
    check_script(plot_compared, words, expected, 3);
}

/* Seven quantiles: the share below the i-th is i/6; microseconds, as the old time is. */
Test(plot_speed, shares_of_blocks_go_from_none_to_all) {
    static const char *const expected[] = {
        ("$b0 << END\n1.1 0\n1.2 0.16667\n1.3 0.33333\n1.4 0.5\n1.5 0.66667\n1.6 "
         "0.83333\n1.7 1\nEND\n"),
        "$t0 << END\n-1e99 0\n1.37 -0.07\nEND\n", "microseconds a step"};
    check_script(plot_compared,
                 "{'comparisons': [{'old_ns': 1400, 'old': {'blocks': [1700, 1200, 1300, "
                 "1400, 1500, 1600, 1100], 'processes': [1370]}, 'new': {'blocks': [1, "
                 "2]}}]}",
                 expected, 3);
}

/* Medians 11 of 10, 11, 13 and 21 of 20, 22; the line has a gap where the level changes. */
Test(plot_speed, stretches_of_series_have_their_medians) {
    static const char *const expected[] = {
        "0 10 10 10\n1 13 13 13\n2 11 11 11\n\n3 20 19 23\n4 22 22 22\nEND\n",
        "$s << END\n-0.40 11\n2.40 11\n\n2.60 21\n4.40 21\n\nEND\n",
        "set label \"+91 %\" at first 2.50"};
    check_script(plot_history,
                 "{'series': [{'name': 's', 'unit': 'count', 'points': [{'value': 10}, "
                 "{'value': 13}, {'value': 11}, {'value': 20, 'low': 19, 'high': 23}, "
                 "{'value': 22}], 'changes': [{'index': 3, 'size': 0.909}]}]}",
                 expected, 3);
}

/* Blocks that are spread evenly from 90 to 110 make a violin of the same height from end to
 * end, but for the steps at its ends, from -9.6 to 9.2 per cent. */
Test(plot_speed, even_blocks_make_an_even_violin) {
    struct text words = {0}, script = {0};
    json_t *document;
    text_add(&words, "{'measurements': [{'name': 'a', 'ns': {'blocks': [");
    for (int i = 0; i <= 100; i++) {
        text_format(&words, "%s%.17g", i > 0 ? ", " : "", 90 + 0.2 * i);
    }
    text_add(&words, "], 'processes': [101]}}]}");
    struct speed *speed = read_document(text_bytes(&words), &document);
    cr_assert(plot_spread(&script, speed, 0));
    const char *at = strstr(text_bytes(&script), "$v << END\n");
    cr_assert_not_null(at);
    at = strchr(at, '\n') + 1;
    double x, y, last = -9.6;
    for (int i = 0; i <= 48; i++) {
        cr_assert_eq(sscanf(at, "%lf %lf", &x, &y), 2);
        cr_expect_float_eq(x, -9.6 + 18.8 * i / 48, 2e-3, "%g", x);
        cr_expect(x >= last);
        if (i > 2 && i < 46) {
            cr_expect_float_eq(y, 1.38, 1e-3, "%g at %g", y, x);
        }
        last = x;
        at = strchr(at, '\n') + 1;
    }
    cr_expect_not_null(strstr(text_bytes(&script), "$m << END\n-1e9 -1\n1 1\nEND\n"));
    text_clear(&words);
    text_clear(&script);
    speed_free(speed);
    json_decref(document);
}

/* 1000 and 100000 ns of a run are 1e-6 and 1e-4 s. */
Test(plot_speed, work_is_told_in_seconds) {
    static const char *const expected[] = {"$p0 << END\n-5 -4 ", "\n-3 -6 ",
                                           "\"velocity-implicit, fixed\""};
    check_script(plot_measured_work,
                 "{'measurements': [], 'results': [{'quantity': 'work-precision', "
                 "'study': 'statistics', 'model': 'other'}, {'model': 'm', 'study': "
                 "'timing', 'quantity': 'work-precision', 'method': "
                 "'velocity-implicit-euler', 'mode': 'default', 'kind': 'fixed', "
                 "'points': [{'error': 1e-3, 'value': 1000}, {'error': 1e-5, 'value': "
                 "100000}]}]}",
                 expected, 3);
}

Test(plot_speed, nothing_makes_no_figure) {
    static const struct {
        plot_function *plot;
        const char *words;
    } table[] = {
        {plot_compared, "{'comparisons': [{'name': 'a'}]}"},
        {plot_spread, "{'measurements': [{'ns': {'blocks': [3]}}]}"},
        {plot_floor, "{'measurements': [{'name': 'a'}]}"},
        {plot_peers, "{'peers': [{'installed': false}]}"},
        {plot_peer_work, "{'peers': [{'problem': 'a', 'curve': [{'error': 0}]}]}"},
        {plot_history, "{'series': [{'points': [{'value': null}]}]}"},
        {plot_history, "{'series': [{'name': 'a'}]}"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        json_t *document;
        struct text script = {0};
        struct speed *speed = read_document(table[i].words, &document);
        cr_expect_not(table[i].plot(&script, speed, 0), "%s", table[i].words);
        cr_expect_eq(script.length, 0, "%s", table[i].words);
        text_clear(&script);
        speed_free(speed);
        json_decref(document);
    }
}

/* Those of one house look the same in every figure, whoever else is there. */
Test(plot_speed, houses_of_peers_keep_their_look) {
    json_t *document;
    struct speed *speed = read_document("{'peers': [{'peer': 'gsl-rk1imp'}, {'peer': "
                                        "'Drake (Acrobot)'}, {'peer': 'gsl-bdf'}, "
                                        "{'peer': 'Drakes'}]}",
                                        &document);
    cr_expect_eq(plot_peer_look(speed, "").colour, COLOUR_FIRST);
    cr_expect_eq(plot_peer_look(speed, "gsl-rk8pd").colour, COLOUR_SECOND);
    cr_expect_eq(plot_peer_look(speed, "Drake").colour, COLOUR_THIRD);
    cr_expect_eq(plot_peer_look(speed, "Drakes").colour, COLOUR_FOURTH);
    speed_free(speed);
    json_decref(document);
}
