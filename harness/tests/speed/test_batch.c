/* Batches of workloads: which of them go on from shorter ones, what fails as a whole, and
 * numbers of made measurements.
 *
 * Seen to fail: a workload that goes on after it took too long, or after it failed where success is
 * wanted; batches that go on after the last; one failure of many that is passed over; what a build
 * lacks taken for a failure; ratios of passes, and times of a pass, for those of a step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/tests/timings.h"
#include "problems/base/status.h"

/* There is no such library: who goes on fails, at once. */
static const char library[] = "/nowhere/benchmarks.so";

static json_t *list_workloads(int count, const char *method) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list,
                              json_pack("{s:s, s:s}", "model", "rod", "method", method));
    return list;
}

static struct batch make(int rounds, const char *method) {
    const struct batch_setup how = {.processes = 2, .rounds = rounds, .block_ns = 1e3};
    struct batch b;
    cr_assert(batch_make(&b, "rod", &how, list_workloads(4, method)) == 0);
    return b;
}

/* Before: 5 and 50 ns, a failure, one that was left out. */
static void expect_to_go_on(bool wants_success, const char *expected) {
    struct batch before = make(1, "m"), b = make(1, "m");
    struct diagnostic d = {""};
    take_measured(&before, 1,
                  json_pack("[o, o, {s:s}, n]",
                            say_measured(5, json_pack("{s:i}", "steps", 8)),
                            say_measured(50, json_pack("{s:i}", "steps", 8)), "failed",
                            "it diverges"));
    b.before = &before;
    b.longest_ns = 10;
    b.wants_success = wants_success;
    cr_assert(batch_measure(&b, 1, library, 7, 60, &d) == 0, "%s", d.text);
    char found[5] = "";
    for (int i = 0; i < 4; i++)
        found[i] = b.process[1].of[i].failed[0] == '\0' ? '-' : '+';
    cr_expect_str_eq(found, expected);
    before.is_last = true;
    cr_expect(batch_measure(&b, 1, library, 7, 60, &d) == 0);
    cr_expect(b.process[1].count == 0, "nothing is found");
}

Test(batch, what_took_too_long_or_was_left_out_does_not_go_on) {
    expect_to_go_on(false, "+-+-");
    expect_to_go_on(true, "+---");
}

Test(batch, one_that_fails_makes_a_whole_one_fail_but_for_what_a_build_lacks) {
    static const char *const methods[] = {"explicit-euler", "bdf"};
    for (int k = 0; k < 2; k++) {
        struct batch b = make(1, methods[k]);
        struct diagnostic d = {""};
        b.how.is_whole = true;
        cr_expect((batch_measure(&b, 0, library, 7, 60, &d) != 0) == (k == 0));
        cr_expect(k == 1 || strncmp(d.text, "rod: ", 5) == 0, "%s", d.text);
    }
}

Test(batch, numbers_are_those_of_a_step_and_of_rounds_in_which_both_took_part) {
    struct batch b = make(4, "m");
    json_t *first = say_measured(80, json_pack("{s:i, s:i}", "steps", 8, "solves", 24));
    json_t *second = say_measured(300, json_pack("{s:i}", "steps", 10));
    json_object_set_new(first, "blocks", json_pack("[f, n, f, f]", 64., 80., 800.));
    json_object_set_new(second, "blocks", json_pack("[f, f, f, n]", 320., 1e9, 300.));
    take_measured(&b, 1, json_pack("[o, o]", first, second));
    cr_expect(batch_ns(&b, 1, 0) == 10 && batch_least(&b, 1, 0) == 8);
    /* Of a step 32 over 8, and 30 over 10. */
    cr_expect(batch_ratio(&b, 1, 1, 0) == 3.5, "%g", batch_ratio(&b, 1, 1, 0));
    cr_expect(batch_each(&b, 0, "solves") == 3 && isnan(batch_each(&b, 1, "solves")));
    cr_expect(isnan(batch_ns(&b, 0, 0)) && isnan(batch_ns(&b, 1, 3)));
    double number[BATCH_MOST_PROCESSES];
    cr_expect(batch_list(&b, 0, batch_pass_ns, number) == 1 && number[0] == 80);
}

Test(batch, an_answer_of_another_shape_is_refused) {
    struct measured m;
    struct diagnostic d = {""};
    json_t *answer = json_pack("{s:[{s:s}]}", "contestants", "ns", "fast");
    cr_expect(measured_read(&m, answer, &d) != 0 && strstr(d.text, "ns") != NULL, "%s",
              d.text);
}
