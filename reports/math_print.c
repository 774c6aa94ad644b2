/* Expressions in MathML. Parentheses come from what binds tighter than what, not from
 * those in the source: a fraction and a root need none.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/math_print.h"

const struct math_place math_alone = {MATH_BINDS_LOGIC, true, true, false};

static const struct math_node *at(const struct math_printer *p, int node) {
    return &p->tree->node[node];
}

/* The leftmost factor of a product. */
static int find_first_factor(const struct math_printer *p, int node) {
    while (at(p, node)->kind == MATH_MULTIPLY) {
        node = at(p, node)->first;
    }
    return node;
}

static int find_binding(const struct math_printer *p, int node) {
    switch (at(p, node)->kind) {
    case MATH_ADD:
    case MATH_SUBTRACT:
    case MATH_NEGATE: return MATH_BINDS_SUM;
    case MATH_MULTIPLY:
        return at(p, find_first_factor(p, node))->kind == MATH_NEGATE
                   ? MATH_BINDS_SUM
                   : MATH_BINDS_PRODUCT;
    case MATH_SUM:
    case MATH_PRODUCT: return MATH_BINDS_PRODUCT;
    case MATH_DIVIDE:
    case MATH_POWER: return MATH_BINDS_POWER;
    case MATH_NUMBER:
        return math_number_is_plain(at(p, node)) ? MATH_BINDS_ATOM : MATH_BINDS_PRODUCT;
    case MATH_RELATION: return MATH_BINDS_RELATION;
    case MATH_LOGIC: return MATH_BINDS_LOGIC;
    default: return MATH_BINDS_ATOM;
    }
}

/* Whether something of the kind reaches as far right as it can. */
static bool is_open_ended(const struct math_printer *p, int node) {
    enum math_kind kind = at(p, node)->kind;
    return kind == MATH_SUM || kind == MATH_PRODUCT || kind == MATH_IF;
}

void math_print_enclosed(const struct math_printer *p, int node, const char *open,
                         const char *close) {
    text_format(p->page, "<mrow><mo>%s</mo>", open);
    math_print(p, node, math_alone);
    text_format(p->page, "<mo>%s</mo></mrow>", close);
}

static void print_between(const struct math_printer *p, int node, const char *sign,
                          struct math_place place) {
    int right = math_second(p->tree, node);
    struct math_place left_place = {MATH_BINDS_SUM, false, true, place.small};
    struct math_place right_place = {MATH_BINDS_PRODUCT, place.ends_sum, true,
                                     place.small};
    math_print(p, at(p, node)->first, left_place);
    text_add(p->page, sign);
    math_print(p, right, right_place);
}

static void print_fraction(const struct math_printer *p, int node,
                           struct math_place place) {
    int numerator = at(p, node)->first, denominator = math_second(p->tree, node);
    if (place.small) {
        struct math_place part = {MATH_BINDS_POWER, false, false, true};
        math_print(p, numerator, part);
        text_add(p->page, "<mo>/</mo>");
        math_print(p, denominator, part);
        return;
    }
    text_add(p->page, "<mfrac><mrow>");
    math_print(p, numerator, math_alone);
    text_add(p->page, "</mrow><mrow>");
    math_print(p, denominator, math_alone);
    text_add(p->page, "</mrow></mfrac>");
}

static void print_power(const struct math_printer *p, int node) {
    const struct math_place small = {MATH_BINDS_SUM, true, true, true};
    int base = at(p, node)->first, exponent = math_second(p->tree, node);
    const struct math_node *b = at(p, base);
    bool function =
        b->kind == MATH_CALL && !math_is_named(b, "sqrt") && !math_is_named(b, "abs");
    if (b->kind == MATH_NAME || b->kind == MATH_INDEXED) {
        math_print_name(p, base, exponent);
        return;
    }
    text_add(p->page, "<msup>");
    if (function) {
        math_print_function(p->page, b);
    } else {
        const struct math_place place = {MATH_BINDS_ATOM, true, true, false};
        math_print(p, base, place);
    }
    text_add(p->page, "<mrow>");
    math_print(p, exponent, small);
    text_add(p->page, "</mrow></msup>");
    if (function) {
        math_print_arguments(p, base, false);
    }
}

static void print_negation(const struct math_printer *p, int node,
                           struct math_place place) {
    place.binding = MATH_BINDS_PRODUCT;
    text_add(p->page, MATH_SIGN);
    math_print(p, at(p, node)->first, place);
}

void math_print(const struct math_printer *p, int node, struct math_place place) {
    bool open = is_open_ended(p, node) && !(place.ends_sum && place.ends_product);
    if (open || find_binding(p, node) < place.binding) {
        math_print_enclosed(p, node, "(", ")");
        return;
    }
    const struct math_node *n = at(p, node);
    switch (n->kind) {
    case MATH_NUMBER: math_print_number(p->page, n); break;
    case MATH_NAME:
    case MATH_INDEXED: math_print_name(p, node, MATH_NONE); break;
    case MATH_CALL: math_print_call(p, node, place); break;
    case MATH_ADD: print_between(p, node, "<mo>+</mo>", place); break;
    case MATH_SUBTRACT: print_between(p, node, MATH_MINUS, place); break;
    case MATH_MULTIPLY: math_print_product(p, node, place); break;
    case MATH_DIVIDE: print_fraction(p, node, place); break;
    case MATH_NEGATE: print_negation(p, node, place); break;
    case MATH_POWER: print_power(p, node); break;
    case MATH_SUM:
    case MATH_PRODUCT: math_print_big(p, node, place); break;
    case MATH_IF: math_print_cases(p, node); break;
    default: math_print_qualifier(p, node); break;
    }
}
