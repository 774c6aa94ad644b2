/* Growth with size, from made documents: the power is found, and what was left out is said.
 *
 * Seen to fail: the length's number for its masses; a method that grows too fast told as failed;
 * the power of lengths one after the other where they have taken turns, or none where they have
 * not; the shorter length's time over the longer one's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/speed/timing/timing_chain.h"
#include "harness/tests/results_of.h"
#include "harness/tests/timings.h"

enum { SIZES = 5, PROCESSES = 3 };

/* Two methods of a chain, 37 ns n^power a step; the last length of "cubic" is left out. */
static void take(struct timing_chain *c, int size, int process) {
    const int n = c->kind->masses[size];
    json_t *contestants = json_array();
    for (int k = 0; k < 2; k++)
        json_array_append_new(
            contestants,
            k == 1 && size == SIZES - 1
                ? json_null()
                : say_measured(8 * (37 + 0.01 * process) * pow(n, k == 0 ? 1 : 3),
                               json_pack("{s:i}", "steps", 8)));
    take_measured(&c->at[size], process, contestants);
}

Test(timing_growth, the_power_is_found_for_each_method) {
    static struct benchmark methods[] = {{.method = "linear"}, {.method = "cubic"}};
    const struct batch_setup how = {.processes = PROCESSES, .rounds = 1};
    struct timing_chain c = {.kind = &timing_chain_kinds[TIMING_FIRST_GROWTH],
                             .sizes = SIZES,
                             .variants = {2, methods}};
    json_t *results = json_array();
    for (int size = 0; size < SIZES; size++) {
        cr_assert(batch_make(&c.at[size], "spring_chain", &how, json_array()) == 0);
        for (int process = 0; process < PROCESSES; process++)
            take(&c, size, process);
    }
    struct timing_results found = {.count = 0};
    timing_chain_results(&c, &found);
    add_told(results, &found);
    cr_assert(json_array_size(results) == 2);
    const json_t *linear = json_array_get(results, 0),
                 *cubic = json_array_get(results, 1);
    cr_expect_str_eq(text_in(linear, "method"), "linear");
    cr_expect_str_eq(text_in(linear, "quantity"), "growth");
    cr_expect(fabs(number_in(linear, "value") - 1) < 1e-3);
    cr_expect(number_in(linear, "low") <= 1 && number_in(linear, "high") >= 1);
    cr_expect_str_eq(text_in(linear, "verdict"), "pass");
    cr_expect(number_in(linear, "expected") > 1 && number_in(linear, "expected") < 2);
    cr_expect(fabs(number_in(cubic, "value") - 3) < 1e-3);
    cr_expect_str_eq(text_in(cubic, "verdict"), "not-asymptotic");
    cr_expect(strstr(text_in(cubic, "reason"), "not all lengths") != NULL, "%s",
              text_in(cubic, "reason"));
}

/* Of springs, whose lengths one after the other say that a step grows with n, and in turns that
 * it grows with n^2. */
static double find_slope(bool takes_turns) {
    static struct benchmark methods[] = {{.method = "one"}, {.method = "other"}};
    const struct batch_setup how = {.processes = PROCESSES, .rounds = 1};
    struct timing_chain c = {
        .kind = &timing_chain_kinds[0], .sizes = SIZES, .variants = {2, methods}};
    json_t *results = json_array();
    for (int size = 0; size < SIZES; size++)
        cr_assert(batch_make(&c.at[size], "spring_chain", &how, json_array()) == 0);
    cr_assert(batch_make(&c.decade, "spring_chain", &how, json_array()) == 0);
    for (int process = 0; process < PROCESSES; process++) {
        json_t *turns = json_array();
        for (int size = 0; size < SIZES; size++)
            take(&c, size, process);
        for (int k = 0; k < 4; k++)
            json_array_append_new(
                turns, say_measured(k < 2 ? 1e6 : 1e4, json_pack("{s:i}", "steps", 8)));
        if (takes_turns)
            take_measured(&c.decade, process, turns);
    }
    struct timing_results found = {.count = 0};
    timing_chain_results(&c, &found);
    add_told(results, &found);
    const json_t *first = json_array_get(results, 0);
    cr_expect_str_eq(text_in(first, "quantity"), "chain-slope");
    return number_in(first, "value");
}

Test(timing_growth, lengths_in_turns_tell_the_power) {
    cr_expect(fabs(find_slope(true) - 2) < 1e-3);
    cr_expect(fabs(find_slope(false) - 1) < 1e-3);
}

Test(timing_growth, the_longest_chain_takes_turns_with_one_a_decade_shorter) {
    struct session session = {.models = HALFSTEP_MODELS, .err = stderr, .out = stdout};
    struct catalogue *catalogue;
    struct timing_chain c;
    struct diagnostic d = {""};
    cr_assert(models_open(&catalogue, &session) == EXIT_PASSED, "%s", session.why.text);
    const struct timing_chain_request request = {catalogue, NULL, 3200, 2, 3};
    cr_assert(timing_chain_make(&c, &timing_chain_kinds[0], &request, &d) == 0, "%s",
              d.text);
    cr_assert(c.sizes == 4 && json_array_size(c.decade.workloads) == 4);
    for (int i = 0; i < 4; i++) {
        const json_t *set =
            json_object_get(json_array_get(c.decade.workloads, (size_t)i), "set");
        cr_expect_str_eq(text_in(set, "n"), i < 2 ? "3162" : "316");
    }
    cr_expect(c.decade.before == &c.at[3]);
}

/* Every length has its own masses; what bends a chain of rods bends each alike, and a method
 * goes on while a pass of the cube of the ratio would last half a second. */
Test(timing_growth, a_chain_is_laid_out_length_by_length) {
    struct session session = {.models = HALFSTEP_MODELS, .err = stderr, .out = stdout};
    struct catalogue *catalogue;
    struct timing_chain c;
    struct diagnostic d = {""};
    cr_assert(models_open(&catalogue, &session) == EXIT_PASSED, "%s", session.why.text);
    const struct timing_chain_request request = {catalogue, "explicit-euler", 3100, 2, 3};
    cr_assert(
        timing_chain_make(&c, &timing_chain_kinds[TIMING_CHAINS - 1], &request, &d) == 0,
        "%s", d.text);
    cr_assert(c.sizes == 3 && c.variants.count == 1, "%d, %d", c.sizes, c.variants.count);
    static const char *const masses[] = {"10", "32", "100"}, *const bend[] = {
                                                                 "1/10", "1/32", "1/100"};
    for (int i = 0; i < 3; i++) {
        const json_t *set = json_object_get(json_array_get(c.at[i].workloads, 0), "set");
        cr_expect_str_eq(text_in(set, "n"), masses[i]);
        cr_expect_str_eq(text_in(set, "bend"), bend[i]);
        cr_expect(c.at[i].before == (i == 0 ? NULL : &c.at[i - 1]));
    }
    cr_expect(fabs(c.at[1].longest_ns / (0.5e9 / (3.2 * 3.2 * 3.2)) - 1) < 1e-12);
}
