/* Identities between expressions, proved: each is a fraction of polynomials with rational
 * coefficients in what is no sum, product, quotient or rational number (variables, sin 1, ...).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <flint/fmpq_mpoly.h>
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/graph/expr_exact.h"
#include "ref/crossing/crossing.h"

/* What is larger is left undecided. */
enum { MOST_NODES = 4000, MOST_SYMBOLS = 24, MOST_TERMS = 400 };

struct fraction {
    bool known;
    fmpq_mpoly_t above, below; /* initialised only if known */
};

struct identity {
    const graph *g;
    struct walk w;
    struct exact *exact;
    struct fraction *fraction; /* of each node */
    fmpq_mpoly_ctx_t ring;
    int symbols, taken;
};

static bool is_symbol(enum expr_operation operation) {
    switch (operation) {
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_DIV:
    case EXPR_NEG:
    case EXPR_NUMBER:
    case EXPR_PARAMETER: return false;
    default: return true;
    }
}

/* Which argument of a select is its value: 1 or 2; 0: not known, so that it is a symbol. */
static int find_side(const graph *g, expr e) {
    arb_t value;
    arb_init(value);
    const bool known = expr_operation(g, e) == EXPR_SELECT &&
                       eval_arb_constant(g, expr_argument(g, e, 0), ENCLOSURE_LOW_BITS,
                                         EVAL_EXACT_CONSTANTS, value) == PROBLEM_OK;
    const int side = !known                   ? 0
                     : arb_is_positive(value) ? 1
                     : arb_is_negative(value) ? 2
                                              : 0;
    arb_clear(value);
    return side;
}

static const struct fraction *look_up(const struct identity *p, expr e) {
    const struct fraction *f = e == EXPR_NONE ? NULL : &p->fraction[walk_place(&p->w, e)];
    return f != NULL && f->known ? f : NULL;
}

static void set_rational(struct identity *p, struct fraction *f, mpq_srcptr value) {
    fmpq_t q;
    fmpq_init(q);
    fmpq_set_mpq(q, value);
    fmpq_mpoly_set_fmpq(f->above, q, p->ring);
    fmpq_clear(q);
}

/* f := a + sign b. */
static void add(struct identity *p, struct fraction *f, const struct fraction *a,
                const struct fraction *b, bool subtracts) {
    fmpq_mpoly_t other;
    fmpq_mpoly_init(other, p->ring);
    const bool same = fmpq_mpoly_equal(a->below, b->below, p->ring);
    fmpq_mpoly_set(f->above, a->above, p->ring);
    fmpq_mpoly_set(other, b->above, p->ring);
    fmpq_mpoly_set(f->below, a->below, p->ring);
    if (!same) {
        fmpq_mpoly_mul(f->above, a->above, b->below, p->ring);
        fmpq_mpoly_mul(other, b->above, a->below, p->ring);
        fmpq_mpoly_mul(f->below, a->below, b->below, p->ring);
    }
    if (subtracts)
        fmpq_mpoly_sub(f->above, f->above, other, p->ring);
    else
        fmpq_mpoly_add(f->above, f->above, other, p->ring);
    fmpq_mpoly_clear(other, p->ring);
}

/* f := the operation on a and b; false: a divisor is zero. */
static bool operate(struct identity *p, struct fraction *f, enum expr_operation operation,
                    const struct fraction *a, const struct fraction *b) {
    switch (operation) {
    case EXPR_NEG:
    case EXPR_PARAMETER:
        fmpq_mpoly_set(f->above, a->above, p->ring);
        fmpq_mpoly_set(f->below, a->below, p->ring);
        if (operation == EXPR_NEG)
            fmpq_mpoly_neg(f->above, f->above, p->ring);
        return true;
    case EXPR_MUL:
        fmpq_mpoly_mul(f->above, a->above, b->above, p->ring);
        fmpq_mpoly_mul(f->below, a->below, b->below, p->ring);
        return true;
    case EXPR_DIV:
        fmpq_mpoly_mul(f->above, a->above, b->below, p->ring);
        fmpq_mpoly_mul(f->below, a->below, b->above, p->ring);
        return !fmpq_mpoly_is_zero(f->below, p->ring);
    default: add(p, f, a, b, operation == EXPR_SUB); return true;
    }
}

static bool evaluate(struct identity *p, int i) {
    struct fraction *f = &p->fraction[i];
    const expr e = p->w.node[i];
    const enum expr_operation operation = expr_operation(p->g, e);
    if (p->exact[i].known) {
        set_rational(p, f, p->exact[i].value);
        return true;
    }
    const int side = find_side(p->g, e);
    if (side > 0) {
        const struct fraction *taken = look_up(p, expr_argument(p->g, e, side));
        return taken != NULL && operate(p, f, EXPR_PARAMETER, taken, taken);
    }
    if (is_symbol(operation)) {
        fmpq_mpoly_gen(f->above, p->taken++, p->ring);
        return true;
    }
    const struct fraction *a = look_up(p, walk_next(p->g, e, 0, WALK_ENTERS_CONSTANTS));
    const expr second =
        operation == EXPR_PARAMETER ? EXPR_NONE : expr_argument(p->g, e, 1);
    const struct fraction *b = second == EXPR_NONE ? a : look_up(p, second);
    return a != NULL && b != NULL && operate(p, f, operation, a, b) &&
           fmpq_mpoly_length(f->above, p->ring) <= MOST_TERMS &&
           fmpq_mpoly_length(f->below, p->ring) <= MOST_TERMS;
}

static void evaluate_all(struct identity *p) {
    for (int i = 0; i < p->w.count; i++) {
        struct fraction *f = &p->fraction[i];
        fmpq_mpoly_init(f->above, p->ring);
        fmpq_mpoly_init(f->below, p->ring);
        fmpq_mpoly_one(f->below, p->ring);
        f->known = evaluate(p, i);
        if (f->known)
            continue;
        fmpq_mpoly_clear(f->above, p->ring);
        fmpq_mpoly_clear(f->below, p->ring);
    }
}

/* False: too large, or no memory; emptied all the same with stop. */
static bool start(struct identity *p, const graph *g, int roots, const expr *root) {
    *p = (struct identity){.g = g};
    if (walk_collect(&p->w, g, roots, root, WALK_ENTERS_CONSTANTS) != PROBLEM_OK ||
        p->w.count > MOST_NODES)
        return false;
    p->exact = calloc((size_t)p->w.count, sizeof *p->exact);
    if (p->exact == NULL)
        return false;
    exact_evaluate(p->exact, g, &p->w);
    for (int i = 0; i < p->w.count; i++)
        p->symbols += !p->exact[i].known && is_symbol(expr_operation(g, p->w.node[i]));
    if (p->symbols > MOST_SYMBOLS)
        return false;
    p->fraction = calloc((size_t)p->w.count, sizeof *p->fraction);
    if (p->fraction == NULL)
        return false;
    fmpq_mpoly_ctx_init(p->ring, p->symbols > 0 ? p->symbols : 1, ORD_LEX);
    evaluate_all(p);
    return true;
}

static void stop(struct identity *p) {
    for (int i = 0; i < p->w.count && p->fraction != NULL; i++) {
        if (!p->fraction[i].known)
            continue;
        fmpq_mpoly_clear(p->fraction[i].above, p->ring);
        fmpq_mpoly_clear(p->fraction[i].below, p->ring);
    }
    if (p->fraction != NULL)
        fmpq_mpoly_ctx_clear(p->ring);
    if (p->exact != NULL)
        exact_clear(p->exact, p->w.count);
    free(p->fraction);
    free(p->exact);
    walk_clear(&p->w);
}

bool crossing_is_identity(const graph *g, expr e) {
    struct identity p;
    bool zero = false;
    if (start(&p, g, 1, &e)) {
        const struct fraction *f = look_up(&p, e);
        zero = f != NULL && fmpq_mpoly_is_zero(f->above, p.ring);
    }
    stop(&p);
    return zero;
}

bool crossing_vanishes_with(const graph *g, expr e, expr s) {
    struct identity p;
    const expr both[] = {e, s};
    bool vanishes = false;
    if (start(&p, g, 2, both)) {
        const struct fraction *a = look_up(&p, e), *b = look_up(&p, s);
        fmpq_mpoly_t quotient;
        fmpq_mpoly_init(quotient, p.ring);
        vanishes = a != NULL && b != NULL && !fmpq_mpoly_is_zero(b->above, p.ring) &&
                   fmpq_mpoly_divides(quotient, a->above, b->above, p.ring) == 1;
        fmpq_mpoly_clear(quotient, p.ring);
    }
    stop(&p);
    return vanishes;
}
