/* Tables of the timing study.
 *
 * Seen to fail: what is undecided marked as failed; a missing number told as 0; a table without
 * rows that prints its title.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>

#include "harness/speed/print/timing_table.h"
#include "harness/speed/timing/timing_results.h"

enum { COLUMNS = 4 };

static void print(char *text, size_t room, int rows) {
    static const char *const head[COLUMNS] = {"what", "ns", "low", "none"};
    const struct timing_found bad = {.of.verdict = VERDICT_FAIL},
                              undecided = {.of.verdict = VERDICT_NOT_ASYMPTOTIC},
                              good = {.of.verdict = VERDICT_PASS};
    struct table t = table_begin(COLUMNS, head);
    FILE *out = tmpfile();
    for (int i = 0; i < rows; i++) {
        timing_table_add(&t, (const struct timing_cell[COLUMNS]){
                                 CELL_TEXT("rod"),
                                 CELL_JUDGED("%.0f", 1536, &bad),
                                 CELL_JUDGED("%.1f", 1500, &undecided),
                                 CELL_JUDGED("%.0f", NAN, &good),
                             });
    }
    timing_table_end(&t, 1, "Title", out);
    rewind(out);
    text[fread(text, 1, room - 1, out)] = '\0';
    fclose(out);
}

Test(timing_table, rows_have_numbers_verdicts_and_dashes) {
    char text[512];
    print(text, sizeof text, 1);
    cr_expect_str_eq(text, "\nTitle\n"
                           "what     ns      low  none\n"
                           "rod   1536!  1500.0?     -\n");
    print(text, sizeof text, 0);
    cr_expect_str_eq(text, "");
}
