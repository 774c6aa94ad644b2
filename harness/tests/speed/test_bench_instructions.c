/* Instructions of a pass: exact, whatever else the machine does.
 *
 * Seen to fail: two passes in the bracket; a frame that is not on a page with the caller's
 * environment passed on; the second of the dumps not read.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/speed/benchmarks/bench.h"
#include "harness/tests/plugins/counted_benchmarks.h"
#include "problems/base/status.h"
#include "problems/tests/nightly.h"

/* 24 steps of a method on the pendulum. */
static json_t *make_workload(const char *method, double length) {
    return json_pack("{s:s, s:s, s:f, s:f}", "model", "pendulum_generic", "method",
                     method, "step", 0x1p-8, "length", length);
}
static const double usual_length = 24 * 0x1p-8;

/* The library at a position of the ring. */
static char *find_library(int position) {
    struct bench_build build;
    struct diagnostic d = {""};
    cr_assert(bench_build_find(&build, bench_this_program(), &d) == 0, "%s", d.text);
    char *library = malloc(strlen(build.library[position]) + 1);
    strcpy(library, build.library[position]);
    bench_build_clear(&build);
    return library;
}

/* Whether it is this build or this machine that cannot count. */
static bool is_unable(const struct diagnostic *d) {
    return strstr(d->text, "sanitizers") != NULL ||
           strstr(d->text, "valgrind was not there when") != NULL ||
           strstr(d->text, "valgrind is not installed") != NULL;
}

/* NULL: nothing can be counted here. */
static json_t *count_at(int position, const char *method, double length, long slow) {
    struct diagnostic d = {""};
    char *library = find_library(position);
    json_t *found = NULL, *workload = make_workload(method, length);
    if (bench_instructions(&found, library, workload, slow, &d)) {
        cr_assert(is_unable(&d), "%s", d.text);
        cr_assert(found == NULL);
        fprintf(stderr, "not counted: %s\n", d.text);
    }
    return found;
}

static json_int_t number_of(const json_t *found, const char *key) {
    const json_t *number = json_object_get(found, key);
    cr_assert(json_is_integer(number), "%s", key);
    return json_integer_value(number);
}

static void expect_equal(const json_t *a, const json_t *b, const char *what) {
    char *one = json_dumps(a, JSON_SORT_KEYS), *other = json_dumps(b, JSON_SORT_KEYS);
    cr_expect_str_eq(one, other, "%s", what);
}

static void burn(void) {
    for (volatile unsigned long i = 0;; i++)
        continue;
}

Test(bench_instructions, counts_do_not_depend_on_load_environment_or_place) {
    json_t *first = count_at(0, "velocity-implicit-euler", usual_length, 0);
    if (first == NULL)
        return;
    pid_t burner = fork();
    if (burner == 0)
        burn();
    const size_t step = is_nightly() ? 16 : 48;
    for (size_t size = 1000; size < 1064; size += step) {
        char large[2000] = "";
        memset(large, 'x', size);
        setenv("HALFSTEP_TEST_FILLING", large, 1);
        json_t *loaded = count_at(0, "velocity-implicit-euler", usual_length, 0);
        expect_equal(first, loaded, "with load and another environment");
    }
    kill(burner, SIGKILL);
    waitpid(burner, NULL, 0);
    json_t *elsewhere = count_at(3, "velocity-implicit-euler", usual_length, 0);
    expect_equal(first, elsewhere, "at another place in the cache line");
    cr_expect(strncmp(json_string_value(json_object_get(first, "tool")), "callgrind ",
                      strlen("callgrind ")) == 0);
}

/* Twice as many steps: at each one the same work but for what begins and ends a pass, which is
 * less than a step. */
Test(bench_instructions, each_step_is_counted_once) {
    json_t *few = count_at(0, "semi-explicit-euler", usual_length, 0);
    json_t *many = count_at(0, "semi-explicit-euler", 2 * usual_length, 0);
    json_t *more = count_at(0, "semi-explicit-euler", 3 * usual_length, 0);
    static const char *const keys[] = {"instructions", "reads", "writes"};
    const bool all_are_there = few != NULL && many != NULL && more != NULL;
    for (int i = 0; i < 3 && all_are_there; i++) {
        const double a = (double)number_of(few, keys[i]),
                     b = (double)number_of(many, keys[i]),
                     c = (double)number_of(more, keys[i]);
        cr_expect(fabs((c - b) / (b - a) - 1) < 0.02, "%s: %g %g %g", keys[i], a, b, c);
        cr_expect(b - a > 24, "%s", keys[i]);
        cr_expect(a - (b - a) < 10 * (b - a) / 24, "%s: %g before the first step",
                  keys[i], a - (b - a));
    }
    if (all_are_there)
        cr_expect(number_of(few, "data_bytes") % 64 == 0 &&
                  number_of(few, "code_bytes") > 0);
}

/* What is around the pass, and its own counters and frame, are a few of each. */
Test(bench_instructions, reads_writes_and_lines_are_those_of_a_hand) {
    struct diagnostic d = {""};
    json_t *found = NULL, *workload = json_object();
    if (bench_instructions(&found, COUNTED_BENCHMARKS, workload, 0, &d)) {
        cr_assert(is_unable(&d), "%s", d.text);
        return;
    }
    const json_int_t reads = number_of(found, "reads"),
                     writes = number_of(found, "writes"),
                     bytes = number_of(found, "data_bytes");
    cr_expect(reads >= COUNTED_READS && reads < COUNTED_READS + 20, "%ld", (long)reads);
    cr_expect(writes >= COUNTED_WRITES && writes < COUNTED_WRITES + 20, "%ld",
              (long)writes);
    cr_expect(bytes >= 64 * COUNTED_LINES && bytes <= 64 * (COUNTED_LINES + 3), "%ld",
              (long)bytes);
    cr_expect(number_of(found, "instructions") >= COUNTED_READS + COUNTED_WRITES);
}

Test(bench_instructions, an_added_slow_down_is_found_to_the_instruction) {
    static const long slow[] = {0, 1000, 1010, 1110};
    json_t *found[4];
    for (int i = 0; i < 4; i++)
        found[i] = count_at(0, "explicit-euler", usual_length, slow[i]);
    if (found[0] == NULL)
        return;
    json_int_t count[4];
    for (int i = 0; i < 4; i++)
        count[i] = number_of(found[i], "instructions");
    const json_int_t each = (count[2] - count[1]) / 10;
    cr_expect(each >= 1 && each <= 8, "%ld", (long)each);
    cr_expect(count[2] - count[1] == 10 * each && count[3] - count[2] == 100 * each);
    cr_expect(count[1] - count[0] >= 1000 * each &&
              count[1] - count[0] < 1000 * each + 50);
    cr_expect(number_of(found[3], "reads") == number_of(found[1], "reads"));
}

Test(bench_instructions, what_cannot_be_counted_says_why) {
    struct diagnostic d = {""};
    char *library = find_library(0);
    json_t *found = NULL, *workload = make_workload("no-such-method", usual_length);
    cr_expect(bench_instructions(&found, library, workload, 0, &d) != 0 && found == NULL);
    cr_expect(strstr(d.text, "no-such-method") != NULL || is_unable(&d), "%s", d.text);
    cr_expect(bench_instructions(&found, "/nowhere/lib.so", workload, 0, &d) != 0);
    cr_expect(strstr(d.text, "/nowhere/lib.so") != NULL || is_unable(&d), "%s", d.text);
    setenv("PATH", "/nowhere", 1);
    cr_expect(bench_instructions(&found, library, workload, 0, &d) != 0);
    cr_expect(is_unable(&d), "%s", d.text);
}

/* By hand: v' = v - h (g/l) sin(q), q' = q + h v' from the model's start, with one evaluation
 * of the rates a step and none besides. */
Test(bench_instructions, a_pass_is_the_steps_that_are_wished) {
    struct diagnostic d = {""};
    char *library = find_library(0);
    json_t *counters = NULL,
           *workload = make_workload("semi-explicit-euler", usual_length);
    cr_assert(bench_count(&counters, library, workload, &d) == 0, "%s", d.text);
    cr_expect(number_of(counters, "steps") == 24);
    cr_expect(number_of(counters, "evaluations") == 24);
    cr_expect(number_of(counters, "allocations") == 0);
    const json_t *end = json_object_get(counters, "end");
    const double h = 0x1p-8, g = 9.81, l = 0.83;
    double q = 0.7, v = -0.25;
    for (int i = 0; i < 24; i++) {
        v -= h * g / l * sin(q);
        q += h * v;
    }
    cr_expect(json_array_size(end) == 2);
    cr_expect(fabs(json_number_value(json_array_get(end, 0)) - q) < 1e-13);
    cr_expect(fabs(json_number_value(json_array_get(end, 1)) - v) < 1e-13);
}
