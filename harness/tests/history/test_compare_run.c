/* Comparisons with made-up times and counters: what fails, what is accepted, what is said.
 *
 * Seen to fail: fewer taken for more; new allocations let through; results compared by value
 * (0 and -0 the same); a slow-down failing where time only advises; an accepted failure that
 * fails all the same; a benchmark the baseline lacks taken for a failure; a time that is not
 * to be had let through where it gates.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/verdict.h"
#include "harness/results/result.h"
#include "harness/results/results_count.h"
#include "harness/speed/compare/compare.h"
#include "harness/tests/history/made_times.h"
#include "harness/tests/schema.h"
#include "harness/tests/scratch.h"

static char library[2][BENCH_RING][8] = {{"old-0", "old-2", "old-3", "old-4"},
                                         {"new-0", "new-2", "new-3", "new-4"}};

static struct made_times times;
static struct session session;
static struct compare_request request;
static struct benchmark benchmark;
static struct compared found;
static struct measurer measurer;

static void open_side(struct side *s, int which) {
    *s = (struct side){.place = which == 0 ? "then" : "now", .has_ring = true};
    for (int i = 0; i < BENCH_RING; i++) {
        s->build.library[i] = malloc(sizeof library[which][i]);
        memcpy(s->build.library[i], library[which][i], sizeof library[which][i]);
    }
    s->build.build = json_pack("{s:s}", "commit", which == 0 ? "aaaa" : "bbbb");
}

/* Two builds that do the same, of one benchmark. What has been found stays in `found`. */
static void begin(void) {
    times = (struct made_times){.pass_ns = 6400,
                                .ruler_ns = 0.9,
                                .scatter = 3e-4,
                                .new_library = library[1][0],
                                .old_instructions = 100000,
                                .new_instructions = 100050};
    times.old_counters =
        json_pack("{s:i, s:i, s:i, s:[f, f]}", "steps", 64, "evaluations", 261,
                  "allocations", 0, "end", 0.37, 0.0);
    times.new_counters = json_deep_copy(times.old_counters);
    session = (struct session){.err = stderr};
    measurer = made_measurer(&times);
    request = (struct compare_request){.session = &session,
                                       .measurer = &measurer,
                                       .rule = rule_usual(),
                                       .has_instructions = true,
                                       .seed = 31,
                                       .seconds = 30};
    benchmark = (struct benchmark){
        "pendulum/bdf/default/fixed",           "pendulum", "bdf", "default", "fixed",
        json_pack("{s:s}", "model", "pendulum")};
    request.items = (struct benchmarks){1, &benchmark};
    open_side(&request.old, 0);
    open_side(&request.new, 1);
    cr_assert(self_record_open(&request.self, NULL, "here", &request.rule) == 0);
}

static json_t *compare(void) {
    cr_assert(compare_run(&found, &request) == EXIT_PASSED, "%s", session.why.text);
    json_t *document = compare_tell(&found), *schema = record_schema(&compare_record);
    char why[256] = "";
    cr_expect(schema_accepts(schema, document, why, sizeof why), "%s", why);
    return document;
}

static json_t *only(const json_t *document) {
    return json_array_get(json_object_get(document, "comparisons"), 0);
}

static void end(json_t *document) {
    json_decref(document);
    compare_clear(&found);
    side_clear(&request.old);
    side_clear(&request.new);
    json_decref(benchmark.workload);
    accept_clear(&request.accept);
    self_record_close(&request.self);
    json_decref(times.old_counters);
    json_decref(times.new_counters);
}

/* What a person reads. */
static char *print(void) {
    char *text = NULL;
    size_t length;
    FILE *out = tmpfile();
    compare_print(&found, false, out);
    length = (size_t)ftell(out);
    rewind(out);
    text = calloc(length + 1, 1);
    cr_assert(fread(text, 1, length, out) == length);
    fclose(out);
    return text;
}

static void expect_said(const char *what) {
    char *text = print();
    cr_expect(strstr(text, what) != NULL, "'%s' in:\n%s", what, text);
}

Test(compare_run, two_that_do_the_same_pass) {
    begin();
    json_t *d = compare(), *c = only(d);
    cr_expect(found.failing == 0);
    cr_expect_str_eq(results_text(c, "verdict"), "same");
    cr_expect_str_eq(results_text(c, "counters_verdict"), "same");
    cr_expect(fabs(json_number_value(json_object_get(c, "old_ns")) - 100) < 0.2);
    cr_expect(json_array_size(json_object_get(c, "log_ratios")) == 8);
    const json_t *blocks = json_object_get(json_object_get(c, "old"), "blocks");
    cr_expect(json_array_size(blocks) > 8);
    cr_expect(fabs(json_number_value(json_array_get(blocks, 8)) - 100) < 1, "of a step");
    cr_expect(request.self.compared == 1, "it counts towards the next of itself");
    cr_expect(json_integer_value(json_object_get(c, "processes")) == 8);
    cr_expect(json_number_value(json_object_get(c, "power")) > 0.99);
    expect_said("0 slower, 0 faster, 1 same, 0 cannot tell");
    expect_said("not measured yet here");
    end(d);
}

Test(compare_run, more_evaluations_fail_and_are_told) {
    begin();
    json_object_set_new(times.new_counters, "evaluations", json_integer(274));
    json_t *d = compare(), *c = only(d);
    cr_expect(found.failing > 0);
    cr_expect_str_eq(results_text(c, "counters_verdict"), "more");
    cr_expect_str_eq(results_text(d, "reason"), "pendulum/bdf/default/fixed: more "
                                                "evaluations: 274, were 261");
    expect_said("more evaluations: 274, were 261");
    expect_said("FAIL");
    end(d);
}

Test(compare_run, the_first_of_several_that_fail_is_named) {
    begin();
    struct benchmark two[] = {benchmark, benchmark};
    two[1].name = "pendulum/bdf/default/controlled";
    request.items = (struct benchmarks){2, two};
    json_object_set_new(times.new_counters, "evaluations", json_integer(274));
    json_t *d = compare();
    cr_expect(found.failing == 2);
    cr_expect_str_eq(results_text(d, "reason"), "pendulum/bdf/default/fixed: more "
                                                "evaluations: 274, were 261; and 1 more");
    expect_said("2 with other counts; 2 fail, of 2");
    end(d);
}

Test(compare_run, fewer_are_told_and_pass) {
    begin();
    json_object_set_new(times.new_counters, "evaluations", json_integer(250));
    json_t *d = compare();
    cr_expect(found.failing == 0);
    cr_expect_str_eq(results_text(only(d), "counters_verdict"), "changed");
    expect_said("fewer evaluations: 250, were 261");
    expect_said("+0.050 % *");
    end(d);
}

Test(compare_run, a_single_allocation_fails) {
    begin();
    json_object_set_new(times.new_counters, "allocations", json_integer(1));
    json_t *d = compare();
    cr_expect(found.failing > 0);
    expect_said("more allocations: 1, were 0");
    end(d);
}

Test(compare_run, the_last_bit_of_the_results_is_told_and_passes) {
    begin();
    json_object_set_new(times.new_counters, "end",
                        json_pack("[f, f]", nextafter(0.37, 1), 0.0));
    json_t *d = compare();
    cr_expect(found.failing == 0);
    expect_said("results differ: number 1 of the end");
    json_object_set_new(times.new_counters, "end", json_pack("[f, f]", 0.37, -0.0));
    struct comparison c = {.counters = 0};
    cr_expect_str_eq(compare_counters(&c, times.old_counters, times.new_counters),
                     "changed");
    cr_expect(c.counter[0].component == 1);
    record_clear(&compare_lists_record, &c);
    end(d);
}

/* Seen to fail: a counter of 0 that the other side has not, taken for the same. */
Test(compare_run, no_counter_is_not_a_counter_of_zero) {
    json_t *none = json_object(), *zero = json_pack("{s:i}", "allocations", 0);
    struct comparison c = {.counters = 0};
    cr_expect_str_eq(compare_counters(&c, none, zero), "changed");
    cr_expect(c.counters == 1 && !c.counter[0].has_old && c.counter[0].has_new);
    record_clear(&compare_lists_record, &c);
    json_decref(none);
    json_decref(zero);
}

Test(compare_run, a_counter_that_one_side_has_not_is_told_and_passes) {
    begin();
    json_object_set_new(times.new_counters, "solves", json_integer(7));
    json_object_del(times.new_counters, "steps");
    json_t *d = compare();
    cr_expect(found.failing == 0);
    expect_said("solves: only the candidate counts them");
    expect_said("steps: only the baseline counts them");
    end(d);
}

Test(compare_run, instructions_gate_to_a_thousandth) {
    begin();
    times.new_instructions = 100099;
    json_t *d = compare();
    cr_expect(found.failing == 0);
    compare_clear(&found);
    times.new_instructions = 100101;
    d = compare();
    cr_expect(found.failing > 0);
    expect_said("more instructions: 100101, were 100000 (+0.10 %)");
    compare_clear(&found);
    times.new_instructions = 90000;
    d = compare();
    cr_expect(found.failing == 0);
    end(d);
}

Test(compare_run, without_valgrind_it_says_so_and_passes) {
    begin();
    times.old_instructions = times.new_instructions = NAN;
    json_t *d = compare();
    cr_expect(found.failing == 0);
    expect_said("instructions of 1 not compared: valgrind is not installed");
    end(d);
}

Test(compare_run, a_slow_down_advises_or_gates_as_asked) {
    begin();
    times.shift = log1p(0.013);
    json_t *d = compare();
    cr_expect(found.failing == 0);
    cr_expect_str_eq(results_text(only(d), "verdict"), "slower");
    expect_said("1 slower, 0 faster");
    compare_clear(&found);
    request.time = COMPARE_TIME_GATE;
    d = compare();
    cr_expect(found.failing > 0);
    expect_said("slower by 1.");
    compare_clear(&found);
    request.time = COMPARE_TIME_OFF;
    long before = times.processes;
    d = compare();
    cr_expect(found.failing == 0 && times.processes == before);
    cr_expect_str_eq(results_text(only(d), "verdict"), "not-measured");
    end(d);
}

/* Counted, but each process that measures crashes. */
Test(compare_run, what_cannot_be_timed_fails_where_time_gates) {
    for (int gates = 0; gates < 2; gates++) {
        begin();
        times.fails = 1000;
        request.time = gates ? COMPARE_TIME_GATE : COMPARE_TIME_ADVISE;
        json_t *d = compare();
        cr_expect_str_eq(results_text(only(d), "verdict"), "not-measured");
        cr_expect((found.failing == 0) == !gates);
        if (gates)
            expect_said("it could not be timed");
        end(d);
    }
}

Test(compare_run, what_is_accepted_does_not_fail) {
    begin();
    struct scratch s = scratch_make();
    char *path = scratch_write(
        &s, "a.json",
        "{\"halfstep-accept\": 1, \"accept\": [{\"benchmark\": \"pendulum/*\", "
        "\"counter\": \"evaluations\", \"value\": 274, \"reason\": \"an estimate "
        "more\"}]}");
    cr_assert(accept_read(&request.accept, path, &session.why) == 0);
    json_object_set_new(times.new_counters, "evaluations", json_integer(274));
    json_t *d = compare();
    cr_expect(found.failing == 0);
    expect_said("accepted (more evaluations: 274, were 261): an estimate more");
    compare_clear(&found);
    json_object_set_new(times.new_counters, "evaluations", json_integer(275));
    d = compare();
    cr_expect(found.failing > 0);
    end(d);
}

Test(compare_run, a_benchmark_that_the_baseline_lacks_is_told_and_passes) {
    begin();
    json_decref(times.old_counters);
    times.old_counters = NULL;
    json_t *d = compare();
    cr_expect(found.failing == 0);
    cr_expect_str_eq(results_text(only(d), "verdict"), "not-measured");
    expect_said("the baseline: there is no such model");
    end(d);
}

Test(compare_run, one_that_the_candidate_has_lost_fails) {
    begin();
    json_decref(times.new_counters);
    times.new_counters = NULL;
    json_t *d = compare();
    cr_expect(found.failing > 0);
    expect_said("the candidate fails: there is no such model");
    end(d);
}

/* A stored measurement with one more evaluation, and 90 of today's 300 cycles. */
static void store_baseline(void) {
    side_clear(&request.old);
    request.old = (struct side){.place = "then.json"};
    request.old.stored =
        json_pack("{s:i, s:[{s:s, s:O, s:O, s:{s:i, s:s}, s:{s:f, s:f, s:f}}]}", "format",
                  1, "measurements", "name", "pendulum/bdf/default/fixed", "workload",
                  benchmark.workload, "counters", times.old_counters, "instructions",
                  "instructions", 100000, "tool", "callgrind 3.19.0", "cycles", "value",
                  320.0, "low", 318.0, "high", 322.0);
    cr_assert_not_null(request.old.stored);
}

Test(compare_run, against_a_stored_measurement_counters_gate_and_time_advises) {
    begin();
    store_baseline();
    request.time = COMPARE_TIME_GATE;
    json_t *d = compare(), *c = only(d);
    cr_expect(found.failing == 0);
    cr_expect_str_eq(results_text(c, "verdict"), "not-measured");
    /* 3 * 6400 ns / 64 steps / 0.9 ns = 333.3 cycles: 4.17 % more than 320 */
    cr_expect(fabs(json_number_value(json_object_get(c, "change")) - 0.041667) < 1e-4);
    expect_said("a stored measurement: counters and instructions gate");
    expect_said(
        "the largest change in ruler cycles is +4.2 %, pendulum/bdf/default/fixed");
    compare_clear(&found);
    json_object_set_new(times.new_counters, "evaluations", json_integer(262));
    d = compare();
    cr_expect(found.failing > 0);
    end(d);
}

Test(compare_run, instructions_of_another_tool_are_not_compared) {
    begin();
    store_baseline();
    json_object_set_new(
        json_object_get(
            json_array_get(json_object_get(request.old.stored, "measurements"), 0),
            "instructions"),
        "tool", json_string("callgrind 3.18.1"));
    times.new_instructions = 200000;
    json_t *d = compare();
    cr_expect(found.failing == 0);
    expect_said("counted by different tools: callgrind 3.18.1, callgrind 3.19.0");
    end(d);
}

Test(compare_run, a_stored_candidate_may_be_of_fewer_benchmarks) {
    begin();
    side_clear(&request.new);
    request.new = (struct side){.place = "now.json"};
    request.new.stored = json_pack("{s:i, s:[]}", "format", 1, "measurements");
    json_t *d = compare();
    cr_expect(found.failing == 0);
    expect_said("the candidate: it was not measured");
    end(d);
}

Test(compare_run, another_piece_of_work_under_the_same_name_is_not_compared) {
    begin();
    store_baseline();
    json_decref(benchmark.workload);
    benchmark.workload = json_pack("{s:s}", "model", "spring");
    json_t *d = compare();
    expect_said("another piece of work had this name");
    end(d);
}

static void expect_results(enum verdict counted, enum verdict time) {
    struct results results = {.count = 0};
    cr_assert(compare_results(&results, &found) == 0 && results.count == 2);
    cr_expect(results.item[0].verdict == counted && results.item[1].verdict == time);
    const struct result *r = &results.item[1];
    cr_expect(isfinite(r->low) == found.comparison[0].is_paired);
    cr_expect(!isfinite(r->low) || (r->low < r->value && r->value < r->high));
}

Test(compare_run, results_for_other_tools_have_both_verdicts) {
    begin();
    times.shift = log1p(0.05);
    json_object_set_new(times.new_counters, "evaluations", json_integer(262));
    compare();
    expect_results(VERDICT_FAIL, VERDICT_PASS);
    compare_clear(&found);
    times.shift = 0;
    times.scatter = 0.06;
    json_t *noisy = compare();
    expect_results(VERDICT_FAIL, VERDICT_NOT_ASYMPTOTIC);
    end(noisy);
}

Test(compare_run, what_fails_by_its_time_is_a_result_about_the_time) {
    begin();
    request.time = COMPARE_TIME_GATE;
    times.shift = log1p(0.05);
    compare();
    expect_results(VERDICT_PASS, VERDICT_FAIL);
    compare_clear(&found);
    times.shift = 0;
    times.fails = 1000;
    json_t *untimed = compare();
    expect_results(VERDICT_PASS, VERDICT_FAIL);
    end(untimed);
}

Test(compare_run, what_was_not_counted_is_undecided) {
    begin();
    json_decref(times.old_counters);
    times.old_counters = NULL;
    json_t *d = compare();
    expect_results(VERDICT_NOT_ASYMPTOTIC, VERDICT_NOT_ASYMPTOTIC);
    end(d);
}

/* A method's forms are its own, another method that begins alike is not. */
Test(compare_run, benchmarks_of_a_stored_measurement_are_chosen_by_model_and_method) {
    static const char *const names[] = {"a/semi-explicit-euler.gaming/default/fixed",
                                        "a/semi-explicit-euler/faithful/fixed",
                                        "a/semi-explicit-euler-2/default/controlled",
                                        "b/semi-explicit-euler/default/fixed"};
    const char *model = "a";
    const struct model_names all = {0, NULL}, only = {1, &model};
    struct side s = {.place = "then.json", .stored = json_pack("{s:[]}", "measurements")};
    struct benchmarks b;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        json_array_append_new(json_object_get(s.stored, "measurements"),
                              json_pack("{s:s, s:{}}", "name", names[i], "workload"));
    cr_assert(side_benchmarks(&b, &s, &only, "semi-explicit-euler") == 0 && b.count == 2);
    cr_expect_str_eq(b.benchmark[0].method, "semi-explicit-euler.gaming");
    cr_expect_str_eq(b.benchmark[1].name, names[1]);
    cr_expect_str_eq(b.benchmark[1].mode, "faithful");
    cr_expect_str_eq(b.benchmark[1].kind, "fixed");
    benchmarks_clear(&b);
    cr_assert(side_benchmarks(&b, &s, &all, NULL) == 0 && b.count == 4);
    benchmarks_clear(&b);
    side_clear(&s);
}

Test(compare_run, builds_are_the_same_where_all_of_their_libraries_are) {
    struct scratch s = scratch_make();
    struct side side[2] = {{.place = "one"}, {.place = "two"}};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < BENCH_RING; i++) {
            char name[32];
            snprintf(name, sizeof name, "%d-%d.so", k, i);
            side[k].build.library[i] = scratch_write(&s, name, "library");
        }
    cr_expect(side_is_same(&side[0], &side[1]));
    scratch_write(&s, "1-3.so", "Library");
    cr_expect(!side_is_same(&side[0], &side[1]));
}
