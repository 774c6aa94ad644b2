/* Motions and truths on a page.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "reports/tests/pages.h"

#define WITH_MOTION .init = pages_make_motion, .fini = pages_remove

Test(pages_motion, motions_are_drawn_in_the_plane_and_over_time, WITH_MOTION) {
    static const char *const texts[] = {"<b>Motion.</b>",
                                        "<b>Over time.</b>",
                                        "Drawn from Taylor series.",
                                        "tables/swing-motion.tsv",
                                        "as far as it goes: to the time 3",
                                        "3 more curves are left out"};
    cr_assert_eq(pages_run(NULL), 0);
    pages_check_well_formed("index.html");
    pages_check_well_formed("figures/swing-motion.svg");
    pages_check_well_formed("figures/swing-over-time.svg");
    pages_check_well_formed("figures/fast_then_slow-over-time.svg");
    cr_expect_not(pages_has("figures/fast_then_slow-motion.svg"));
    pages_check_contained();
    pages_expect(texts, sizeof texts / sizeof texts[0]);
}

/* No hyphens for minus signs, no exponents as programs write them. */
Test(pages_motion, numbers_in_pictures_of_motion_are_written_as_people_do, WITH_MOTION) {
    static const struct {
        const char *figure, *is_there, *is_not;
    } texts[] = {
        {"figures/swing-motion.svg",
         ">\xE2\x88\x92"
         "0.5<",
         ">-"},
        {"figures/fast_then_slow-over-time.svg",
         "b (at most 3.6\xC3\x97"
         "10\xE2\x81\xBB\xE2\x81\xB5)",
         "e-05"},
    };
    cr_assert_eq(pages_run(NULL), 0);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct text t = {0};
        pages_read(&t, pages_path(texts[i].figure));
        cr_expect_not_null(strstr(text_bytes(&t), texts[i].is_there), "%s",
                           texts[i].figure);
        cr_expect_null(strstr(text_bytes(&t), texts[i].is_not), "%s", texts[i].figure);
        text_clear(&t);
    }
}

Test(pages_motion, truths_and_what_was_published_are_told, WITH_MOTION) {
    static const char *const texts[] = {
        "<td>certified</td><td>51</td>",
        "<td>closed-form</td><td>62</td>",
        "1.2\xC2\xA0\xC3\x97\xC2\xA0"
        "10<sup>\xE2\x88\x92"
        "400</sup>",
        "243\xC2\xA0"
        "bits, order 40, 31\xC2\xA0steps, 0.021\xC2\xA0s",
        "taylor, 60\xC2\xA0"
        "digits",
        "is right to <b>9.7\xC2\xA0"
        "digits</b> (13 are trusted)",
        "A table &lt;of&gt; 1903",
        "Not known: the solution or a rate is not finite."};
    cr_assert_eq(pages_run(NULL), 0);
    pages_expect(texts, sizeof texts / sizeof texts[0]);
}

Test(pages_motion, the_overview_counts_grades_and_starts_that_hide_something,
     WITH_MOTION) {
    static const char *const texts[] = {
        "<b>1</b> certified, <b>1</b> not known.", "<code>z[z^2]</code>). ",
        "1\xC2\xA0problem has a zero that no other start of its file makes good.",
        "z[z^2] vanishes at the start &amp; so on", " 3 of 7 <small>"};
    cr_assert_eq(pages_run(NULL), 0);
    pages_expect(texts, sizeof texts / sizeof texts[0]);
}

/* Of the wrong kind, and tables with other things in them: no picture, and a page. */
Test(pages_motion, motions_and_truths_that_make_no_sense_leave_a_page, WITH_MOTION) {
    static const char *const members[] = {
        "\"motion\": 3, \"truth\": null",
        "\"motion\": {\"curves\": [1], \"table\": \"swing-motion.tsv\"}",
        "\"motion\": {\"curves\": {}, \"table\": 7}, \"truth\": {\"grade\": \"none\"}",
        ("\"truth\": {\"times\": [3, {\"t\": \"x\", \"bits\": [\"y\"]}], \"published\": "
         "[4]}"),
        "\"truth\": {\"grade\": \"certified\", \"published\": [{}]}"};
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        struct text json = {0};
        text_format(&json,
                    "{\"format\": 1, \"models\": [{\"name\": \"swing\", %s}], "
                    "\"results\": [], \"genericity\": {\"models\": 3, \"trees\": [4]}}",
                    members[i]);
        pages_write("results.json", text_bytes(&json));
        cr_expect_eq(pages_run(NULL), 0, "%s", members[i]);
        pages_check_well_formed("index.html");
        text_clear(&json);
    }
}
