/* Integers and conditions, which are known while the model is read: indices, bounds of
 * loops, sizes. They are made of integers, sizes and indices of loops by + - * / ^ (a
 * quotient has no remainder), max, min, abs and choices.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/elaboration/elaborate.h"

/* Integers stay between -10^9 and 10^9, so that a product of two fits in 64 bits. */
static const long long INTEGER_LIMIT = 1000000000;

static bool set_integer(struct elaboration *e, const struct term *term, long long wide,
                        int *value) {
    if (wide > INTEGER_LIMIT || wide < -INTEGER_LIMIT)
        return elaborate_fail(e, term->offset, "this integer lies outside -10^9 to 10^9");
    *value = (int)wide;
    return true;
}

static bool evaluate_name(struct elaboration *e, const struct term *term, int *value) {
    struct key k;
    if (!elaborate_indices(e, &k, term->name, term->length, term->child))
        return false;
    const struct symbol *symbol = elaborate_lookup(e, &k, term->offset);
    if (!symbol)
        return false;
    if (symbol->kind != SYMBOL_SIZE && symbol->kind != SYMBOL_INDEX)
        return elaborate_fail(e, term->offset,
                              "expected an integer, but '%s' is neither a size nor an "
                              "index",
                              e->atoms->text[k.atom]);
    *value = symbol->value;
    return true;
}

static bool divide(struct elaboration *e, const struct term *term, int a, int b,
                   long long *quotient) {
    if (b == 0)
        return elaborate_fail(e, term->offset, "division by zero");
    if (a % b != 0)
        return elaborate_fail(e, term->offset, "expected an integer, but %d/%d is none",
                              a, b);
    *quotient = a / b;
    return true;
}

static bool evaluate_chain(struct elaboration *e, const struct term *chain, int *value) {
    const struct term *term = chain->child;
    if (!elaborate_integer(e, term, value))
        return false;
    while ((term = term->next)) {
        int right;
        long long wide = 0;
        if (!elaborate_integer(e, term, &right))
            return false;
        switch (term->join) {
        case TOKEN_PLUS: wide = (long long)*value + right; break;
        case TOKEN_MINUS: wide = (long long)*value - right; break;
        case TOKEN_TIMES: wide = (long long)*value * right; break;
        default:
            if (!divide(e, term, *value, right, &wide))
                return false;
        }
        if (!set_integer(e, term, wide, value))
            return false;
    }
    return true;
}

static bool evaluate_power(struct elaboration *e, const struct term *term, int *value) {
    int base, exponent;
    if (!elaborate_integer(e, term->child, &base) ||
        !elaborate_integer(e, term->child->next, &exponent))
        return false;
    if (exponent < 0)
        return elaborate_fail(e, term->offset,
                              "expected an integer, but this power has "
                              "a negative exponent");
    *value = 1;
    if (base == 1 || (base == 0 && exponent > 0) || base == -1)
        *value = base == -1 && exponent % 2 == 0 ? 1 : base;
    else
        for (int i = 0; i < exponent; i++) /* ends by its size after 30 turns at most */
            if (!set_integer(e, term, (long long)*value * base, value))
                return false;
    return true;
}

static bool evaluate_call(struct elaboration *e, const struct term *call, int *value) {
    bool greatest = call->function == FUNCTION_MAX;
    const struct term *term = call->child;
    if (!greatest && call->function != FUNCTION_MIN && call->function != FUNCTION_ABS)
        return elaborate_fail(e, call->offset,
                              "expected an integer; of the functions, only max, min and "
                              "abs give one");
    if (!elaborate_integer(e, term, value))
        return false;
    if (call->function == FUNCTION_ABS)
        *value = abs(*value);
    while ((term = term->next)) {
        int other;
        if (!elaborate_integer(e, term, &other))
            return false;
        if (greatest ? other > *value : other < *value)
            *value = other;
    }
    return true;
}

bool elaborate_integer(struct elaboration *e, const struct term *term, int *value) {
    bool holds;
    if (!elaborate_spend(e, 1, term->offset))
        return false;
    switch (term->kind) {
    case TERM_NUMBER:
        *value = term->integer;
        return term->is_integer ||
               elaborate_fail(e, term->offset, "expected an integer of at most 9 digits");
    case TERM_NAME: return evaluate_name(e, term, value);
    case TERM_SUM:
    case TERM_PRODUCT: return evaluate_chain(e, term, value);
    case TERM_POWER: return evaluate_power(e, term, value);
    case TERM_MINUS:
        return elaborate_integer(e, term->child, value) &&
               set_integer(e, term, -(long long)*value, value);
    case TERM_CALL: return evaluate_call(e, term, value);
    case TERM_CHOICE:
        if (!elaborate_condition(e, term->child, &holds))
            return false;
        term = term->child->next;
        return elaborate_integer(e, holds ? term : term->next, value);
    default: return elaborate_fail(e, term->offset, "expected an integer");
    }
}

static bool compare(enum token_kind operation, int a, int b) {
    switch (operation) {
    case TOKEN_LESS: return a < b;
    case TOKEN_LESS_EQUAL: return a <= b;
    case TOKEN_GREATER: return a > b;
    case TOKEN_GREATER_EQUAL: return a >= b;
    case TOKEN_NOT_EQUAL: return a != b;
    default: return a == b;
    }
}

/* Conditions joined by and, or by or; the rest is not looked at once the answer is clear. */
static bool evaluate_joined(struct elaboration *e, const struct term *chain,
                            bool *value) {
    bool deciding = chain->kind == TERM_OR;
    for (const struct term *term = chain->child; term; term = term->next) {
        if (!elaborate_condition(e, term, value))
            return false;
        if (*value == deciding)
            return true;
    }
    return true;
}

bool elaborate_condition(struct elaboration *e, const struct term *term, bool *value) {
    int a, b;
    if (!elaborate_spend(e, 1, term->offset))
        return false;
    switch (term->kind) {
    case TERM_AND:
    case TERM_OR: return evaluate_joined(e, term, value);
    case TERM_NOT:
        if (!elaborate_condition(e, term->child, value))
            return false;
        *value = !*value;
        return true;
    default:
        if (!elaborate_integer(e, term->child, &a) ||
            !elaborate_integer(e, term->child->next, &b))
            return false;
        *value = compare(term->join, a, b);
        return true;
    }
}
