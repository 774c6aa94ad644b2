/* Reads a text as a model; from what is one makes every program and runs it once, in
 * double, in MPFR and in power series.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/digest.h"

#include <stdlib.h>

#include "problems/elaboration/elaborate.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "problems/readers/eval_jet.h"
#include "problems/readers/eval_mpfr.h"

/* Beyond these a text is as good as a smaller one, and slow. */
enum { STATES_LIMIT = 100, SLOTS_LIMIT = 20000, BITS = 80, ORDER = 3 };
static const struct elaboration_limits SMALL = {
    .work = 1000000, .states = 10000, .nodes = 100000};

static bool run_double(const struct model *m, const struct program *p) {
    struct eval_double *e = NULL;
    enum problem_status status = eval_double_alloc(&e, m->graph, p);
    double *in = calloc((size_t)p->inputs + 1, sizeof *in);
    double *out = calloc((size_t)p->outputs + 1, sizeof *out);
    if (status == PROBLEM_OK && in && out)
        eval_double_run(e, in, out);
    free(in);
    free(out);
    eval_double_free(e);
    return status == PROBLEM_OK || (status == PROBLEM_NOT_FINITE && !e);
}

static bool run_jet(const struct model *m, const struct program *p) {
    struct eval_jet *e = NULL;
    enum problem_status status =
        eval_jet_alloc(&e, m->graph, p, BITS, ORDER, EVAL_EXACT_CONSTANTS);
    for (int i = 0; status == PROBLEM_OK && i < p->inputs; i++)
        for (int k = 0; k <= ORDER; k++)
            mpfr_set_si(eval_jet_input(e, i)[k], k, MPFR_RNDN);
    for (int k = 0; status == PROBLEM_OK && k <= ORDER; k++)
        eval_jet_order(e, k);
    eval_jet_free(e);
    return status == PROBLEM_OK || (status == PROBLEM_NOT_FINITE && !e);
}

static bool run_mpfr(const struct model *m, const struct program *p) {
    struct eval_mpfr *e = NULL;
    enum problem_status status =
        eval_mpfr_alloc(&e, m->graph, p, BITS, EVAL_DOUBLE_CONSTANTS);
    int size = p->inputs + p->outputs;
    mpfr_t *value = malloc(((size_t)size + 1) * sizeof *value);
    for (int i = 0; value && i < size; i++) {
        mpfr_init2(value[i], BITS);
        mpfr_set_si(value[i], i, MPFR_RNDN);
    }
    if (status == PROBLEM_OK && value)
        eval_mpfr_run(e, (const mpfr_t *)value, value + p->inputs);
    for (int i = 0; value && i < size; i++)
        mpfr_clear(value[i]);
    free(value);
    eval_mpfr_free(e);
    return status == PROBLEM_OK || (status == PROBLEM_NOT_FINITE && !e);
}

static bool run_program(const struct model *m, struct program *p) {
    bool right = p != NULL;
    if (right && program_slots(p) <= SLOTS_LIMIT)
        right = run_double(m, p) && run_mpfr(m, p) && run_jet(m, p);
    program_free(p);
    return right;
}

static bool run_all_programs(struct model *m) {
    struct expr_matrix field_pattern = {0}, rates_pattern = {0};
    bool right = run_program(m, model_rates_program(m)) &&
                 run_program(m, model_field_program(m)) &&
                 run_program(m, model_map_program(m)) &&
                 run_program(m, model_invariants_program(m)) &&
                 run_program(m, model_paths_program(m)) &&
                 run_program(m, model_jacobian_program(m, &field_pattern)) &&
                 run_program(m, model_rates_jacobian_program(m, &rates_pattern));
    expr_matrix_clear(&field_pattern);
    expr_matrix_clear(&rates_pattern);
    return right;
}

bool digest_text(const char *text, size_t length) {
    struct model *m = NULL;
    struct diagnostic d = {{0}};
    enum problem_status status =
        model_parse_within(&m, "digest.model", text, length, 0, NULL, &SMALL, &d);
    bool right = status == PROBLEM_OK ? m != NULL : !m && d.text[0] != '\0';
    if (m && m->nq + m->nv + m->nz <= STATES_LIMIT)
        right = run_all_programs(m);
    model_free(m);
    return right;
}
