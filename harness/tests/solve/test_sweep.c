/* `halfstep sweep` as a user runs it.
 *
 * Seen to fail: without each of the judgements of share.c, with models that are changed where
 * they have to be read, without the lane's own constants, with a block's first point in all its
 * rows, with a shard that begins one point late, with the last name's values slowest, with rows
 * of lost lanes, with the columns of a row's state in place of the model's, without the test of
 * how fine doubles are.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/tests/halfstep.h"
#include "harness/tests/program.h"
#include "harness/tests/results_of.h"
#include "harness/tests/schema.h"
#include "harness/tests/scratch.h"

enum { LINE_ROOM = 512 };

static json_t *points_of(const char *line, int status) {
    json_t *document = program_json(HALFSTEP_PROGRAM, line, status);
    return json_incref(json_object_get(document, "points"));
}

/* A row has the state that solve gives for its settings. */
static void expect_solved(const json_t *row, const char *model, const char *run) {
    char line[LINE_ROOM];
    int used = snprintf(line, sizeof line, "solve %s %s --json", model, run);
    const char *name;
    const json_t *value, *of;
    size_t i = 0;
    json_object_foreach(json_object_get(row, "set"), name, value) {
        used += snprintf(line + used, sizeof line - (size_t)used, " --set %s=%s", name,
                         json_string_value(value));
    }
    const bool is_ok = strcmp(text_in(row, "status"), "ok") == 0;
    json_t *solved = program_json(HALFSTEP_PROGRAM, line, is_ok ? 0 : 1);
    json_t *state = json_object_get(solved, "state"), *all = json_array();
    json_object_foreach(state, name, of) {
        json_array_extend(all, (json_t *)of);
    }
    cr_expect(json_object_size(json_object_get(row, "state")) == json_array_size(all));
    json_object_foreach(json_object_get(row, "state"), name, value) {
        cr_expect(json_equal(value, json_array_get(all, i++)), "%s: %s", line, name);
    }
    cr_expect(json_equal(json_object_get(row, "t"), json_object_get(solved, "t")));
}

static void expect_all_solved(const char *model, const char *ranges, const char *run,
                              int status, int expected) {
    char line[LINE_ROOM];
    const json_t *row;
    size_t i;
    snprintf(line, sizeof line, "sweep %s %s %s --json", model, ranges, run);
    json_t *points = points_of(line, status);
    cr_expect(json_array_size(points) == (size_t)expected);
    json_array_foreach(points, i, row) {
        cr_expect(number_in(row, "point") == (double)i);
        expect_solved(row, model, run);
    }
}

Test(sweep, each_row_has_the_bits_of_solve) {
    expect_all_solved("heavy_top", "--set mgl=0.1..3:log:9",
                      "--method runge-kutta-merson --step 1/64 --until 1/2", 0, 9);
    expect_all_solved("pendulum", "--set l=0.5..2:3 --set a=1..2:3",
                      "--method semi-explicit-euler --option form=gaming --step 1/100 "
                      "--until 1",
                      0, 9);
    expect_all_solved("pendulum", "--set l=0.5..2:3",
                      "--method velocity-implicit-euler --step 1/100 --until 1", 0, 3);
    expect_all_solved("rod_pendulum", "--set m=0.5..2:2",
                      "--method semi-explicit-euler-2 --accuracy 1e-3 --until 1/4", 0, 2);
}

/* Explicit steps of 1/100 are unstable for large mu: those lanes end early, and say where. */
Test(sweep, a_point_that_fails_is_a_row) {
    expect_all_solved("van_der_pol", "--set mu=1..1e4:log:10",
                      "--method explicit-euler --step 1/100 --until 1", 1, 10);
    halfstep_says(1, "failed: the state or a rate is not finite",
                  "of 10 points have no solution",
                  "sweep van_der_pol --set mu=1..1e4:log:10 --method "
                  "explicit-euler --step 1/100 --until 1");
}

Test(sweep, a_point_whose_model_is_none_is_a_row) {
    json_t *points = points_of("sweep pendulum --set l=0..1:3 --method explicit-euler "
                               "--step 1/8 --until 1 --json",
                               1);
    const json_t *first = json_array_get(points, 0);
    cr_expect_str_eq(text_in(first, "status"), "refused");
    cr_expect(strstr(text_in(first, "why"), "not a finite number") != NULL);
    cr_expect_str_eq(text_in(json_array_get(points, 1), "status"), "ok");
    cr_expect_str_eq(text_in(json_array_get(points, 2), "status"), "ok");
}

/* Where no row has a state there are the same columns, so that shards' tables can be joined. */
Test(sweep, a_table_of_refused_points_has_all_columns) {
    struct program_outcome o = halfstep_run(
        "sweep pendulum --set l=0..1:3 --method explicit-euler --step 1/8 --until 1 "
        "--csv --shard 1/3");
    const char row[] = "\n0,0,,,,,refused,";
    cr_expect(o.status == 1);
    cr_expect(strncmp(o.out, "point,l,t,a,w,steps,status,why\n", 31) == 0, "%s", o.out);
    cr_expect(strstr(o.out, row) != NULL, "%s", o.out);
}

/* In the middle of a block, whose ends are models. */
Test(sweep, what_reading_a_model_refuses_is_refused_in_every_row) {
    static const struct {
        const char *text, *why;
    } models[] = {
        {"param k = 1\nposition q = 1\nvelocity v = 0\nq' = v\n"
         "mass v, v = k^2 - 0.1\nforce v = -q\n",
         "not positive definite"},
        {"param k = 1, u = 1/k\nposition q = 1\nvelocity v = 0\nq' = v\nv' = -q\n",
         "finite"},
        {"param k = 1\nspan 0 .. k^2 - 0.01\nposition q = 1\nvelocity v = 0\nq' = v\n"
         "v' = -q\n",
         "the span must end after its beginning"},
        {"param k = 1\nposition q = log(k^2 - 0.1)\nvelocity v = 0\nq' = v\nv' = -q\n",
         "finite"},
    };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        struct scratch folder = scratch_make();
        char *path = scratch_write(&folder, "mine.model", models[i].text);
        const char *const line[] = {
            "sweep",  path,  "--set",   "k=-1..1:5", "--method", "explicit-euler",
            "--step", "1/8", "--until", "1",         "--json",   NULL};
        struct program_outcome o = program_run(HALFSTEP_PROGRAM, line);
        cr_assert(o.status == 1, "%s: %d: %s", models[i].text, o.status, o.err);
        json_t *document = json_loads(o.out, 0, NULL);
        const json_t *points = json_object_get(document, "points");
        for (size_t k = 0; k < 5; k++) {
            const json_t *row = json_array_get(points, k);
            cr_expect_str_eq(text_in(row, "status"), k == 2 ? "refused" : "ok");
        }
        cr_expect(strstr(text_in(json_array_get(points, 2), "why"), models[i].why), "%s",
                  text_in(json_array_get(points, 2), "why"));
        cr_expect(number_in(document, "in_lanes") == 4);
    }
}

/* double( ) is computed when a model is read: changing a parameter does not change it. */
Test(sweep, a_model_that_is_computed_with_when_read_is_read_for_each_point) {
    struct scratch folder = scratch_make();
    char *path = scratch_write(&folder, "mine.model",
                               "param k = 1\nposition q = 1\nvelocity v = 0\nq' = v\n"
                               "v' = -double(k/3)*q\n");
    expect_all_solved(path, "--set k=1..2:5",
                      "--method explicit-euler --step 1/8 --until 1", 0, 5);
}

static const char grid[] = "sweep pendulum --set l=0.5..2:7 --set a=-1..1:9 --set g=9.8 "
                           "--method explicit-euler --step 1/64 --until 1 --csv";

/* Runs the line with one thing more; its rows behind the head line. */
static char *rows_of(const char *more, bool with_head) {
    struct program_outcome o = halfstep_run("%s %s", grid, more);
    cr_assert(o.status == 0, "%s", o.err);
    return strdup(with_head ? o.out : strchr(o.out, '\n') + 1);
}

Test(sweep, processes_and_shards_change_nothing) {
    char *whole = rows_of("", true), *one = rows_of("--jobs 1", true);
    char *several = rows_of("--jobs 5", true), joined[16384] = "";
    cr_expect_str_eq(whole, one);
    cr_expect_str_eq(whole, several);
    for (int i = 1; i <= 4; i++) {
        char shard[32];
        snprintf(shard, sizeof shard, "--shard %d/4", i);
        char *part = rows_of(shard, i == 1);
        cr_assert(strlen(joined) + strlen(part) < sizeof joined);
        strcat(joined, part);
    }
    cr_expect_str_eq(joined, whole);
    cr_expect(strncmp(whole, "point,l,a,t,a,w,steps,status,why\n0,0.5,-1,1,", 43) == 0,
              "%.60s", whole);
    cr_expect(strstr(whole, "\n1,0.5,-0.75,") != NULL);
    cr_expect(strstr(whole, "\n62,2,1,") != NULL);
}

Test(sweep, the_document_says_how_and_keeps_to_its_schema) {
    json_t *schema = halfstep_json(0, "sweep --schema");
    json_t *document = halfstep_json(
        1,
        "sweep van_der_pol --set mu=1..1e3:log:20 --set y=2 --method runge-kutta-merson "
        "--step 1/100 --until 1/2 --json");
    const json_t *range = json_array_get(json_object_get(document, "ranges"), 0);
    char why[LINE_ROOM];
    cr_expect(schema_accepts(schema, document, why, sizeof why), "%s", why);
    cr_expect_str_eq(text_in(range, "scale"), "log");
    cr_expect(number_in(range, "to") == 1e3 && number_in(range, "count") == 20);
    cr_expect(number_in(document, "in_lanes") > 3 &&
              number_in(document, "in_lanes") < 20);
    cr_expect_str_eq(
        text_in(json_object_get(json_object_get(document, "settings"), "set"), "y"), "2");
}
