/* What faithful mode, and default mode where impacts are not located, may have passed through is
 * told, and decides nothing.
 *
 * Seen to fail: nothing counted; contacts that are inside at the end passed over, though they
 * leave already; counted where the way only comes near; discarded attempts counted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/tests/contact_bodies.h"
#include "fast/tests/random.h"
#include "fast/tests/contact/scenery.h"

static const struct scenery one_peg = {.peg = {{0, 0}, {1e3, 0}, {0, 1e3}},
                                       .radius = 0.2};
static const double bouncing = 1;

static struct integrator_options faithful(double h) {
    struct integrator_options options = contact_faithful_options(h);
    options.accepts_unverified = true;
    return options;
}

static struct integrator_options unlocated(double h) {
    struct integrator_options options = contact_default_options();
    options.fixed_step = true, options.step = h;
    options.locates_impacts = false;
    return options;
}

static contact_stepper *begin(struct scenery *s, const struct integrator_options *options,
                              const double *x) {
    const struct integrator_system system = scenery_system(s, &bouncing);
    contact_stepper *c;
    cr_assert_eq(contact_alloc(&c, &system, options), FAST_OK);
    cr_assert_eq(contact_start(c, 0, x), FAST_OK);
    return c;
}

/* How often a step of h from x may have passed through; a faithful one goes straight on. */
static long pass(struct scenery *s, const struct integrator_options *options, double h,
                 const double *x) {
    contact_stepper *c = begin(s, options, x);
    cr_assert_eq(contact_step(c, h), FAST_OK);
    const long crossings = contact_statistics(c)->crossings_unexcluded;
    const struct contact_crossing first = contact_first_crossing(c);
    cr_expect_eq(first.contact, crossings > 0 ? 0 : -1);
    cr_expect(crossings > 0 ? first.t == 0 : isnan(first.t));
    const double *x1 = contact_state(c);
    for (int i = 0; i < 2 && options->mode == FAST_FAITHFUL; i++)
        cr_expect(x1[i] == x[i] + h * x[2 + i] && x1[2 + i] == x[2 + i]);
    return crossings;
}

Test(contact_watch, what_is_passed_through_in_a_step_is_told) {
    struct scenery s = one_peg;
    const double h = 0.02;
    const struct integrator_options options[] = {faithful(h), unlocated(h)};
    for (int k = 0; k < 2; k++) {
        const double through[4] = {-1.73, 0, 173, 0}, away[4] = {-1.73, 0, -173, 0},
                     beside[4] = {-1.73, 0.21, 173, 0}, into[4] = {-3.61, 0, 173, 0},
                     past[4] = {-3.36, 0, 173, 0};
        cr_expect_eq(pass(&s, &options[k], h, through), 1);
        cr_expect_eq(pass(&s, &options[k], h, away), 0);
        cr_expect_eq(pass(&s, &options[k], h, beside), 0);
        cr_expect_eq(pass(&s, &options[k], h, into), 0, "the next step meets it");
        cr_expect_eq(pass(&s, &options[k], h, past), 1, "it leaves already");
    }
}

Test(contact_watch, the_verdict_of_the_solves_is_kept_in_faithful_mode_only) {
    struct scenery s = one_peg;
    const double h = 0.02, through[4] = {-1.73, 0, 173, 0};
    const struct integrator_options options[] = {faithful(h), unlocated(h)};
    for (int k = 0; k < 2; k++) {
        contact_stepper *c = begin(&s, &options[k], through);
        cr_assert_eq(contact_step(c, h), FAST_OK);
        cr_expect_eq(contact_run_verdict(c),
                     k == 0 ? CONTACT_TIGHT : CONTACT_NOT_VERIFIED);
        cr_expect_eq(contact_statistics(c)->steps_unverified, k);
    }
}

Test(contact_watch, where_what_is_unverified_fails_the_contact_is_named) {
    struct scenery s = one_peg;
    const double h = 0.02, far[4] = {-1.73 - 2 * 3.46, 0, 173, 0};
    struct integrator_options options[] = {faithful(h), unlocated(h)};
    for (int k = 0; k < 2; k++) {
        options[k].accepts_unverified = false;
        contact_stepper *c = begin(&s, &options[k], far);
        cr_expect_eq(contact_run(c, 1), FAST_UNEXCLUDED);
        cr_expect_eq(contact_failed(c), 0);
        cr_expect_float_eq(contact_time(c), 2 * h, 1e-15);
        cr_expect_eq(contact_statistics(c)->crossings_unexcluded, 0);
    }
}

/* Faithful mode meets what is within 1e-3. */
Test(contact_watch,
     faithful_steps_past_pegs_are_told_where_they_meet_one_and_only_there) {
    struct random random = random_open();
    int told = 0;
    for (int k = 0; k < 3000; k++) {
        struct scenery s = {.radius = pow(10, random_between(&random, -2, -0.5))};
        const double h = pow(10, random_between(&random, -4, 0));
        const double way = pow(10, random_between(&random, 0, 2));
        double x[4] = {0, 0, way / h, 0};
        for (int i = 0; i < pegs; i++) {
            s.peg[i][0] = way * random_between(&random, 0.35, 0.9);
            s.peg[i][1] = random_between(&random, -2, 2) * s.radius;
        }
        const double end[2] = {way, 0};
        double slope[2];
        const bool is_open =
            scenery_gap(&s, x, slope) > 2e-3 && scenery_gap(&s, end, slope) > 2e-3;
        struct scenery smaller = s, larger = s;
        smaller.radius -= 2e-3, larger.radius += 2e-3;
        const struct integrator_options options = faithful(h);
        const long crossings = is_open ? pass(&s, &options, h, x) : 0;
        told += crossings > 0;
        cr_expect(!is_open || isnan(scenery_meet_pegs(&smaller, x, h)) || crossings == 1,
                  "seed %llu, %d: not told", (unsigned long long)random.seed, k);
        cr_expect(!is_open || !isnan(scenery_meet_pegs(&larger, x, h)) || crossings == 0,
                  "seed %llu, %d: told", (unsigned long long)random.seed, k);
    }
    cr_expect(told > 1000, "%d", told);
}

/* Three balls in a row and one round: the last pair still approaches, once; error control tries
 * the same impact in the whole step and in its first half. */
Test(contact_watch, rounds_that_run_out_are_counted_in_steps_that_are_taken) {
    struct sliders cradle = {.n = 3, .mass = {1, 1, 1}, .width = 1};
    struct integrator_system system = sliders_system(&cradle);
    set_contact_laws(&system, 1, 0, 0);
    struct integrator_options options = contact_default_options();
    options.induced = CONTACT_SEQUENTIAL;
    options.max_induced = 1;
    const double x[6] = {0, 1, 2, 1, 0, 0};
    contact_stepper *c;
    cr_assert_eq(contact_alloc(&c, &system, &options), FAST_OK);
    cr_assert_eq(contact_start(c, 0, x), FAST_OK);
    cr_assert_eq(contact_advance(c, 0.01, 1), FAST_OK);
    cr_expect(contact_statistics(c)->impacts >= 2);
    cr_expect_eq(contact_statistics(c)->rounds_exhausted, 1);
}
