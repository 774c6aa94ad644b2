/* What the studies expect of the integrator under test.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/common/study_traits.h"

#include <math.h>
#include <string.h>

#include "harness/fingerprint/fingerprint_record.h"
#include "harness/fingerprint/trees/tableau.h"
#include "harness/methods/method_row.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "problems/model.h"

/* Whether its fingerprint has seen that its steps depend on those before. */
static bool remembers(const struct fingerprint *f) {
    return f != NULL && f->convergence.has_first;
}

static const char *advise_on_memory(const struct fingerprint *f) {
    return f != NULL && (f->memory || remembers(f))
               ? "it remembers earlier steps: if it is meant to, declare \"memory\": "
                 "true (gate --expect)"
               : "";
}

/* A fingerprint of systems without positions, the others being refused, says nothing of these:
 * explicit and semi-explicit Euler are one where there are none. */
static bool was_seen_without_positions(const struct study *s) {
    const struct fingerprint *f = s->fingerprint;
    return strcmp(f->family, "plain") == 0 && f->refusals > 0 &&
           (s->model == NULL || s->model->nq > 0);
}

static const char *find_known(const struct study *s) {
    const struct fingerprint *f = s->fingerprint;
    if (f == NULL || remembers(f) || was_seen_without_positions(s))
        return NULL;
    enum known_variant ignored;
    const struct known_method *known = known_find(f->method, &ignored);
    return known != NULL && known_is_runge_kutta(known) ? f->method : NULL;
}

static bool is_of_pair(const char *method) {
    const struct method *row = method != NULL ? method_row_find(method) : NULL;
    return row != NULL && integrator_family(row->method) == INTEGRATOR_PAIR;
}

static double number_of(bool is_known, long order) {
    return is_known ? (double)order : NAN;
}

static struct study_traits traits_of_pair(const struct study *s) {
    return (struct study_traits){.makes_pair = true,
                                 .known = s->method,
                                 .may_remember = s->declared_memory,
                                 .advice_on_memory = "",
                                 .order = 1,
                                 .first_order = 1,
                                 .estimate_order = 2,
                                 .gap_order = 3,
                                 .estimate_has_sign = true};
}

/* Those that its fingerprint has, where there is one. */
static void take_fingerprint(struct study_traits *t, const struct fingerprint *f) {
    const struct fingerprint_orders *met = &f->convergence.met;
    t->law = f->has_law ? &f->law : NULL;
    t->order = number_of(met->has_order, met->order);
    t->estimate_order = number_of(met->estimate > 0, met->estimate);
    t->gap_order = number_of(met->gap > 0, met->gap);
    t->order_is_least = met->at_least;
    t->estimate_has_sign = f->has_estimate && f->estimate.is_signed;
    t->may_remember = f->has_law || (remembers(f) && strcmp(f->verdict, "fail") != 0);
}

/* Whether the model is q' = v, v' = f(t, q), joints aside. */
static bool is_separable_model(struct model *m) {
    struct expr_matrix used = {0};
    if (!m->map_is_identity || m->nz > 0 || m->contacts > 0 ||
        model_dependence(m, m->nv, m->free_rates, 1 + m->nq, m->nv, &used) != PROBLEM_OK)
        return false;
    const bool is_free = used.count == 0;
    expr_matrix_clear(&used);
    return is_free;
}

/* The order that the integrator has where q' = v and v' = f(t, q) alone, on such a model. How
 * joints enter its steps its weights do not say. */
static void take_separable(struct study_traits *t, const struct study *s) {
    const struct fingerprint *f = s->fingerprint;
    if (f == NULL || f->convergence.separable <= 0 || s->model == NULL ||
        !is_separable_model(s->model) || s->model->joints > 0)
        return;
    t->order = (double)f->convergence.separable;
    t->order_is_least = fingerprint_is_beyond_trees(f, f->convergence.separable);
}

/* One that it has there is not asked of other models. */
static void take_declared(struct study_traits *t, const struct study *s, int order) {
    const struct fingerprint *f = s->fingerprint;
    const bool is_separable = f != NULL && t->order < order && !t->order_is_least &&
                              fingerprint_may_have_separably(f, order) &&
                              (s->model == NULL || !is_separable_model(s->model));
    if (!is_separable)
        t->order = order;
    t->order_is_least = is_separable;
}

struct study_traits study_traits(const struct study *s) {
    const struct fingerprint *f = s->fingerprint;
    struct study_traits t = {.order = NAN, .estimate_order = NAN, .gap_order = NAN};
    if (!s->foreign)
        return traits_of_pair(s);
    if (f != NULL)
        take_fingerprint(&t, f);
    take_separable(&t, s);
    if (s->declared_order > 0)
        take_declared(&t, s, s->declared_order);
    t.known = find_known(s);
    t.makes_pair = is_of_pair(t.known);
    t.is_exponential = f != NULL && strncmp(f->method, "exponential-", 12) == 0;
    t.may_remember = t.may_remember || s->declared_memory;
    t.advice_on_memory = t.may_remember ? "" : advise_on_memory(f);
    t.first_order = remembers(f) ? (double)f->convergence.first : t.order;
    return t;
}

bool study_goes_through_events(const struct study *s) {
    return s->foreign && s->model->contacts > 0;
}

void study_excuse(struct result *r, const struct study *s, bool may_fail) {
    if (!s->foreign)
        return;
    if (r->verdict == VERDICT_FAIL && !may_fail)
        r->verdict = VERDICT_NOT_ASYMPTOTIC;
    r->required = r->required && r->verdict != VERDICT_NOT_ASYMPTOTIC;
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
               : "; steps that are too long, stiffness or kinks may lower the order";
}

const char *study_hold_order(struct result *r, const struct study *s, int levels,
                             const struct ladder_point *point,
                             const struct ladder_order *order, double expected,
                             bool is_rounding) {
    ladder_tell(r, levels, point, LADDER_REASONS);
    r->tolerance = study_traits_tolerance;
    if (is_rounding) {
        r->verdict = VERDICT_PASS;
        return "; it is round-off at all steps";
    }
    r->expected = expected;
    ladder_take(r, order);
    r->verdict = ladder_judge(order, expected, r->tolerance);
    if (study_traits(s).order_is_least && order->found &&
        r->low >= expected - r->tolerance)
        r->verdict = VERDICT_PASS;
    study_excuse(r, s, r->required && r->high < expected);
    return explain_order(r, order->found);
}
