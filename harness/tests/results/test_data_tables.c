/* The data behind results as plain tables.
 *
 * Seen to fail: with points of steps kept in the document, with all studies in one table, with
 * tables only of a model's results before others come.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "harness/base/path.h"
#include "harness/results/files/data_tables.h"
#include "harness/tests/results/gate_sample.h"
#include "harness/tests/scratch.h"
#include "problems/base/status.h"

static struct results *some_results(void) {
    return sample_list(json_pack(
        "[{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:[{s:f, s:f, s:b}, {s:f, s:n, s:b, s:s}]},"
        " {s:s, s:s, s:s, s:s, s:s, s:[{s:s, s:s}]}]",
        "verdict", "pass", "model", "a", "study", "order", "quantity", "order",
        "arithmetic", "double", "method", "vie", "mode", "default", "points", "h", 0.1,
        "error", 1e-300, "used", 1, "h", 0.25, "error", "used", 0, "why", "round\toff",
        "verdict", "pass", "model", "b/c", "study", "gap", "quantity", "gap-constant",
        "arithmetic", "mpfr:512", "points", "component", "q[1]", "measured", "1.5e-9"));
}

Test(data_tables, a_row_for_each_point_and_a_column_for_each_name) {
    struct results *results = some_results();
    int rows;
    char *text = data_tables_make(results, "a", "order", &rows);
    cr_assert(rows == 2);
    cr_assert_str_eq(text, "# quantity\tmethod\tmode\tarithmetic\th\terror\tused\twhy\n"
                           "order\tvie\tdefault\tdouble\t0.10000000000000001\t1e-300\t1"
                           "\t-\n"
                           "order\tvie\tdefault\tdouble\t0.25\t-\t0\tround off\n");
    free(text);
    text = data_tables_make(results, "a", "constants", &rows);
    cr_assert(rows == 0);
}

Test(data_tables, files_are_written_where_there_are_points) {
    struct scratch s = scratch_make();
    struct diagnostic d = {""};
    struct folder f = {.path = s.path, .place = s.path};
    struct results *results = some_results();
    cr_assert(data_tables_write(results, &f, &d) == 0, "%s", d.text);
    char *tables = scratch_path(&s, "tables");
    char *constants = path_join(tables, "b_c-constants.tsv");
    cr_assert(scratch_count(tables) == 2);
    char *text = scratch_read(constants);
    cr_assert_str_eq(text, "# quantity\tmethod\tmode\tarithmetic\tcomponent\tmeasured\n"
                           "gap-constant\t-\t-\tmpfr:512\tq[1]\t1.5e-9\n");
}

/* Every result of a model is in the table of its study, wherever it stands in the list. */
Test(data_tables, each_study_has_a_table_of_its_own) {
    struct scratch s = scratch_make();
    struct diagnostic d = {""};
    struct folder f = {.path = s.path, .place = s.path};
    struct results *results = sample_list(json_pack(
        "[{s:s, s:s, s:s, s:s, s:[{s:f}]}, {s:s, s:s, s:s, s:s, s:[{s:f}]},"
        " {s:s, s:s, s:s, s:s, s:[{s:f}]}, {s:s, s:s, s:s, s:s, s:[{s:f}]}]",
        "verdict", "pass", "model", "a", "study", "gap", "quantity", "gap-order",
        "points", "h", 0.5, "verdict", "pass", "model", "b", "study", "gap", "quantity",
        "gap-order", "points", "h", 0.25, "verdict", "pass", "model", "a", "study", "gap",
        "quantity", "error-order", "points", "h", 0.125, "verdict", "pass", "model", "a",
        "study", "drift", "quantity", "drift", "points", "t", 2.0));
    cr_assert(data_tables_write(results, &f, &d) == 0, "%s", d.text);
    char *tables = scratch_path(&s, "tables"), *gap = path_join(tables, "a-gap.tsv");
    cr_expect(scratch_count(tables) == 3);
    char *text = scratch_read(gap);
    cr_assert(text != NULL);
    cr_expect_str_eq(text, "# quantity\tmethod\tmode\tarithmetic\th\n"
                           "gap-order\t-\t-\t-\t0.5\nerror-order\t-\t-\t-\t0.125\n");
}

Test(data_tables, points_of_single_steps_stand_in_their_table_only) {
    json_t *results = json_pack(
        "[{s:s, s:s, s:s, s:[{s:f}]}, {s:s, s:s, s:s, s:[{s:f}]}, {s:s, s:s, s:s}]",
        "model", "b/c", "study", "gap", "quantity", "step-roundoff", "points", "t", 0.5,
        "model", "b/c", "study", "gap", "quantity", "gap-order", "points", "t", 0.5,
        "model", "b/c", "study", "gap", "quantity", "newton-residual");
    json_t *referring = data_tables_refer(results);
    const json_t *first = json_array_get(referring, 0);
    cr_assert(json_array_size(referring) == 3);
    cr_expect(json_object_get(first, "points") == NULL);
    cr_expect_str_eq(json_string_value(json_object_get(first, "table")), "b_c-steps.tsv");
    for (size_t i = 1; i < 3; i++)
        cr_expect(json_equal(json_array_get(referring, i), json_array_get(results, i)));
    cr_expect(json_object_get(json_array_get(results, 0), "points") != NULL,
              "what was given has changed");
}
