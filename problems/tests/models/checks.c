/* dI/dt = I_t + sum_i I_{x_i} x_i'. All derivatives are exact ones of the expressions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/models/checks.h"

#include <math.h>
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"
#include "problems/tests/models/manifold.h"

static mpfr_t *allocate_numbers(int count, mpfr_prec_t bits) {
    mpfr_t *x = calloc((size_t)count + 1, sizeof *x);
    for (int i = 0; x && i < count; i++)
        mpfr_init2(x[i], bits);
    return x;
}

/* A program in MPFR with its inputs and outputs. */
struct machine {
    struct program *program;
    struct eval_mpfr *eval;
    mpfr_t *in, *out;
};

static bool open_machine(struct machine *k, struct model *m, int inputs, int outputs,
                         const expr *output, mpfr_prec_t bits) {
    *k = (struct machine){0};
    int *variable = calloc((size_t)inputs + 1, sizeof *variable);
    for (int i = 0; variable && i < inputs; i++)
        variable[i] = i;
    if (variable)
        k->program = program_alloc(m->graph, inputs, variable, outputs, output);
    free(variable);
    if (!k->program || eval_mpfr_alloc(&k->eval, m->graph, k->program, bits,
                                       EVAL_EXACT_CONSTANTS) != PROBLEM_OK)
        return false;
    k->in = allocate_numbers(inputs, bits);
    k->out = allocate_numbers(outputs, bits);
    return k->in && k->out;
}

/* |sum of x[0..count-1]| over the sum of their magnitudes; 0 when all vanish. */
static double relative_sum(mpfr_t *x, int count, mpfr_prec_t bits) {
    mpfr_t sum, size, term;
    mpfr_inits2(bits, sum, size, term, (mpfr_ptr)0);
    mpfr_set_zero(sum, 1);
    mpfr_set_zero(size, 1);
    for (int i = 0; i < count; i++) {
        mpfr_add(sum, sum, x[i], MPFR_RNDN);
        mpfr_abs(term, x[i], MPFR_RNDN);
        mpfr_add(size, size, term, MPFR_RNDN);
    }
    if (!mpfr_zero_p(size))
        mpfr_div(sum, sum, size, MPFR_RNDN);
    return fabs(mpfr_get_d(sum, MPFR_RNDN));
}

/* The 1 + nx terms of dI/dt for each invariant. */
static bool derive_invariants(struct model *m, int nx, expr *term) {
    expr *field = calloc((size_t)nx + 1, sizeof *field);
    int *variable = calloc((size_t)nx + 1, sizeof *variable);
    bool ok = field && variable && model_field(m, field) == PROBLEM_OK;
    for (int i = 0; ok && i <= nx; i++)
        variable[i] = i;
    for (int k = 0; ok && k < m->invariants; k++) {
        expr *row = term + k * (nx + 1);
        expr_gradient(m->graph, m->invariant[k].value, nx + 1, variable, row);
        for (int i = 0; i < nx; i++)
            row[1 + i] = expr_mul(m->graph, row[1 + i], field[i]);
    }
    return ok && !graph_failed(m->graph);
}

/* A random state with all bits of the precision in use. */
static void choose_state(struct machine *k, const struct twin *twin, const double *p,
                         int n, int nx, struct sample *s, double *tx) {
    sample_biased(s, 1 + nx, tx);
    if (twin->place && sample_choice(s, 2))
        twin->place(s, p, n, tx + 1);
    for (int i = 0; i <= nx; i++) {
        mpfr_set_d(k->in[i], tx[i], MPFR_RNDN);
        mpfr_mul_d(k->in[i], k->in[i], 1.0 + 0x1p-40, MPFR_RNDN);
    }
}

/* A state on the joints, beside the start and with other velocities. */
static bool choose_joined_state(struct machine *k, struct model *m,
                                struct manifold *manifold, struct sample *s) {
    static const double beside = 0.1, speed = 2.0;
    mpfr_t end;
    mpfr_init2(end, CHECKS_BITS);
    bool ok = expr_constant(m->graph, m->span_begin, k->in[0]) == PROBLEM_OK &&
              expr_constant(m->graph, m->span_end, end) == PROBLEM_OK;
    mpfr_sub(end, end, k->in[0], MPFR_RNDN);
    mpfr_mul_d(end, end, sample_uniform(s, 0.0, beside), MPFR_RNDN);
    mpfr_add(k->in[0], k->in[0], end, MPFR_RNDN);
    mpfr_clear(end);
    for (int i = 0; ok && i < m->nq + m->nv; i++) {
        double reach = i < m->nq ? beside : speed;
        ok = expr_constant(m->graph, m->initial[i], k->in[1 + i]) == PROBLEM_OK;
        mpfr_add_d(k->in[1 + i], k->in[1 + i], sample_uniform(s, -reach, reach),
                   MPFR_RNDN);
    }
    return ok && manifold_move(manifold, k->in);
}

static double drift_at_states(struct machine *k, struct model *m, const struct twin *twin,
                              struct manifold *manifold, int nx, struct sample *s,
                              int states, double *tx) {
    double p[TWIN_PARAMETERS] = {0.0}, worst = 0.0;
    int n, finite = 0;
    if (!twin_parameters(twin, m, p, &n))
        return INFINITY;
    for (int j = 0; j < states; j++) {
        if (!manifold)
            choose_state(k, twin, p, n, nx, s, tx);
        else if (!choose_joined_state(k, m, manifold, s))
            continue;
        eval_mpfr_run(k->eval, (const mpfr_t *)k->in, k->out);
        for (int i = 0; i < m->invariants; i++) {
            double drift = relative_sum(k->out + i * (nx + 1), nx + 1, CHECKS_BITS);
            finite += isfinite(drift) != 0;
            worst = isfinite(drift) ? fmax(worst, drift) : worst;
        }
    }
    return 2 * finite >= states * m->invariants ? worst : INFINITY;
}

double checks_invariant_drift(struct model *m, const struct twin *twin, struct sample *s,
                              int states) {
    int nx = m->nq + m->nv + m->nz, count = m->invariants * (nx + 1);
    expr *term = calloc((size_t)count + 1, sizeof *term);
    double *tx = calloc((size_t)nx + 1, sizeof *tx), result = INFINITY;
    struct machine k = {0};
    struct manifold *manifold = m->joints ? manifold_alloc(m, CHECKS_BITS) : NULL;
    if (term && tx && derive_invariants(m, nx, term) && (manifold || !m->joints) &&
        open_machine(&k, m, nx + 1, count, term, CHECKS_BITS))
        result = drift_at_states(&k, m, twin, manifold, nx, s, states, tx);
    return result;
}

static double constant_double(const struct model *m, expr e) {
    mpfr_t x;
    mpfr_init2(x, 53);
    return expr_constant(m->graph, e, x) == PROBLEM_OK ? mpfr_get_d(x, MPFR_RNDN) : NAN;
}

/* Pairs of outputs: x_i'(t) and -f_i(t, x(t)). */
static bool derive_solution(struct model *m, int nx, expr *pair) {
    expr *field = calloc((size_t)nx + 1, sizeof *field);
    int *variable = calloc((size_t)nx + 1, sizeof *variable);
    bool ok = field && variable && model_field(m, field) == PROBLEM_OK;
    for (int i = 0; ok && i < nx; i++)
        variable[i] = 1 + i;
    for (int i = 0; ok && i < nx; i++) {
        expr rate = expr_substitute(m->graph, field[i], nx, variable, m->solution);
        pair[2 * i] = expr_derivative(m->graph, m->solution[i], 0);
        pair[2 * i + 1] = expr_neg(m->graph, rate);
    }
    return ok && !graph_failed(m->graph);
}

double checks_solution_residual(struct model *m, struct sample *s, int times) {
    int nx = m->nq + m->nv + m->nz;
    expr *pair = calloc(2 * (size_t)nx + 1, sizeof *pair);
    double begin = constant_double(m, m->span_begin),
           end = constant_double(m, m->span_end);
    double worst = 0.0;
    struct machine k = {0};
    bool ok = pair && m->solution && derive_solution(m, nx, pair) &&
              open_machine(&k, m, 1, 2 * nx, pair, CHECKS_BITS);
    for (int j = 0; ok && j < times; j++) {
        mpfr_set_d(k.in[0], sample_uniform(s, begin, end), MPFR_RNDN);
        eval_mpfr_run(k.eval, (const mpfr_t *)k.in, k.out);
        for (int i = 0; i < nx; i++) {
            double residual = relative_sum(k.out + 2 * i, 2, CHECKS_BITS);
            worst = isfinite(residual) ? fmax(worst, residual) : INFINITY;
        }
    }
    return ok ? worst : INFINITY;
}

/* |computed - initial value of x_i| / (1 + |computed|); `computed` is overwritten. */
static double start_difference(const struct model *m, int i, mpfr_ptr computed) {
    mpfr_t initial;
    mpfr_init2(initial, CHECKS_BITS);
    double size = 1.0 + fabs(mpfr_get_d(computed, MPFR_RNDN)), difference = INFINITY;
    if (expr_constant(m->graph, m->initial[i], initial) == PROBLEM_OK) {
        mpfr_sub(initial, initial, computed, MPFR_RNDN);
        difference = fabs(mpfr_get_d(initial, MPFR_RNDN)) / size;
    }
    return isfinite(difference) ? difference : INFINITY;
}

double checks_solution_start(struct model *m) {
    int nx = m->nq + m->nv + m->nz;
    double worst = 0.0;
    struct machine k = {0};
    bool ok = m->solution && open_machine(&k, m, 1, nx, m->solution, CHECKS_BITS) &&
              expr_constant(m->graph, m->span_begin, k.in[0]) == PROBLEM_OK;
    if (ok) {
        eval_mpfr_run(k.eval, (const mpfr_t *)k.in, k.out);
        for (int i = 0; i < nx; i++)
            worst = fmax(worst, start_difference(m, i, k.out[i]));
    }
    return ok ? worst : INFINITY;
}
