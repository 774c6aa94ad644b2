/* The step-size controller, rule by rule.
 *
 * Seen to fail: each constant changed; no square root; throwing unasked; the flag of the
 * minimum not set, not cleared; no maximum; a
 * step of the same size told as a longer one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/replay/replay_internal.h"
#include "ref/tests/testing.h"

#include <criterion/criterion.h>
#include <math.h>

enum { BITS = 53 };

static const char text[] = "state z = 0\nz' = 1\n";

struct row {
    double h, error;           /* accuracy 0.01, minimum 1e-3, maximum 2 */
    bool at_minimum, accepted; /* before; expected */
    double adjusted;
    bool at_minimum_after;
};

static const struct row table[] = {
    {0.1, 0.01, false, true, 0.1, false},         /* 0.09 proposed, accepted: kept */
    {0.1, 0.0025, false, true, 0.18, false},      /* 0.9 (0.01/0.0025)^(1/2) */
    {0.1, 0.0057, false, true, 0.1, false},       /* 1.192 h: not worth it */
    {0.1, 0.0056, false, true, 0.1202676, false}, /* 1.2027 h */
    {0.1, 0.04, false, false, 0.045, false},      /* 0.9/2 */
    {0.1, 0.010001, false, false, 0.0899955, false},
    {0.1, 1e3, false, false, 0.01, false}, /* no less than a tenth */
    {0.1, 1e-9, false, true, 0.5, false},  /* no more than five times */
    {0.1, 0, false, true, 0.5, false},
    {0.1, 0, true, true, 0.5, false},
    {1, 0, false, true, 2, false}, /* the maximum */
    {2.5, 0, false, false, 2, false},
    {0.1, NAN, false, false, 0.01, false},
    {0.1, NAN, true, false, 0.01, true},
    {1e-3, INFINITY, true, false, 1e-4, true}, /* not even the minimum is looked at */
    {1e-3, 1, true, true, 1e-3, true},         /* at the minimum all is accepted */
    {2e-3, 1, false, false, 1e-3, true},       /* the minimum is tried */
};

static void keep(void *context, const struct ref_decision *decision) {
    *(struct ref_decision *)context = *decision;
}

static void check(ref_replay *r, const struct row *row, size_t number) {
    struct ref_decision told;
    bool at_minimum = row->at_minimum, accepted;
    mpfr_set_d(r->attempted, row->h, MPFR_RNDN);
    mpfr_set_d(r->error, row->error, MPFR_RNDN);
    mpfr_set_d(r->new_time, row->h, MPFR_RNDN);
    ref_replay_listen(r, keep, &told);
    enum ref_status status = ref_replay_adjust(r, &at_minimum, &accepted);
    double adjusted = mpfr_get_d(r->adjusted, MPFR_RNDN);
    cr_expect(status == REF_OK, "%zu: %s", number, ref_status_text(status));
    cr_expect(accepted == row->accepted, "%zu", number);
    cr_expect(at_minimum == row->at_minimum_after, "%zu", number);
    cr_expect(told.kind == REF_DECISION_STEP &&
                  told.outcome == (adjusted > row->h) - (adjusted < row->h) &&
                  told.value == adjusted && told.limit == row->h,
              "%zu", number);
    cr_expect(isfinite(adjusted) && fabs(adjusted / row->adjusted - 1) < 1e-5, "%zu: %g",
              number, adjusted);
}

static ref_replay *begin(struct model **m, bool throws) {
    struct ref_replay_options options = ref_replay_default_options();
    options.accuracy = 0.01;
    options.max_step = 2;
    options.min_step = 1e-3;
    options.throw_on_min_step = throws;
    *m = testing_model(text);
    return testing_replay(*m, &options, BITS);
}

Test(replay_control, follows_its_rules) {
    struct model *m;
    ref_replay *r = begin(&m, false);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        check(r, &table[i], i);
}

Test(replay_control, reports_a_step_that_would_be_too_short) {
    struct model *m;
    ref_replay *r = begin(&m, true);
    bool at_minimum = false, accepted = true;
    mpfr_set_d(r->attempted, 2e-3, MPFR_RNDN);
    mpfr_set_d(r->error, 1, MPFR_RNDN);
    cr_expect(ref_replay_adjust(r, &at_minimum, &accepted) == REF_BELOW_MIN_STEP);
    mpfr_set_d(r->error, 0.011, MPFR_RNDN); /* 1.7e-3 would do */
    cr_expect(ref_replay_adjust(r, &at_minimum, &accepted) == REF_OK);
    cr_expect(!accepted);
    mpfr_set_d(r->attempted, 1e-2, MPFR_RNDN); /* a tenth is the minimum itself */
    mpfr_set_d(r->error, 1e3, MPFR_RNDN);
    cr_expect(ref_replay_adjust(r, &at_minimum, &accepted) == REF_OK);
    cr_expect(!accepted && at_minimum);
}

/* max(1e-14, 1e-14 |t|, 1e-3 as given). */
Test(replay_control, has_a_minimum_that_grows_with_time) {
    static const double t[] = {0, 0.5, 37, -37, 1e10, 1e12};
    static const double given[] = {1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-2};
    struct model *m = testing_model(text);
    for (int k = 0; k < 2; k++) {
        struct ref_replay_options options = ref_replay_default_options();
        options.min_step = k == 0 ? 0 : 1e-3;
        ref_replay *r = testing_replay(m, &options, BITS);
        for (int i = 0; i < 6; i++) {
            mpfr_set_d(r->attempted, t[i], MPFR_RNDN);
            ref_replay_find_minimum(r, r->attempted);
            double expected = k == 0 ? 1e-14 * fmax(1, fabs(t[i])) : given[i];
            double minimum = mpfr_get_d(r->minimum, MPFR_RNDN);
            cr_expect(isfinite(minimum) && fabs(minimum / expected - 1) < 1e-15, "%d", i);
        }
    }
}

Test(replay_control, gives_up_on_an_error_that_is_no_number_at_any_step) {
    struct model *m;
    ref_replay *r = begin(&m, false);
    bool at_minimum = false, accepted = true;
    mpfr_set_d(r->attempted, 1, MPFR_RNDN);
    mpfr_set_nan(r->error);
    int steps = 0;
    while (ref_replay_adjust(r, &at_minimum, &accepted) == REF_OK && steps < 100) {
        mpfr_set(r->attempted, r->adjusted, MPFR_RNDN);
        steps++;
    }
    cr_expect(steps == 15, "%d", steps);
}

/* z' = 4 z up to z = 1.03. Steps below the minimum are explicit: the first half of 0.025 leads
 * beyond the wall. The numbers are Drake's: such a result is rejected, and a tenth is tried. Seen
 * to fail: refused at once. */
Test(replay_control, rejects_a_result_that_is_not_finite) {
    static const double states[] = {1.010025, 1.0201505006249998, 1.0303775093937655};
    struct ref_replay_options options = ref_replay_default_options();
    options.accuracy = 0.01;
    options.initial_step = options.min_step = 0.03;
    options.throw_on_min_step = false;
    struct model *m =
        testing_model("state z = 1\nz' = 4*z + (abs(sqrt(1.03 - z)) - sqrt(1.03 - z))\n");
    ref_replay *r = testing_replay(m, &options, BITS);
    enum ref_stop stop;
    mpfr_t end, never;
    mpfr_inits2(BITS, end, never, (mpfr_ptr)NULL);
    mpfr_set_inf(never, 1);
    for (int i = 0; i < 3; i++) {
        mpfr_add_d(end, ref_replay_time(r), 0.025, MPFR_RNDN);
        cr_assert(ref_replay_advance(r, never, never, end, &stop) == REF_OK);
        cr_expect(mpfr_get_d(ref_replay_state(r)[0], MPFR_RNDN) == states[i], "%d", i);
        cr_expect_eq(ref_replay_statistics(r).shrink_error_control, i + 1);
    }
}
