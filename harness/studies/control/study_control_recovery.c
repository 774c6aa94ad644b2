/* Whether a step after shorter ones is the step of a new start.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/control/study_control.h"

#include <math.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/studies/common/study_traits.h"
#include "problems/base/status.h"

/* Short steps, and the long one after them, which may be off by this part. */
static const double short_step = 1.0 / 4096, long_step = 1, same = 1e-6;
enum { SHORT_STEPS = 24, ENTRIES = 4 };
static const double tight = 1e-10;

/* The state after short steps and a long one; fresh: the integrator starts anew before the
 * last. Nonzero: a step fails. */
static int make_steps(const struct study *s, bool fresh, double *end,
                      struct diagnostic *d) {
    double t, x[ENTRIES];
    struct subject subject;
    if (initial_in_double(s->model, &t, x, d) ||
        study_control_open(&subject, s, tight, true, d))
        return -1;
    int failed = subject.start(subject.self, t, x);
    for (int i = 0; i < SHORT_STEPS && !failed; i++)
        failed = subject.step(subject.self, short_step);
    if (!failed && fresh) {
        memcpy(x, subject.state(subject.self), sizeof x);
        failed = subject.start(subject.self, subject.time(subject.self), x);
    }
    failed = failed || subject.step(subject.self, long_step);
    if (failed)
        message_set(d, "%s", subject.why(subject.self));
    else
        memcpy(end, subject.state(subject.self), ENTRIES * sizeof *end);
    subject.free(subject.self);
    return failed;
}

static double find_largest(const double *x, int n) {
    double largest = 0;
    for (int i = 0; i < n; i++)
        largest = fmax(largest, fabs(x[i]));
    return largest;
}

static double find_difference(const double *a, const double *b) {
    double apart[ENTRIES];
    for (int i = 0; i < ENTRIES; i++)
        apart[i] = a[i] - b[i];
    return find_largest(apart, ENTRIES) / find_largest(b, ENTRIES);
}

/* What goes on from earlier steps need not make the same long step after short ones, nor any. */
static void excuse(struct result *r, struct diagnostic *why) {
    const struct diagnostic said = *why;
    r->required = false;
    r->verdict = VERDICT_NOT_ASYMPTOTIC;
    if (said.text[0] != '\0')
        message_set(why, "it remembers earlier steps, after which the long one fails: %s",
                    said.text);
    else
        message_set(why,
                    "it remembers earlier steps, so that the two need not be the same");
}

/* It remembers by no law that is known, and nobody has said that it is to. */
static void advise(struct diagnostic *why, const char *advice) {
    const struct diagnostic said = *why;
    message_set(why, "%s%s%s", said.text, said.text[0] != '\0' ? "; " : "", advice);
}

int study_control_recovery(const struct study *s, struct results *results,
                           struct diagnostic *d) {
    struct result r = result_begin(s->model, "control", "double", "recovery");
    double fresh[ENTRIES], kept[ENTRIES];
    struct diagnostic why = {""}, ignored;
    r.grade = "none";
    r.tolerance = same;
    r.required = make_steps(s, true, fresh, &ignored) == 0;
    if (!r.required) {
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
        message_set(&why, "it fails after a new start, too");
    } else if (make_steps(s, false, kept, &why) == 0) {
        r.value = find_difference(kept, fresh);
        r.verdict = verdict_at_most(r.value, same);
    }
    if (r.verdict == VERDICT_FAIL && study_traits(s).may_remember)
        excuse(&r, &why);
    else if (r.verdict == VERDICT_FAIL && study_traits(s).advice_on_memory[0] != '\0')
        advise(&why, study_traits(s).advice_on_memory);
    if (result_append(
            results, s, &r,
            "the relative difference of a step after shorter ones from the same "
            "step after a new start%s%s",
            why.text[0] != '\0' ? "; " : "", why.text))
        return message_set(d, "out of memory");
    return 0;
}

int study_control_open(struct subject *subject, const struct study *s, double accuracy,
                       bool fixed, struct diagnostic *d) {
    struct subject_options options = study_method_options(s);
    options.integrator.accuracy = accuracy;
    options.integrator.fixed_step = fixed;
    options.integrator.max_step = fixed ? NAN : 1;
    return s->open_subject(s->context, s->model, &options, subject, d);
}
