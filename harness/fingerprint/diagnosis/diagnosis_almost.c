/* Whether a method without a name misses an order by little: all weights of two orders more than
 * it has are within 1 % of the exact solution's, or of one order more within 0.1 %, and some are
 * not equal. A method that is meant to be of the lower order has other weights than that; one
 * coefficient that is wrong changes most of them a little.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/fingerprint/diagnosis/diagnosis.h"

static const struct {
    int orders;
    double off;
} almost[] = {{1, 0.001}, {2, 0.01}};

/* The share of the weight by which a tree's is off. */
static double off_by(const struct evidence *e, int tree) {
    mpfr_t flow;
    mpfr_init2(flow, e->judge.bits);
    judge_exact_flow(flow, &e->forest, tree);
    mpfr_div(flow, evidence_result(e)[tree], flow, MPFR_RNDN);
    mpfr_sub_ui(flow, flow, 1, MPFR_RNDN);
    const double off = fabs(mpfr_get_d(flow, MPFR_RNDN));
    mpfr_clear(flow);
    return off;
}

/* The highest order through which no weight is off by more. */
static int find_order(const struct evidence *e, double allowed) {
    const struct forest *f = &e->forest;
    int order = f->tree[f->count - 1].order;
    for (int i = 0; i < f->count; i++)
        if (f->tree[i].order <= order && !(off_by(e, i) <= allowed))
            order = f->tree[i].order - 1;
    return order;
}

/* By how much one of the weights through this order is off. */
static double find_largest(const struct evidence *e, int order) {
    double largest = 0;
    for (int i = 0; i < e->forest.count; i++)
        if (e->forest.tree[i].order <= order)
            largest = fmax(largest, off_by(e, i));
    return largest;
}

void diagnosis_compare_orders(struct diagnosis *x, const struct evidence *e) {
    const struct judge few = evidence_few(e);
    const int exact = judge_order(&few, evidence_result(e), NULL, NULL);
    for (int i = 0; i < 2; i++) {
        const int nearly = find_order(e, almost[i].off);
        if (nearly < exact + almost[i].orders)
            continue;
        x->order_exact = exact;
        x->order_almost = nearly;
        x->order_off = find_largest(e, nearly);
    }
}
