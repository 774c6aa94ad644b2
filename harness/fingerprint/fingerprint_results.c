/* Fingerprints as results, as all studies give them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/fingerprint/fingerprint.h"
#include "harness/fingerprint/fingerprint_parts.h"
#include "harness/results/result_list.h"

/* A result with a count that is to be another one. */
static struct result result(const json_t *fingerprint, const char *method,
                            const char *quantity, double value, double expected,
                            bool passes) {
    return (struct result){.model = "fingerprint",
                           .method = method,
                           .arithmetic = fingerprint_text(fingerprint, "arithmetic"),
                           .mode = fingerprint_text(fingerprint, "mode"),
                           .study = "fingerprint",
                           .quantity = quantity,
                           .value = value,
                           .low = value,
                           .high = value,
                           .expected = expected,
                           .tolerance = NAN,
                           .verdict = passes ? VERDICT_PASS : VERDICT_FAIL,
                           .grade = "discrete",
                           .required = true};
}

static bool is_compared(const json_t *fingerprint) {
    return json_is_string(json_object_get(fingerprint, "expected"));
}

static void leave_undecided(struct result *result) {
    result->verdict = VERDICT_NOT_ASYMPTOTIC;
    result->required = false;
}

/* How many weights are as expected; no number where nothing is compared. A method that nobody
 * knows or has declared is consistent, and no more is known of it. */
static int append_whole(struct results *results, const char *method, const json_t *f) {
    const char *verdict = fingerprint_text(f, "verdict");
    bool passes = strcmp(verdict, "pass") == 0;
    bool is_open = passes && !is_compared(f);
    const double passing = (double)json_integer_value(json_object_get(f, "passing"));
    struct result whole =
        result(f, method, "fingerprint", is_compared(f) ? passing : NAN,
               (double)json_array_size(json_object_get(f, "trees")), passes);
    if (is_open)
        leave_undecided(&whole);
    whole.fingerprint = json_deep_copy(f);
    int failed =
        results_add(results, &whole, "%s%s%s",
                    strcmp(verdict, "not-a-method") == 0 ? "not a method: " : "",
                    fingerprint_text(f, "diagnosis"),
                    is_open ? " It is consistent; no more was asked of it." : "");
    json_decref(whole.fingerprint);
    return failed;
}

int fingerprint_append_unreached(struct results *results, const char *method,
                                 const json_t *slack, double asked, double reached,
                                 const char *why) {
    struct result r = result(slack, method, "fingerprint", NAN, NAN, false);
    leave_undecided(&r);
    r.grade = "none";
    return results_add(results, &r,
                       "not carried out: a probe's steps fail at accuracy %g, to which "
                       "equations have to be solved to tell weights (%s); at %g they "
                       "are made",
                       asked, why, reached);
}

/* A property that a probe shows, a fault where it is not as wanted and may not be otherwise;
 * nothing where the probe could not be made. */
static int append_property(struct results *results, const char *method, const json_t *f,
                           const char *quantity, const char *key, bool wanted,
                           bool is_fault, size_t probe, const char *good) {
    const json_t *has = json_object_get(f, key);
    const json_t *of = json_array_get(json_object_get(f, "probes"), probe);
    const char *why = fingerprint_text(of, "why");
    if (!json_is_boolean(has))
        return 0;
    bool passes = json_is_true(has) == wanted;
    struct result r = result(f, method, quantity, passes, 1, passes);
    if (!passes && !is_fault)
        leave_undecided(&r);
    return results_add(results, &r, "%s",
                       passes           ? good
                       : why[0] != '\0' ? why
                                        : fingerprint_text(f, "diagnosis"));
}

/* Steps in a row: they are the composition of the first one with itself, or those of the law of
 * a method with memory. A memory of no known law is a fault of what claims to be a one-step
 * method, by its first step or its author, unless its author declares the memory. */
static int append_composition(struct results *results, const char *method,
                              const json_t *f, bool may_remember) {
    const json_t *law = json_object_get(f, "law");
    const char *fault = fingerprint_text(law, "fault");
    const char *verdict = fingerprint_text(f, "verdict");
    const bool passes = strcmp(verdict, "pass") == 0;
    const bool is_fault =
        (is_compared(f) && !may_remember) || strcmp(verdict, "fail") == 0;
    if (!json_is_object(law))
        return append_property(results, method, f, "fingerprint:composition", "memory",
                               false, is_fault, 3,
                               "steps in a row are the composition of one with itself");
    const struct result r =
        result(f, method, "fingerprint:composition", passes, 1, passes);
    return results_add(results, &r, "steps in a row are those of %s%s%s",
                       fingerprint_text(law, "title"), fault[0] != '\0' ? ", but " : "",
                       fault);
}

static int append_order(struct results *results, const char *method, const json_t *f) {
    const json_t *c = json_object_get(f, "convergence");
    const json_t *expected = json_object_get(json_object_get(c, "expected"), "order");
    const json_t *first = json_object_get(c, "first_order");
    const json_t *found = json_object_get(c, "order");
    double order = (double)json_integer_value(json_is_integer(found) ? found : first);
    double meant = json_is_integer(expected) ? (double)json_integer_value(expected) : NAN;
    bool beyond =
        json_is_true(json_object_get(json_object_get(c, "expected"), "at_least"));
    bool passes =
        order >= 1 && (isnan(meant) || order == meant || (beyond && order >= meant));
    const struct result r = result(f, method, "fingerprint:order", order, meant, passes);
    return results_add(results, &r,
                       json_is_integer(first) && json_is_integer(found)
                           ? "the law's order is %g"
                           : "the weights are those of the exact solution up to order "
                             "%g",
                       order);
}

/* The same trees with the same texts, whatever the precision. */
static int append_agreement(struct results *results, const char *method, const json_t *f,
                            const json_t *other) {
    static const char *const keys[] = {"tree", "result", "estimate", "verdict"};
    const json_t *a = json_object_get(f, "trees"), *b = json_object_get(other, "trees");
    const size_t count = json_array_size(a);
    size_t equal = 0;
    for (size_t i = 0; i < count; i++) {
        bool same = true;
        for (int k = 0; k < 4; k++)
            same &= json_equal(json_object_get(json_array_get(a, i), keys[k]),
                               json_object_get(json_array_get(b, i), keys[k])) != 0;
        equal += same;
    }
    bool passes = equal == count && json_array_size(b) == count;
    const struct result r =
        result(f, method, "fingerprint:agreement", (double)equal, (double)count, passes);
    return results_add(results, &r, "%zu of %zu trees have the weights of %s", equal,
                       count, fingerprint_text(other, "arithmetic"));
}

int fingerprint_append(struct results *results, const char *method,
                       const json_t *fingerprint, const json_t *other,
                       bool may_remember) {
    int failed = append_whole(results, method, fingerprint);
    failed |= append_composition(results, method, fingerprint, may_remember);
    failed |= append_property(results, method, fingerprint, "fingerprint:equivariance",
                              "equivariant", true, is_compared(fingerprint), 2,
                              "the weights are the same in a dense orthogonal basis");
    failed |= append_order(results, method, fingerprint);
    if (other != NULL)
        failed |= append_agreement(results, method, fingerprint, other);
    return failed;
}
