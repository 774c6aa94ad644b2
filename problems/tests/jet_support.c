/* Running programs in power series.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/jet_support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "problems/program/program.h"

enum { INPUTS_LIMIT = 8 };

struct jet_run jet_begin(graph *g, int inputs, int outputs, const expr *output,
                         mpfr_prec_t bits, int order) {
    static const int variable[INPUTS_LIMIT] = {0, 1, 2, 3, 4, 5, 6, 7};
    struct jet_run r = {.graph = g, .order = order};
    r.program = program_alloc(g, inputs, variable, outputs, output);
    cr_assert_not_null(r.program);
    cr_assert_eq(eval_jet_alloc(&r.jet, g, r.program, bits, order, EVAL_EXACT_CONSTANTS),
                 PROBLEM_OK);
    return r;
}

void jet_set(struct jet_run *r, int i, double c0, double c1, double c2) {
    const double c[] = {c0, c1, c2};
    for (int k = 0; k <= r->order; k++)
        mpfr_set_d(eval_jet_input(r->jet, i)[k], k < 3 ? c[k] : 0, MPFR_RNDN);
}

void jet_compute(struct jet_run *r) {
    const int inputs = r->program->inputs, order = r->order;
    mpfr_t *kept = malloc((size_t)(inputs * (order + 1)) * sizeof *kept);
    for (int i = 0; i < inputs; i++)
        for (int k = 0; k <= order; k++) {
            mpfr_t *x = eval_jet_input(r->jet, i);
            mpfr_init2(kept[i * (order + 1) + k], mpfr_get_prec(x[k]));
            mpfr_set(kept[i * (order + 1) + k], x[k], MPFR_RNDN);
            mpfr_set_nan(x[k]);
        }
    for (int k = 0; k <= order; k++) {
        for (int i = 0; i < inputs; i++) {
            mpfr_set(eval_jet_input(r->jet, i)[k], kept[i * (order + 1) + k], MPFR_RNDN);
        }
        eval_jet_order(r->jet, k);
    }
}

double relative_distance(mpfr_srcptr a, mpfr_srcptr b, double scale) {
    if (!mpfr_number_p(a) || !mpfr_number_p(b))
        return INFINITY;
    mpfr_t d, size;
    mpfr_inits2(mpfr_get_prec(a), d, size, (mpfr_ptr)NULL);
    mpfr_sub(d, a, b, MPFR_RNDA);
    mpfr_abs(d, d, MPFR_RNDN);
    mpfr_abs(size, b, MPFR_RNDN);
    mpfr_add_d(size, size, scale, MPFR_RNDN);
    if (!mpfr_zero_p(d))
        mpfr_div(d, d, size, MPFR_RNDU);
    return mpfr_get_d(d, MPFR_RNDU);
}
