/* The enclosure where contacts act on each other: what one does makes another slide or lift off.
 * Seen to fail: the other contacts going on as they do.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "ref/tests/testing.h"
#include "ref/tests/truths.h"

enum { DIGITS = 30, BITS = 300 };

struct ratio {
    int component;
    long numerator, denominator;
};

/* Whether the certified truth at a time has these components. */
static void expect_ratios(const char *text, double time, size_t count,
                          const struct ratio *ratio) {
    struct ref_truth *truth;
    struct model *m = testing_model(text);
    enum ref_status status = truths_try(ref_enclosure_truth, &truth, m, DIGITS, 1, &time);
    cr_assert(status == REF_OK, "%s", ref_status_text(status));
    mpfr_t x;
    mpfr_init2(x, BITS);
    for (size_t k = 0; k < count; k++) {
        const int i = ratio[k].component;
        mpfr_set_si(x, ratio[k].numerator, MPFR_RNDN);
        mpfr_div_si(x, x, ratio[k].denominator, MPFR_RNDN);
        mpfr_sub(x, x, truth->state[i], MPFR_RNDN);
        cr_expect(mpfr_cmpabs(x, truth->component[i]) <= 0,
                  "component %d: %.20g, not %ld/%ld", i,
                  mpfr_get_d(truth->state[i], MPFR_RNDN), ratio[k].numerator,
                  ratio[k].denominator);
    }
    mpfr_clear(x);
    ref_truth_free(truth);
    model_free(m);
}

#define PAIR                                                                             \
    "position x = 1, y = 0, p = 0, q = 0\n"                                              \
    "x' = u\ny' = v\np' = a\nq' = b\n"                                                   \
    "mass u, u = 2\nmass u, v = 1\nmass v, v = 2\nmass a, a = 1\nmass b, b = 1\n"        \
    "force a = -1\nforce b = -1\n"

/* u' = -1/4 up to t = 1, with v held by 1/4 of its friction 2/5; where u sticks it would take 1/2. Then
 * v' = -1/20, and u is held. */
Test(crossing_modes, a_contact_that_sticks_makes_another_slide) {
    expect_ratios(
        PAIR "velocity u = 1/4, v = 0, a = 0, b = 0\nforce u = 0\nforce v = -1/2\n"
             "contact c { gap = p; slide = u; friction = 1/2 }\n"
             "contact d { gap = q; slide = v; friction = 2/5 }\n",
        3, 4, (const struct ratio[]){{0, 9, 8}, {1, -1, 10}, {4, 0, 1}, {5, -1, 10}});
}

/* At t = 1 the first breaks loose: its friction falls from 1 to 1/2, and the second would have to hold
 * 1/4 with 1/5. With s = t - 1, u' = (4/5 + 2 s)/3 and v' = -(1/10 + s)/3. */
Test(crossing_modes, a_contact_that_breaks_loose_takes_another_along) {
    expect_ratios(
        PAIR "velocity u = 0, v = 0, a = 0, b = 0\nforce u = t\nforce v = 0\n"
             "contact c { gap = p; slide = u; static_friction = 1; "
             "dynamic_friction = 1/2 }\n"
             "contact d { gap = q; slide = v; friction = 1/5 }\n",
        2, 4, (const struct ratio[]){{0, 56, 45}, {1, -13, 180}, {4, 3, 5}, {5, -1, 5}});
}
