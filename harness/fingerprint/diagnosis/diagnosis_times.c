/* Whether the times at which stages are taken cost a method its order: with nodes c_i that are the
 * sums of their rows, order p for x' = f(x) is order p for x' = f(t, x), of which t' = 1 makes one
 * of the other kind (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.1).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/diagnosis/diagnosis.h"

/* Which trees count: those of velocities alone, of q' = v and v' = f(t, q), or all; of these those
 * with time leaves, too, or not. */
enum times_trees { OF_VELOCITIES, SEPARABLE, ALL_TREES, TIMES_TREES };
struct times_filter {
    bool timed;
    enum times_trees trees;
};

static bool has_positions(const struct forest *f, int tree) {
    const struct tree *t = &f->tree[tree];
    bool has = t->colour == TREE_Q;
    for (int i = 0; i < t->children; i++)
        has = has || has_positions(f, t->child[i]);
    return has;
}

static bool counts(const struct forest *f, int tree, const void *context) {
    const struct times_filter *filter = context;
    return (filter->timed || judge_time_leaves(f, tree) == 0) &&
           (filter->trees != OF_VELOCITIES || !has_positions(f, tree)) &&
           (filter->trees != SEPARABLE || forest_is_separable(f, tree));
}

/* Of these trees, but for few digits. */
static int find_order(const struct evidence *e, struct times_filter filter) {
    const struct judge few = evidence_few(e);
    return judge_order(&few, evidence_result(e), counts, &filter);
}

/* Not of all trees alone: an N(q), or a velocity in forces, that lags is of order 1 whatever the
 * nodes are. */
void diagnosis_compare_times(struct diagnosis *x, const struct evidence *e) {
    static const char *const where[] = {[OF_VELOCITIES] = "for v' = f(t, v) ",
                                        [SEPARABLE] = "for q' = v, v' = f(t, q) ",
                                        [ALL_TREES] = ""};
    for (int trees = 0; trees < TIMES_TREES; trees++) {
        if (trees == SEPARABLE && e->family == FOREST_PLAIN)
            continue; /* which has no positions */
        const struct times_filter still = {false, (enum times_trees)trees},
                                  timed = {true, (enum times_trees)trees};
        const int without = find_order(e, still), with = find_order(e, timed);
        if (with >= without)
            continue;
        x->times_where = where[trees];
        x->order_without_time = without;
        x->order_with_time = with;
    }
}
