/* The reader in double: a loop over the instructions, or over the rolls of a program that
 * has many alike, or compiled code.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/eval_double.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/program/rolls.h"
#include "problems/readers/mpfr_special.h"

struct eval_double {
    const struct program *program;
    compiled_function *function; /* NULL: interpret */
    struct rolls *rolls;         /* NULL: instruction by instruction */
    double *slot;     /* inputs (not with rolls: these read them in place), constants,
                         results */
    double *constant; /* where they begin */
};

/* Special functions, which rates do not have, are not rolled up. */
static bool is_special(const struct program *p) {
    for (int i = 0; i < p->length; i++)
        if (operation_is_special(p->code[i].operation))
            return true;
    return false;
}

static enum problem_status allocate_slots(struct eval_double *e) {
    const struct program *p = e->program;
    enum problem_status status = is_special(p) ? PROBLEM_OK : rolls_alloc(&e->rolls, p);
    if (status != PROBLEM_OK)
        return status;
    int slots = e->rolls ? e->rolls->values - p->inputs : program_slots(p);
    e->slot = calloc((size_t)slots + 1, sizeof *e->slot);
    if (!e->slot)
        return PROBLEM_NO_MEMORY;
    e->constant = e->rolls ? e->slot : e->slot + p->inputs;
    return PROBLEM_OK;
}

enum problem_status eval_double_alloc(struct eval_double **e, const graph *g,
                                      const struct program *p) {
    *e = NULL;
    struct eval_double *made = calloc(1, sizeof *made);
    if (!made)
        return PROBLEM_NO_MEMORY;
    made->program = p;
    enum problem_status status = allocate_slots(made);
    for (int i = 0; i < p->constants && status == PROBLEM_OK; i++)
        status = expr_constant_double(g, p->constant[i], &made->constant[i]);
    if (status == PROBLEM_OK)
        *e = made;
    else
        eval_double_free(made);
    return status;
}

void eval_double_free(struct eval_double *e) {
    if (!e)
        return;
    rolls_free(e->rolls);
    free(e->slot);
    free(e);
}

void eval_double_use(struct eval_double *e, compiled_function *function) {
    e->function = function;
}

bool eval_double_is_compiled(const struct eval_double *e) {
    return e->function != NULL;
}

const double *eval_double_constants(const struct eval_double *e) {
    return e->constant;
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
    case EXPR_ELLIPTIC_K: return double_special(i->operation, a, a);
    case EXPR_SN:
    case EXPR_CN:
    case EXPR_DN:
    case EXPR_AM:
    case EXPR_ELLIPTIC_F:
    case EXPR_KEPLER: return double_special(i->operation, a, slot[i->b]);
    default: return NAN; /* leaves are no instructions */
    }
}

static void copy(double *to, int n, const double *from) {
    if (n > 0)
        memcpy(to, from, (size_t)n * sizeof *to);
}

static void interpret(struct eval_double *e, const double *first, const double *second,
                      double *out) {
    const struct program *p = e->program;
    double *result = e->slot + p->inputs + p->constants;
    copy(e->slot, p->leading, first);
    copy(e->slot + p->leading, p->inputs - p->leading, second);
    for (int i = 0; i < p->length; i++)
        result[i] = operate(&p->code[i], e->slot);
    for (int i = 0; i < p->outputs; i++)
        out[i] = e->slot[p->output[i]];
}

void eval_double_run_parts(struct eval_double *e, const double *first,
                           const double *second, double *out) {
    if (e->function)
        e->function(e->constant, first, second, out);
    else if (e->rolls)
        rolls_run(e->rolls, first, second, e->slot, out);
    else
        interpret(e, first, second, out);
}

void eval_double_run(struct eval_double *e, const double *in, double *out) {
    eval_double_run_parts(e, in, e->program->leading > 0 ? in + e->program->leading : in,
                          out);
}
