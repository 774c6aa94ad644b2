/* An implicit equation for a part u of the state, the rest of x being given,
 *
 *     u = base + h F_u(t, x),      (I - h dF_u/du) d = base + h F_u(t, x) - u,   u := u + d,
 *
 * by Newton's method, until the update is lost in the rounding of the largest component.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/eval_mpfr.h"
#include "ref/linear.h"
#include "ref/mechanical/step.h"
#include "ref/vector.h"

enum {
    /* Where the matrix is singular at the solution each update is half of the one before, and half
     * of the digits are all that can be had: at 24 bits, which are 88 here, after 44 updates. */
    MAX_ITERATIONS = 40,
    /* An update as small as the rounding of the residual's terms is the last one: that many
     * bits above the working precision's last, where h F is 2^20 times as large as the block. They
     * leave 2^-40 of the result's last bit. */
    ROUNDING_BITS = 24,
    /* After so many updates one is to be below 2^-4 of the first, or the iteration wanders:
     * where it would come to rest depends on the precision. */
    MAX_WANDERING = 16,
    WANDERING_BITS = 4
};

enum ref_status ref_step_factor_block(ref_step *s, mpfr_srcptr h, int first, int count) {
    ref_linear_identity(s->matrix);
    for (int k = 0; k < s->pattern.count; k++) {
        int i = s->pattern.row[k], j = s->pattern.column[k];
        bool inside = i >= first && i < first + count && j >= first && j < first + count;
        if (!inside)
            continue;
        mpfr_ptr a = ref_linear_entry(s->matrix, i, j);
        mpfr_mul(s->term, h, s->entry[k], MPFR_RNDN);
        mpfr_sub(a, a, s->term, MPFR_RNDN);
    }
    return ref_linear_factor(s->matrix);
}

/* update := the residual within the block, zero outside. */
static enum ref_status find_residual(ref_step *s, mpfr_srcptr t, mpfr_srcptr h, int first,
                                     int count, const mpfr_t *x) {
    enum ref_status status = ref_step_field(s, t, x, s->slope[1]);
    if (status != REF_OK)
        return status;
    for (int i = 0; i < s->nx; i++) {
        if (i < first || i >= first + count) {
            mpfr_set_zero(s->update[i], 1);
            continue;
        }
        mpfr_mul(s->update[i], h, s->slope[1][i], MPFR_RNDN);
        mpfr_add(s->update[i], s->update[i], s->base[i], MPFR_RNDN);
        mpfr_sub(s->update[i], s->update[i], x[i], MPFR_RNDN);
    }
    return REF_OK;
}

/* Whether the update is lost in the rounding of the largest of x. */
static bool is_last(ref_step *s, const mpfr_t *x) {
    vector_norm(s->step_norm, vector_const(s->update), s->nx);
    vector_norm(s->norm, x, s->nx);
    mpfr_div_2ui(s->norm, s->norm, (unsigned long)(s->work - ROUNDING_BITS), MPFR_RNDN);
    return mpfr_lessequal_p(s->step_norm, s->norm);
}

enum ref_status ref_step_solve_block(ref_step *s, mpfr_srcptr t, mpfr_srcptr h, int first,
                                     int count, mpfr_t *x) {
    long first_size = 0;
    for (int k = 0; k < MAX_ITERATIONS && count > 0; k++) {
        enum ref_status status = find_residual(s, t, h, first, count, vector_const(x));
        if (status == REF_OK)
            status = ref_step_jacobian(s, t, vector_const(x));
        if (status == REF_OK)
            status = ref_step_factor_block(s, h, first, count);
        if (status != REF_OK)
            return status;
        ref_linear_solve(s->matrix, s->update);
        for (int i = first; i < first + count; i++)
            mpfr_add(x[i], x[i], s->update[i], MPFR_RNDN);
        if (!vector_is_finite(vector_const(x), s->nx))
            return REF_NOT_FINITE;
        if (is_last(s, vector_const(x)))
            return REF_OK;
        const long size = ref_exponent(s->step_norm);
        first_size = k == 0 ? size : first_size;
        if (k == MAX_WANDERING && size > first_size - WANDERING_BITS)
            break;
    }
    return count > 0 ? REF_NOT_CONVERGED : REF_OK;
}

static void set_inputs(ref_step *s, mpfr_srcptr t, const mpfr_t *x) {
    mpfr_set(s->in[0], t, MPFR_RNDN);
    vector_set(s->in + 1, x, s->nx);
}

enum ref_status ref_step_field(ref_step *s, mpfr_srcptr t, const mpfr_t *x,
                               mpfr_t *rate) {
    set_inputs(s, t, x);
    eval_mpfr_run(s->field, vector_const(s->in), rate);
    return vector_is_finite(vector_const(rate), s->nx) ? REF_OK : REF_NOT_FINITE;
}

enum ref_status ref_step_jacobian(ref_step *s, mpfr_srcptr t, const mpfr_t *x) {
    set_inputs(s, t, x);
    eval_mpfr_run(s->jacobian, vector_const(s->in), s->entry);
    bool is_finite = vector_is_finite(vector_const(s->entry), s->pattern.count);
    return is_finite ? REF_OK : REF_NOT_FINITE;
}
