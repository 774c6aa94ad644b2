/* Values as people read them: each kind of quantity has its own words.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <math.h>

#include "reports/decimal.h"
#include "reports/json.h"

/* "holds", or "not in 3 cases". */
static void add_cases(struct text *out, double value, const char *none, const char *some,
                      const char *singular, const char *plural) {
    text_add(out, value == 0 ? none : some);
    if (value != 0) {
        page_count(out, (int)value, singular, plural);
    }
}

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
    case QUANTITY_SHARE:
        decimal_number(out, value, digits);
        text_add(out, isfinite(value) ? "\xC2\xA0of the estimate" : "");
        return;
    case QUANTITY_DEFECT:
        text_add(out, value == 0 ? "holds" : "off by ");
        if (value != 0) {
            decimal_number(out, value, digits);
        }
        return;
    case QUANTITY_CASES:
        if (isfinite(value)) {
            add_cases(out, value, "holds", "not in ", "case", "cases");
            return;
        }
        break;
    case QUANTITY_COUNT:
        if (isfinite(value)) {
            add_cases(out, value, "equal", "differs in ", "run", "runs");
            return;
        }
        break;
    case QUANTITY_TIME:
        decimal_number(out, value, digits);
        text_add(out, isfinite(value) ? "\xC2\xA0ns" : "");
        return;
    case QUANTITY_FACTOR:
        decimal_number(out, value, digits);
        text_add(out, isfinite(value) ? "\xC3\x97" : "");
        return;
    case QUANTITY_DEVIATION:
    case QUANTITY_RATIO:
    case QUANTITY_DATA:
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
    if (kind == QUANTITY_DEFECT || kind == QUANTITY_CASES || kind == QUANTITY_COUNT) {
        text_add(out, kind == QUANTITY_COUNT ? "equal" : "all hold");
        return;
    }
    bool limit = kind == QUANTITY_BOUND || kind == QUANTITY_DEVIATION ||
                 kind == QUANTITY_SHARE || kind == QUANTITY_RATIO;
    bool least = kind == QUANTITY_DIGITS || kind == QUANTITY_FACTOR;
    text_add(out, least ? "at least " : limit ? "at most " : "");
    decimal_number(out, result->expected + (limit ? result->tolerance : 0), digits);
    if (kind == QUANTITY_ORDER && result->tolerance > 0) {
        text_add(out, "\xC2\xA0\xC2\xB1\xC2\xA0");
        decimal_number(out, result->tolerance, digits);
    }
}

void page_number(struct text *out, const json_t *row, const char *key, int digits) {
    const json_t *value = json_object_get(row, key);
    const char *text = json_loose_text(row, key);
    double log10_size = text[0] ? decimal_log10(text) : NAN;
    if (isfinite(log10_size) && log10_size < -300) { /* below the range of double */
        double exponent = floor(log10_size);
        text_format(out,
                    "%.1f\xC2\xA0\xC3\x97\xC2\xA0"
                    "10<sup>\xE2\x88\x92%.0f</sup>",
                    pow(10, log10_size - exponent), -exponent);
    } else {
        decimal_number(out, value ? json_loose_number(row, key) : NAN, digits);
    }
}
