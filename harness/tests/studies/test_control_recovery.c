/* A long step after short ones, of an integrator that can make it after a new start alone: a
 * fault, but of one that goes on from earlier steps.
 *
 * Seen to fail: a failed step that no memory excuses, one excused for all, one without advice.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/studies/control/study_control.h"
#include "harness/tests/fingerprint_of.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/results_of.h"
#include "problems/model.h"

static struct subject own;
static double longest; /* since the start */

static int start(void *self, double t, const double *x) {
    longest = 0;
    return own.start(self, t, x);
}

/* A step may be ten times as long as the longest so far. */
static int step(void *self, double h) {
    if (longest > 0 && h > 10 * longest)
        return -1;
    longest = h > longest ? h : longest;
    return own.step(self, h);
}

static const char *say_why(void *self) {
    (void)self;
    return "the step grows too fast";
}

static int open_bound(void *context, struct model *m,
                      const struct subject_options *options, struct subject *s,
                      struct diagnostic *d) {
    struct subject_options choice = *options;
    (void)context;
    if (subject_choose(&choice, "explicit-euler") || subject_open(s, m, &choice, d))
        return -1;
    own = *s;
    s->start = start;
    s->step = step;
    s->why = say_why;
    return 0;
}

static void expect(bool remembers, const char *verdict, const char *part) {
    struct model *m = catalogue_model("henon_heiles");
    const struct subject_options options = subject_default_options();
    const struct study s = {.model = m,
                            .method = "it",
                            .foreign = true,
                            .declared_memory = remembers,
                            .options = &options,
                            .open_subject = open_bound};
    json_t *results = study_results(study_control_recovery, &s);
    const json_t *r = find_result(results, "double", "recovery");
    cr_expect_str_eq(text_in(r, "verdict"), verdict);
    cr_expect(json_is_true(json_object_get(r, "required")) != remembers);
    cr_expect(strstr(text_in(r, "reason"), part) != NULL, "%s", text_in(r, "reason"));
    model_free(m);
}

Test(control_recovery, a_long_step_that_fails_after_short_ones_is_excused_by_memory) {
    expect(true, "not-asymptotic",
           "it remembers earlier steps, after which the long one fails: the step grows");
    expect(false, "fail", "; the step grows too fast");
}

static void expect_advice(json_t *fingerprint) {
    struct model *m = catalogue_model("henon_heiles");
    const struct subject_options options = subject_default_options();
    const struct study s = {.model = m,
                            .method = "it",
                            .foreign = true,
                            .fingerprint = fingerprint_of_json(fingerprint),
                            .options = &options,
                            .open_subject = open_bound};
    json_t *results = study_results(study_control_recovery, &s);
    const json_t *r = find_result(results, "double", "recovery");
    cr_expect_str_eq(text_in(r, "verdict"), "fail");
    cr_expect(strstr(text_in(r, "reason"),
                     "the step grows too fast; it remembers earlier steps: if it is "
                     "meant to, declare \"memory\": true (gate --expect)") != NULL,
              "%s", text_in(r, "reason"));
}

/* As a fingerprint tells a memory of no known law, and one that only trees of many nodes show. */
Test(control_recovery, what_remembers_by_no_known_law_is_told_what_to_declare) {
    expect_advice(
        json_pack("{s:s, s:{s:i}}", "verdict", "fail", "convergence", "first_order", 1));
    expect_advice(json_pack("{s:s, s:b}", "verdict", "pass", "memory", true));
}
