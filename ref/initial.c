/* Where a model starts: its exact initial state and time, rounded.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/ref.h"
#include "ref/vector.h"
#include "ref/model.h"

enum { DOUBLE_BITS = 53 };

enum problem_status ref_constant(const graph *g, expr e, enum eval_constants constants,
                                 mpfr_ptr value) {
    if (constants == EVAL_EXACT_CONSTANTS)
        return expr_constant(g, e, value);
    mpfr_t nearest;
    mpfr_init2(nearest, DOUBLE_BITS);
    enum problem_status status = expr_constant(g, e, nearest);
    if (status == PROBLEM_OK)
        mpfr_set(value, nearest, MPFR_RNDN);
    mpfr_clear(nearest);
    return status;
}

enum ref_status ref_initial(struct model *m, enum eval_constants constants, mpfr_ptr t,
                            mpfr_t *x) {
    int n = ref_state_size(m);
    mpfr_t *value = vector_alloc(1 + n, MPFR_PREC_MIN);
    if (value == NULL)
        return REF_NO_MEMORY;
    mpfr_set_prec(value[n], mpfr_get_prec(t));
    enum problem_status status =
        ref_constant(m->graph, m->span_begin, constants, value[n]);
    for (int i = 0; i < n && status == PROBLEM_OK; i++) {
        mpfr_set_prec(value[i], mpfr_get_prec(x[i]));
        status = ref_constant(m->graph, m->initial[i], constants, value[i]);
    }
    if (status == PROBLEM_OK) {
        mpfr_set(t, value[n], MPFR_RNDN);
        vector_set(x, vector_const(value), n);
    }
    vector_free(value, 1 + n);
    return ref_from_problem_status(status);
}
