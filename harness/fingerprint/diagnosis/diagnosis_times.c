/* Whether the times at which stages are taken cost a method its order: with nodes c_i that are the
 * sums of their rows, order p for x' = f(x) is order p for x' = f(t, x), of which t' = 1 makes one
 * of the other kind (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.1).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/diagnosis/diagnosis.h"

#include <math.h>

/* Which trees count. */
struct times_filter {
    bool timed;     /* those with time leaves, too */
    bool positions; /* those with positions, too */
};

static bool has_positions(const struct forest *f, int tree) {
    const struct tree *t = &f->tree[tree];
    bool has = t->colour == TREE_Q;
    for (int i = 0; i < t->children; i++)
        has = has || has_positions(f, t->child[i]);
    return has;
}

/* The highest p such that all of these trees with up to p nodes have the exact flow's weights, but
 * for few digits. */
static int find_order(const struct evidence *e, struct times_filter filter) {
    const struct forest *f = &e->forest;
    struct judge judge = e->judge;
    int order = f->tree[f->count - 1].order;
    judge.units = fmax(judge.units, judge_few_digits(&e->judge) / judge.unit);
    for (int i = 0; i < f->count; i++) {
        if ((!filter.timed && judge_time_leaves(f, i) > 0) ||
            (!filter.positions && has_positions(f, i)))
            continue;
        if (f->tree[i].order <= order && !judge_is_flow(&judge, i, evidence_result(e)[i]))
            order = f->tree[i].order - 1;
    }
    return order;
}

/* Velocities by themselves, too: an N(q) that lags is of order 1 whatever the nodes are. */
void diagnosis_compare_times(struct diagnosis *x, const struct evidence *e) {
    for (int positions = 0; positions <= 1; positions++) {
        const struct times_filter still = {false, positions != 0},
                                  timed = {true, positions != 0};
        const int without = find_order(e, still), with = find_order(e, timed);
        if (with >= without)
            continue;
        x->order_without_time = without;
        x->order_with_time = with;
    }
}
