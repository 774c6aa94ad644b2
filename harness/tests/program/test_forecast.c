/* How long work will take.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/program/run/forecast.h"

TestSuite(forecast);

/* A machine that is three times as slow as the one that the costs are of, half of whose work is done. */
Test(forecast, a_slow_machine_is_noticed) {
    struct forecast f = {0};
    for (int i = 0; i < 200; i++)
        forecast_add(&f, i % 2, 50);
    cr_expect(fabs(forecast_left(&f) - 10000) < 1e-6);
    for (int i = 0; i < 100; i++)
        forecast_end(&f, i % 2, 50, true, 150);
    cr_expect(fabs(forecast_left(&f) - 15000) < 500, "%g", forecast_left(&f));
    cr_expect(fabs(forecast_of(&f, 2, 1000) - 3000) < 100,
              "a kind of which none has ended");
}

/* Jobs of one kind take five times as long as expected, those of the other as long. */
Test(forecast, each_kind_has_a_rate_of_its_own) {
    struct forecast f = {0};
    for (int i = 0; i < 40; i++)
        forecast_add(&f, i % 2, 100);
    for (int i = 0; i < 20; i++)
        forecast_end(&f, i % 2, 100, true, i % 2 == 0 ? 500 : 100);
    cr_expect(fabs(forecast_left(&f) - 6000) < 600, "%g", forecast_left(&f));
}

/* A thousand times as long as expected: the others are not thought to be like it. */
Test(forecast, one_that_takes_far_longer_tells_little) {
    struct forecast f = {0};
    for (int i = 0; i < 100; i++)
        forecast_add(&f, 0, 20);
    for (int i = 0; i < 20; i++)
        forecast_end(&f, 0, 20, true, i == 0 ? 20000 : 20);
    cr_expect(forecast_left(&f) < 2 * 1600, "%g", forecast_left(&f));
}

/* What had ended before the work began on another day is only done. */
Test(forecast, what_does_not_count_is_done_all_the_same) {
    struct forecast f = {0};
    forecast_add(&f, 3, 70);
    forecast_add(&f, 3, 30);
    forecast_end(&f, 3, 70, false, 7000);
    cr_expect(fabs(forecast_left(&f) - 30) < 1e-9);
}
