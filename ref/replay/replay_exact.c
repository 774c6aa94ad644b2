/* J from the model's own derivatives, at (t, q_n + h N(q) v, y) or at (t, x):
 *
 *     velocity-implicit Euler   J = (f_v + h f_q N(q), f_z)     (Drake's class text, (8))
 *     implicit Euler            J = dF/dx
 *
 * It counts as one evaluation, whatever n.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/eval_mpfr.h"
#include "ref/replay/replay_internal.h"
#include "ref/vector.h"

/* J_ij += h df_i/dq_k N_kj for all j */
static void add_positions_part(ref_replay *r, int i, int k, mpfr_srcptr derivative,
                               mpfr_srcptr h) {
    for (int j = 0; j < r->nv; j++) {
        mpfr_ptr entry = r->slope[i * r->n + j];
        mpfr_mul(r->product, h, r->map_matrix[k * r->nv + j], MPFR_RNDN);
        mpfr_mul(r->product, derivative, r->product, MPFR_RNDN);
        mpfr_add(entry, entry, r->product, MPFR_RNDN);
    }
}

void ref_replay_exact_jacobian(ref_replay *r, mpfr_srcptr t, mpfr_srcptr h,
                               const mpfr_t *start, const mpfr_t *x) {
    mpfr_t *argument = r->own.argument + 1;
    mpfr_set(r->own.argument[0], t, MPFR_RNDN);
    vector_set(argument, x, r->nx);
    if (r->options.method == REF_VELOCITY_IMPLICIT_EULER) {
        ref_replay_move(r, &r->own, start, h, x, x + r->nq, argument);
        ref_replay_map_matrix(r, x);
    }
    eval_mpfr_run(r->jacobian, vector_const(r->own.argument), r->derivative);
    r->total.evaluations++;
    for (int k = 0; k < r->n * r->n; k++)
        mpfr_set_zero(r->slope[k], 1);
    for (int k = 0; k < r->pattern.count; k++) {
        int i = r->pattern.row[k] - r->first, j = r->pattern.column[k] - r->first;
        if (i < 0)
            continue;
        if (j < 0)
            add_positions_part(r, i, r->pattern.column[k], r->derivative[k], h);
        else
            mpfr_add(r->slope[i * r->n + j], r->slope[i * r->n + j], r->derivative[k],
                     MPFR_RNDN);
    }
}
