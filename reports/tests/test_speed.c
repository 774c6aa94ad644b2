/* Reading what a document says of speed: order, defaults, what is left out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "reports/speed.h"

/* Reads a document written with ' for ". */
static struct speed *read_document(const char *words, json_t **document) {
    char json[4096];
    struct speed *speed = NULL;
    size_t i = 0;
    for (; words[i] && i + 1 < sizeof json; i++) {
        json[i] = (char)(words[i] == '\'' ? '"' : words[i]);
    }
    json[i] = '\0';
    *document = json_loads(json, 0, NULL);
    cr_assert_not_null(*document, "%s", json);
    cr_assert(speed_read(&speed, *document));
    return speed;
}

Test(speed, is_absent_where_a_document_says_nothing_of_it) {
    static const char *const words[] = {
        "{}", "{'command': 'report', 'results': []}", "{'command': 'timing'}",
        "{'command': 'comparer'}", "{'measurements': 3, 'series': {}}"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        json_t *document;
        cr_expect_null(read_document(words[i], &document), "%s", words[i]);
        json_decref(document);
    }
}

Test(speed, leads_where_it_is_what_was_asked_for) {
    static const struct {
        const char *words;
        bool leads;
    } table[] = {
        {"{'command': 'compare'}", true},
        {"{'command': 'history --out x'}", true},
        {"{'command': 'timing', 'measurements': [], 'results': [{}]}", true},
        {"{'command': 'report', 'measurements': [], 'results': [{}]}", false},
        {"{'series': []}", true},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        json_t *document;
        struct speed *speed = read_document(table[i].words, &document);
        cr_assert_not_null(speed, "%s", table[i].words);
        cr_expect_eq(speed->leads, table[i].leads, "%s", table[i].words);
        speed_free(speed);
        json_decref(document);
    }
}

/* More work is as bad as slower; among those that moved the largest change is first. */
Test(speed, orders_comparisons_worst_first) {
    static const int order[] = {5, 1, 3, 2, 6, 0, 4};
    json_t *document;
    struct speed *speed = read_document(
        "{'comparisons': [{'verdict': 'cannot-tell', 'change': 0.3}, {'verdict': "
        "'slower', 'change': 0.013}, {'verdict': 'faster', 'change': -0.2}, {'verdict': "
        "'same', 'change': 0.9, 'counters_verdict': 'more'}, {'verdict': 'same'}, "
        "{'verdict': 'slower', 'change': 0.17}, {'verdict': 'same', 'counters_verdict': "
        "'changed'}]}",
        &document);
    cr_assert_eq(speed->comparisons, 7);
    for (int i = 0; i < 7; i++) {
        cr_expect_eq(speed->comparison[i].number, order[i], "place %d: %d", i,
                     speed->comparison[i].number);
    }
    cr_expect_eq(speed_count(speed, SPEED_SLOWER), 2);
    cr_expect_eq(speed_count(speed, SPEED_SAME), 3);
    cr_expect_eq(speed_count_work(speed, SPEED_WORK_CHANGED), 2);
    cr_expect_eq(speed_count_work(speed, SPEED_WORK_MORE), 1);
    speed_free(speed);
    json_decref(document);
}

Test(speed, keeps_what_is_missing_apart_from_zero) {
    json_t *document;
    struct speed *speed = read_document(
        "{'comparisons': [{}, 3, null, {'change': 0, 'half': null, 'old_ns': 'x', "
        "'new_ns': '37.25', 'verdict': 'other'}], 'measurements': [{'ns': 7, 'floor': "
        "null}], 'peers': [{'ratio': 2.5}, {'installed': false}], 'rule': {'delta': -1}}",
        &document);
    cr_assert_eq(speed->comparisons, 2);
    const struct speed_comparison *c = &speed->comparison[1];
    cr_expect_eq(c->number, 3);
    cr_expect_eq(c->verdict, SPEED_NOT_MEASURED);
    cr_expect_eq(c->change, 0);
    cr_expect(isnan(c->half) && isnan(c->old_ns) && isnan(speed->comparison[0].change));
    cr_expect_eq(c->new_ns, 37.25);
    cr_expect(isnan(speed->measurement[0].ns.value));
    cr_expect(isnan(speed->measurement[0].floor.value));
    cr_expect_str_eq(speed->measurement[0].unit, "step");
    cr_expect(speed->peer[0].installed && !speed->peer[1].installed);
    cr_expect_eq(speed->peer[0].ratio.value, 2.5);
    cr_expect_eq(speed_delta(speed), 0.01);
    speed_free(speed);
    json_decref(document);
}

Test(speed, orders_series_by_their_largest_change) {
    static const int order[] = {2, 1, 0, 3};
    json_t *document;
    struct speed *speed = read_document(
        "{'series': [{'points': [{}, {}], 'changes': []}, {'points': [{}, {}], "
        "'changes': [{'index': 1, 'size': 0.03}]}, {'points': [{}, {}, {}], 'changes': "
        "[{'index': 2, 'size': 0.01}, {'index': 1, 'size': -0.07}]}, {'points': [{}], "
        "'changes': [{'index': 1, 'size': 9}, {'index': -1, 'size': 9}, {'index': 0}]}]}",
        &document);
    cr_assert_eq(speed->series, 4);
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(speed->all_series[i].number, order[i], "place %d", i);
    }
    cr_expect_eq(speed->all_series[0].largest, 0.07);
    cr_expect_eq(speed->all_series[0].change[0].index, 1);
    cr_expect_eq(speed->all_series[3].changes, 0);
    speed_free(speed);
    json_decref(document);
}

/* Allocations that were none, say: there is no relative size, and it is the worst of all. */
Test(speed, keeps_a_change_from_zero) {
    json_t *document;
    struct speed *speed = read_document(
        "{'series': [{'points': [{}, {}, {}], 'changes': [{'index': 1, 'size': 0.5}]}, "
        "{'points': [{}, {}, {}], 'changes': [{'index': 1, 'size': null, 'before': 0, "
        "'after': 3}, {'index': 2, 'size': null, 'before': 3, 'after': 3}]}]}",
        &document);
    const struct speed_series *first = &speed->all_series[0];
    cr_assert(first->number == 1 && first->changes == 1);
    cr_expect(isinf(first->change[0].size) && first->change[0].size > 0);
    speed_free(speed);
    json_decref(document);
}

/* More instructions fail though counters and time are the same. */
Test(speed, puts_what_fails_before_what_is_faster) {
    json_t *document;
    struct speed *speed = read_document(
        "{'comparisons': [{'name': 'a', 'verdict': 'faster'}, {'name': 'b', 'verdict': "
        "'same', 'counters_verdict': 'same', 'failures': ['more instructions']}]}",
        &document);
    cr_assert_eq(speed->comparisons, 2);
    cr_expect_str_eq(speed->comparison[0].name, "b");
    speed_free(speed);
    json_decref(document);
}

/* A boundary is where a point is split from the one before; the first has none before. */
Test(speed, tells_where_the_machine_or_the_compiler_is_another) {
    json_t *document;
    struct speed *speed = read_document(
        "{'series': [{'points': [{'split': true, 'why': 'x'}, {'why': 'x'}, {'split': "
        "true, 'why': 'flags -O3'}, {'split': true}, {'split': 1, 'why': 'x'}, "
        "{'compiler': "
        "'a'}, {'split': true, 'compiler': 'b'}, {'split': true, 'compiler': 'b'}]}]}",
        &document);
    const struct speed_point *p = speed->all_series[0].point;
    cr_expect_str_eq(p[0].boundary, "");
    cr_expect_str_eq(p[1].boundary, "");
    cr_expect_str_eq(p[2].boundary, "flags -O3");
    cr_expect_str_eq(p[3].boundary, "other machine or system");
    cr_expect_str_eq(p[4].boundary, "");
    cr_expect_str_eq(p[6].boundary, "b");
    cr_expect_str_eq(p[7].boundary, "other machine or system");
    speed_free(speed);
    json_decref(document);
}

Test(speed, sorts_numbers_and_leaves_out_what_is_none) {
    json_t *array = json_pack("[f, s, f, n, i, f]", 7.5, "3", -1.25, 4, 1e308);
    int count;
    double *sorted = speed_sorted(array, &count);
    cr_assert_eq(count, 4);
    cr_expect(sorted[0] == -1.25 && sorted[1] == 4 && sorted[2] == 7.5);
    free(sorted);
    json_decref(array);
    cr_expect_null(speed_sorted(NULL, &count));
    cr_expect_eq(count, 0);
}
