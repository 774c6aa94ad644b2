/* Balls for tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/arb_support.h"

#include <criterion/criterion.h>
#include <math.h>

#include "problems/program/program.h"

void arb_set_ball(arb_t x, double middle, double radius) {
    arb_set_d(x, middle);
    int exponent;
    double mantissa = ceil(ldexp(frexp(radius, &exponent), MAG_BITS));
    mag_set_ui_2exp_si(arb_radref(x), (ulong)mantissa, exponent - MAG_BITS);
}

double arb_radius(const arb_t x) {
    return mag_get_d(arb_radref(x)); /* 30 bits: exact */
}

void random_arb(struct sample *s, arb_t x, mpfr_t member) {
    static const double middles[] = {0, 1, -1, 0.5, 2, 3, 1.37};
    const int count = (int)(sizeof middles / sizeof *middles);
    double m =
        sample_choice(s, 3) ? sample_uniform(s, -3, 3) : middles[sample_choice(s, count)];
    if (sample_choice(s, 8) == 0)
        m = ldexp(m, sample_choice(s, 40) - 20);
    double r = ldexp(sample_uniform(s, 0, 1), -sample_choice(s, 60));
    arb_set_ball(x, m, sample_choice(s, 4) == 0 ? 0 : r);
    double part = sample_choice(s, 3) - 1;
    if (sample_choice(s, 2))
        part = sample_uniform(s, -1, 1);
    mpfr_set_d(member, arb_radius(x), MPFR_RNDN);
    mpfr_mul_d(member, member, part, MPFR_RNDZ);
    mpfr_add_d(member, member, m, MPFR_RNDZ);
}

bool arb_contains_rounded(const arb_t x, mpfr_srcptr member) {
    if (!mpfr_number_p(member))
        return false;
    const slong bits = (slong)mpfr_get_prec(member);
    arb_t wide;
    mag_t rounding;
    arb_init(wide);
    mag_init(rounding);
    arb_set(wide, x);
    arb_get_mag(rounding, x);
    mag_mul_2exp_si(rounding, rounding, -bits / 2);
    mag_add(arb_radref(wide), arb_radref(wide), rounding);
    return arb_contains_mpfr(wide, member) != 0;
}

enum { TAME_EXPONENT = 1 << 13 };

void mpfr_begin_tame(void) {
    mpfr_set_emax(TAME_EXPONENT);
    mpfr_set_emin(-TAME_EXPONENT);
    mpfr_clear_flags();
}

bool mpfr_was_tame(void) {
    bool tame = !mpfr_overflow_p() && !mpfr_underflow_p();
    mpfr_set_emax(mpfr_get_emax_max());
    mpfr_set_emin(mpfr_get_emin_min());
    return tame;
}

struct program *program_of_one(const graph *g, expr e) {
    static const int variable[] = {0};
    struct program *p = program_alloc(g, 1, variable, 1, &e);
    cr_assert_not_null(p);
    return p;
}

/* What an order must not depend on is not a number while it is computed. */
void run_arb_jet(struct eval_arb_jet *e, int inputs, int order, arb_srcptr x) {
    for (int i = 0; i < inputs; i++)
        for (int k = 0; k <= order; k++)
            arb_indeterminate(eval_arb_jet_input(e, i) + k);
    for (int k = 0; k <= order; k++) {
        for (int i = 0; i < inputs; i++)
            arb_set(eval_arb_jet_input(e, i) + k, x + i * (order + 1) + k);
        eval_arb_jet_order(e, k);
    }
}

void random_arb_series(struct sample *s, arb_ptr x, int order) {
    for (int k = 0; k <= order; k++)
        arb_set_d(x + k, ldexp(sample_uniform(s, -1, 1), -2 * k));
    arb_set_d(x, sample_uniform(s, 0.3, 0.7));
}
