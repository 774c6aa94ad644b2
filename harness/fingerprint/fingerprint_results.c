/* Fingerprints as results, as all studies give them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/fingerprint/fingerprint.h"
#include "harness/results/result.h"
#include "harness/results/result_list.h"

/* A result with a count that is to be another one. */
static struct result result(const struct fingerprint *f, const char *method,
                            const char *quantity, double value, double expected,
                            bool passes) {
    return (struct result){.model = "fingerprint",
                           .method = method,
                           .arithmetic = f->arithmetic,
                           .mode = f->mode,
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

static void leave_undecided(struct result *result) {
    result->verdict = VERDICT_NOT_ASYMPTOTIC;
    result->required = false;
}

/* How many weights are as expected; no number where nothing is compared, or where they all are and
 * something else is wrong. A method that nobody knows or has declared is consistent, and no more is
 * known of it. */
static int append_whole(struct results *results, const char *method,
                        const struct fingerprint *f) {
    const bool passes = fingerprint_passes(f), is_compared = fingerprint_is_compared(f);
    const bool counts = is_compared && (passes || f->passing < f->trees);
    struct result whole = result(f, method, "fingerprint",
                                 counts ? (double)f->passing : NAN, f->trees, passes);
    if (passes && !is_compared)
        leave_undecided(&whole);
    whole.fingerprint = record_tell(&fingerprint_record, f);
    int failed = results_add(
        results, &whole, "%s%s%s",
        strcmp(f->verdict, "not-a-method") == 0 ? "not a method: " : "", f->diagnosis,
        passes && !is_compared ? " It is consistent; no more was asked of it." : "");
    json_decref(whole.fingerprint);
    return failed;
}

int fingerprint_append_unreached(struct results *results, const char *method,
                                 const struct fingerprint *slack, double asked,
                                 double reached, const char *why) {
    struct result r = result(slack, method, "fingerprint", NAN, NAN, false);
    leave_undecided(&r);
    r.grade = "none";
    return results_add(results, &r,
                       "not carried out: a probe's steps fail at accuracy %g, to which "
                       "equations have to be solved to tell weights (%s); at %g they "
                       "are made",
                       asked, why, reached);
}

/* A property that a probe shows, a fault where it is not as wanted and may not be otherwise. */
static int append_property(struct results *results, const char *method,
                           const struct fingerprint *f, const char *quantity, bool passes,
                           bool is_fault, int probe, const char *good) {
    const char *why = probe < f->probes ? f->probe[probe].why : "";
    struct result r = result(f, method, quantity, passes, 1, passes);
    if (!passes && !is_fault)
        leave_undecided(&r);
    return results_add(results, &r, "%s",
                       passes           ? good
                       : why[0] != '\0' ? why
                                        : f->diagnosis);
}

/* Steps in a row: they are the composition of the first one with itself, or those of the law of
 * a method with memory. A memory of no known law is a fault of what claims to be a one-step
 * method, by its first step or its author, unless its author declares the memory. */
static int append_composition(struct results *results, const char *method,
                              const struct fingerprint *f, bool may_remember) {
    static const char quantity[] = "fingerprint:composition";
    const bool passes = fingerprint_passes(f);
    const bool is_fault =
        (fingerprint_is_compared(f) && !may_remember) || strcmp(f->verdict, "fail") == 0;
    if (!f->has_law && !f->memory_known)
        return 0;
    if (!f->has_law)
        return append_property(results, method, f, quantity, !f->memory, is_fault, 3,
                               "steps in a row are the composition of one with itself");
    const struct result r = result(f, method, quantity, passes, 1, passes);
    return results_add(results, &r, "steps in a row are those of %s%s%s", f->law.title,
                       f->law.fault[0] != '\0' ? ", but " : "", f->law.fault);
}

static int append_order(struct results *results, const char *method,
                        const struct fingerprint *f) {
    const struct fingerprint_convergence *c = &f->convergence;
    const double order = (double)c->met.order;
    const double meant = c->has_expected ? (double)c->expected.order : NAN;
    const bool passes = order >= 1 && (isnan(meant) || order == meant ||
                                       (c->expected.at_least && order >= meant));
    const struct result r = result(f, method, "fingerprint:order", order, meant, passes);
    return results_add(results, &r,
                       c->has_first
                           ? "the law's order is %g"
                           : "the weights are those of the exact solution up to order "
                             "%g",
                       order);
}

static bool is_same_tree(const struct fingerprint_tree *a,
                         const struct fingerprint_tree *b) {
    return strcmp(a->tree, b->tree) == 0 && strcmp(a->result, b->result) == 0 &&
           strcmp(a->estimate, b->estimate) == 0 && strcmp(a->verdict, b->verdict) == 0;
}

/* The same trees with the same texts, whatever the precision. */
static int append_agreement(struct results *results, const char *method,
                            const struct fingerprint *f,
                            const struct fingerprint *other) {
    int equal = 0;
    for (int i = 0; i < f->trees && i < other->trees; i++)
        equal += is_same_tree(&f->tree[i], &other->tree[i]);
    const bool passes = equal == f->trees && f->trees == other->trees;
    const struct result r =
        result(f, method, "fingerprint:agreement", equal, f->trees, passes);
    return results_add(results, &r, "%d of %d trees have the weights of %s", equal,
                       f->trees, other->arithmetic);
}

int fingerprint_append(struct results *results, const char *method,
                       const struct fingerprint *f, const struct fingerprint *other,
                       bool may_remember) {
    int failed = append_whole(results, method, f);
    failed |= append_composition(results, method, f, may_remember);
    if (f->equivariant_known)
        failed |= append_property(results, method, f, "fingerprint:equivariance",
                                  f->equivariant, fingerprint_is_compared(f), 2,
                                  "the weights are the same in a dense orthogonal basis");
    failed |= append_order(results, method, f);
    if (other != NULL)
        failed |= append_agreement(results, method, f, other);
    return failed;
}
