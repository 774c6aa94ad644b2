/* Products: factors side by side.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/typeset/mathml.h"

/* Whether a factor needs a little space beside it: words and functions do. */
static bool is_wordy(const struct mathml *m, const struct term *term) {
    switch (term->kind) {
    case TERM_NAME: return mathml_is_word(mathml_text(m, term));
    case TERM_DOUBLE: return true;
    case TERM_CALL: return mathml_is_named(term);
    case TERM_SUM_OVER:
    case TERM_PRODUCT_OVER: return true;
    case TERM_POWER: return is_wordy(m, term->child);
    default: return false;
    }
}

/* What stands between two factors: a dot before a number, a little space beside words. */
static const char *choose_times(const struct mathml *m, const struct term *left,
                                const struct term *right) {
    const struct term *base = right->kind == TERM_POWER ? right->child : right;
    if (base->kind == TERM_NUMBER)
        return "<mo>\xE2\x8B\x85</mo>";
    const struct term *last = mathml_is_times(left) ? left->child->next : left;
    last = last->kind == TERM_MINUS ? last->child : last;
    return is_wordy(m, last) || is_wordy(m, right) ? "<mo>&#x2062;</mo>" MATHML_THIN_SPACE
                                                   : "<mo>&#x2062;</mo>";
}

void mathml_times(const struct mathml *m, const struct term *term,
                  struct mathml_place place) {
    const struct term *left = term->child, *right = left->next;
    const bool function_follows = right->kind == TERM_CALL || right->kind == TERM_DOUBLE;
    const bool bare = left->kind == TERM_MINUS || mathml_is_times(left);
    /* a * (b * c) keeps its parentheses: the order of evaluation is part of the model */
    const int right_binding = mathml_is_times(right) ? BINDS_POWER : BINDS_PRODUCT;
    mathml_term(m, left,
                (struct mathml_place){bare ? BINDS_SUM : BINDS_PRODUCT, false,
                                      function_follows, place.small});
    fputs(choose_times(m, left, right), m->out);
    mathml_term(m, right,
                (struct mathml_place){right_binding, place.ends_sum, place.ends_product,
                                      place.small});
}
