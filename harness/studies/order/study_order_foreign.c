/* The order study of an integrator that is not ours: the order that its fingerprint shows, or
 * that it was declared to have, against the global errors of its runs.
 *
 * The horizon is the span, quartered until the errors show their asymptotic range. Too low an
 * order is a failure on models that are smooth and not stiff; a higher one than expected may
 * be this model's doing, when the terms of lowest order vanish on it, and is not judged.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order.h"

#include <math.h>

#include "harness/base/message.h"
#include "harness/studies/common/ladder_rows.h"
#include "harness/studies/common/study_foreign.h"

/* The span is shortened at most so often, each time to a quarter. */
enum { SHORTENINGS = 4, HALVINGS_EACH = 2 };

/* Beyond so many states a truth over the whole span costs seconds, and the gate does with a
 * quarter. */
enum { LARGE_STATE = 20 };

static int find_horizon(struct order_truth *o, struct order_ladder *l,
                        const struct study *s, struct diagnostic *d) {
    struct model *m = s->model;
    struct ladder_point point[ORDER_MAX_LEVELS];
    int most = model_has_kinks(m) ? 0 : SHORTENINGS;
    bool is_large = s->effort == STUDY_GATE && m->nq + m->nv + m->nz > LARGE_STATE;
    for (int k = is_large && most > 0;; k++) {
        if (order_truth_init(o, m, s->truths, HALVINGS_EACH * k, d) ||
            order_subject(l, o, &order_law_of_pair, s, d))
            return -1;
        l->tolerance = STUDY_FOREIGN_TOLERANCE;
        l->accept = STUDY_FOREIGN_ACCEPT;
        if (k >= most || order_is_exact(l, -1) || order_of_norm(l, point).found)
            return 0;
        order_ladder_clear(l);
        order_truth_clear(o);
        *o = (struct order_truth){.model = m};
    }
}

static const char *explain(const struct result *r, bool found) {
    if (isnan(r->expected))
        return "; which order is expected is not known";
    if (!found)
        return "; no asymptotic range, so it is not judged";
    if (r->verdict == VERDICT_PASS)
        return "";
    if (r->low > r->expected)
        return "; the errors fall faster on this model than the method's order says";
    return r->verdict == VERDICT_FAIL
               ? "; the errors fall too slowly: look at what a step neglects"
               : "; stiffness or kinks may lower the order";
}

static int append_result(const struct order_ladder *l, const struct study *s,
                         struct results *results) {
    struct ladder_point point[ORDER_MAX_LEVELS];
    struct ladder_order order = order_of_norm(l, point);
    const struct order_truth *o = l->truth;
    struct result r = result_begin(s->model, "order", "double", "order");
    ladder_tell(&r, l->levels, point, LADDER_REASONS);
    r.tolerance = l->tolerance;
    if (order_is_exact(l, -1)) {
        r.verdict = VERDICT_PASS;
        return result_append(results, s, &r,
                             "the method is exact here: all errors are round-off");
    }
    r.expected = study_order_expected(s);
    ladder_take(&r, &order);
    r.verdict = study_judge_foreign_order(&r, order.found, study_order_is_least(s));
    r.required = r.required && r.verdict != VERDICT_NOT_ASYMPTOTIC;
    return result_append(results, s, &r, "t = %g .. %g%s%s%s", o->begin,
                         o->begin + o->horizon, explain(&r, order.found),
                         l->why.text[0] ? "; the integrator said: " : "", l->why.text);
}

int order_foreign(const struct study *s, struct results *results, struct diagnostic *d) {
    struct order_truth truth = {.model = s->model};
    struct order_ladder ladder = {.error = NULL};
    int failed = find_horizon(&truth, &ladder, s, d);
    failed = failed || append_result(&ladder, s, results);
    order_ladder_clear(&ladder);
    order_truth_clear(&truth);
    return failed;
}
