/* Terms. Operators from the loosest to the tightest:
 *
 *     or    and    not    < <= > >= = !=    + -    * /    unary -    ^ (to the right)
 *
 * Operators of one level are kept as a flat list, so that a sum of any length is not deep.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/parser.h"

static struct term *parse_unary(struct parser *p);

int term_begin(const struct term *term) {
    while (term->kind == TERM_SUM || term->kind == TERM_PRODUCT ||
           term->kind == TERM_POWER || term->kind == TERM_COMPARISON)
        term = term->child;
    return term->offset;
}

struct term *parser_new_term(struct parser *p, enum term_kind kind, int offset) {
    struct term *term = parser_take(p, sizeof *term);
    if (term)
        *term = (struct term){.kind = kind, .offset = offset, .cached = EXPR_NONE};
    return term;
}

static bool is_condition(const struct term *term) {
    return term->kind >= TERM_COMPARISON;
}

/* The term itself if it is a number, or a condition, as wanted. */
static struct term *require_kind(struct parser *p, struct term *term, bool condition) {
    if (term && is_condition(term) != condition) {
        parser_fail(p, term->offset,
                    condition ? "expected a condition like 'i < n'"
                              : "expected a number, found a condition");
        return NULL;
    }
    return term;
}

/* One or more terms of the next tighter level, joined by the operators a and b. A single
 * one stays as it is. */
static struct term *parse_chain(struct parser *p, enum term_kind kind, enum token_kind a,
                                enum token_kind b, bool condition,
                                struct term *(*parse_operand)(struct parser *)) {
    struct term *first = parse_operand(p);
    if (!first || (p->token.kind != a && p->token.kind != b))
        return first;
    struct term *chain = parser_new_term(p, kind, p->token.offset), *last = first;
    if (!chain || !require_kind(p, first, condition))
        return NULL;
    chain->child = first;
    while (p->token.kind == a || p->token.kind == b) {
        enum token_kind join = p->token.kind;
        if (!parser_advance(p))
            return NULL;
        struct term *operand = require_kind(p, parse_operand(p), condition);
        if (!operand)
            return NULL;
        if (!condition) /* a comparison has its own operator there */
            operand->join = join;
        last = last->next = operand;
    }
    return chain;
}

static struct term *parse_power(struct parser *p) {
    struct term *base = parse_primary_term(p);
    if (!base || p->token.kind != TOKEN_POWER)
        return base;
    struct term *power = parser_new_term(p, TERM_POWER, p->token.offset);
    if (!power || !require_kind(p, base, false) || !parser_advance(p))
        return NULL;
    power->child = base;
    base->next = require_kind(p, parse_unary(p), false);
    return base->next ? power : NULL;
}

static struct term *parse_minus(struct parser *p) {
    struct term *minus = parser_new_term(p, TERM_MINUS, p->token.offset);
    if (!minus || !parser_advance(p))
        return NULL;
    minus->child = require_kind(p, parse_unary(p), false);
    return minus->child ? minus : NULL;
}

static struct term *parse_unary(struct parser *p) {
    if (!parser_enter(p))
        return NULL;
    struct term *term = p->token.kind == TOKEN_MINUS ? parse_minus(p) : parse_power(p);
    parser_leave(p);
    return term;
}

static struct term *parse_product(struct parser *p) {
    return parse_chain(p, TERM_PRODUCT, TOKEN_TIMES, TOKEN_SLASH, false, parse_unary);
}

static struct term *parse_sum(struct parser *p) {
    return parse_chain(p, TERM_SUM, TOKEN_PLUS, TOKEN_MINUS, false, parse_product);
}

static bool is_comparison(enum token_kind kind) {
    return kind >= TOKEN_LESS_EQUAL && kind <= TOKEN_EQUAL;
}

static struct term *parse_comparison(struct parser *p) {
    struct term *left = parse_sum(p);
    if (!left || !is_comparison(p->token.kind))
        return left;
    struct term *comparison = parser_new_term(p, TERM_COMPARISON, p->token.offset);
    if (!comparison || !require_kind(p, left, false))
        return NULL;
    comparison->join = p->token.kind;
    comparison->child = left;
    if (!parser_advance(p) || !(left->next = require_kind(p, parse_sum(p), false)))
        return NULL;
    if (is_comparison(p->token.kind)) {
        parser_fail(p, p->token.offset, "comparisons are joined by 'and' or 'or'");
        return NULL;
    }
    return comparison;
}

static struct term *parse_not(struct parser *p) {
    if (p->token.kind != TOKEN_NOT)
        return parse_comparison(p);
    struct term *not = parser_new_term(p, TERM_NOT, p->token.offset);
    if (!not || !parser_enter(p))
        return NULL;
    if (parser_advance(p))
        not ->child = require_kind(p, parse_not(p), true);
    parser_leave(p);
    return not ->child ? not : NULL;
}

static struct term *parse_and(struct parser *p) {
    return parse_chain(p, TERM_AND, TOKEN_AND, TOKEN_AND, true, parse_not);
}

struct term *parse_any_term(struct parser *p) {
    return parse_chain(p, TERM_OR, TOKEN_OR, TOKEN_OR, true, parse_and);
}

struct term *parse_number_term(struct parser *p) {
    return require_kind(p, parse_sum(p), false);
}

struct term *parse_condition_term(struct parser *p) {
    return require_kind(p, parse_any_term(p), true);
}
