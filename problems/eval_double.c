/* The reader in double: a loop over the instructions, or compiled code.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/eval_double.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct eval_double {
    const struct program *program;
    compiled_function *function; /* NULL: interpret */
    double *slot;                /* inputs, constants, results */
};

enum problem_status eval_double_alloc(struct eval_double **e, const graph *g,
                                      const struct program *p) {
    *e = NULL;
    struct eval_double *made = calloc(1, sizeof *made);
    if (!made)
        return PROBLEM_NO_MEMORY;
    made->program = p;
    made->slot = calloc((size_t)program_slots(p) + 1, sizeof *made->slot);
    enum problem_status status = made->slot ? PROBLEM_OK : PROBLEM_NO_MEMORY;
    for (int i = 0; i < p->constants && status == PROBLEM_OK; i++)
        status = expr_constant_double(g, p->constant[i], &made->slot[p->inputs + i]);
    if (status == PROBLEM_OK)
        *e = made;
    else
        eval_double_free(made);
    return status;
}

void eval_double_free(struct eval_double *e) {
    if (!e)
        return;
    free(e->slot);
    free(e);
}

void eval_double_use(struct eval_double *e, compiled_function *function) {
    e->function = function;
}

bool eval_double_is_compiled(const struct eval_double *e) {
    return e->function != NULL;
}

static double select_branch(double s, double a, double b) {
    return s >= 0 ? a : s < 0 ? b : NAN;
}

static double operate(const struct instruction *i, const double *slot) {
    const double a = slot[i->a];
    switch (i->operation) {
    case EXPR_ADD: return a + slot[i->b];
    case EXPR_SUB: return a - slot[i->b];
    case EXPR_MUL: return a * slot[i->b];
    case EXPR_DIV: return a / slot[i->b];
    case EXPR_NEG: return -a;
    case EXPR_POW: return pow(a, slot[i->b]);
    case EXPR_SQRT: return sqrt(a);
    case EXPR_EXP: return exp(a);
    case EXPR_LOG: return log(a);
    case EXPR_SIN: return sin(a);
    case EXPR_COS: return cos(a);
    case EXPR_TAN: return tan(a);
    case EXPR_ASIN: return asin(a);
    case EXPR_ACOS: return acos(a);
    case EXPR_ATAN: return atan(a);
    case EXPR_SINH: return sinh(a);
    case EXPR_COSH: return cosh(a);
    case EXPR_TANH: return tanh(a);
    case EXPR_SELECT: return select_branch(a, slot[i->b], slot[i->c]);
    default: return NAN; /* leaves are no instructions */
    }
}

static void interpret(struct eval_double *e, const double *in, double *out) {
    const struct program *p = e->program;
    double *result = e->slot + p->inputs + p->constants;
    if (p->inputs > 0)
        memcpy(e->slot, in, (size_t)p->inputs * sizeof *in);
    for (int i = 0; i < p->length; i++)
        result[i] = operate(&p->code[i], e->slot);
    for (int i = 0; i < p->outputs; i++)
        out[i] = e->slot[p->output[i]];
}

void eval_double_run(struct eval_double *e, const double *in, double *out) {
    if (e->function)
        e->function(e->slot + e->program->inputs, in, out);
    else
        interpret(e, in, out);
}
