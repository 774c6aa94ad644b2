/* Identities vanish, whatever their size; what is small does not.
 *
 * Seen to fail: with a small number in the place of zero, with one precision for both runs,
 * with what the coarse run loses taken for zero, with one of several expressions looked at,
 * with kinks evaluated like the rest.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>

#include "problems/model.h"
#include "problems/readers/vanishing.h"
#include "problems/tests/reading.h"

static const struct {
    const char *text; /* of position q, other states y and z, parameter k */
    bool vanishes;
} FORMULA[] = {
    {"sin(q)^2 + cos(q)^2 - 1", true},
    {"1e25*(sin(q)^2 + cos(q)^2 - 1)", true},
    {"1e-60*(exp(q + y) - exp(q)*exp(y))", true},
    {"sqrt(q)^2 - q", true},
    {"(q + y)^3 - q^3 - 3*q^2*y - 3*q*y^2 - y^3", true},
    {"log(1e40*q) - log(q) - 40*log(10)", true},
    {"q*(z - 7) - q*z + 7*q", true},
    {"k*q - 1.37*q", true},
    {"1e-34*q", false},
    {"1e-300*q*y", false},
    {"1e-40 + sin(q)^2 + cos(q)^2 - 1", false},
    {"(1 + 1e-70*q) - 1 - 1e-71*q", false},
    {"(1 + 1e-70*q) - 1", false},
    {"1.0000000000000000000000000000000000000001*q - q", false},
    {"exp(-300*q)", false},
    {"asin(q + 5) - 1.37 - asin(q + 5)*1.37 + asin(q + 5)*0.37", false}, /* no value */
    {"abs(q) - q", false},                                               /* a kink */
};
enum { FORMULAS = sizeof FORMULA / sizeof FORMULA[0] };

/* The formula as the rate of z. */
static struct model *model_of(const char *formula) {
    char text[512];
    snprintf(text, sizeof text,
             "param k = 1.37\nposition q = 1\nvelocity v = 2\nstate y = 3, z = 4\n"
             "q' = v\nv' = 0\ny' = sin(q)^2 + cos(q)^2 - 1\nz' = %s\n",
             formula);
    return reading_model(text, NULL);
}

Test(vanishing, is_told_from_being_small) {
    for (int i = 0; i < FORMULAS; i++) {
        struct model *m = model_of(FORMULA[i].text);
        bool zero = !FORMULA[i].vanishes;
        cr_assert_eq(expr_vanish(m->graph, 1, &m->rates[2], &zero), PROBLEM_OK, "%s",
                     FORMULA[i].text);
        cr_expect_eq(zero, FORMULA[i].vanishes, "%s", FORMULA[i].text);
    }
}

/* Of v' = 0 and y' all vanish; z' decides, wherever it stands among them. */
Test(vanishing, of_several_expressions_means_of_all) {
    for (int i = 0; i < FORMULAS; i++) {
        struct model *m = model_of(FORMULA[i].text);
        const expr last[] = {m->rates[0], m->rates[1], m->rates[2]};
        const expr first[] = {m->rates[2], m->rates[1], m->rates[0]};
        bool zero = !FORMULA[i].vanishes;
        cr_assert_eq(expr_vanish(m->graph, 3, last, &zero), PROBLEM_OK);
        cr_expect_eq(zero, FORMULA[i].vanishes, "%s", FORMULA[i].text);
        zero = !FORMULA[i].vanishes;
        cr_assert_eq(expr_vanish(m->graph, 3, first, &zero), PROBLEM_OK);
        cr_expect_eq(zero, FORMULA[i].vanishes, "%s", FORMULA[i].text);
    }
}

Test(vanishing, needs_constants_that_have_values) {
    struct model *m = model_of("q*sqrt(k - 2)");
    bool zero;
    cr_expect_eq(expr_vanish(m->graph, 1, &m->rates[2], &zero), PROBLEM_NOT_FINITE);
    cr_expect_not(zero);
}
