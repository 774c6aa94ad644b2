/* Methods and modes side by side.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "reports/side.h"

enum { RESULTS = 7 };

/* A peer's and a catalogue's results are of no side; "slow" has no modes. */
static struct report_result list[RESULTS] = {
    {.method = "fast-euler", .mode = ""},
    {.method = "fast-euler", .mode = "default"},
    {.method = "slow", .mode = ""},
    {.method = "fast-euler", .mode = "faithful"},
    {.method = "fast-euler", .mode = "default"},
    {.method = "all", .mode = "default", .model = MODEL_NONE},
    {.method = "other", .mode = "", .shared = true},
};

static const struct results all = {.models = 1, .count = RESULTS, .result = list};

Test(side, a_method_s_modes_stand_together) {
    struct sides sides = sides_find(&all);
    cr_assert_eq(sides.count, 3);
    cr_assert_str_eq(sides.side[0].method, "fast-euler");
    cr_assert_str_eq(sides.side[0].mode, "default");
    cr_assert_str_eq(sides.side[1].mode, "faithful");
    cr_assert_str_eq(sides.side[2].method, "slow");
    cr_assert_str_eq(sides.side[2].mode, "");
    cr_assert_eq(sides_of_method(&sides, 0), 2);
    cr_assert_eq(sides_of_method(&sides, 2), 1);
}

Test(side, a_result_spans_what_it_is_about) {
    static const struct {
        int result, first, span;
    } table[] = {{0, 0, 2}, {1, 0, 1}, {2, 2, 1}, {3, 1, 1}, {5, 0, 3}, {6, 0, 3}};
    struct sides sides = sides_find(&all);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        int first = -1, span = side_span(&sides, &list[table[i].result], &first);
        cr_assert_eq(span, table[i].span, "result %d", table[i].result);
        cr_assert_eq(first, table[i].first, "result %d", table[i].result);
    }
}

Test(side, more_sides_than_a_table_has_columns_are_left_out) {
    enum { MANY = 3 * MOST_SIDES };
    static char names[MANY][16];
    static struct report_result many[MANY];
    for (int i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "m%d", i);
        many[i] = (struct report_result){.method = names[i], .mode = "default"};
    }
    struct results r = {.models = 1, .count = MANY, .result = many};
    cr_assert_eq(sides_find(&r).count, MOST_SIDES);
}

Test(side, names_are_those_of_people_and_escaped) {
    static const struct {
        struct side side;
        bool brief;
        const char *expected;
    } table[] = {
        {{"velocity-implicit-euler", "default"},
         false,
         "velocity-implicit Euler, default"},
        {{"velocity-implicit-euler", "default"}, true, "velocity-implicit, default"},
        {{"implicit-euler", ""}, true, "implicit"},
        {{"euler", ""}, true, "euler"},
        {{"<b>", "&"}, true, "&lt;b&gt;, &amp;"},
        {{NULL, NULL}, true, ""},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct text t = {0};
        side_name(&t, &table[i].side, table[i].brief);
        cr_assert_str_eq(text_bytes(&t), table[i].expected);
        text_clear(&t);
    }
}

Test(side, only_names_of_people_are_spelled_out) {
    static const struct {
        const char *method, *name, *title;
    } table[] = {
        {"velocity-implicit-euler", "velocity-implicit Euler", "Velocity-implicit Euler"},
        {"runge-kutta-merson", "Runge-Kutta Merson", "Runge-Kutta Merson"},
        {"my-own_thing", "my-own_thing", "my-own_thing"},
        {"", "", ""}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct text name = {0}, title = {0};
        side_name(&name, &(struct side){table[i].method, ""}, false);
        side_method(&title, table[i].method);
        cr_assert_str_eq(text_bytes(&name), table[i].name);
        cr_assert_str_eq(text_bytes(&title), table[i].title);
        text_clear(&name);
        text_clear(&title);
    }
}
