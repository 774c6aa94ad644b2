/* Looking quantities up.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/quantity.h"

#include <string.h>

static const struct quantity unknown = {NULL,    NULL, NULL,           NULL,
                                        "Other", NULL, QUANTITY_NUMBER};

const struct quantity *quantity_of(const struct report_result *result) {
    for (int i = 0; i < quantity_table_size; i++) {
        if (strcmp(result->study, quantity_table[i].study) == 0 &&
            result_is(result, quantity_table[i].base)) {
            return &quantity_table[i];
        }
    }
    return &unknown;
}

int quantity_rank(const struct report_result *result) {
    const struct quantity *q = quantity_of(result);
    return q == &unknown ? quantity_table_size : (int)(q - quantity_table);
}
