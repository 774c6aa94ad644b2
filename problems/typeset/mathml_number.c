/* Numbers: 3e7 is 3 x 10^7, 1e-8 is 10^-8.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/source.h"
#include "problems/typeset/mathml.h"

/* How many letters stand before the exponent's 'e'. */
static int find_exponent(const struct mathml *m, const struct term *term) {
    const char *text = m->source->text + term->offset;
    int at = 0;
    while (at < term->length && text[at] != 'e' && text[at] != 'E')
        at++;
    return at;
}

bool mathml_number_is_plain(const struct mathml *m, const struct term *term) {
    return find_exponent(m, term) == term->length;
}

void mathml_number(const struct mathml *m, const struct term *term) {
    const char *text = m->source->text + term->offset, *end = text + term->length;
    const int mark = find_exponent(m, term);
    if (term->length == 0) { /* the 2 of a square that was written as a product */
        fprintf(m->out, "<mn>%d</mn>", term->integer);
        return;
    }
    if (mark == term->length) {
        fprintf(m->out, "<mn>%.*s</mn>", mark, text);
        return;
    }
    const bool one = mark == 1 && *text == '1';
    if (!one)
        fprintf(m->out, "<mrow><mn>%.*s</mn><mo>\xC3\x97</mo>", mark, text);
    const char *digits = text + mark + 1;
    const bool negative = *digits == '-';
    digits += *digits == '-' || *digits == '+';
    fprintf(m->out, "<msup><mn>10</mn><mrow>%s<mn>%.*s</mn></mrow></msup>%s",
            negative ? MATHML_SIGN : "", (int)(end - digits), digits,
            one ? "" : "</mrow>");
}
