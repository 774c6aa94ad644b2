/* Merson's method of order 4,
 *
 *     k1 = F(t, x)                       k2 = F(t + h/3, x + (h/3) k1)
 *     k3 = F(t + h/3, x + (h/6)(k1 + k2))
 *     k4 = F(t + h/2, x + (h/8)(k1 + 3 k3))
 *     k5 = F(t + h, x~),                 x~ = x + (h/2)(k1 - 3 k3 + 4 k4)
 *     x1 = x + (h/6)(k1 + 4 k4 + k5)
 *
 * (E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, II.4,
 * (4.1)); x1 - x~ over 5 is the estimate of the error.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/mechanical/step.h"

const struct merson_row merson_rows[STEP_SLOPES + 1] = {
    {0, {0, 0, 0, 0, 0}, 1}, {1, {1, 0, 0, 0, 0}, 3},  {2, {1, 1, 0, 0, 0}, 6},
    {4, {1, 0, 3, 0, 0}, 8}, {2, {1, 0, -3, 4, 0}, 2}, {6, {1, 0, 0, 4, 1}, 6},
};

void merson_combine(ref_step *s, const struct merson_row *row, mpfr_srcptr h,
                    const mpfr_t *x, mpfr_t *const slope[], int n, mpfr_t *out) {
    for (int i = 0; i < n; i++) {
        mpfr_set_zero(s->norm, 1);
        for (int j = 0; j < STEP_SLOPES; j++) {
            if (row->weight[j] == 0)
                continue;
            mpfr_mul_si(s->term, slope[j][i], row->weight[j], MPFR_RNDN);
            mpfr_add(s->norm, s->norm, s->term, MPFR_RNDN);
        }
        mpfr_mul(s->norm, s->norm, h, MPFR_RNDN);
        mpfr_div_ui(s->norm, s->norm, (unsigned long)row->denominator, MPFR_RNDN);
        mpfr_add(out[i], x[i], s->norm, MPFR_RNDN);
    }
}

enum ref_status ref_step_merson(ref_step *s, mpfr_srcptr t, const mpfr_t *x,
                                mpfr_srcptr h) {
    for (int i = 0; i < STEP_SLOPES; i++) {
        const struct merson_row *row = &merson_rows[i];
        merson_combine(s, row, h, x, s->slope, s->nx, s->point);
        mpfr_mul_si(s->term, h, row->node, MPFR_RNDN);
        mpfr_div_ui(s->term, s->term, (unsigned long)row->denominator, MPFR_RNDN);
        mpfr_add(s->t1, t, s->term, MPFR_RNDN);
        enum ref_status status =
            ref_step_field(s, s->t1, ref_vector_const(s->point), s->slope[i]);
        if (status != REF_OK)
            return status;
    }
    ref_vector_set(s->compared, ref_vector_const(s->point), s->nx);
    merson_combine(s, &merson_rows[STEP_SLOPES], h, x, s->slope, s->nx, s->result);
    return REF_OK;
}
