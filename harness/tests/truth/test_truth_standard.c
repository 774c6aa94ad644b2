/* Truth at a model's standard times.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <time.h>

#include "harness/tests/models.h"
#include "harness/truth/truth.h"
#include "harness/truth/document/truth_document.h"
#include "harness/truth/truth_standard.h"

static const char several[] = "span 0.5 .. 2\nstate z = 1.37\nz' = -z\n"
                              "published \"A\" at 1.5 { z = 0.5 digits 1 }\n"
                              "published \"B\" at 3 { z = 0.112 digits 3 }\n"
                              "published \"C\" at 1 { z = 0.831 digits 3 }\n"
                              "published \"D\" at 2 { z = 0.306 digits 3 }\n"
                              "published \"E\" at 1.5 { z = 0.504 digits 3 }\n"
                              "published \"F\" at 0.25 { z = 1 digits 1 }\n";

Test(truth_standard, times_are_those_of_published_values_and_the_end_of_the_span) {
    struct model *m = model_from(several);
    struct truth_times t;
    cr_assert(truth_times_find(&t, m, 0) == PROBLEM_OK);
    cr_assert(t.times[0] == 3 && t.times[1] == 1, "%d, %d", t.times[0], t.times[1]);
    cr_expect(mpfr_cmp_d(t.time[0][0], 1) == 0 && mpfr_cmp_d(t.time[0][1], 1.5) == 0 &&
              mpfr_cmp_d(t.time[0][2], 2) == 0 && mpfr_cmp_d(t.time[1][0], 3) == 0);
}

Test(truth_standard, an_inexact_time_is_the_same_one_whatever_the_digits) {
    struct model *m = model_from("span 0 .. 2*pi\nstate z = 1\nz' = -z\n");
    struct truth_times t[2];
    cr_assert(truth_times_find(&t[0], m, 10) == PROBLEM_OK &&
              truth_times_find(&t[1], m, 50) == PROBLEM_OK);
    cr_expect(mpfr_equal_p(t[0].time[0][0], t[1].time[0][0]));
}

Test(truth_standard, all_published_values_within_reach_are_judged) {
    struct model *m = model_from(several);
    struct truth_document document;
    cr_assert(truth_find_standard(&(struct truth_request){.model = m}, &document) ==
              REF_OK);
    cr_expect(document.entries == 4 && document.published.count == 5);
    for (int i = 0; i < document.published.count; i++)
        cr_expect(document.published.list[i].verdict == TRUTH_CONFIRMED, "%s",
                  document.published.list[i].source);
}

/* z = 1/(1 - t): a truth at 0.5, none at 2. */
Test(truth_standard, what_is_published_where_there_is_no_truth_is_unchecked) {
    struct model *m = model_from("span 0 .. 0.5\nstate z = 1\nz' = z^2\n"
                                 "published \"A\" at 2 { z = -1 digits 1 }\n");
    struct truth_document document;
    struct truth_request r = {.model = m, .seconds_limit = 10};
    cr_assert(truth_find_standard(&r, &document) == REF_OK);
    cr_assert(document.entries == 1 && document.published.count == 1);
    cr_expect(document.published.list[0].verdict == TRUTH_UNCHECKED);
}

/* x = y = 1 at t = ln 2, where two kinks are met together: the enclosure ends there. */
Test(truth_standard, a_later_time_takes_no_grade_from_an_earlier_one) {
    struct model *m = model_from("state x = 0, y = 0\nx' = 2 - x + step(x - 1)\n"
                                 "y' = 2 - y + step(y - 1)\n");
    mpfr_t time[3];
    struct truth_document document;
    for (int k = 0; k < 3; k++) {
        mpfr_init2(time[k], 64);
        mpfr_set_d(time[k], 0.25 + k * 0.375, MPFR_RNDN);
    }
    const struct truth_request r = {
        .model = m, .times = 3, .time = (const mpfr_t *)time, .digits = 20};
    cr_assert(truth_find_reached(&r, &document) == REF_OK);
    cr_assert(document.entries == 3);
    for (int k = 0; k < 3; k++)
        cr_expect(document.entry[k].grade ==
                      (k < 2 ? REF_GRADE_CERTIFIED : REF_GRADE_CONVERGED),
                  "time %d", k);
}

/* A limit of the processor's seconds leaves as much on a busy machine: waiting does not count. */
Test(truth_standard, waiting_is_no_work_of_the_processor) {
    static const struct timespec pause = {.tv_nsec = 100000000};
    const struct truth_request work = {.seconds_limit = 1, .counts_processor = true},
                               wall = {.seconds_limit = 1}, none = {.seconds_limit = 0};
    const double work_began = truth_seconds_now(&work),
                 wall_began = truth_seconds_now(&wall);
    nanosleep(&pause, NULL);
    cr_expect(truth_limit_left(&work, work_began) > 0.95);
    cr_expect(truth_limit_left(&wall, wall_began) < 0.95);
    cr_expect(!(truth_limit_left(&none, wall_began) > 0));
}
