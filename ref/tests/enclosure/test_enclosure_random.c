/* The certificate against closed forms: in each of a thousand random problems the solution
 * is in the ball. The same test with the remainder bound too small by 2^10 is expected to
 * fail (ref.enclosure_corrupted).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>

#include "ref/tests/enclosure_cases.h"
#include "ref/tests/testing.h"
#include "ref/truth.h"

enum { TRIALS = 1000, BLOCKS = 4 };

/* Whether the number that is in the (very small) ball x can be in state +- radius. */
static bool is_inside(const arb_t x, mpfr_srcptr state, mpfr_srcptr radius) {
    arb_t ball, error;
    arb_init(ball);
    arb_init(error);
    arf_set_mpfr(arb_midref(ball), state);
    arf_set_mpfr(arb_midref(error), radius);
    arb_add_error(ball, error);
    bool inside = arb_overlaps(ball, x);
    arb_clear(error);
    arb_clear(ball);
    return inside;
}

static void check_case(const struct enclosure_case *c, int digits, const char *what) {
    struct model *m = testing_model(c->text);
    struct ref_truth *truth;
    struct ref_truth_options options = {.digits = digits};
    mpfr_t t;
    mpfr_init2(t, 64);
    mpfr_set_d(t, c->t, MPFR_RNDN);
    enum ref_status status =
        ref_enclosure_truth(&truth, m, 1, (const mpfr_t *)&t, &options);
    cr_assert(status == REF_OK, "%s: %s, t = %.17g\n%s", what, ref_status_text(status),
              c->t, c->text);
    cr_assert(truth->digits[0] >= digits && truth->grade == REF_GRADE_CERTIFIED, "%s",
              what);
    for (int i = 0; i < c->n; i++)
        cr_assert(is_inside(c->x + i, truth->state[i], truth->component[i]),
                  "%s: component %d is not in its ball, %d digits, t = %.17g\n%s", what,
                  i, digits, c->t, c->text);
    ref_truth_free(truth);
    mpfr_clear(t);
}

Test(enclosure_random, contains_the_solution_in_a_thousand_random_cases) {
    struct sample s = sample_begin();
    struct enclosure_case c;
    enclosure_case_init(&c);
    for (int trial = 0; trial < TRIALS; trial++) {
        char what[80];
        snprintf(what, sizeof what, "seed %llu, trial %d", (unsigned long long)s.seed,
                 trial);
        enclosure_case_choose(&c, &s);
        check_case(&c, 3 + sample_choice(&s, trial % 10 == 0 ? 60 : 20), what);
    }
    enclosure_case_clear(&c);
    flint_cleanup();
}
