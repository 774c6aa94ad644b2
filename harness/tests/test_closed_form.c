/* Closed forms in MPFR.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "harness/solution/closed_form.h"
#include "harness/tests/models.h"

Test(closed_form, a_formula_that_is_not_finite_is_told) {
    struct model *m = model_from("state z = 1\nz' = -z\nsolution z = 1/(1 - t)\n");
    mpfr_t t, x[1];
    mpfr_init2(t, 100);
    mpfr_init2(x[0], 100);
    mpfr_set_d(t, 1, MPFR_RNDN);
    cr_expect(closed_form_evaluate(m, 100, t, x) == REF_NOT_FINITE);
    mpfr_set_d(t, 3, MPFR_RNDN);
    cr_expect(closed_form_evaluate(m, 100, t, x) == REF_OK &&
              mpfr_cmp_d(x[0], -0.5) == 0);
    mpfr_clear(t);
    mpfr_clear(x[0]);
    model_free(m);
}

/* (1 + 1e-30 exp(t)) - 1 loses 30 digits, more than there are to spare at first. */
Test(closed_form, the_precision_is_raised_until_cancellation_is_overcome) {
    struct model *m = model_from("param tiny = 1e-30\nstate z = tiny\nz' = z\n"
                                 "solution z = (1 + tiny*exp(t)) - 1\n");
    struct closed_form f;
    mpfr_t t, expected;
    mpfr_inits2(200, t, expected, (mpfr_ptr)0);
    mpfr_set_d(t, 0.75, MPFR_RNDN);
    cr_assert(closed_form_find(&f, m, t, 20) == REF_OK);
    mpfr_set_str(expected, "2.11700001661267466854536981984e-30", 10, MPFR_RNDN);
    mpfr_div(expected, f.x[0], expected, MPFR_RNDN);
    mpfr_sub_ui(expected, expected, 1, MPFR_RNDN);
    cr_expect(mpfr_cmpabs(expected, t) < 0 && mpfr_get_exp(expected) < -60);
    cr_expect(f.digits >= 20);
    closed_form_clear(&f);
    mpfr_clears(t, expected, (mpfr_ptr)0);
    model_free(m);
}
