/* Products as pairs: what stands left of a bar of division, and squares.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/typeset/mathml.h"

static bool is_pair(const struct term *term, enum token_kind join) {
    return term->kind == TERM_PRODUCT && term->child->next->join == join;
}

bool mathml_is_quotient(const struct term *term) {
    return is_pair(term, TOKEN_SLASH);
}

bool mathml_is_times(const struct term *term) {
    return is_pair(term, TOKEN_TIMES);
}

static bool is_same_name(const struct term *a, const struct term *b) {
    return mathml_is_name(a) && a->kind == b->kind && a->child == NULL &&
           b->child == NULL && a->name == b->name;
}

/* A term of two children. */
static struct term *join(struct arena *arena, enum term_kind kind, struct term *left,
                         struct term *right) {
    struct term *pair = arena_take(arena, sizeof *pair);
    if (pair == NULL)
        return NULL;
    pair->kind = kind;
    pair->child = left;
    left->next = right;
    right->next = NULL;
    return pair;
}

static struct term *make_square(struct arena *arena, struct term *name) {
    struct term *two = arena_take(arena, sizeof *two), *square;
    if (two == NULL)
        return NULL;
    *two = (struct term){.kind = TERM_NUMBER, .is_integer = true, .integer = 2};
    square = join(arena, TERM_POWER, name, two);
    if (square != NULL)
        square->join = TOKEN_TIMES;
    return square;
}

/* left * right or left / right; w * w is a square, also behind other factors. */
static struct term *join_factors(struct arena *arena, struct term *left,
                                 struct term *right) {
    struct term *last = mathml_is_times(left) ? left->child->next : left;
    if (right->join != TOKEN_TIMES || !is_same_name(last, right))
        return join(arena, TERM_PRODUCT, left, right);
    struct term *square = make_square(arena, right);
    if (square == NULL || last == left)
        return square;
    left->child->next = square;
    return left;
}

static bool pair_factors(struct arena *arena, struct term *product) {
    struct term *left = product->child, *right = left->next;
    while (right != NULL) {
        struct term *after = right->next;
        left = join_factors(arena, left, right);
        if (left == NULL)
            return false;
        right = after;
    }
    const enum token_kind how = product->join;
    struct term *next = product->next;
    *product = *left;
    product->join = how;
    product->next = next;
    return true;
}

bool mathml_pair_clauses(struct arena *arena, struct clause *clauses) {
    for (struct clause *c = clauses; c != NULL; c = c->next)
        if (!mathml_pair(arena, c->low) || !mathml_pair(arena, c->high) ||
            (c->condition != NULL && !mathml_pair(arena, c->condition)))
            return false;
    return true;
}

bool mathml_pair(struct arena *arena, struct term *term) {
    for (struct term *child = term->child; child != NULL; child = child->next)
        if (!mathml_pair(arena, child))
            return false;
    if (!mathml_pair_clauses(arena, term->clauses))
        return false;
    return term->kind != TERM_PRODUCT || pair_factors(arena, term);
}
