/* How far an iteration is, and what is remembered of rates. Seen to fail: no renewal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/pair/default/default_mode.h"

/* A geometric series of updates sums up to what remains. */
Test(convergence_rate, the_remaining_distance_is_the_sum_of_updates_to_come) {
    static const double rates[] = {0, 0.03, 0.37, 0.9};
    for (int k = 0; k < 4; k++) {
        double sum = 0, update = 1.7;
        for (int i = 0; i < 2000; i++)
            sum += update *= rates[k];
        cr_expect(fabs(fast_remaining_distance(rates[k], 1.7) - sum) < 1e-12, "%g",
                  rates[k]);
    }
    cr_expect(isinf(fast_remaining_distance(1, 1e-9)));
    cr_expect(isinf(fast_remaining_distance(1.4, 1e-9)));
    cr_expect(isinf(fast_remaining_distance(NAN, 1e-9)));
}

Test(convergence_rate, rates_grow_with_the_step_and_do_not_shrink_with_it) {
    struct fast_default default_mode = {
        .half_rate = 0.02, .whole_rate = 0.03, .rates_h = 0.1};
    fast_adapt_rates(&default_mode, 0.15);
    cr_expect(fabs(default_mode.half_rate - 0.03) < 1e-15 &&
              fabs(default_mode.whole_rate - 0.045) < 1e-15);
    fast_adapt_rates(&default_mode, 0.05);
    cr_expect(fabs(default_mode.half_rate - 0.03) < 1e-15 &&
              fabs(default_mode.rates_h - 0.05) < 1e-15);
}

Test(convergence_rate, rates_are_unknown_in_every_eighth_step_and_after_failures) {
    struct fast_default default_mode = {.rates_h = 0.1};
    int unknown = 0;
    for (int step = 0; step < 80; step++) {
        fast_adapt_rates(&default_mode, 0.1);
        unknown += default_mode.half_rate >= 1 && default_mode.whole_rate >= 1;
        default_mode.half_rate = default_mode.whole_rate = 0.02; /* measured */
    }
    cr_expect(unknown == 10, "%d", unknown);
    fast_doubt_rates(&default_mode);
    cr_expect(default_mode.half_rate >= 1 && default_mode.whole_rate >= 1);
    fast_forget_rates(&default_mode);
    cr_expect(default_mode.half_rate < 1 && default_mode.whole_rate >= 1);
}

/* Seen to fail: a start that keeps the size of the last run's steps. */
Test(convergence_rate, a_start_forgets_the_steps_before_it) {
    struct fast_default default_mode = {.rates_h = 0.01}, begun;
    fast_begin_rates(&default_mode);
    begun = default_mode;
    fast_adapt_rates(&default_mode, 0.3);
    cr_expect(default_mode.half_rate == begun.half_rate &&
              default_mode.whole_rate == begun.whole_rate);
}
