/* Products with J by contacts: the same bits as row by row. Seen to fail: two of three rows
 * exchanged; a row left out; rows whose impulse is zero taken along.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/contact/scene/row_groups.h"
#include "fast/system.h"

/* Contact 0 has one row, 1 three of the same columns, 2 three of different ones, 3 two. */
enum { contacts = 4, rows = 9, columns = 5, entries = 19 };
static const int first[contacts + 1] = {0, 1, 4, 7, 9};
static const int start[rows + 1] = {0, 2, 4, 6, 8, 10, 12, 15, 17, 19};
static const int row[entries] = {0, 3, 1, 2, 1, 2, 1, 2, 0, 1, 0, 2, 0, 1, 4, 3, 4, 3, 4};
static const struct fast_pattern pattern = {columns, rows, (int *)start, (int *)row};

static double values[entries];
static const double v[columns] = {1.37, -0.83, 1e-9, 2.1e7, -0.3};

static struct row_groups begin(void) {
    struct row_groups g;
    for (int e = 0; e < entries; e++)
        values[e] = sin(1.3 * e + 0.7) / (e % 5 + 0.3);
    cr_assert(row_groups_init(&g, contacts, first, &pattern));
    return g;
}

Test(contact_row_groups, know_which_contacts_have_three_rows_of_the_same_columns) {
    struct row_groups g = begin();
    const bool expected[contacts] = {false, true, false, false};
    for (int c = 0; c < contacts; c++)
        cr_assert(g.agree[c] == expected[c], "contact %d", c);
}

Test(contact_row_groups, multiply_to_the_bits_of_single_rows) {
    struct row_groups g = begin();
    double sum[rows], offset[rows];
    for (int c = 0; c < contacts; c++) {
        double size[row_group_most];
        for (int i = first[c]; i < first[c + 1]; i++)
            offset[i] = 0.1 * i;
        row_groups_dot(&g, c, values, v, offset, sum);
        row_groups_size(&g, c, values, v, size);
        for (int i = first[c]; i < first[c + 1]; i++) {
            double expected = 0.1 * i, expected_size = 0;
            for (int e = start[i]; e < start[i + 1]; e++) {
                expected += values[e] * v[row[e]];
                expected_size += fabs(values[e] * v[row[e]]);
            }
            cr_assert_eq(sum[i], expected, "row %d", i);
            cr_assert_eq(size[i - first[c]], expected_size, "row %d", i);
        }
    }
}

Test(contact_row_groups, add_to_the_bits_of_single_rows_and_leave_zeros_out) {
    struct row_groups g = begin();
    /* An entry that is not a number shows where a row has been taken along. */
    const double impulses[2][rows] = {{0.7, -1.1, 0.3, 2.9, 1e-7, -3.1, 0.2, 5.3, -0.9},
                                      {0.7, -1.1, 0, 2.9, 0, -3.1, 0.2, 5.3, 0}};
    for (int k = 0; k < 2; k++) {
        double target[columns] = {0.1, 0.2, 0.3, 0.4, 0.5};
        double expected[columns] = {0.1, 0.2, 0.3, 0.4, 0.5};
        if (k == 1)
            values[start[2]] = values[start[4]] = values[start[8]] = NAN;
        for (int c = 0; c < contacts; c++)
            row_groups_add(&g, c, values, impulses[k], target);
        for (int i = 0; i < rows; i++)
            for (int e = start[i]; impulses[k][i] != 0 && e < start[i + 1]; e++)
                expected[row[e]] += values[e] * impulses[k][i];
        for (int j = 0; j < columns; j++)
            cr_assert_eq(target[j], expected[j], "column %d, impulses %d", j, k);
    }
}
