/* Measuring work with a clock that the test owns: work takes exactly what it says.
 *
 * Seen to fail: calibration that takes the longer of two blocks; a reading not taken off; a
 * clock on the wall; a ruler whose multiplications do not wait for each other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <time.h>

#include "harness/base/stopwatch.h"

/* A clock that moves when work says so, and by `reading` at each reading. */
struct clock {
    double now, reading;
};

static double read_clock(void *context) {
    struct clock *c = context;
    c->now += c->reading;
    return c->now;
}

struct labour {
    struct clock *clock;
    double ns, once; /* of a repetition; of the first block, besides */
    long done, most; /* repetitions in all; in one block */
    bool fails;
};

static int labour(void *self, long times) {
    struct labour *l = self;
    l->clock->now += l->ns * (double)times + l->once;
    l->once = 0;
    l->done += times;
    l->most = times > l->most ? times : l->most;
    return l->fails;
}

Test(stopwatch, a_block_takes_what_its_repetitions_take) {
    struct clock clock = {17.5, 0};
    struct labour l = {.clock = &clock, .ns = 37.25};
    const struct stopwatch w = {read_clock, &clock, 0};
    const struct stopwatch_work work = {labour, &l};
    double ns = NAN;
    cr_assert(stopwatch_block(&w, &work, 11, &ns) == 0);
    cr_expect(ns == 11 * 37.25 && l.done == 11, "%g", ns);
}

Test(stopwatch, what_a_reading_takes_is_taken_off) {
    struct clock clock = {17.5, 23};
    struct labour l = {.clock = &clock, .ns = 37.25};
    struct stopwatch w = {read_clock, &clock, 0};
    const struct stopwatch_work work = {labour, &l};
    double ns = NAN;
    w.reading = stopwatch_resolution(&w);
    cr_assert(stopwatch_block(&w, &work, 11, &ns) == 0);
    cr_expect(ns == 11 * 37.25, "%g", ns);
}

/* As long as this process works the clock goes on, and stands while it waits. */
Test(stopwatch, the_machines_clock_counts_the_time_of_this_process) {
    const struct stopwatch w = stopwatch_of_machine();
    const struct timespec nap = {0, 50000000};
    unsigned long ruler = 1;
    double before = w.now(w.context);
    nanosleep(&nap, NULL);
    double asleep = w.now(w.context) - before;
    stopwatch_ruler(&ruler, 1000);
    double awake = w.now(w.context) - before - asleep;
    cr_expect(asleep >= 0 && asleep < 20e6, "%g", asleep);
    cr_expect(awake > 0.1e6 && awake < 1e9, "%g (%lu)", awake, ruler);
}

Test(stopwatch, calibrated_blocks_are_as_long_as_asked_and_not_much_longer) {
    const double costs[] = {0.37, 3.1, 137.7, 1999, 12345.6, 19999, 20001, 1e7};
    for (int i = 0; i < 8; i++) {
        struct clock clock = {0, 23};
        struct labour l = {.clock = &clock, .ns = costs[i]};
        const struct stopwatch w = {read_clock, &clock, 0};
        const struct stopwatch_work work = {labour, &l};
        long times = 0;
        cr_assert(stopwatch_calibrate(&w, &work, 20e3, &times) == 0);
        double block = (double)times * costs[i];
        cr_expect(block + 23 >= 20e3, "%g: %ld", costs[i], times);
        cr_expect(times == 1 || block <= 1.25 * 20e3 + costs[i], "%g: %ld", costs[i],
                  times);
        cr_expect(costs[i] < 20e3 || times == 1);
        cr_expect(l.done <= 8 * times + 100, "%g: %ld for %ld", costs[i], l.done, times);
    }
}

Test(stopwatch, one_interruption_does_not_mislead_calibration) {
    struct clock clock = {0, 23};
    struct labour l = {.clock = &clock, .ns = 5.3, .once = 4e6};
    const struct stopwatch w = {read_clock, &clock, 0};
    const struct stopwatch_work work = {labour, &l};
    long times = 0;
    cr_assert(stopwatch_calibrate(&w, &work, 20e3, &times) == 0);
    cr_expect((double)times * 5.3 + 23 >= 20e3, "%ld", times);
}

/* Work of no time at all, as the clock sees it, must not be repeated for ever: each leap is
 * bounded, and the clock's own reading ends it. */
Test(stopwatch, work_shorter_than_the_clock_can_see_is_calibrated_in_bounded_leaps) {
    struct clock clock = {0, 0};
    struct labour l = {.clock = &clock, .ns = 1e-3};
    const struct stopwatch w = {read_clock, &clock, 0};
    const struct stopwatch_work work = {labour, &l};
    long times = 0;
    cr_assert(stopwatch_calibrate(&w, &work, 20e3, &times) == 0);
    cr_expect((double)times * 1e-3 >= 20e3 && (double)times * 1e-3 <= 1.25 * 20e3);
}

Test(stopwatch, a_clock_that_stands_still_ends_calibration) {
    struct clock clock = {7, 0};
    struct labour l = {.clock = &clock, .ns = 0};
    const struct stopwatch w = {read_clock, &clock, 0};
    const struct stopwatch_work work = {labour, &l};
    long times = 0;
    cr_expect(stopwatch_calibrate(&w, &work, 20e3, &times) == 0 && times > 1000000);
}

Test(stopwatch, work_that_fails_is_told) {
    struct clock clock = {0, 23};
    struct labour l = {.clock = &clock, .ns = 5.3, .fails = true};
    const struct stopwatch w = {read_clock, &clock, 0};
    const struct stopwatch_work work = {labour, &l};
    long times = 0;
    double ns;
    cr_expect(stopwatch_calibrate(&w, &work, 20e3, &times) != 0);
    cr_expect(stopwatch_block(&w, &work, 3, &ns) != 0);
    cr_expect(l.done <= 5, "%ld", l.done);
}

Test(stopwatch, resolution_is_the_time_between_two_readings) {
    struct clock clock = {5, 23};
    const struct stopwatch w = {read_clock, &clock, 0};
    cr_expect(stopwatch_resolution(&w) == 23);
}

Test(stopwatch, the_machines_clock_goes_forward_in_nanoseconds) {
    const struct stopwatch w = stopwatch_of_machine();
    double before = w.now(w.context), resolution = stopwatch_resolution(&w);
    cr_expect(w.now(w.context) >= before);
    cr_expect(resolution >= 0 && resolution < 1e6, "%g", resolution);
}

/* x^(2^64 exponent) by squaring, modulo 2^64. */
static unsigned long power(unsigned long base, unsigned long exponent) {
    unsigned long result = 1;
    for (; exponent > 0; exponent /= 2, base *= base)
        if (exponent % 2 == 1)
            result *= base;
    return result;
}

Test(stopwatch, the_ruler_multiplies_as_often_as_it_says) {
    unsigned long once = 1, thrice = 1;
    stopwatch_ruler(&once, 1);
    stopwatch_ruler(&thrice, 3);
    cr_expect(once != 1 && thrice == once * once * once);
    cr_expect(once == power(6364136223846793005u, STOPWATCH_RULER));
}
