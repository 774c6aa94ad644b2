/* The general table: what processes have found, put together.
 *
 * Seen to fail: times of a pass for those of a step; blocks not sorted; the first model's
 * places for all; cycles by the ruler of another process; the floor of another mode; a table sorted
 * over all models.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/record/record.h"
#include "harness/base/text.h"
#include "harness/speed/benchmarks/pass.h"
#include "harness/speed/benchmarks/pass_pair.h"
#include "harness/speed/print/timing_print.h"
#include "harness/speed/timing/timing_measurement.h"
#include "harness/speed/timing/timing_plan.h"
#include "harness/speed/timing/timing_told.h"
#include "harness/tests/results_of.h"
#include "harness/tests/timings.h"

#define PAIR "velocity-implicit-euler"

enum { PROCESSES = 3, BENCHMARKS = 3 };

static struct benchmark benchmark[BENCHMARKS] = {{.name = "a/" PAIR "/default/fixed",
                                                  .model = "a",
                                                  .method = PAIR,
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
static struct instruction_count instructions[BENCHMARKS];

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
    instructions[0] = (struct instruction_count){
        .is_known = true, .of_pass = {.instructions = 4242, .data_bytes = 640}};
    instructions[2].why_not = "valgrind is not installed";
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

static struct timing_told tell(const struct timing_general *g, int plans,
                               const struct timing_plan *plan) {
    struct timing_told told = {.has_measurements = true};
    cr_assert(timing_measurements_append(&told.measurement, &told.measurements, g, plans,
                                         plan) == 0);
    return told;
}

Test(timing_general, a_benchmark_that_fails_is_a_result_and_no_measurement) {
    const struct timing_general g = make_general();
    struct timing_results results = {.count = 0};
    const struct timing_told told = tell(&g, 0, NULL);
    timing_general_results(&g, &results);
    cr_assert(told.measurements == 2 && results.count == 1);
    const struct timing_found *failure = &results.found[0];
    cr_expect_str_eq(failure->of.method, "two");
    cr_expect_str_eq(failure->of.reason, "it diverges");
    cr_expect_str_eq(failure->kind, "fixed");
    cr_expect(failure->of.verdict == VERDICT_NOT_ASYMPTOTIC);
    char text[4096] = "";
    FILE *out = tmpfile();
    timing_general_print_failures(&results, out);
    rewind(out);
    text[fread(text, 1, sizeof text - 1, out)] = '\0';
    cr_expect(strstr(text, "a/two/default/fixed: it diverges") != NULL, "%s", text);
    fclose(out);
}

/* A step of 120 ns, which calls the rates twice: of fixed length in default mode they take 50 ns
 * each, in faithful mode 10; with error control nothing is known of them. */
static struct timing_plan *make_plan(void) {
    static struct timing_setting setting[] = {
        {FAST_VELOCITY_IMPLICIT_EULER, FAST_DEFAULT, .kernels = -1},
        {FAST_VELOCITY_IMPLICIT_EULER, FAST_FAITHFUL, .fixed = true, .kernels = 0},
        {FAST_VELOCITY_IMPLICIT_EULER, FAST_DEFAULT, .fixed = true, .kernels = 1}};
    static struct timing_plan plan = {.count = 3, .setting = setting};
    const struct batch_setup how = {.processes = 1, .rounds = 1};
    json_t *found = json_array();
    for (int i = 0; i < plan.count; i++)
        json_array_append_new(
            found,
            say_measured(120, json_pack("{s:i, s:i, s:i}", "steps", 1, "evaluations", 2,
                                        "evaluations_for_jacobian", 0)));
    for (int k = 0; k < 2 * PAIR_KERNELS; k++)
        json_array_append_new(
            found, k % PAIR_KERNELS != PAIR_RATES
                       ? json_null()
                       : say_measured((k == PAIR_RATES ? 10 : 50) * PASS_KERNEL_CALLS,
                                      json_object()));
    cr_assert(batch_make(&plan.batch, "a", &how, json_array()) == 0);
    plan.batch.about = &plan;
    take_measured(&plan.batch, 0, found);
    return &plan;
}

Test(timing_general, a_row_has_counters_blocks_instructions_and_its_floor) {
    const struct timing_general g = make_general();
    const struct timing_told told = tell(&g, 1, make_plan());
    const struct timing_measurement *one = &told.measurement[0],
                                    *other = &told.measurement[1];
    cr_expect_str_eq(one->of.name, "a/" PAIR "/default/fixed");
    cr_expect(one->steps == 5 && one->evaluations == 17 / 5. && isnan(one->iterations));
    cr_expect(json_object_get(one->counters, "evaluations") != NULL &&
              json_object_get(one->counters, "end") == NULL);
    cr_expect(one->ns.processes == PROCESSES && one->ns.blocks == 3 * PROCESSES);
    cr_expect(one->ns.block[0] == 100 && one->ns.block[8] == 300);
    cr_expect(one->instructions.of_pass.instructions == 4242);
    cr_expect(!other->instructions.is_known);
    cr_expect_str_eq(other->instructions.why_not, "valgrind is not installed");
    cr_expect(fabs(one->floor.value / 1.2 - 1) < 1e-14, "%g", one->floor.value);
    cr_expect(one->has_floor && !other->has_floor);
}

static void print_table(void *context, FILE *out) {
    timing_general_print(context, out);
}

/* Of each model from the fastest on. */
Test(timing_general, the_table_is_sorted_within_a_model) {
    static const char *const models[] = {"b", "b", "b", "a"}, *const methods[] = {
                                                                  "slow", "quick",
                                                                  "middle", "other"};
    static const double ns[] = {300, 20, 100, 1};
    struct timing_told told = {.measurements = 0};
    for (int i = 0; i < 4; i++) {
        const struct timing_measurement m = {
            .of = {.model = models[i], .method = methods[i]},
            .instructions.why_not = i == 1 ? "valgrind is not installed" : NULL,
            .ns.of = {ns[i], NAN, NAN}};
        cr_assert(record_append(&timing_measurement_record, &told.measurement,
                                &told.measurements, &m) == 0);
    }
    char *text = text_printed(print_table, &told, NULL);
    const char *at = text;
    static const char *const order[] = {"quick", "middle", "slow", "other"};
    for (int i = 0; i < 4 && at != NULL; i++)
        at = strstr(at, order[i]);
    cr_expect(at != NULL, "%s", text);
    cr_expect(strstr(text, "of 1 are not counted: valgrind is not installed") != NULL,
              "%s", text);
}
