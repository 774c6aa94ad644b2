/* Sharing up to sign and constant factor, by value numbering: each slot of the given program
 * is a term, sign * constant * base, where the base is a slot of the program that is made.
 *
 *     (s c x) (t y)  = st c (x y)          (s c x)/(t y)  = st c (x/y)
 *     s c x + t c y  = c (s x + t y)       f(s x) = s f(x), f odd; f(x), f even
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/program/program_shared.h"

#include <stdlib.h>
#include <string.h>

#include "problems/program/program.h"

enum { NONE = -1 };

struct term {
    int sign;   /* 1 or -1 */
    int factor; /* the slot of a constant, NONE for 1 */
    int base;
};

struct sharing {
    struct program *made;
    struct term *term; /* of each slot of the given program */
    size_t table_size; /* a power of two */
    int *table;        /* instructions that were made, by hash, NONE where empty */
};

/* Each instruction becomes three at the most: itself, a factor and a sign. */
enum { INSTRUCTIONS_PER_TERM = 3 };

static bool equal(const struct instruction *x, const struct instruction *y) {
    return x->operation == y->operation && x->a == y->a && x->b == y->b && x->c == y->c;
}

static size_t hash(const struct instruction *x) {
    const uint64_t spread = 0x9e3779b97f4a7c15u; /* 2^64 over the golden ratio */
    uint64_t h = (uint64_t)x->operation;
    h = (h ^ (uint64_t)(x->a + 1)) * spread;
    h = (h ^ (h >> 32) ^ (uint64_t)(x->b + 1)) * spread;
    h = (h ^ (h >> 32) ^ (uint64_t)(x->c + 1)) * spread;
    return (size_t)(h ^ (h >> 32));
}

/* The slot of an instruction, found or appended. */
static int emit(struct sharing *s, enum expr_operation operation, int a, int b, int c) {
    struct program *p = s->made;
    bool swap = (operation == EXPR_ADD || operation == EXPR_MUL) && a > b;
    const struct instruction wanted = {operation, swap ? b : a, swap ? a : b, c};
    size_t place = hash(&wanted) & (s->table_size - 1);
    while (s->table[place] != NONE && !equal(&p->code[s->table[place]], &wanted))
        place = (place + 1) & (s->table_size - 1);
    if (s->table[place] == NONE) {
        if (operation == EXPR_SELECT)
            p->switching[p->switches++] = p->length;
        s->table[place] = p->length;
        p->code[p->length++] = wanted;
    }
    return p->inputs + p->constants + s->table[place];
}

static bool is_constant(const struct sharing *s, const struct term *t) {
    return t->factor == NONE && t->base >= s->made->inputs &&
           t->base < s->made->inputs + s->made->constants;
}

/* The slot of |sign| times a term, and of the term. */
static int without_sign(struct sharing *s, const struct term *t) {
    return t->factor == NONE ? t->base : emit(s, EXPR_MUL, t->factor, t->base, NONE);
}

static int whole(struct sharing *s, const struct term *t) {
    int slot = without_sign(s, t);
    return t->sign > 0 ? slot : emit(s, EXPR_NEG, slot, NONE, NONE);
}

static struct term multiply(struct sharing *s, const struct term *a,
                            const struct term *b) {
    const int sign = a->sign * b->sign;
    if (is_constant(s, a) && b->factor == NONE)
        return (struct term){sign, a->base, b->base};
    if (is_constant(s, b) && a->factor == NONE)
        return (struct term){sign, b->base, a->base};
    if (a->factor == NONE)
        return (struct term){sign, b->factor, emit(s, EXPR_MUL, a->base, b->base, NONE)};
    if (b->factor == NONE)
        return (struct term){sign, a->factor, emit(s, EXPR_MUL, a->base, b->base, NONE)};
    int x = without_sign(s, a), y = without_sign(s, b);
    return (struct term){sign, NONE, emit(s, EXPR_MUL, x, y, NONE)};
}

static struct term divide(struct sharing *s, const struct term *a, const struct term *b) {
    int divisor = without_sign(s, b);
    return (struct term){a->sign * b->sign, a->factor,
                         emit(s, EXPR_DIV, a->base, divisor, NONE)};
}

static struct term add(struct sharing *s, const struct term *a, const struct term *b) {
    const bool common = a->factor == b->factor;
    const int factor = common ? a->factor : NONE;
    int x = common ? a->base : without_sign(s, a);
    int y = common ? b->base : without_sign(s, b);
    if (a->sign == b->sign)
        return (struct term){a->sign, factor, emit(s, EXPR_ADD, x, y, NONE)};
    if (x < y)
        return (struct term){a->sign, factor, emit(s, EXPR_SUB, x, y, NONE)};
    return (struct term){b->sign, factor, emit(s, EXPR_SUB, y, x, NONE)};
}

static struct term negative(const struct term *a) {
    return (struct term){-a->sign, a->factor, a->base};
}

static struct term apply_whole(struct sharing *s, const struct instruction *code) {
    const int *argument[] = {&code->a, &code->b, &code->c};
    int slot[3];
    for (int i = 0; i < 3; i++)
        slot[i] = *argument[i] < 0 ? NONE : whole(s, &s->term[*argument[i]]);
    return (struct term){1, NONE, emit(s, code->operation, slot[0], slot[1], slot[2])};
}

static struct term share(struct sharing *s, const struct instruction *code) {
    const struct term *a = &s->term[code->a];
    const struct term *b = code->b < 0 ? NULL : &s->term[code->b];
    const enum expr_operation operation = code->operation;
    struct term opposite;
    switch (operation) {
    case EXPR_ADD: return add(s, a, b);
    case EXPR_SUB: opposite = negative(b); return add(s, a, &opposite);
    case EXPR_MUL: return multiply(s, a, b);
    case EXPR_DIV: return divide(s, a, b);
    case EXPR_NEG: return negative(a);
    case EXPR_COS:
    case EXPR_COSH:
        return (struct term){1, NONE, emit(s, operation, without_sign(s, a), NONE, NONE)};
    case EXPR_SIN:
    case EXPR_TAN:
    case EXPR_ASIN:
    case EXPR_ATAN:
    case EXPR_SINH:
    case EXPR_TANH:
        return (struct term){a->sign, NONE,
                             emit(s, operation, without_sign(s, a), NONE, NONE)};
    default: return apply_whole(s, code);
    }
}

static void *allocate(size_t count, size_t element) {
    return calloc(count + 1, element);
}

static bool allocate_arrays(struct sharing *s, const struct program *p) {
    struct program *q = s->made;
    const size_t room =
        INSTRUCTIONS_PER_TERM * ((size_t)program_slots(p) + (size_t)p->outputs);
    for (s->table_size = 1; s->table_size < 2 * room; s->table_size *= 2)
        continue;
    q->constant = allocate((size_t)p->constants, sizeof *q->constant);
    q->code = allocate(room, sizeof *q->code);
    q->output = allocate((size_t)p->outputs, sizeof *q->output);
    q->switching = allocate((size_t)p->switches, sizeof *q->switching);
    s->term = allocate((size_t)program_slots(p), sizeof *s->term);
    s->table = allocate(s->table_size, sizeof *s->table);
    return q->constant && q->code && q->output && q->switching && s->term && s->table;
}

static void share_all(struct sharing *s, const struct program *p) {
    const int leaves = p->inputs + p->constants;
    memcpy(s->made->constant, p->constant, (size_t)p->constants * sizeof *p->constant);
    for (size_t i = 0; i < s->table_size; i++)
        s->table[i] = NONE;
    for (int i = 0; i < leaves; i++)
        s->term[i] = (struct term){1, NONE, i};
    for (int i = 0; i < p->length; i++)
        s->term[leaves + i] = share(s, &p->code[i]);
    for (int i = 0; i < p->outputs; i++)
        s->made->output[i] = whole(s, &s->term[p->output[i]]);
}

struct program *program_shared_alloc(const struct program *p) {
    struct sharing s = {.made = calloc(1, sizeof *s.made)};
    if (!s.made)
        return NULL;
    s.made->inputs = p->inputs;
    s.made->leading = p->leading;
    s.made->constants = p->constants;
    s.made->outputs = p->outputs;
    if (allocate_arrays(&s, p)) {
        share_all(&s, p);
    } else {
        program_free(s.made);
        s.made = NULL;
    }
    free(s.term);
    free(s.table);
    return s.made;
}
