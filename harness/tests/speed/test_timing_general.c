/* The general table: what processes have found, put together.
 *
 * Seen to fail: times of a pass for those of a step; blocks not sorted; the first model's
 * places for all; cycles by the ruler of another process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/speed/print/timing_print.h"
#include "harness/speed/timing/batch.h"
#include "harness/speed/timing/timing_general.h"
#include "harness/tests/results_of.h"

enum { PROCESSES = 3, BENCHMARKS = 3 };

static struct benchmark benchmark[BENCHMARKS] = {{.name = "a/one/default/fixed",
                                                  .model = "a",
                                                  .method = "one",
                                                  .mode = "default",
                                                  .kind = "fixed"},
                                                 {.name = "a/two/default/fixed",
                                                  .model = "a",
                                                  .method = "two",
                                                  .mode = "default",
                                                  .kind = "fixed"},
                                                 {.name = "b/one/faithful/fixed",
                                                  .model = "b",
                                                  .method = "one",
                                                  .mode = "faithful",
                                                  .kind = "fixed"}};
static struct batch group[2];
static int first[2] = {0, 2};
static json_t *instructions[BENCHMARKS];

/* A pass has 5 steps; a process p takes `ns` (1 + p/100) for it, and its ruler 0.75 (1 + p/100). */
static json_t *make_one(double ns, int p) {
    const double slower = 1 + 0.01 * p;
    return json_pack("{s:f, s:[f, f, f], s:{s:i, s:i, s:[f]}}", "ns", ns * slower,
                     "blocks", 3 * ns, ns * slower, 2 * ns, "counters", "steps", 5,
                     "evaluations", 17, "end", 0.5);
}

static void take(int which, int process, json_t *answer) {
    struct diagnostic d = {""};
    cr_assert(measured_read(&group[which].process[process], answer, &d) == 0, "%s",
              d.text);
}

static struct timing_general make_general(void) {
    const struct batch_setup how = {.processes = PROCESSES, .rounds = 3};
    struct timing_general g = {.chosen = {BENCHMARKS, benchmark},
                               .groups = 2,
                               .group = group,
                               .first = first,
                               .instructions = instructions};
    for (int i = 0; i < BENCHMARKS; i++)
        benchmark[i].workload = json_object();
    for (int i = 0; i < 2; i++)
        cr_assert(batch_make(&group[i], i == 0 ? "a" : "b", &how, json_array()) == 0);
    for (int p = 0; p < PROCESSES; p++) {
        take(0, p,
             json_pack("{s:f, s:[o, {s:s}]}", "ruler_ns", 0.75 * (1 + 0.01 * p),
                       "contestants", make_one(500, p), "failed", "it diverges"));
        take(1, p,
             json_pack("{s:f, s:[o]}", "ruler_ns", 0.75, "contestants", make_one(90, p)));
    }
    instructions[0] = json_pack("{s:i, s:i}", "instructions", 4242, "data_bytes", 640);
    instructions[2] = json_string("valgrind is not installed");
    return g;
}

Test(timing_general, times_are_those_of_a_step) {
    const struct timing_general g = make_general();
    cr_expect(fabs(timing_general_ns(&g, 0).value / 101 - 1) < 1e-12);
    cr_expect(fabs(timing_general_ns(&g, 2).value / (18 * 1.01) - 1) < 1e-12);
    /* Three cycles a multiplication of 0.75 ns: 4 a nanosecond, in each process alike. */
    cr_expect(fabs(timing_general_cycles(&g, 0).value / 400 - 1) < 1e-12);
    cr_expect(timing_general_cycles(&g, 0).high / timing_general_cycles(&g, 0).low <
              timing_general_ns(&g, 0).high / timing_general_ns(&g, 0).low);
    int place = 0;
    const struct batch *b = timing_general_find(&g, &place);
    cr_expect(batch_count(b, place, "steps") == 5);
}

Test(timing_general, a_benchmark_that_fails_is_a_result_and_no_measurement) {
    const struct timing_general g = make_general();
    json_t *results = json_array(), *list = timing_general_document(&g, results);
    timing_general_results(&g, results);
    cr_expect(json_array_size(list) == 2 && json_array_size(results) == 1);
    const json_t *failure = json_array_get(results, 0);
    cr_expect_str_eq(text_in(failure, "method"), "two");
    cr_expect_str_eq(text_in(failure, "reason"), "it diverges");
    cr_expect_str_eq(text_in(failure, "verdict"), "not-asymptotic");
    char text[4096] = "";
    FILE *out = tmpfile();
    timing_general_print_failures(results, out);
    rewind(out);
    text[fread(text, 1, sizeof text - 1, out)] = '\0';
    cr_expect(strstr(text, "a/two/default/fixed: it diverges") != NULL, "%s", text);
    fclose(out);
}

Test(timing_general, the_document_has_counters_blocks_and_instructions) {
    const struct timing_general g = make_general();
    json_t *results = json_pack(
        "[{s:s, s:s, s:s, s:s, s:[{s:s, s:f, s:f, s:f}, {s:s, s:f, s:f, s:f}]}]",
        "quantity", "step-over-kernels", "model", "a", "method", "one", "mode", "default",
        "points", "kind", "error-controlled", "value", 9.0, "low", 9.0, "high", 9.0,
        "kind", "fixed", "value", 1.2, "low", 1.1, "high", 1.3);
    json_t *list = timing_general_document(&g, results);
    const json_t *one = json_array_get(list, 0), *other = json_array_get(list, 1);
    const json_t *ns = json_object_get(one, "ns"),
                 *blocks = json_object_get(ns, "blocks");
    cr_expect_str_eq(text_in(one, "name"), "a/one/default/fixed");
    cr_expect(number_in(json_object_get(one, "counters"), "evaluations") == 17);
    cr_expect(json_object_get(json_object_get(one, "counters"), "end") == NULL);
    cr_expect(json_array_size(json_object_get(ns, "processes")) == PROCESSES);
    cr_expect(json_array_size(blocks) == 3 * PROCESSES);
    cr_expect(json_number_value(json_array_get(blocks, 0)) == 100);
    cr_expect(json_number_value(json_array_get(blocks, 8)) == 300);
    cr_expect(number_in(json_object_get(one, "instructions"), "instructions") == 4242);
    cr_expect(json_is_null(json_object_get(other, "instructions")));
    cr_expect_str_eq(text_in(other, "instructions_missing"), "valgrind is not installed");
    cr_expect(number_in(json_object_get(one, "floor"), "value") == 1.2);
    cr_expect(json_is_null(json_object_get(other, "floor")));
}

/* Of each model from the fastest on. */
Test(timing_general, the_table_is_sorted_within_a_model) {
    json_t *list = json_array();
    static const double ns[] = {300, 20, 100};
    for (int i = 0; i < 3; i++)
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:s, s:{s:f}}", "model", "a", "method",
                            i == 0   ? "slow"
                            : i == 1 ? "fast"
                                     : "middle",
                            "mode", "default", "kind", "fixed", "ns", "value", ns[i]));
    char text[4096] = "";
    FILE *out = tmpfile();
    json_object_set_new(json_array_get(list, 1), "instructions_missing",
                        json_string("valgrind is not installed"));
    timing_general_print(list, out);
    rewind(out);
    text[fread(text, 1, sizeof text - 1, out)] = '\0';
    const char *fast = strstr(text, "fast"), *middle = strstr(text, "middle"),
               *slow = strstr(text, "slow");
    cr_expect(fast != NULL && middle > fast && slow > middle, "%s", text);
    cr_expect(strstr(text, "of 1 are not counted: valgrind is not installed") != NULL,
              "%s", text);
    fclose(out);
}
