/* Times, changes, commits and dates for people.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "reports/speed_text.h"

#define SPACE "\xC2\xA0"
#define MINUS "\xE2\x88\x92"
#define DASH "\xE2\x80\x93"
#define MICRO "\xC2\xB5"

static void check(struct text *t, const char *expected) {
    cr_expect_str_eq(text_bytes(t), expected);
    text_clear(t);
}

Test(speed_text, times_have_the_unit_that_suits_them) {
    static const struct {
        double ns;
        const char *expected;
    } table[] = {{18.37, "18.4" SPACE "ns"},
                 {999, "999" SPACE "ns"},
                 {1380.4, "1.38" SPACE MICRO "s"},
                 {4.25e6, "4.25" SPACE "ms"},
                 {1.73e9, "1.73" SPACE "s"},
                 {0, "0" SPACE "ns"},
                 {NAN, DASH},
                 {INFINITY, DASH}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct text t = {0};
        speed_time(&t, table[i].ns);
        check(&t, table[i].expected);
    }
}

Test(speed_text, changes_have_their_sign_unless_they_are_nothing) {
    static const struct {
        double change;
        const char *expected;
    } table[] = {{0.01064, "+1.06" SPACE "%"},    {-0.0307, MINUS "3.07" SPACE "%"},
                 {0.00004, "0.00" SPACE "%"},     {-0.00004, "0.00" SPACE "%"},
                 {0.00006, "+0.01" SPACE "%"},    {0.1234, "+12.3" SPACE "%"},
                 {1, "+100" SPACE "%"},           {1.31, "2.31" SPACE "times"},
                 {-0.97, MINUS "97.0" SPACE "%"}, {NAN, DASH}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct text t = {0};
        speed_change(&t, table[i].change);
        check(&t, table[i].expected);
    }
}

Test(speed_text, a_commit_is_cut_and_given_in_full) {
    struct text t = {0};
    speed_commit(&t, "7be93c15d2f40a8899aabb");
    check(&t, "<code title=\"7be93c15d2f40a8899aabb\">7be93c15d2</code>");
    speed_commit(&t, "release-2.13-with-words");
    check(&t, "<code title=\"release-2.13-with-words\">release-2.13-with-words</code>");
    speed_commit(&t, "");
    check(&t, DASH);
}

/* 1795300000 is 2026-11-21 22:26:40 UTC by the calendar: 20778 days, 80800 seconds. */
Test(speed_text, dates_are_those_of_the_calendar) {
    struct text t = {0};
    speed_date(&t, 1795300000, false);
    check(&t, "2026-11-21");
    speed_date(&t, 1795300000, true);
    check(&t, "2026-11-21 22:26 UTC");
    speed_date(&t, NAN, true);
    check(&t, DASH);
    speed_date(&t, -7, true);
    check(&t, DASH);
    speed_date(&t, 1e30, true);
    check(&t, DASH);
}

Test(speed_text, a_build_is_told_by_what_is_known_of_it) {
    static const struct {
        const char *json, *expected;
    } table[] = {{"{\"commit\": \"abc\", \"committed\": 1795300000, \"changed\": true}",
                  "<code title=\"abc\">abc</code> of 2026-11-21, with changes"},
                 {"{\"halfstep\": \"0.3.1\", \"commit\": null}", "version 0.3.1"},
                 {"{\"place\": \"/a<b\"}", "<code>/a&lt;b</code>"},
                 {"{}", DASH}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct text t = {0};
        json_t *build = json_loads(table[i].json, 0, NULL);
        speed_build(&t, build);
        check(&t, table[i].expected);
        json_decref(build);
    }
    struct text t = {0};
    speed_build(&t, NULL);
    check(&t, DASH);
}

Test(speed_text, names_may_break_at_their_strokes) {
    struct text t = {0};
    speed_name(&t, "a<b/c");
    check(&t, "a&lt;b/<wbr/>c");
    speed_name(&t, "");
    check(&t, DASH);
}
