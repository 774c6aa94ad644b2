/* Numbers: 3e7 is 3 x 10^7, 1e-8 is 10^-8.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/math_print.h"

/* Where the exponent's 'e' is; NULL: there is none. */
static const char *find_exponent(const struct math_node *node) {
    for (int i = 0; i < node->length; i++) {
        if (node->at[i] == 'e' || node->at[i] == 'E') {
            return node->at + i;
        }
    }
    return NULL;
}

bool math_number_is_plain(const struct math_node *node) {
    return !find_exponent(node);
}

void math_print_number(struct text *page, const struct math_node *node) {
    const char *mark = find_exponent(node), *end = node->at + node->length;
    if (!mark) {
        text_format(page, "<mn>%.*s</mn>", node->length, node->at);
        return;
    }
    bool one = mark == node->at + 1 && *node->at == '1';
    if (!one) {
        text_format(page, "<mrow><mn>%.*s</mn><mo>\xC3\x97</mo>", (int)(mark - node->at),
                    node->at);
    }
    const char *digits = mark + 1;
    bool negative = *digits == '-';
    digits += *digits == '-' || *digits == '+' ? 1 : 0;
    text_format(page, "<msup><mn>10</mn><mrow>%s<mn>%.*s</mn></mrow></msup>%s",
                negative ? MATH_SIGN : "", (int)(end - digits), digits,
                one ? "" : "</mrow>");
}
