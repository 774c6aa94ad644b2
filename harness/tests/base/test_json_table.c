/* Tables whose columns are places in documents.
 *
 * Seen to fail: the second member of an array for the first; a number over the wrong one; what
 * is undecided marked as failed; a missing number told as 0; a table without rows that prints
 * its title.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/record/json_table.h"

static json_t *document(void) {
    return json_pack("{s:s, s:{s:f, s:f, s:f}, s:[{s:i}, {s:i}], s:s, s:s}", "name",
                     "rod", "ns", "value", 1536.0, "low", 1500.0, "high", 1600.0,
                     "points", "n", 3, "n", 12, "verdict", "fail", "other",
                     "not-asymptotic");
}

Test(json_table, a_place_is_a_member_of_members_and_of_arrays) {
    json_t *d = document();
    cr_expect(json_number_at(d, "ns.value") == 1536);
    cr_expect(json_number_at(d, "points.1.n") == 12);
    cr_expect(json_number_at(d, "points.1.n/points.0.n") == 4);
    cr_expect(json_number_at(d, "ns.value/1024") == 1.5);
    cr_expect(isnan(json_number_at(d, "points.2.n")) && isnan(json_number_at(d, "name")));
    cr_expect(isnan(json_number_at(d, "ns.value/name")));
    cr_expect(json_at(d, "") == d && json_at(d, "ns.value.low") == NULL);
}

static const struct json_column columns[] = {
    JSON_TEXT("what", "name"),
    JSON_JUDGED("ns", "ns.value", json_column_time, "verdict"),
    JSON_JUDGED("low", "ns.low", "%.1f", "other"),
    JSON_NUMBER("+- %", "ns", json_column_spread),
    JSON_NUMBER("none", "points.7.n", "%.0f"),
    JSON_END};

static void print(char *text, size_t room, int rows) {
    json_t *d = document();
    struct table t = json_table_begin(columns);
    FILE *out = tmpfile();
    for (int i = 0; i < rows; i++)
        json_table_add(&t, columns, d);
    cr_expect(json_table_end(&t, columns, "Title\n", out) == rows);
    rewind(out);
    text[fread(text, 1, room - 1, out)] = '\0';
    fclose(out);
}

Test(json_table, rows_have_numbers_verdicts_and_dashes) {
    char text[512];
    print(text, sizeof text, 1);
    cr_expect_str_eq(text, "Title\n"
                           "what     ns      low  +- %  none\n"
                           "rod   1536!  1500.0?   3.3     -\n");
    print(text, sizeof text, 0);
    cr_expect_str_eq(text, "");
}
