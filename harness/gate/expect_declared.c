/* What the fingerprint shows of the declared properties of an integrator.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "harness/fingerprint/fingerprint_record.h"
#include "harness/fingerprint/laws/law.h"
#include "harness/gate/expect.h"
#include "harness/results/result.h"
#include "problems/base/status.h"

/* What a result of the fingerprint study is about, and what it found. */
struct shown {
    const char *method, *mode; /* the integrator's name and mode in results */
    const struct fingerprint *fingerprint;
    struct results *results;
};

static struct result finding(const struct shown *s, const char *quantity, bool passes) {
    struct result r = result_of_failure("declared", "fingerprint", s->method);
    r.mode = s->mode;
    r.quantity = quantity;
    r.verdict = passes ? VERDICT_PASS : VERDICT_FAIL;
    return r;
}

/* Several known methods may have the same weights: one that was compared and agrees will do. */
static void judge_method(const struct shown *s, const char *declared) {
    const char *found = s->fingerprint->method, *diagnosis = s->fingerprint->diagnosis;
    const bool is_expected = strcmp(s->fingerprint->expected, declared) == 0 &&
                             fingerprint_passes(s->fingerprint);
    struct result r =
        finding(s, "declared-method",
                is_expected || strcmp(found, declared) == 0 || law_same(declared, found));
    results_add(s->results, &r, "declared %s, the fingerprint is that of %s%s%s",
                declared, found[0] != '\0' ? found : "no known method without fault",
                diagnosis[0] != '\0' ? ": " : "", diagnosis);
}

/* What the order is besides: splittings have a higher one on some models, which is no order of
 * theirs in general, and which books give them. */
static void tell_separable(char *text, size_t size, const struct fingerprint *f,
                           bool is_declared) {
    text[0] = '\0';
    if (f->convergence.separable > 0)
        snprintf(text, size, ", and %ld%s only where q' = v and v' = f(t,q)%s",
                 f->convergence.separable,
                 fingerprint_is_beyond_trees(f, f->convergence.separable) ? " or more"
                                                                          : "",
                 is_declared ? ": as of a splitting, or of a Nystrom method for q'' = "
                               "f(t,q); of another method this is a fault"
                             : "");
}

/* An order, which may be known as a lower bound only. */
static void judge_order(const struct shown *s, const char *quantity, bool is_known,
                        long found, bool is_bound, int declared, bool is_estimate) {
    struct result r = finding(
        s, quantity, is_known && (found == declared || (found < declared && is_bound)));
    const bool is_separable = !is_estimate && r.verdict == VERDICT_FAIL &&
                              fingerprint_may_have_separably(s->fingerprint, declared);
    if (is_separable) {
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
        r.required = false;
    }
    if (is_known) {
        r.value = r.low = r.high = (double)found;
        r.expected = declared;
        r.tolerance = 0;
        char separable[192] = "";
        if (!is_estimate)
            tell_separable(separable, sizeof separable, s->fingerprint, is_separable);
        results_add(s->results, &r, "declared %d, the weights have %ld%s%s", declared,
                    found, is_bound ? " or more" : "", separable);
    } else
        results_add(s->results, &r, "declared %d, the fingerprint does not tell any",
                    declared);
}

static void judge_estimate(const struct shown *s, enum expect_estimate declared) {
    static const char *const kinds[] = {[EXPECT_SIGNED] = "a signed estimate",
                                        [EXPECT_UNSIGNED] = "an unsigned estimate",
                                        [EXPECT_NO_ESTIMATE] = "no estimate"};
    const struct fingerprint *f = s->fingerprint;
    const enum expect_estimate found = !f->has_estimate        ? EXPECT_NO_ESTIMATE
                                       : f->estimate.is_signed ? EXPECT_SIGNED
                                                               : EXPECT_UNSIGNED;
    struct result r = finding(s, "declared-estimate", found == declared);
    results_add(s->results, &r, "declared %s, there is %s", kinds[declared],
                kinds[found]);
}

static void judge_all(const struct expect *e, const struct shown *s) {
    const struct fingerprint_convergence *c = &s->fingerprint->convergence;
    if (e->method != NULL)
        judge_method(s, e->method);
    if (e->order > 0)
        judge_order(s, "declared-order", c->met.has_order, c->met.order, c->met.at_least,
                    e->order, false);
    if (e->estimate_order > 0)
        judge_order(s, "declared-estimate-order", c->met.estimate > 0, c->met.estimate,
                    false, e->estimate_order, true);
    if (e->estimate != EXPECT_UNDECLARED)
        judge_estimate(s, e->estimate);
}

void expect_declared(const struct expect *e, struct results *results) {
    size_t there = results->count;
    for (size_t i = 0; i < there; i++) {
        const struct result about = results->item[i]; /* the list moves as it grows */
        struct fingerprint f;
        struct diagnostic ignored;
        if (about.fingerprint == NULL)
            continue;
        if (record_read(&fingerprint_record, &f, about.fingerprint, &ignored) == 0)
            judge_all(e, &(struct shown){about.method, about.mode, &f, results});
        record_clear(&fingerprint_record, &f);
    }
}
