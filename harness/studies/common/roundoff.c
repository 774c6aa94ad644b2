/* A running error analysis of a program in double.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/common/roundoff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"

#define U ROUNDOFF_UNIT

/* The C library's functions are taken to be right to one unit in the last place, 2 u, and
 * the hyperbolic ones to three (The GNU C Library Reference Manual, section 19.7). */
static const double function_unit = 2 * ROUNDOFF_UNIT;
static const double hyperbolic_unit = 6 * ROUNDOFF_UNIT;

static int read_constants(struct roundoff *r, const graph *g) {
    const struct program *p = r->program;
    for (int i = 0; i < p->constants; i++) {
        double *value = &r->value[p->inputs + i];
        if (expr_constant_double(g, p->constant[i], value) != PROBLEM_OK)
            return -1;
    }
    return 0;
}

struct roundoff *roundoff_alloc(struct model *m) {
    struct roundoff *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->program = model_field_program(m);
    if (r->program != NULL) {
        const int slots = program_slots(r->program);
        r->nx = r->program->outputs;
        r->selects = r->program->switches;
        r->in = room_doubles(&r->room, 1 + r->nx);
        r->in_error = room_doubles(&r->room, 1 + r->nx);
        r->field = room_doubles(&r->room, r->nx);
        r->bound = room_doubles(&r->room, r->nx);
        r->branch = room_take(&r->room, (size_t)r->selects, sizeof *r->branch);
        r->first = room_take(&r->room, (size_t)r->selects, sizeof *r->first);
        r->value = room_doubles(&r->room, slots);
        r->error = room_doubles(&r->room, slots);
    }
    if (r->program == NULL || r->room.is_short || read_constants(r, m->graph)) {
        roundoff_free(r);
        return NULL;
    }
    return r;
}

void roundoff_free(struct roundoff *r) {
    if (r == NULL)
        return;
    program_free(r->program);
    room_clear(&r->room);
    free(r);
}

/* A value with a bound on its error. */
struct inexact {
    double value, error;
};

static struct inexact rounded(double value, double inherited) {
    return (struct inexact){value, inherited + U * fabs(value)};
}

/* A function's value and the size of its derivative. */
static struct inexact apply(double value, double derivative, struct inexact a) {
    return (struct inexact){value,
                            fabs(derivative) * a.error + function_unit * fabs(value)};
}

static struct inexact apply_hyperbolic(double value, double derivative,
                                       struct inexact a) {
    return (struct inexact){value, fabs(derivative) * a.error + a.error * a.error / 2 +
                                       hyperbolic_unit * fabs(value)};
}

/* sin and cos have flat places, where the second-order term counts. */
static struct inexact apply_flat(double value, double derivative, struct inexact a) {
    struct inexact result = apply(value, derivative, a);
    result.error += a.error * a.error / 2;
    return result;
}

/* By the derivative, or, where the base may be zero, by all of the value: of max(x, 0)^(3/2)
 * the quotient is 0/0 at an open contact. */
static struct inexact apply_power(struct inexact a, struct inexact b) {
    double value = pow(a.value, b.value), base = fabs(a.value);
    double inherited = base > 2 * a.error ? fabs(value * b.value / a.value) * a.error
                                          : fabs(value) + pow(base + a.error, b.value);
    if (b.error > 0)
        inherited += fabs(value * log(a.value)) * b.error;
    return (struct inexact){value, inherited + function_unit * fabs(value)};
}

static struct inexact apply_sqrt(struct inexact a) {
    double value = sqrt(a.value);
    return rounded(value, a.value > a.error ? a.error / (2 * value) : sqrt(2 * a.error));
}

static struct inexact apply_function(enum expr_operation operation, struct inexact a) {
    double x = a.value;
    switch (operation) {
    case EXPR_SQRT: return apply_sqrt(a);
    case EXPR_EXP: return apply(exp(x), exp(x), a);
    case EXPR_LOG: return apply(log(x), 1 / x, a);
    case EXPR_SIN: return apply_flat(sin(x), cos(x), a);
    case EXPR_COS: return apply_flat(cos(x), sin(x), a);
    case EXPR_TAN: return apply(tan(x), 1 + tan(x) * tan(x), a);
    case EXPR_ASIN: return apply(asin(x), 1 / sqrt(1 - x * x), a);
    case EXPR_ACOS: return apply(acos(x), 1 / sqrt(1 - x * x), a);
    case EXPR_ATAN: return apply(atan(x), 1 / (1 + x * x), a);
    case EXPR_SINH: return apply_hyperbolic(sinh(x), cosh(x), a);
    case EXPR_COSH: return apply_hyperbolic(cosh(x), sinh(x), a);
    case EXPR_TANH: return apply_hyperbolic(tanh(x), 1 - tanh(x) * tanh(x), a);
    default: return (struct inexact){NAN, NAN};
    }
}

static struct inexact operate(enum expr_operation operation, struct inexact a,
                              struct inexact b) {
    switch (operation) {
    case EXPR_ADD: return rounded(a.value + b.value, a.error + b.error);
    case EXPR_SUB: return rounded(a.value - b.value, a.error + b.error);
    case EXPR_MUL:
        return rounded(a.value * b.value, fabs(a.value) * b.error +
                                              fabs(b.value) * a.error +
                                              a.error * b.error);
    case EXPR_DIV: {
        double value = a.value / b.value;
        return rounded(value, (a.error + fabs(value) * b.error) / fabs(b.value));
    }
    case EXPR_NEG: return (struct inexact){-a.value, a.error};
    case EXPR_POW: return apply_power(a, b);
    default: return apply_function(operation, a);
    }
}

static struct inexact read_slot(const struct roundoff *r, int slot) {
    if (slot < 0)
        return (struct inexact){0, 0};
    return (struct inexact){r->value[slot], r->error[slot]};
}

/* Where the sign of s is not certain, either argument may have been meant. */
static struct inexact choose(struct inexact s, struct inexact a, struct inexact b,
                             signed char *branch) {
    struct inexact taken = s.value >= 0 ? a : b;
    *branch = s.value >= 0 ? 1 : -1;
    if (fabs(s.value) <= s.error) {
        *branch = 0;
        taken.error = fmax(a.error, b.error) + fabs(a.value - b.value);
    }
    return taken;
}

void roundoff_set(struct roundoff *r, double t, const double *x, double part) {
    r->in[0] = t;
    memcpy(r->in + 1, x, (size_t)r->nx * sizeof *x);
    for (int i = 0; i <= r->nx; i++)
        r->in_error[i] = part * fabs(r->in[i]);
}

void roundoff_run(struct roundoff *r) {
    const struct program *p = r->program;
    signed char *branch = r->branch;
    memcpy(r->value, r->in, (size_t)p->inputs * sizeof *r->in);
    memcpy(r->error, r->in_error, (size_t)p->inputs * sizeof *r->in_error);
    for (int i = 0; i < p->length; i++) {
        const struct instruction *code = &p->code[i];
        struct inexact a = read_slot(r, code->a), b = read_slot(r, code->b), result;
        if (code->operation == EXPR_SELECT)
            result = choose(a, b, read_slot(r, code->c), branch++);
        else
            result = operate(code->operation, a, b);
        r->value[p->inputs + p->constants + i] = result.value;
        r->error[p->inputs + p->constants + i] = result.error;
    }
    for (int i = 0; i < p->outputs; i++) {
        r->field[i] = r->value[p->output[i]];
        r->bound[i] = r->error[p->output[i]];
    }
}

bool roundoff_is_smooth(struct roundoff *r, int n, const double *t,
                        const double *const *x, const double *reach) {
    for (int k = 0; k < n; k++) {
        roundoff_set(r, t[k], x[k], 0);
        memcpy(r->in_error + 1, reach, (size_t)r->nx * sizeof *reach);
        roundoff_run(r);
        if (k == 0)
            memcpy(r->first, r->branch, (size_t)r->selects * sizeof *r->first);
        for (int i = 0; i < r->selects; i++)
            if (r->branch[i] == 0 || r->branch[i] != r->first[i])
                return false;
    }
    return true;
}
