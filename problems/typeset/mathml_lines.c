/* Long sums, broken before a sign into lines that fit on a phone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "problems/typeset/mathml.h"

enum { LINE_WIDTH = 40 }; /* letters: a phone shows about as many */

static int find_width(const struct mathml *m, const struct term *term);

static int width_of_children(const struct mathml *m, const struct term *term) {
    int width = 0;
    for (const struct term *t = term->child; t != NULL; t = t->next)
        width += find_width(m, t);
    return width;
}

static int width_of_name(const struct mathml *m, const struct term *term) {
    enum { GREEK_AT_MOST = 7 };
    const int length = (int)strlen(mathml_text(m, term));
    if (term->child != NULL)
        return 1 + width_of_children(m, term) / 2;
    return length <= 2 || length > GREEK_AT_MOST ? length : 2;
}

static int width_of_quotient(const struct mathml *m, const struct term *term) {
    const int above = find_width(m, term->child);
    const int below = find_width(m, term->child->next);
    return above > below ? above : below;
}

/* Letters and signs that the term takes on a line, roughly. */
static int find_width(const struct mathml *m, const struct term *term) {
    enum { SIGN = 3, DOUBLE = 6, BRACKETS = 2, SUM_SIGN = 4 };
    int width = width_of_children(m, term);
    switch (term->kind) {
    case TERM_TIME:
    case TERM_PI:
    case TERM_NAME: return width_of_name(m, term);
    case TERM_NUMBER: return term->length;
    case TERM_DOUBLE: return DOUBLE + BRACKETS + width;
    case TERM_CALL: return (int)strlen(function_text(term->function)) + BRACKETS + width;
    case TERM_SUM:
        for (const struct term *t = term->child->next; t != NULL; t = t->next)
            width += SIGN;
        return width;
    case TERM_SUM_OVER:
    case TERM_PRODUCT_OVER:
        for (const struct clause *c = term->clauses; c != NULL; c = c->next)
            width += SUM_SIGN;
        return width;
    default: return mathml_is_quotient(term) ? width_of_quotient(m, term) : 1 + width;
    }
}

static void print_terms(const struct mathml *m, const struct term *sum,
                        const char *between) {
    int before = 0;
    for (const struct term *term = sum->child; term != NULL; term = term->next) {
        const bool first = term == sum->child;
        const int width = find_width(m, term);
        const bool fits = first || before + width <= LINE_WIDTH;
        fputs(fits ? "" : between, m->out);
        if (!first)
            fputs(term->join == TOKEN_PLUS ? "<mo>+</mo>" : MATHML_MINUS, m->out);
        mathml_term(m, term,
                    (struct mathml_place){first ? BINDS_SUM : BINDS_PRODUCT,
                                          term->next == NULL, true, false});
        before = fits ? before + width : width;
    }
}

void mathml_lines(const struct mathml *m, const struct term *term, const char *between) {
    const bool fits = find_width(m, term) <= LINE_WIDTH;
    if (!fits && term->kind == TERM_SUM) {
        print_terms(m, term, between);
    } else if (!fits && mathml_is_quotient(term) && term->child->kind == TERM_SUM) {
        fputs("<mfrac><mtable class=\"lines\"><mtr><mtd>", m->out);
        print_terms(m, term->child, "</mtd></mtr><mtr><mtd>");
        fputs("</mtd></mtr></mtable><mrow>", m->out);
        mathml_term(m, term->child->next, mathml_alone);
        fputs("</mrow></mfrac>", m->out);
    } else {
        mathml_term(m, term, mathml_alone);
    }
}
