/* A second opinion about a truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "harness/base/stopwatch.h"
#include "harness/tests/truth/truths.h"
#include "harness/truth/truth_opinion.h"

/* A truth whose states are moved away by some of their radii. */
static struct truth_opinion opinion_of(const char *text, double radii_off) {
    struct truth_case c = truth_case_of(text, 30);
    struct truth_record r = truth_case_solve(&c);
    struct truth_clock clock = truth_clock_start(stopwatch_seconds, 0, 0);
    mpfr_t off;
    cr_assert(r.status == REF_OK);
    mpfr_init2(off, 100);
    mpfr_mul_d(off, r.truth->component[r.truth->nx], radii_off, MPFR_RNDN);
    mpfr_add(r.truth->state[r.truth->nx], r.truth->state[r.truth->nx], off, MPFR_RNDN);
    return truth_opinion(r.truth, c.model, EVAL_EXACT_CONSTANTS, &clock);
}

Test(truth_opinion, a_ball_that_holds_the_solution_is_confirmed) {
    static const double off[] = {0, 0.9, -0.9};
    for (size_t i = 0; i < 3; i++) {
        struct truth_opinion opinion = opinion_of(truth_swing, off[i]);
        cr_expect(opinion.is_had && opinion.inside, "%g", off[i]);
        cr_expect(!truth_opinion_contradicts(&opinion));
        cr_expect(opinion.digits_agreeing >= 29);
    }
}

Test(truth_opinion, a_ball_that_does_not_is_contradicted) {
    static const double off[] = {1.1, -1.1, 1e3, 1e25};
    for (size_t i = 0; i < 4; i++) {
        struct truth_opinion opinion = opinion_of(truth_swing, off[i]);
        cr_expect(opinion.is_had && !opinion.inside, "%g", off[i]);
        cr_expect(truth_opinion_contradicts(&opinion));
    }
}

/* What a run without a proof makes of a pulse of area 1.77 at 0.7 that it steps over: another
 * state; no solution beyond t = 1. Seen to fail where the run with a proof is not asked for. */
Test(truth_opinion, what_a_run_steps_over_is_no_contradiction) {
    static const char *const models[] = {
        "state z = 0.3\nz' = 1e6*exp(-1e12*(t - 0.7)^2) - z\n",
        "state z = 0, y = 1\nz' = 1e6*exp(-1e12*(t - 0.7)^2)\ny' = sqrt(1 - t + z)\n"};
    for (size_t i = 0; i < 2; i++) {
        struct truth_case c = truth_case_of(models[i], 12);
        struct truth_record r = truth_case_solve(&c);
        struct truth_clock clock = truth_clock_start(stopwatch_seconds, 0, 0);
        cr_assert(r.status == REF_OK, "%zu: %s", i, ref_status_text(r.status));
        struct truth_opinion opinion =
            truth_opinion(r.truth, c.model, EVAL_EXACT_CONSTANTS, &clock);
        struct truth_opinion again = truth_opinion_in_bits(
            r.truth, c.model, EVAL_EXACT_CONSTANTS, &clock, opinion.bits);
        cr_expect(opinion.is_had && opinion.inside, "%zu: %s", i, opinion.why);
        cr_expect(record_equal(&truth_opinion_record, &opinion, &again), "%zu", i);
    }
}

Test(truth_opinion, where_taylor_does_not_get_there_is_none) {
    struct truth_case c = truth_case_of(truth_decay, 30),
                      pole = truth_case_of(truth_pole, 30);
    struct truth_record r = truth_case_solve(&c);
    struct truth_clock clock = truth_clock_start(stopwatch_seconds, 0, 0);
    struct truth_opinion opinion =
        truth_opinion(r.truth, pole.model, EVAL_EXACT_CONSTANTS, &clock);
    cr_expect(opinion.is_there && !opinion.is_had && opinion.why[0] != '\0');
    cr_expect(!truth_opinion_contradicts(&opinion));
    clock = truth_clock_start(stopwatch_seconds, 1e-9, 0);
    opinion = truth_opinion(r.truth, c.model, EVAL_EXACT_CONSTANTS, &clock);
    cr_expect(!opinion.is_had, "out of time");
}
