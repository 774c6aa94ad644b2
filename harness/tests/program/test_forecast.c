/* How long work will take.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/program/run/forecast.h"

TestSuite(forecast);

static void end(struct forecast *f, int kind, double cost, double processor,
                double clock) {
    const struct forecast_time took = {processor, clock};
    forecast_end(f, kind, cost, &took);
}

/* One job of 20 ms has ended, for which a processor was there a sixth of the time. */
Test(forecast, a_machine_that_others_use_is_noticed_at_once) {
    struct forecast f = {0};
    forecast_add(&f, 0, 20);
    forecast_add(&f, 1, 50000);
    end(&f, 0, 20, 20, 120);
    cr_expect(forecast_left(&f) > 200000 && forecast_left(&f) < 300000, "%g",
              forecast_left(&f));
}

/* All costs three times as much as expected, half of it is done. */
Test(forecast, a_slow_processor_is_noticed) {
    struct forecast f = {0};
    for (int i = 0; i < 200; i++)
        forecast_add(&f, i % 2, 50);
    cr_expect(fabs(forecast_left(&f) - 10000) < 1e-6);
    for (int i = 0; i < 100; i++)
        end(&f, i % 2, 50, 150, 150);
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
        end(&f, i % 2, 100, i % 2 == 0 ? 500 : 100, i % 2 == 0 ? 500 : 100);
    cr_expect(fabs(forecast_left(&f) - 6000) < 600, "%g", forecast_left(&f));
}

/* A thousand times as long as expected: the others are not thought to be like it. */
Test(forecast, one_that_takes_far_longer_tells_little) {
    struct forecast f = {0};
    for (int i = 0; i < 100; i++)
        forecast_add(&f, 0, 20);
    for (int i = 0; i < 20; i++)
        end(&f, 0, 20, i == 0 ? 20000 : 20, i == 0 ? 20000 : 20);
    cr_expect(forecast_left(&f) < 2 * 1600, "%g", forecast_left(&f));
}

/* What had ended before the work began on another day is only done. */
Test(forecast, what_does_not_count_is_done_all_the_same) {
    struct forecast f = {0};
    forecast_add(&f, 3, 70);
    forecast_add(&f, 3, 30);
    forecast_end(&f, 3, 70, NULL);
    cr_expect(fabs(forecast_left(&f) - 30) < 1e-9);
}
