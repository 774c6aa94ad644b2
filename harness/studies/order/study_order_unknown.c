/* The order study of an integrator whose law is not known beforehand, as that of one from
 * outside: the order that its fingerprint shows, or that it was declared to have, against the
 * global errors of its runs.
 *
 * The horizon is the span, on models without kinks quartered until the errors show their
 * asymptotic range.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/common/study_traits.h"
#include "harness/studies/order/study_order.h"
#include "problems/model.h"

/* Beyond so many states a truth over the whole span costs seconds, and the gate does with a
 * quarter. */
enum { LARGE_STATE = 20 };

static const struct order_law law_unknown = {.order = 0};

static int append_result(const struct order_ladder *l, const struct study *s,
                         struct results *results) {
    struct ladder_point point[ORDER_MAX_LEVELS];
    const struct ladder_order order = order_of_norm(l, point);
    const struct order_truth *o = l->truth;
    struct result r = result_begin(s->model, "order", "double", "order");
    const char *remark = study_hold_order(&r, s, l->levels, point, &order,
                                          study_traits(s).order, order_is_exact(l, -1));
    return result_append(results, s, &r, "t = %g .. %g%s%s%s", o->begin,
                         o->begin + o->horizon, remark,
                         l->why.text[0] ? "; the integrator said: " : "", l->why.text);
}

int order_unknown(struct order_horizons *all, const struct study *s,
                  struct results *results, struct diagnostic *d) {
    struct model *m = s->model;
    const int last = model_has_kinks(m) ? 0 : ORDER_HORIZONS - 1;
    const bool is_large = s->effort == STUDY_GATE && m->nq + m->nv + m->nz > LARGE_STATE;
    struct order_truth *truth;
    struct order_ladder ladder = {.error = NULL};
    const int failed = order_find_horizon(all, is_large && last > 0, last, order_subject,
                                          s, &law_unknown, &truth, &ladder, d) ||
                       append_result(&ladder, s, results);
    order_ladder_clear(&ladder);
    return failed;
}
