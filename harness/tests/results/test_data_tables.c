/* The data behind results as plain tables.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "harness/base/output.h"
#include "harness/results/files/data_tables.h"
#include "harness/tests/results/gate_sample.h"
#include "harness/tests/scratch.h"

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
    free(text);
    sample_list_free(results);
}

Test(data_tables, files_are_written_where_there_are_points) {
    struct scratch s = scratch_make();
    struct diagnostic d = {""};
    struct folder f = {.path = s.path, .place = s.path};
    struct results *results = some_results();
    cr_assert(data_tables_write(results, &f, &d) == 0, "%s", d.text);
    char *tables = output_join(s.path, "tables");
    char *constants = output_join(tables, "b_c-constants.tsv");
    cr_assert(scratch_count(tables) == 2);
    char *text = scratch_read(constants);
    cr_assert_str_eq(text, "# quantity\tmethod\tmode\tarithmetic\tcomponent\tmeasured\n"
                           "gap-constant\t-\t-\tmpfr:512\tq[1]\t1.5e-9\n");
    free(text);
    free(constants);
    free(tables);
    sample_list_free(results);
    scratch_remove(&s);
}
