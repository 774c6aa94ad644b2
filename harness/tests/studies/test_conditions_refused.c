/* What an integrator refuses is not among what the study of conditions says it has compared; and
 * how often one of others may halve its steps.
 *
 * Seen to fail: refused systems counted with the others; a drive that is refused told as a method
 * that is not stable; steps that may be halved without end.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>

#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/study.h"
#include "harness/studies/conditions/conditions.h"
#include "harness/tests/results_of.h"
#include "problems/model.h"

enum { SYSTEMS = 14 };
static const unsigned long seed = 3;

static const char *say_why(void *self) {
    (void)self;
    return "it is for mechanics alone";
}

static int refuse(void *self, double t, const double *x) {
    (void)self;
    (void)t;
    (void)x;
    return -1;
}

static int start_at_all(void *self, double t, const double *x) {
    (void)self;
    (void)t;
    (void)x;
    return 0;
}

/* Semi-explicit Euler that takes no states besides positions and velocities. */
static int open_choosy(void *context, struct model *m,
                       const struct subject_options *options, struct subject *s,
                       struct diagnostic *d) {
    struct subject_options own = *options;
    (void)context;
    int failed =
        subject_choose(&own, "semi-explicit-euler") != 0 || subject_open(s, m, &own, d);
    if (!failed && m->nz > 0) {
        s->start = refuse;
        s->why = say_why;
    }
    return failed;
}

static int count_taken(void) {
    int taken = 0;
    for (int i = 0; i < SYSTEMS; i++) {
        const struct draw d = draw_make(seed, i, true);
        taken += d.states == 0;
    }
    return taken;
}

/* Of those, which are scaled copies of their plain systems and nothing else. */
static int count_scaled(void) {
    int scaled = 0;
    for (int i = 0; i < SYSTEMS; i++) {
        const struct draw d = draw_make(seed, i, true);
        const bool is_shifted = d.t0 != 0 && !d.forced;
        scaled += d.states == 0 && d.kind != DRAW_COPIES && !is_shifted;
    }
    return scaled;
}

Test(conditions_refused, what_is_refused_is_counted_and_told) {
    const struct subject_options options = subject_default_options();
    const struct study s = {.method = "choosy",
                            .open_subject = open_choosy,
                            .options = &options,
                            .foreign = true,
                            .seed = seed,
                            .systems = SYSTEMS};
    char on[64], refused[64];
    gsl_set_error_handler_off();
    json_t *results = study_results(study_conditions, &s);
    const int taken = count_taken();
    cr_assert(0 < taken && taken < SYSTEMS);
    cr_assert(0 < count_scaled() && count_scaled() < taken);
    snprintf(on, sizeof on, "on %d systems", count_scaled());
    snprintf(refused, sizeof refused, "systems refused: %d (it is for mechanics alone)",
             SYSTEMS - taken);
    const char *scaling = text_in(find_result(results, "double", "scaling"), "reason");
    const char *late = text_in(find_result(results, "double", "late"), "reason");
    cr_expect(strstr(scaling, on) != NULL, "%s, not %s", scaling, on);
    cr_expect(strstr(scaling, refused) != NULL, "%s, not %s", scaling, refused);
    cr_expect(strncmp(late, "the system with a drive is refused", 34) == 0, "%s", late);
}

static int refuse_step(void *self, double h) {
    (void)self;
    (void)h;
    return -1;
}

/* The same, which starts and does not step. */
static int open_halting(void *context, struct model *m,
                        const struct subject_options *options, struct subject *s,
                        struct diagnostic *d) {
    const int failed = open_choosy(context, m, options, s, d);
    if (!failed && m->nz > 0) {
        s->start = start_at_all;
        s->step = refuse_step;
    }
    return failed;
}

/* Seen to fail: late steps were said to fail after step 0. */
Test(conditions_refused, a_first_step_that_fails_is_a_refusal) {
    const struct subject_options options = subject_default_options();
    const struct study s = {.method = "choosy",
                            .open_subject = open_halting,
                            .options = &options,
                            .foreign = true,
                            .seed = seed,
                            .systems = SYSTEMS};
    gsl_set_error_handler_off();
    json_t *late = find_result(study_results(study_conditions, &s), "double", "late");
    const char *reason = text_in(late, "reason");
    cr_expect(strncmp(reason, "the system with a drive is refused", 34) == 0, "%s",
              reason);
    cr_expect_str_neq(text_in(late, "verdict"), "fail");
}

/* Three times, unless the user allows less; our own as the user has it. */
Test(conditions_refused, an_integrator_of_others_may_not_halve_its_steps_without_end) {
    struct subject_options options = subject_default_options();
    struct study s = {.method = "choosy", .options = &options, .foreign = true};
    options.integrator.min_step = 0;
    cr_expect_eq(conditions_options(&s, 0.5).integrator.min_step, 0.0625);
    options.integrator.min_step = 0.1;
    cr_expect_eq(conditions_options(&s, 0.5).integrator.min_step, 0.1);
    s.foreign = false;
    options.integrator.min_step = 0.001;
    cr_expect_eq(conditions_options(&s, 0.5).integrator.min_step, 0.001);
}
