/* Values as people read them: each kind of quantity has its own words.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <math.h>

#include "reports/decimal.h"

void page_value(struct text *out, const struct report_result *result) {
    const int digits = 3;
    double value = result->value;
    switch (quantity_of(result)->kind) {
    case QUANTITY_ORDER: decimal_interval(out, value, result->low, result->high); return;
    case QUANTITY_DIGITS:
        if (isfinite(value)) {
            text_format(out,
                        "%.0f\xC2\xA0"
                        "digits",
                        floor(value));
            return;
        }
        break;
    case QUANTITY_BOUND:
        decimal_number(out, value, digits);
        text_add(out, isfinite(value) ? "\xC2\xA0of the bound" : "");
        return;
    case QUANTITY_DEVIATION:
    case QUANTITY_NUMBER: break;
    }
    decimal_number(out, value, digits);
}

void page_expected(struct text *out, const struct report_result *result) {
    const int digits = 4;
    if (!isfinite(result->expected)) {
        return;
    }
    enum quantity_kind kind = quantity_of(result)->kind;
    bool limit = kind == QUANTITY_BOUND || kind == QUANTITY_DEVIATION;
    text_add(out, kind == QUANTITY_DIGITS ? "at least " : limit ? "at most " : "");
    decimal_number(out, result->expected + (limit ? result->tolerance : 0), digits);
    if (kind == QUANTITY_ORDER && result->tolerance > 0) {
        text_add(out, "\xC2\xA0\xC2\xB1\xC2\xA0");
        decimal_number(out, result->tolerance, digits);
    }
}
