/* Power series: order 0, by the operations of the reader in MPFR, so that both give the same
 * bits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/jet.h"
#include "problems/readers/mpfr_operation.h"

/* The branch of a select from here on: the caller's, or the sign of s at tau = 0. */
static void decide_branch(struct jet_step *s, int wanted) {
    if (wanted != 0)
        s->branch = wanted > 0 ? 1 : -1;
    else if (mpfr_nan_p(s->a[0]))
        s->branch = 0;
    else
        s->branch = mpfr_sgn(s->a[0]) >= 0 ? 1 : -1;
}

void jet_step_start(struct jet_work *w, struct jet_step *s, int branch) {
    if (s->operation == EXPR_SELECT) {
        decide_branch(s, branch);
        jet_arithmetic(w, s, 0);
    } else if (s->partner) {
        bool is_sine = operation_is_sine(s->operation);
        mpfr_operate_pair(is_sine ? s->r[0] : s->partner[0],
                          is_sine ? s->partner[0] : s->r[0],
                          operation_is_hyperbolic(s->operation), s->a[0]);
    } else {
        mpfr_operate(s->r[0], s->operation, s->a[0], s->b ? s->b[0] : NULL,
                     s->c ? s->c[0] : NULL);
        jet_function_start(w, s);
    }
}
