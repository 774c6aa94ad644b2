/* Does F jump across a switching surface? Its two sides are compared at the place in
 * question and at both ends of the step. Those of a continuous F differ in proportion to
 * s, which at a double zero is below 2^-bits of its largest value.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/vector.h"
#include "ref/taylor/switching.h"

/* F jumps when its sides differ by more than 2^-(bits/3) of what it is, on either side,
 * at these three places. */
enum { JUMPING_PART = 3 };

/* value := the series at tau. */
static void sum_series(const struct ref_switching *s, const mpfr_t *c, mpfr_srcptr tau,
                       mpfr_ptr value) {
    mpfr_set(value, c[s->order], MPFR_RNDN);
    for (int k = s->order - 1; k >= 0; k--) {
        mpfr_mul(value, value, tau, MPFR_RNDN);
        mpfr_add(value, value, c[k], MPFR_RNDN);
    }
}

static void evaluate_side(struct ref_switching *s, int i, signed char side) {
    signed char *branch = eval_jet_branches(s->point);
    for (int j = 0; j < s->selects; j++)
        branch[j] = s->branch[j];
    branch[i] = side;
    eval_jet_order(s->point, 0);
}

/* How much F differs between the two sides of select i at tau; not a number when a side
 * has no value. largest := max(largest, |F| there). */
static void compare_sides(struct ref_switching *s, int i, mpfr_srcptr tau,
                          mpfr_ptr difference) {
    for (int j = 0; j <= s->nx; j++)
        sum_series(s, vector_const(eval_jet_input(s->jet, j)), tau,
                   eval_jet_input(s->point, j)[0]);
    evaluate_side(s, i, 1);
    for (int j = 0; j < s->nx; j++)
        mpfr_set(s->rate[j], eval_jet_output(s->point, j)[0], MPFR_RNDN);
    evaluate_side(s, i, -1);
    mpfr_set_zero(difference, 1);
    for (int j = 0; j < s->nx; j++) {
        mpfr_srcptr rate = eval_jet_output(s->point, j)[0];
        if (mpfr_number_p(rate) && mpfr_cmpabs(rate, s->largest) > 0)
            mpfr_abs(s->largest, rate, MPFR_RNDN);
        mpfr_sub(s->term, s->rate[j], rate, MPFR_RNDN);
        if (!mpfr_number_p(s->term))
            mpfr_set_nan(difference);
        else if (mpfr_cmpabs(s->term, difference) > 0)
            mpfr_abs(difference, s->term, MPFR_RNDN);
    }
}

bool ref_switching_jumps(struct ref_switching *s, int i, mpfr_srcptr tau, mpfr_srcptr h) {
    mpfr_set_zero(s->largest, 1);
    compare_sides(s, i, h, s->power);
    compare_sides(s, i, s->begin, s->power);
    compare_sides(s, i, tau, s->power);
    mpfr_div_2ui(s->largest, s->largest, (unsigned long)s->bits / JUMPING_PART,
                 MPFR_RNDN);
    return !mpfr_lessequal_p(s->power, s->largest);
}
