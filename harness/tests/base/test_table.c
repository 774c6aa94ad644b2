/* Tables with aligned columns.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/base/table.h"

Test(table, columns_are_as_wide_as_their_widest_cell) {
    struct table t = table_start(3);
    for (int row = 0; row < 20; row++) {
        char(*cell)[table_cell_room] = table_add_row(&t);
        cr_assert(cell != NULL);
        snprintf(cell[0], table_cell_room, row == 7 ? "longest" : "a");
        snprintf(cell[1], table_cell_room, "%d", row);
        snprintf(cell[2], table_cell_room, row == 3 ? "xyz" : "x");
    }
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    t.rows = 8;
    table_print(&t, 1u << 2, out);
    fclose(out);
    cr_assert_str_eq(text, "a        0  x\n"
                           "a        1  x\n"
                           "a        2  x\n"
                           "a        3  xyz\n"
                           "a        4  x\n"
                           "a        5  x\n"
                           "a        6  x\n"
                           "longest  7  x\n");
    free(text);
    table_clear(&t);
}

Test(table, lines_end_with_their_last_text) {
    struct table t = table_start(3);
    for (int row = 0; row < 3; row++) {
        char(*cell)[table_cell_room] = table_add_row(&t);
        cr_assert(cell != NULL);
        snprintf(cell[0], table_cell_room, row == 1 ? "" : "name");
        snprintf(cell[1], table_cell_room, row == 0 ? "one" : "");
        snprintf(cell[2], table_cell_room, row == 0 ? "2" : "");
    }
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    table_print(&t, 1u << 1, out);
    fclose(out);
    cr_assert_str_eq(text, "name  one  2\n\nname\n");
    free(text);
    table_clear(&t);
}

Test(table, a_heading_across_makes_no_column_wider) {
    static const char *const text[][2] = {{"a", "1"}, {"a heading", ""}, {"bc", "2"}};
    struct table t = table_start(2);
    for (int row = 0; row < 3; row++) {
        char(*cell)[table_cell_room] = table_add_row(&t);
        cr_assert(cell != NULL);
        for (int k = 0; k < 2; k++)
            snprintf(cell[k], table_cell_room, "%s", text[row][k]);
    }
    char *printed = NULL;
    size_t length;
    FILE *out = open_memstream(&printed, &length);
    table_print(&t, 0, out);
    fclose(out);
    cr_assert_str_eq(printed, "a   1\na heading\nbc  2\n");
    free(printed);
    table_clear(&t);
}

/* Seen to end the program: a width for each of 16 columns. */
Test(table, it_may_have_more_columns_than_a_screen) {
    enum { columns = 100 };
    struct table t = table_start(columns);
    char(*cell)[table_cell_room] = table_add_row(&t);
    cr_assert(cell != NULL);
    for (int i = 0; i < columns; i++)
        snprintf(cell[i], table_cell_room, "%d", i % 10);
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    table_print(&t, 0, out);
    fclose(out);
    cr_assert(length == columns + 2 * (columns - 1) + 1, "%zu", length);
    for (int i = 0; i < columns; i++)
        cr_expect(text[3 * i] == '0' + i % 10, "%d: %s", i, text);
    free(text);
    table_clear(&t);
}

Test(table, a_number_that_is_not_there_is_a_dash) {
    char cell[table_cell_room];
    table_print_number(cell, "%.2f", 1.375);
    cr_expect_str_eq(cell, "1.38");
    table_print_number(cell, "%.2f", strtod("nan", NULL));
    cr_expect_str_eq(cell, "-");
    table_print_number(cell, "%.2f", strtod("-inf", NULL));
    cr_expect_str_eq(cell, "-");
}
