/* Powers of errors within steps, from states that are made up: what is told is off by a power of
 * h that is known, on a curve or on a line.
 *
 * Seen to fail: steps that err as h^2 judged like better ones, a line taken for a curve.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/studies/control/control_curve.h"

static const double place[CURVE_POINTS] = {0, 0.11, 0.31, 0.5, 0.73, 0.9, 1};

/* How component 0 is told; the others are told as they are. */
struct told {
    double within, at_end; /* powers of its errors */
    bool is_curved;
};

static bool find_power(struct told t, double *power) {
    struct curve c = {.curved = {0}};
    for (int k = 0; k < CURVE_SIZES; k++) {
        const double h = 0.04 / (1 << k);
        double told[CURVE_POINTS][CONTROL_ENTRIES], exact[CURVE_POINTS][CONTROL_ENTRIES];
        for (int p = 0; p < CURVE_POINTS; p++)
            for (int i = 0; i < CONTROL_ENTRIES; i++) {
                const double s = place[p];
                const double off = p + 1 < CURVE_POINTS
                                       ? 3 * s * (1 - s) * pow(h, t.within) * (1 + s)
                                       : pow(h, t.at_end) / 2;
                told[p][i] =
                    1.37 + h * s + (i > 0 || t.is_curved ? 2 * h * h * s * s : 0);
                exact[p][i] = told[p][i] - (i > 0 ? 0 : off);
            }
        curve_note(&c, h, place, told, exact);
    }
    return curve_find_power(&c, power);
}

Test(control_curve, the_power_is_that_of_what_is_told_within_the_steps) {
    for (int power = 2; power <= 4; power++) {
        double found = NAN;
        cr_assert(find_power((struct told){power, 4, true}, &found));
        cr_expect_float_eq(found, power, 0.01, "%g", found);
    }
}

Test(control_curve, lines_and_steps_of_first_order_are_not_judged) {
    double found;
    cr_expect(!find_power((struct told){2, 4, false}, &found), "a line: %g", found);
    cr_expect(!find_power((struct told){2, 2, true}, &found), "first order: %g", found);
}

Test(control_curve, what_is_no_number_falls_with_no_power) {
    struct curve_errors e = {.count = 0};
    for (int k = 0; k < CURVE_SIZES; k++)
        curve_errors_note(&e, 0.04 / (1 << k), NAN);
    cr_expect(e.count == 0 && isnan(curve_errors_power(&e)));
    for (int k = 0; k < CURVE_SIZES; k++)
        curve_errors_note(&e, 0.04 / (1 << k), INFINITY);
    cr_expect(!(curve_errors_power(&e) >= curve_least_power));
}
