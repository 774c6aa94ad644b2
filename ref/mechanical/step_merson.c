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
#include "ref/vector.h"

const struct merson_row merson_rows[STEP_SLOPES + 1] = {
    {0, {0, 0, 0, 0, 0}, 1}, {1, {1, 0, 0, 0, 0}, 3},  {2, {1, 1, 0, 0, 0}, 6},
    {4, {1, 0, 3, 0, 0}, 8}, {2, {1, 0, -3, 4, 0}, 2}, {6, {1, 0, 0, 4, 1}, 6},
};

void merson_combine(const struct merson_row *row, mpfr_srcptr h, const mpfr_t *x,
                    mpfr_t *const slope[], int n, mpfr_t *out, mpfr_ptr term,
                    mpfr_ptr sum) {
    for (int i = 0; i < n; i++) {
        mpfr_set_zero(sum, 1);
        for (int j = 0; j < STEP_SLOPES; j++) {
            if (row->weight[j] == 0)
                continue;
            mpfr_mul_si(term, slope[j][i], row->weight[j], MPFR_RNDN);
            mpfr_add(sum, sum, term, MPFR_RNDN);
        }
        mpfr_mul(sum, sum, h, MPFR_RNDN);
        mpfr_div_ui(sum, sum, (unsigned long)row->denominator, MPFR_RNDN);
        mpfr_add(out[i], x[i], sum, MPFR_RNDN);
    }
}

void merson_time(const struct merson_row *row, mpfr_srcptr t, mpfr_srcptr h,
                 mpfr_ptr time) {
    mpfr_mul_si(time, h, row->node, MPFR_RNDN);
    mpfr_div_ui(time, time, (unsigned long)row->denominator, MPFR_RNDN);
    mpfr_add(time, t, time, MPFR_RNDN);
}

enum ref_status ref_step_merson(ref_step *s, mpfr_srcptr t, const mpfr_t *x,
                                mpfr_srcptr h) {
    for (int i = 0; i < STEP_SLOPES; i++) {
        const struct merson_row *row = &merson_rows[i];
        merson_combine(row, h, x, s->slope, s->nx, s->point, s->term, s->norm);
        merson_time(row, t, h, s->t1);
        enum ref_status status =
            ref_step_field(s, s->t1, vector_const(s->point), s->slope[i]);
        if (status != REF_OK)
            return status;
    }
    vector_set(s->compared, vector_const(s->point), s->nx);
    merson_combine(&merson_rows[STEP_SLOPES], h, x, s->slope, s->nx, s->result, s->term,
                   s->norm);
    return REF_OK;
}
