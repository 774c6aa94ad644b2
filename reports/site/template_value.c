/* Values as a page shows them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "reports/site/template.h"

/* 1.25e-08 becomes 1.25e-8, with a minus sign that is one. */
static void add_number(struct text *out, double value) {
    if (!isfinite(value))
        return;
    struct text plain = text_made("%.5g", value);
    bool padded = false;
    for (const char *c = text_bytes(&plain); *c != '\0'; c++) {
        if (*c == '-')
            text_add(out, "\xE2\x88\x92");
        else if (*c != '+' && !(padded && *c == '0' && c[1] != '\0'))
            text_add_bytes(out, c, 1);
        padded = *c == 'e' || (padded && (*c == '-' || *c == '+'));
    }
    text_clear(&plain);
}

void template_value(struct text *out, const json_t *value) {
    if (json_is_string(value))
        text_escaped(out, json_string_value(value));
    else if (json_is_integer(value))
        text_format(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        add_number(out, json_real_value(value));
    else if (json_is_boolean(value))
        text_add(out, json_is_true(value) ? "yes" : "no");
}
