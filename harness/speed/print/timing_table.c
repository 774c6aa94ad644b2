/* Tables of the timing study.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/print/timing_table.h"

#include <string.h>

#include "harness/base/screen/screen.h"
#include "harness/speed/timing/timing_results.h"

static void fill(char *cell, const struct timing_cell *c) {
    if (c->text != NULL)
        snprintf(cell, table_cell_room, "%s", c->text);
    else
        table_print_number(cell, c->format, c->number);
    if (c->judged != NULL && c->judged->of.verdict != VERDICT_PASS)
        strncat(cell, c->judged->of.verdict == VERDICT_FAIL ? "!" : "?",
                table_cell_room - strlen(cell) - 1);
}

char (*timing_table_add(struct table *t,
                        const struct timing_cell *row))[table_cell_room] {
    char(*cell)[table_cell_room] = table_add_row(t);
    for (int i = 0; i < t->columns && cell != NULL; i++)
        fill(cell[i], &row[i]);
    return cell;
}

void timing_table_end(struct table *t, int texts, const char *title, FILE *out) {
    if (t->rows > 1 && title != NULL) {
        fputc('\n', out);
        screen_print_words(title, 0, 0, screen_columns(out), out);
        fputc('\n', out);
    }
    if (t->rows > 1)
        table_print(t, (1U << texts) - 1, out);
    table_clear(t);
}
