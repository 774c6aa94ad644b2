/* Tables with aligned columns.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/screen/screen.h"
#include "harness/base/screen/table.h"

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

/* The rows of words, parted by blanks, on a screen of so many columns (which the caller frees); a
 * row's first word "-" makes it a heading across. */
static char *fitted(int columns, unsigned left, int rows, const char *const *row,
                    int screen) {
    struct table t = table_start(columns);
    for (int i = 0; i < rows; i++) {
        char words[256], *rest = words;
        char(*cell)[table_cell_room] = table_add_row(&t);
        cr_assert(cell != NULL);
        snprintf(words, sizeof words, "%s", row[i]);
        for (int k = 0; k < columns && rest != NULL; k++) {
            const char *word = strtok_r(rest, " ", &rest);
            snprintf(cell[k], table_cell_room, "%s", word != NULL ? word : "");
        }
    }
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    screen_set(out, screen);
    table_print(&t, left, out);
    screen_set(NULL, 0);
    fclose(out);
    return text;
}

Test(table, what_all_rows_say_is_told_once_where_the_screen_is_narrow) {
    static const char *const row[] = {"model    study value-of-the-quantity verdict",
                                      "pendulum order 1                     pass",
                                      "pendulum order 22                    fail"};
    char *text = fitted(4, 1u << 1 | 1u << 3, 3, row, 40);
    cr_expect_str_eq(text, "model pendulum, study order\n"
                           "value-of-the-quantity  verdict\n"
                           "                    1  pass\n"
                           "                   22  fail\n");
    free(text);
    text = fitted(4, 1u << 1 | 1u << 3, 3, row, 50);
    cr_expect(strncmp(text, "model     study  value", 22) == 0, "%s", text);
}

Test(table, a_row_that_is_too_long_goes_on_in_a_second_line) {
    static const char *const row[] = {"quantity                   value expected verdict",
                                      "order                      1.5   1        pass",
                                      "across",
                                      "a-quantity-with-a-long-name 2.5   2        fail"};
    char *text = fitted(4, 1u << 3, 4, row, 45);
    cr_expect_str_eq(text, "quantity             value  expected  verdict\n"
                           "order                  1.5         1  pass\n"
                           "across\n"
                           "a-quantity-with-a-long-name\n"
                           "                       2.5         2  fail\n");
}

Test(table, a_text_that_rows_share_stands_above_them_where_that_saves_lines) {
    static const char *const row[] = {"model        quantity     value verdict",
                                      "double-pendulum order        1     pass",
                                      "double-pendulum energy-order 2     pass",
                                      "double-pendulum growth       3     fail",
                                      "pendulum        order        4     pass",
                                      "pendulum        energy-order 5     pass"};
    char *text = fitted(4, 1u << 1 | 1u << 3, 6, row, 40);
    cr_expect_str_eq(text, "quantity      value  verdict\n"
                           "model double-pendulum\n"
                           "order             1  pass\n"
                           "energy-order      2  pass\n"
                           "growth            3  fail\n"
                           "model pendulum\n"
                           "order             4  pass\n"
                           "energy-order      5  pass\n");
}

/* What is printed to a screen of so many columns (which the caller frees). */
static char *told(int screen) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    screen_set(out, screen);
    fputs("  ", out);
    screen_print_format(2, 4, out, "%s: %d steps, and a text of %s", "ours", 12,
                        "several words");
    screen_set(NULL, 0);
    fclose(out);
    return text;
}

Test(table, a_sentence_is_folded_at_the_width_of_the_screen_and_whole_without_one) {
    char *text = told(40);
    cr_expect_str_eq(text, "  ours: 12 steps, and a text of several\n    words\n");
    free(text);
    text = told(0);
    cr_expect_str_eq(text, "  ours: 12 steps, and a text of several words\n");
}
