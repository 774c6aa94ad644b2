/* Random expressions: a pool that grows by operations on its members.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/random_expressions.h"

#include "problems/graph/expr.h"
#include "problems/program/program.h"

enum { POOL = 12 };

expr fraction(graph *g, long numerator, unsigned long denominator) {
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, numerator, denominator);
    mpq_canonicalize(q);
    expr e = expr_number(g, q);
    mpq_clear(q); /* leaks.c calls this, too */
    return e;
}

expr random_number(graph *g, struct sample *s) {
    switch (sample_choice(s, 6)) {
    case 0: return expr_integer(g, sample_choice(s, 3) - 1);
    case 1: return expr_integer(g, sample_choice(s, 20) - 10);
    case 2: return expr_pi(g);
    default: return fraction(g, sample_choice(s, 4000) - 2000, 1000);
    }
}

/* a^2 + c > 0, with c > 0. */
static expr positive(graph *g, expr a, long numerator, unsigned long denominator) {
    return expr_add(g, expr_mul(g, a, a), fraction(g, numerator, denominator));
}

/* a/(a^2 + c): between -1/(2 sqrt c) and 1/(2 sqrt c). */
static expr bounded(graph *g, expr a) {
    return expr_div(g, a, positive(g, a, 13, 10));
}

/* An argument for which the function and its derivatives exist. */
static expr tame_argument(graph *g, enum expr_operation function, expr a) {
    switch (function) {
    case EXPR_SQRT: return positive(g, a, 3, 10);
    case EXPR_LOG: return positive(g, a, 11, 10);
    case EXPR_EXP:
    case EXPR_SINH:
    case EXPR_COSH: return expr_apply(g, EXPR_SIN, a);
    case EXPR_TAN:
    case EXPR_ASIN:
    case EXPR_ACOS: return bounded(g, a);
    default: return a;
    }
}

static expr random_power(graph *g, struct sample *s, expr a, expr b,
                         enum random_kind kind) {
    expr base = kind == RANDOM_TAME ? positive(g, a, 7, 10) : a;
    switch (sample_choice(s, 4)) {
    case 0: return expr_pow(g, a, expr_integer(g, sample_choice(s, 6)));
    case 1: return expr_pow(g, base, expr_integer(g, -1 - sample_choice(s, 3)));
    case 2: return expr_pow(g, base, fraction(g, sample_choice(s, 50) - 25, 10));
    default: return expr_pow(g, base, kind == RANDOM_TAME ? bounded(g, b) : b);
    }
}

static expr random_kink(graph *g, struct sample *s, expr a, expr b, expr c) {
    switch (sample_choice(s, 6)) {
    case 0: return expr_max(g, a, b);
    case 1: return expr_min(g, a, b);
    case 2: return expr_abs(g, a);
    case 3: return expr_step(g, a);
    case 4: return expr_sign(g, a);
    default: return expr_select(g, c, a, b);
    }
}

static expr random_operation(graph *g, struct sample *s, expr a, expr b, expr c,
                             enum random_kind kind) {
    enum expr_operation function =
        (enum expr_operation)(EXPR_SQRT + sample_choice(s, EXPR_TANH - EXPR_SQRT + 1));
    switch (sample_choice(s, 12)) {
    case 0:
    case 1: return expr_add(g, a, b);
    case 2:
    case 3: return expr_sub(g, a, b);
    case 4:
    case 5: return expr_mul(g, a, b);
    case 6: return expr_div(g, a, kind == RANDOM_TAME ? positive(g, b, 17, 10) : b);
    case 7: return expr_neg(g, a);
    case 8: return random_power(g, s, a, b, kind);
    case 9: return random_kink(g, s, a, b, c);
    default:
        return expr_apply(g, function,
                          kind == RANDOM_TAME ? tame_argument(g, function, a) : a);
    }
}

expr random_expression(graph *g, struct sample *s, int variables, int operations,
                       enum random_kind kind) {
    expr pool[POOL];
    for (int i = 0; i < POOL; i++)
        pool[i] = i % 2 == 0 || sample_choice(s, 2) == 0
                      ? expr_variable(g, sample_choice(s, variables))
                      : random_number(g, s);
    expr last = pool[0];
    for (int i = 0; i < operations; i++) {
        expr a = sample_choice(s, 3) == 0 ? last : pool[sample_choice(s, POOL)];
        expr b = pool[sample_choice(s, POOL)], c = pool[sample_choice(s, POOL)];
        last = random_operation(g, s, a, b, c, kind);
        pool[sample_choice(s, POOL)] = last;
    }
    return last;
}

int count_operation(const struct program *p, enum expr_operation operation) {
    int count = 0;
    for (int i = 0; i < p->length; i++)
        count += p->code[i].operation == operation;
    return count;
}
