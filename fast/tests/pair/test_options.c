/* Tests of options.c.
 *
 * Seen to fail: fmin for fmax in the accuracy; max_step >= 0; min_step not compared with
 * max_step; FAST_FULL not known.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/pair/pair.h"

Test(options, the_defaults_are_the_documented_ones) {
    struct integrator_options options = pair_default_options();
    cr_expect(isnan(options.accuracy));
    cr_expect(options.max_step == 0.1);
    cr_expect(options.min_step == 0);
    cr_expect(options.throw_on_min_step);
    cr_expect(options.jacobian == FAST_FORWARD_DIFFERENCES);
    cr_expect(options.newton == FAST_REUSE);
    cr_expect(fast_check_options(&options) == FAST_OK);
}

Test(options, accuracy_is_clamped_from_above_only) {
    cr_expect(fast_accuracy_in_use(NAN) == 0.1);
    cr_expect(fast_accuracy_in_use(0.37) == 0.37);
    cr_expect(fast_accuracy_in_use(0.5) == 0.5);
    cr_expect(fast_accuracy_in_use(0.51) == 0.5);
    cr_expect(fast_accuracy_in_use(INFINITY) == 0.5);
    cr_expect(fast_accuracy_in_use(1e-17) == 1e-17);
    cr_expect(fast_accuracy_in_use(0) == 0);
}

static enum fast_status check(double accuracy, double max_step, double min_step) {
    struct integrator_options options = pair_default_options();
    options.accuracy = accuracy;
    options.max_step = max_step;
    options.min_step = min_step;
    return fast_check_options(&options);
}

Test(options, values_in_range_are_taken) {
    cr_expect(check(NAN, 0.37, 0) == FAST_OK);
    cr_expect(check(0, INFINITY, 0.37) == FAST_OK);
    cr_expect(check(1e9, 0.37, 0.37) == FAST_OK);
}

Test(options, values_out_of_range_are_refused) {
    cr_expect(check(-1e-300, 0.37, 0) == FAST_BAD_OPTION);
    cr_expect(check(NAN, 0, 0) == FAST_BAD_OPTION);
    cr_expect(check(NAN, -0.37, 0) == FAST_BAD_OPTION);
    cr_expect(check(NAN, NAN, 0) == FAST_BAD_OPTION);
    cr_expect(check(NAN, 0.37, -1e-300) == FAST_BAD_OPTION);
    cr_expect(check(NAN, 0.37, NAN) == FAST_BAD_OPTION);
    cr_expect(check(NAN, 0.37, 0.38) == FAST_BAD_OPTION);
    cr_expect(check(NAN, INFINITY, INFINITY) == FAST_BAD_OPTION);
}

Test(options, only_the_listed_choices_exist) {
    for (int choice = 0; choice < 3; choice++) {
        struct integrator_options options = pair_default_options();
        options.jacobian = (enum pair_jacobian)choice;
        options.newton = (enum pair_newton)choice;
        cr_expect(fast_check_options(&options) == FAST_OK, "choice %d", choice);
    }
    struct integrator_options options = pair_default_options();
    options.jacobian = (enum pair_jacobian)3;
    cr_expect(fast_check_options(&options) == FAST_BAD_OPTION);
    options = pair_default_options();
    options.newton = (enum pair_newton)3;
    cr_expect(fast_check_options(&options) == FAST_BAD_OPTION);
}
