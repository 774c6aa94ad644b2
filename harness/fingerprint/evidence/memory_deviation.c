/* How far a step of a course is from what a linear multistep method makes of those before it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/fingerprint/evidence/memory.h"

/* The rate of a tree at state n; of one that predicts, at the predicted state. */
static double rate_at(const struct multistep *m, const struct course *c, int n, int tree);

static double predicted(const struct multistep *m, const struct course *c, int n,
                        int tree) {
    double x = 0;
    for (int j = 1; j <= m->steps; j++)
        x +=
            m->q[j] * c->weight[n - j][tree] +
            c->size[n] * m->p[j] * course_rate(c, c->weight[n - j], c->time[n - j], tree);
    return x;
}

static double rate_at(const struct multistep *m, const struct course *c, int n,
                      int tree) {
    const struct tree *root = &c->forest.tree[tree];
    if (!m->predicts)
        return course_rate(c, c->weight[n], c->time[n], tree);
    double rate = pow(c->time[n], root->time_leaves);
    for (int i = 0; i < root->children; i++)
        rate *= predicted(m, c, n, root->child[i]);
    return rate;
}

double memory_deviation(const struct multistep *m, const struct course *c, int n,
                        int tree) {
    double term = c->size[n] * m->b[0] * rate_at(m, c, n, tree);
    double sum = term, size = fabs(term) + fabs(c->weight[n][tree]);
    for (int j = 1; j <= m->steps; j++) {
        double of_x = m->a[j] * c->weight[n - j][tree];
        double of_f =
            c->size[n] * m->b[j] * course_rate(c, c->weight[n - j], c->time[n - j], tree);
        sum += of_x + of_f;
        size += fabs(of_x) + fabs(of_f);
    }
    return fabs(c->weight[n][tree] - sum) / course_tolerance(c, tree, size);
}
