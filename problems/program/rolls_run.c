/* Running rolls in double: a loop for each operation. Sums, differences, products and
 * quotients have loops for arguments that stand side by side or stay the same, which the
 * compiler turns into vector instructions; these round as the scalar ones do.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "problems/program/rolls.h"

/* r[i] = a[i da] operation b[i db] for i < n. */
struct operands {
    ptrdiff_t n;
    double *restrict r;
    const double *a, *b, *c;
    ptrdiff_t da, db, dc;
};

#define BINARY_LIST(ENTRY)                                                               \
    ENTRY(add, +)                                                                        \
    ENTRY(subtract, -)                                                                   \
    ENTRY(multiply, *)                                                                   \
    ENTRY(divide, /)

#define DEFINE_BINARY(name, sign)                                                        \
    static void name(struct operands o) {                                                \
        double *restrict r = o.r;                                                        \
        if (o.da == 1 && o.db == 1) {                                                    \
            for (ptrdiff_t i = 0; i < o.n; i++)                                          \
                r[i] = o.a[i] sign o.b[i];                                               \
        } else if (o.da == 0 && o.db == 1) {                                             \
            const double a = *o.a;                                                       \
            for (ptrdiff_t i = 0; i < o.n; i++)                                          \
                r[i] = a sign o.b[i];                                                    \
        } else if (o.da == 1 && o.db == 0) {                                             \
            const double b = *o.b;                                                       \
            for (ptrdiff_t i = 0; i < o.n; i++)                                          \
                r[i] = o.a[i] sign b;                                                    \
        } else {                                                                         \
            for (ptrdiff_t i = 0; i < o.n; i++)                                          \
                r[i] = o.a[i * o.da] sign o.b[i * o.db];                                 \
        }                                                                                \
    }
BINARY_LIST(DEFINE_BINARY)

static void negate(struct operands o) {
    for (ptrdiff_t i = 0; i < o.n; i++)
        o.r[i] = -o.a[i * o.da];
}

static void take_root(struct operands o) {
    for (ptrdiff_t i = 0; i < o.n; i++)
        o.r[i] = sqrt(o.a[i * o.da]);
}

static void raise_to_power(struct operands o) {
    for (ptrdiff_t i = 0; i < o.n; i++)
        o.r[i] = pow(o.a[i * o.da], o.b[i * o.db]);
}

static void choose(struct operands o) {
    for (ptrdiff_t i = 0; i < o.n; i++) {
        const double s = o.a[i * o.da], b = o.b[i * o.db], c = o.c[i * o.dc];
        o.r[i] = s >= 0 ? b : s < 0 ? c : NAN;
    }
}

static void apply(double function(double), struct operands o) {
    for (ptrdiff_t i = 0; i < o.n; i++)
        o.r[i] = function(o.a[i * o.da]);
}

static void run_operation(enum expr_operation operation, struct operands o) {
    switch (operation) {
    case EXPR_ADD: add(o); break;
    case EXPR_SUB: subtract(o); break;
    case EXPR_MUL: multiply(o); break;
    case EXPR_DIV: divide(o); break;
    case EXPR_NEG: negate(o); break;
    case EXPR_POW: raise_to_power(o); break;
    case EXPR_SQRT: take_root(o); break;
    case EXPR_SELECT: choose(o); break;
    case EXPR_EXP: apply(exp, o); break;
    case EXPR_LOG: apply(log, o); break;
    case EXPR_SIN: apply(sin, o); break;
    case EXPR_COS: apply(cos, o); break;
    case EXPR_TAN: apply(tan, o); break;
    case EXPR_ASIN: apply(asin, o); break;
    case EXPR_ACOS: apply(acos, o); break;
    case EXPR_ATAN: apply(atan, o); break;
    case EXPR_SINH: apply(sinh, o); break;
    case EXPR_COSH: apply(cosh, o); break;
    case EXPR_TANH: apply(tanh, o); break;
    default: break; /* leaves are no instructions */
    }
}

/* Where the values stand. */
struct memory {
    const double *first, *second; /* inputs */
    double *value;                /* the rest */
};

static const double *place_of(const struct rolls *r, const struct memory *m, int number) {
    if (number < r->leading)
        return m->first + number;
    return number < r->inputs ? m->second + (number - r->leading)
                              : m->value + (number - r->inputs);
}

static void run_roll(const struct rolls *r, const struct roll *roll,
                     const struct memory *m) {
    const struct progression *argument = roll->argument;
    run_operation(roll->operation,
                  (struct operands){.n = roll->count,
                                    .r = m->value + (roll->result - r->inputs),
                                    .a = place_of(r, m, argument[0].first),
                                    .b = place_of(r, m, argument[1].first),
                                    .c = place_of(r, m, argument[2].first),
                                    .da = argument[0].stride,
                                    .db = argument[1].stride,
                                    .dc = argument[2].stride});
}

static void run_copy(const struct rolls *r, const struct roll_copy *copy,
                     const struct memory *m, double *out) {
    const double *from = place_of(r, m, copy->from.first);
    double *to = out + copy->to.first;
    const ptrdiff_t n = copy->count, df = copy->from.stride, dt = copy->to.stride;
    if (df == 1 && dt == 1)
        memcpy(to, from, (size_t)n * sizeof *to);
    else
        for (ptrdiff_t i = 0; i < n; i++)
            to[i * dt] = from[i * df];
}

void rolls_run(const struct rolls *r, const double *first, const double *second,
               double *value, double *out) {
    const struct memory m = {first, second, value};
    for (int s = 0, i = 0, k = 0; s < r->stages; s++) {
        for (; i < r->stage[s].rolls; i++)
            run_roll(r, &r->roll[i], &m);
        for (; k < r->stage[s].copies; k++)
            run_copy(r, &r->copy[k], &m, out);
    }
}
