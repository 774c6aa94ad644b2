/* Stability functions of methods whose R(z) is in the textbooks (Hairer & Wanner II, IV.3).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/fingerprint/trees/stability_function.h"

enum { count = 12 };

static const struct {
    const char *name;
    double numerator[5], denominator[5];
    bool a_stable, l_stable;
    const char *text;
} cases[] = {
    {"explicit Euler", {1, 1}, {1}, false, false, "1 + z"},
    {"backward Euler", {1}, {1, -1}, true, true, "1/(1 - z)"},
    {"its two halves", {1}, {1, -1, 0.25}, true, true, "1/(1 - z + z^2/4)"},
    {"trapezoid", {1, 0.5}, {1, -0.5}, true, false, "(1 + z/2)/(1 - z/2)"},
    {"theta = 1/4", {1, 0.75}, {1, -0.25}, false, false, "(1 + 3z/4)/(1 - z/4)"},
    {"Gauss 4",
     {1, 0.5, 1.0 / 12},
     {1, -0.5, 1.0 / 12},
     true,
     false,
     "(1 + z/2 + z^2/12)/(1 - z/2 + z^2/12)"},
    {"Radau IIA 3",
     {1, 1.0 / 3},
     {1, -2.0 / 3, 1.0 / 6},
     true,
     true,
     "(1 + z/3)/(1 - 2z/3 + z^2/6)"},
    {"RK4",
     {1, 1, 0.5, 1.0 / 6, 1.0 / 24},
     {1},
     false,
     false,
     "1 + z + z^2/2 + z^3/6 + z^4/24"},
    {"Gauss 4 in two halves",
     {1, 0.5, 5.0 / 48, 1.0 / 96, 1.0 / 2304},
     {1, -0.5, 5.0 / 48, -1.0 / 96, 1.0 / 2304},
     true,
     false,
     NULL},
    {"z^2 too large", {1, 0, 0.5}, {1, -1, 0.5}, false, false, NULL},
    /* a pole on the left: |R| <= 1 on the axis, and unstable */
    {"pole on the left", {1}, {1, 1}, false, false, "1/(1 + z)"},
};
enum { cases_count = sizeof cases / sizeof *cases };

/* c[0..count] of P/Q by long division. */
static void expand(double *c, const double *p, const double *q) {
    for (int k = 0; k <= count; k++) {
        c[k] = k < 5 ? p[k] : 0;
        for (int j = 1; j < 5 && j <= k; j++)
            c[k] -= q[j] * c[k - j];
    }
}

Test(stability_function, textbook_functions_are_recovered) {
    for (int i = 0; i < cases_count; i++) {
        double c[count + 1];
        struct stability r;
        expand(c, cases[i].numerator, cases[i].denominator);
        cr_assert(stability_find(&r, c + 1, count) == 0, "%s", cases[i].name);
        for (int k = 0; k < 5; k++) {
            double p = k <= r.numerator_degree ? r.numerator[k] : 0;
            double q = k <= r.denominator_degree ? r.denominator[k] : 0;
            cr_expect(fabs(p - cases[i].numerator[k]) < 1e-9, "%s: %g", cases[i].name, p);
            cr_expect(fabs(q - cases[i].denominator[k]) < 1e-9, "%s: %g", cases[i].name,
                      q);
        }
        if (cases[i].text != NULL)
            cr_expect_str_eq(r.text, cases[i].text);
    }
}

Test(stability_function, stability_is_judged) {
    for (int i = 0; i < cases_count; i++) {
        double c[count + 1];
        struct stability r;
        expand(c, cases[i].numerator, cases[i].denominator);
        cr_assert(stability_find(&r, c + 1, count) == 0);
        if (cases[i].name[0] == 'z')
            continue;
        cr_expect(r.a_stable == cases[i].a_stable, "%s", cases[i].name);
        cr_expect(r.l_stable == cases[i].l_stable, "%s", cases[i].name);
    }
}

/* What rounding leaves of zeros in a method's sums does not hide an explicit method. */
Test(stability_function, rounding_does_not_matter) {
    double c[count + 1];
    struct stability r;
    expand(c, cases[7].numerator, cases[7].denominator);
    for (int k = 1; k <= count; k++)
        c[k] += (k % 2 == 0 ? 1 : -1) * 3e-17;
    cr_assert(stability_find(&r, c + 1, count) == 0);
    cr_expect_str_eq(r.text, cases[7].text);
}

/* Those of exp(z) are of no rational function of so few coefficients. */
Test(stability_function, what_is_none_is_not_made_one) {
    double c[count];
    struct stability r;
    for (int k = 0; k < count; k++)
        c[k] = 1 / ((1.37 + k) * (1 + k * k));
    cr_expect(stability_find(&r, c, count) != 0);
    cr_expect(stability_find(&r, c, 17) != 0);
}
