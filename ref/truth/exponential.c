/* Linear models with constant coefficients, x' = A x + b:
 *
 *     (x(t), 1) = exp((t - t0) A~) (x(t0), 1),     A~ = (A b; 0 0),
 *
 * with the exponential of a matrix of balls (Arb). The entries of A and b come from the
 * field F itself, b = F(0) and A e_j = F(e_j) - F(0), once its program has been proved to
 * be affine: each value on the way depends on t and x like a constant or an affine function
 * of x, whatever the values of the constants are.
 *
 * A ball's exponential is good to fewer bits than it is computed with, by some bits for each
 * squaring of the matrix; that is found from the result's radius.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_mat.h>
#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_arb.h"
#include "ref/truth/balls.h"
#include "ref/model.h"

/* A dense exponential takes time like n^3. */
enum { STATES_LIMIT = 200 };

/* What a value of the program is as a function of (t, x). */
enum degree { CONSTANT, AFFINE, OTHER };

static enum degree sum_degree(enum degree a, enum degree b) {
    return a > b ? a : b;
}

static enum degree product_degree(enum degree a, enum degree b) {
    if (a == CONSTANT || b == CONSTANT)
        return sum_degree(a, b);
    return OTHER;
}

static enum degree instruction_degree(const struct instruction *code,
                                      const unsigned char *degree) {
    enum degree a = (enum degree)degree[code->a];
    enum degree b = code->b < 0 ? CONSTANT : (enum degree)degree[code->b];
    switch (code->operation) {
    case EXPR_ADD:
    case EXPR_SUB: return sum_degree(a, b);
    case EXPR_MUL: return product_degree(a, b);
    case EXPR_DIV: return b == CONSTANT ? a : OTHER;
    case EXPR_NEG: return a;
    default: return OTHER;
    }
}

/* Whether every output of a program of (t, x) is affine in x and free of t. */
static enum ref_status check_affine(const struct program *p) {
    unsigned char *degree = malloc((size_t)program_slots(p) + 1);
    if (degree == NULL)
        return REF_NO_MEMORY;
    const int first = p->inputs + p->constants;
    for (int i = 0; i < first; i++)
        degree[i] = i == 0 ? OTHER : i < p->inputs ? AFFINE : CONSTANT;
    for (int i = 0; i < p->length; i++)
        degree[first + i] = (unsigned char)instruction_degree(&p->code[i], degree);
    enum ref_status status = REF_OK;
    for (int i = 0; i < p->outputs; i++)
        if (degree[p->output[i]] == OTHER)
            status = REF_NOT_APPLICABLE;
    free(degree);
    return status;
}

struct exponential {
    struct model *m;
    int times, n;
    const mpfr_t *time;
    const struct ref_truth_options *options;
    struct program *field;
};

/* a := A~. in[1 + n] and out[2 n] are to compute with. */
static void form_matrix(arb_mat_t a, struct eval_arb *e, int n, arb_ptr in, arb_ptr out,
                        slong bits) {
    arb_ptr constant = out + n;
    eval_arb_run(e, in, constant);
    for (int j = 0; j < n; j++) {
        arb_one(in + 1 + j);
        eval_arb_run(e, in, out);
        arb_zero(in + 1 + j);
        for (int i = 0; i < n; i++)
            arb_sub(arb_mat_entry(a, i, j), out + i, constant + i, bits);
    }
    for (int i = 0; i < n; i++)
        arb_set(arb_mat_entry(a, i, n), constant + i);
}

static enum ref_status evaluate_matrix(arb_mat_t a, const struct exponential *x,
                                       slong bits) {
    struct eval_arb *e;
    enum ref_status status = ref_from_problem_status(
        eval_arb_alloc(&e, x->m->graph, x->field, bits, x->options->constants));
    if (status != REF_OK)
        return status;
    arb_ptr in = _arb_vec_init(1 + x->n), out = _arb_vec_init(2 * x->n);
    form_matrix(a, e, x->n, in, out, bits);
    _arb_vec_clear(in, 1 + x->n);
    _arb_vec_clear(out, 2 * x->n);
    eval_arb_free(e);
    return REF_OK;
}

/* x[n] := the first components of exp(t A~) start, t the time from the start. */
static void solve_time(arb_ptr x, const arb_mat_t a, const arb_mat_t start, const arb_t t,
                       slong bits) {
    const slong n = arb_mat_nrows(start) - 1;
    arb_mat_t power, end;
    arb_mat_init(power, n + 1, n + 1);
    arb_mat_init(end, n + 1, 1);
    arb_mat_scalar_mul_arb(power, a, t, bits);
    arb_mat_exp(power, power, bits);
    arb_mat_mul(end, power, start, bits);
    for (slong i = 0; i < n; i++)
        arb_set(x + i, arb_mat_entry(end, i, 0));
    arb_mat_clear(power);
    arb_mat_clear(end);
}

static enum ref_status solve_times(const struct exponential *e, const arb_mat_t a,
                                   slong bits, arb_ptr x) {
    arb_ptr t = _arb_vec_init(e->times), initial = _arb_vec_init(e->n + 1);
    arb_mat_t start;
    arb_t begin;
    arb_init(begin);
    arb_mat_init(start, e->n + 1, 1);
    enum ref_status status =
        truth_balls_start(e->m, e->options->constants, e->time[0], bits, begin, initial);
    arb_one(initial + e->n);
    for (int i = 0; i <= e->n; i++)
        arb_set(arb_mat_entry(start, i, 0), initial + i);
    truth_balls_times(t, e->time, e->times);
    for (int k = 0; k < e->times && status == REF_OK; k++) {
        arb_sub(t + k, t + k, begin, bits);
        solve_time(x + k * e->n, a, start, t + k, bits);
        if (truth_balls_stop(e->options, REF_BY_EXPONENTIAL))
            status = REF_OUT_OF_TIME;
    }
    arb_mat_clear(start);
    arb_clear(begin);
    _arb_vec_clear(t, e->times);
    _arb_vec_clear(initial, e->n + 1);
    return status;
}

static enum ref_status evaluate(void *context, slong bits, arb_ptr x) {
    const struct exponential *e = context;
    arb_mat_t a;
    arb_mat_init(a, e->n + 1, e->n + 1);
    enum ref_status status = evaluate_matrix(a, e, bits);
    if (status == REF_OK)
        status = solve_times(e, a, bits, x);
    arb_mat_clear(a);
    return status;
}

enum ref_status ref_exponential_truth(struct ref_truth **truth, struct model *m,
                                      int times, const mpfr_t *time,
                                      const struct ref_truth_options *options) {
    *truth = NULL;
    struct exponential e = {
        .m = m, .times = times, .n = ref_state_size(m), .time = time, .options = options};
    if (e.n > STATES_LIMIT)
        return REF_NOT_APPLICABLE;
    e.field = model_field_program(m);
    enum ref_status status = e.field == NULL ? REF_NO_MEMORY : check_affine(e.field);
    const struct truth_balls way = {REF_GRADE_CERTIFIED, REF_BY_EXPONENTIAL, evaluate,
                                    &e};
    if (status == REF_OK)
        status = truth_by_balls(truth, &way, times, e.n, time, options);
    program_free(e.field);
    return status;
}
