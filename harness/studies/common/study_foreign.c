/* What the studies expect of the integrator under test.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/common/study_foreign.h"

#include <math.h>
#include <string.h>

#include "harness/fingerprint/fingerprint_record.h"
#include "harness/fingerprint/trees/tableau.h"

/* Of implicit Euler's pair: the result, the estimate's first power, the gap's. */
enum { PAIR_ORDER = 1, PAIR_ESTIMATE_ORDER = 2, PAIR_GAP_ORDER = 3 };

/* Whether its fingerprint has seen that its steps depend on those before. */
static bool remembers(const struct study *s) {
    return s->foreign && s->fingerprint != NULL && s->fingerprint->convergence.has_first;
}

const char *study_advice_on_memory(const struct study *s) {
    const bool is_seen = s->foreign && s->fingerprint != NULL && s->fingerprint->memory;
    return (is_seen || remembers(s)) && !study_may_remember(s)
               ? "it remembers earlier steps: if it is meant to, declare \"memory\": "
                 "true "
                 "(--expect)"
               : "";
}

const struct fingerprint_law *study_law(const struct study *s) {
    const struct fingerprint *f = s->fingerprint;
    return s->foreign && f != NULL && f->has_law ? &f->law : NULL;
}

bool study_may_remember(const struct study *s) {
    return s->declared_memory || study_law(s) != NULL ||
           (remembers(s) && strcmp(s->fingerprint->verdict, "fail") != 0);
}

/* A fingerprint of systems without positions, the others being refused, says nothing of these:
 * explicit and semi-explicit Euler are one where there are none. */
static bool was_seen_without_positions(const struct study *s) {
    const struct fingerprint *f = s->fingerprint;
    return f != NULL && strcmp(f->family, "plain") == 0 && f->refusals > 0 &&
           (s->model == NULL || s->model->nq > 0);
}

const char *study_method_known(const struct study *s) {
    if (!s->foreign)
        return s->method;
    if (s->fingerprint == NULL || remembers(s) || was_seen_without_positions(s))
        return NULL;
    enum known_variant ignored;
    const struct known_method *known = known_find(s->fingerprint->method, &ignored);
    return known != NULL && known_is_runge_kutta(known) ? s->fingerprint->method : NULL;
}

bool study_makes_pair(const struct study *s) {
    const char *method = study_method_known(s);
    if (!s->foreign)
        return true;
    return method != NULL && (strcmp(method, "velocity-implicit-euler") == 0 ||
                              strcmp(method, "implicit-euler") == 0);
}

static const struct fingerprint_orders *orders_of(const struct study *s) {
    static const struct fingerprint_orders unknown = {.order = 0};
    return s->fingerprint != NULL ? &s->fingerprint->convergence.met : &unknown;
}

static double number_of(bool is_known, long order) {
    return is_known ? (double)order : NAN;
}

double study_order_expected(const struct study *s) {
    if (!s->foreign)
        return PAIR_ORDER;
    return s->declared_order > 0
               ? s->declared_order
               : number_of(orders_of(s)->has_order, orders_of(s)->order);
}

double study_first_order_expected(const struct study *s) {
    return remembers(s) ? (double)s->fingerprint->convergence.first
                        : study_order_expected(s);
}

double study_estimate_order_expected(const struct study *s) {
    return s->foreign ? number_of(orders_of(s)->estimate > 0, orders_of(s)->estimate)
                      : PAIR_ESTIMATE_ORDER;
}

double study_gap_order_expected(const struct study *s) {
    return s->foreign ? number_of(orders_of(s)->gap > 0, orders_of(s)->gap)
                      : PAIR_GAP_ORDER;
}

bool study_estimate_is_signed(const struct study *s) {
    const struct fingerprint *f = s->fingerprint;
    return !s->foreign || (f != NULL && f->has_estimate && f->estimate.is_signed);
}

bool study_order_is_least(const struct study *s) {
    return s->foreign && s->declared_order == 0 && orders_of(s)->at_least;
}

enum verdict study_judge_foreign_order(const struct result *r, bool found,
                                       bool is_least) {
    enum verdict verdict =
        verdict_two_sided(found, r->low, r->high, r->expected, r->tolerance);
    if (is_least && found && r->low >= r->expected - r->tolerance)
        return VERDICT_PASS;
    bool is_low = r->high < r->expected;
    return verdict == VERDICT_FAIL && !(r->required && is_low) ? VERDICT_NOT_ASYMPTOTIC
                                                               : verdict;
}

static const char *explain_order(const struct result *r, bool found) {
    if (isnan(r->expected))
        return "; which order is expected is not known";
    if (!found)
        return "; no asymptotic range, so it is not judged";
    if (r->verdict == VERDICT_PASS)
        return "";
    if (r->low > r->expected)
        return "; it falls faster on this model than the method's order says";
    return r->verdict == VERDICT_FAIL
               ? "; it falls too slowly: look at what a step neglects"
               : "; stiffness or kinks may lower the order";
}

const char *study_hold_order(struct result *r, const struct study *s, int levels,
                             const struct ladder_point *point,
                             const struct ladder_order *order, double expected,
                             bool is_rounding) {
    ladder_tell(r, levels, point, LADDER_REASONS);
    r->tolerance = study_foreign_tolerance;
    if (is_rounding) {
        r->verdict = VERDICT_PASS;
        return "; it is round-off at all steps";
    }
    r->expected = expected;
    ladder_take(r, order);
    r->verdict = study_judge_foreign_order(r, order->found, study_order_is_least(s));
    r->required = r->required && r->verdict != VERDICT_NOT_ASYMPTOTIC;
    return explain_order(r, order->found);
}
