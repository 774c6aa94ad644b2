/* The columns of the first table, found from the results that there are.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/quantity.h"

#include <stdlib.h>
#include <string.h>

/* Where a result's column stands. */
static int find_rank(const struct report_result *result) {
    return 2 * quantity_rank(result) + (result_is_multiple(result) ? 1 : 0);
}

bool column_has(const struct column *column, const struct report_result *result) {
    int length = result_base_length(result);
    return column->multiple == result_is_multiple(result) &&
           strcmp(result->study, column->sample->study) == 0 &&
           length == result_base_length(column->sample) &&
           strncmp(result->quantity, column->sample->quantity, (size_t)length) == 0;
}

/* The first place in the list that is after all columns of the same or a smaller rank. */
static void insert_column(struct columns *columns, const struct report_result *result) {
    int at = columns->count;
    while (at > 0 && find_rank(columns->column[at - 1].sample) > find_rank(result)) {
        columns->column[at] = columns->column[at - 1];
        at--;
    }
    columns->column[at] =
        (struct column){quantity_of(result), result, result_is_multiple(result)};
    columns->count++;
}

/* Whether the result has to be in the first table. */
static bool is_listed(const struct report_result *result) {
    return result->model >= 0 && (quantity_of(result)->kind != QUANTITY_DATA ||
                                  result->verdict != VERDICT_PASS);
}

bool columns_find(const struct results *r, struct columns *columns) {
    *columns = (struct columns){0};
    for (int i = 0; i < r->count; i++) {
        bool known = !is_listed(&r->result[i]);
        for (int k = 0; k < columns->count; k++) {
            known = known || column_has(&columns->column[k], &r->result[i]);
        }
        if (known) {
            continue;
        }
        size_t size = ((size_t)columns->count + 1) * sizeof *columns->column;
        struct column *grown = realloc(columns->column, size);
        if (!grown) {
            columns_free(columns);
            return false;
        }
        columns->column = grown;
        insert_column(columns, &r->result[i]);
    }
    return true;
}

void columns_free(struct columns *columns) {
    free(columns->column);
    *columns = (struct columns){0};
}

void column_identifier(struct text *t, const struct column *column) {
    struct text base = {0};
    text_add_bytes(&base, column->sample->quantity,
                   (size_t)result_base_length(column->sample));
    text_identifier(t, column->sample->study);
    text_add(t, "-");
    text_identifier(t, text_bytes(&base));
    text_add(t, column->multiple ? "-mpfr" : "-double");
    text_clear(&base);
}
