/* What the fingerprint shows of the declared properties of an integrator.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "harness/fingerprint/laws/law.h"
#include "harness/gate/expect.h"
#include "harness/results/results_count.h"

/* What a result of the fingerprint study is about, and what it found. */
struct shown {
    const char *method, *mode; /* the integrator's name and mode in results */
    const json_t *fingerprint;
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
    const char *found = results_text(s->fingerprint, "method");
    const char *diagnosis = results_text(s->fingerprint, "diagnosis");
    bool is_expected = strcmp(results_text(s->fingerprint, "expected"), declared) == 0 &&
                       strcmp(results_text(s->fingerprint, "verdict"), "pass") == 0;
    struct result r =
        finding(s, "declared-method",
                is_expected || strcmp(found, declared) == 0 || law_same(declared, found));
    results_add(s->results, &r, "declared %s, the fingerprint is that of %s%s%s",
                declared, found[0] != '\0' ? found : "no known method without fault",
                diagnosis[0] != '\0' ? ": " : "", diagnosis);
}

/* What the order is besides: splittings have a higher one on some models, which is no order of
 * theirs in general. */
static void tell_separable(char *text, size_t size, const json_t *convergence) {
    const json_t *order = json_object_get(convergence, "separable_order");
    text[0] = '\0';
    if (json_is_integer(order))
        snprintf(text, size, ", and %d only where q' = v and v' = f(t,q)",
                 (int)json_integer_value(order));
}

/* An order under a key of "convergence"; "order" may be known as a lower bound only. */
static void judge_order(const struct shown *s, const char *quantity, const char *key,
                        int declared) {
    const json_t *convergence = json_object_get(s->fingerprint, "convergence");
    const json_t *found = json_object_get(convergence, key);
    bool is_bound = strcmp(key, "order") == 0 &&
                    json_is_true(json_object_get(convergence, "at_least"));
    bool is_number = json_is_number(found);
    double value = json_number_value(found);
    bool is_below = value<declared - 0.5, is_above = value> declared + 0.5;
    struct result r =
        finding(s, quantity, is_number && !is_above && (!is_below || is_bound));
    if (is_number) {
        r.value = r.low = r.high = value;
        r.expected = declared;
        r.tolerance = 0;
        char separable[64] = "";
        if (strcmp(key, "order") == 0)
            tell_separable(separable, sizeof separable, convergence);
        results_add(s->results, &r, "declared %d, the weights have %g%s%s", declared,
                    value, is_bound ? " or more" : "", separable);
    } else
        results_add(s->results, &r, "declared %d, the fingerprint does not tell any",
                    declared);
}

static void judge_estimate(const struct shown *s, enum expect_estimate declared) {
    static const char *const kinds[] = {[EXPECT_SIGNED] = "a signed estimate",
                                        [EXPECT_UNSIGNED] = "an unsigned estimate",
                                        [EXPECT_NO_ESTIMATE] = "no estimate"};
    const json_t *estimate = json_object_get(s->fingerprint, "estimate");
    enum expect_estimate found = !json_is_object(estimate) ? EXPECT_NO_ESTIMATE
                                 : json_is_true(json_object_get(estimate, "signed"))
                                     ? EXPECT_SIGNED
                                     : EXPECT_UNSIGNED;
    struct result r = finding(s, "declared-estimate", found == declared);
    results_add(s->results, &r, "declared %s, there is %s", kinds[declared],
                kinds[found]);
}

static void judge_all(const struct expect *e, const struct shown *s) {
    if (e->method != NULL)
        judge_method(s, e->method);
    if (e->order > 0)
        judge_order(s, "declared-order", "order", e->order);
    if (e->estimate_order > 0)
        judge_order(s, "declared-estimate-order", "estimate_order", e->estimate_order);
    if (e->estimate != EXPECT_UNDECLARED)
        judge_estimate(s, e->estimate);
}

void expect_declared(const struct expect *e, struct results *results) {
    size_t there = results->count;
    for (size_t i = 0; i < there; i++) {
        const struct result about = results->item[i]; /* the list moves as it grows */
        if (about.fingerprint != NULL)
            judge_all(
                e, &(struct shown){about.method, about.mode, about.fingerprint, results});
    }
}
