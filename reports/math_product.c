/* Products: factors side by side.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/math_print.h"

static const struct math_node *at(const struct math_printer *p, int node) {
    return &p->tree->node[node];
}

/* Whether a factor needs a little space beside it: words and functions do. */
static bool is_wordy(const struct math_printer *p, int node) {
    const struct math_node *n = at(p, node);
    switch (n->kind) {
    case MATH_NAME:
    case MATH_INDEXED: return math_is_word(n);
    case MATH_CALL: return !math_is_named(n, "sqrt") && !math_is_named(n, "abs");
    case MATH_SUM:
    case MATH_PRODUCT: return true;
    case MATH_POWER: return is_wordy(p, n->first);
    default: return false;
    }
}

/* What stands between two factors: a dot before a number, a little space beside words. */
static const char *choose_times(const struct math_printer *p, int left, int right) {
    int base = at(p, right)->kind == MATH_POWER ? at(p, right)->first : right;
    if (at(p, base)->kind == MATH_NUMBER) {
        return "<mo>\xE2\x8B\x85</mo>";
    }
    int last = at(p, left)->kind == MATH_MULTIPLY ? math_second(p->tree, left) : left;
    last = at(p, last)->kind == MATH_NEGATE ? at(p, last)->first : last;
    bool space = is_wordy(p, last) || is_wordy(p, right);
    return space ? "<mo>&#x2062;</mo>" MATH_THIN_SPACE : "<mo>&#x2062;</mo>";
}

void math_print_product(const struct math_printer *p, int node, struct math_place place) {
    int left = at(p, node)->first, right = math_second(p->tree, node);
    bool negative = at(p, left)->kind == MATH_NEGATE;
    bool function_follows = at(p, right)->kind == MATH_CALL;
    struct math_place left_place = {MATH_BINDS_PRODUCT, false, function_follows,
                                    place.small};
    left_place.binding = negative || at(p, left)->kind == MATH_MULTIPLY
                             ? MATH_BINDS_SUM
                             : MATH_BINDS_PRODUCT;
    struct math_place right_place = {MATH_BINDS_PRODUCT, place.ends_sum,
                                     place.ends_product, place.small};
    /* a * (b * c) keeps its parentheses: the order of evaluation is part of the model */
    if (at(p, right)->kind == MATH_MULTIPLY) {
        right_place.binding = MATH_BINDS_POWER;
    }
    math_print(p, left, left_place);
    text_add(p->page, choose_times(p, left, right));
    math_print(p, right, right_place);
}
