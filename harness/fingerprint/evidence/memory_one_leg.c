/* One-leg methods (Dahlquist, Lecture Notes in Mathematics 506 (1976)): with the coefficients of a
 * linear multistep method, sigma = sum b_j,
 *
 *     x_n = sum_j a_j x_{n-j} + h sigma f(sum_j b_j t_{n-j} / sigma, sum_j b_j x_{n-j} / sigma),
 *
 * the same on linear equations, and another on others.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/fingerprint/evidence/memory.h"

static double sigma_of(const struct multistep *m) {
    double sigma = 0;
    for (int j = 0; j <= m->steps; j++)
        sigma += m->b[j];
    return sigma;
}

/* f at the mean of states and times, of a tree. */
static double mean_rate(const struct multistep *m, const struct course *c, int n,
                        int tree) {
    const struct tree *root = &c->forest.tree[tree];
    const double sigma = sigma_of(m);
    double time = 0, rate = 1;
    for (int j = 0; j <= m->steps; j++)
        time += m->b[j] / sigma * c->time[n - j];
    for (int i = 0; i < root->children; i++) {
        double child = 0;
        for (int j = 0; j <= m->steps; j++)
            child += m->b[j] / sigma * c->weight[n - j][root->child[i]];
        rate *= child;
    }
    return rate * pow(time, root->time_leaves);
}

static bool holds(const struct multistep *m, const struct course *c, int n, int tree) {
    const double term = c->size[n] * sigma_of(m) * mean_rate(m, c, n, tree);
    double sum = term, size = fabs(term) + fabs(c->weight[n][tree]);
    for (int j = 1; j <= m->steps; j++) {
        sum += m->a[j] * c->weight[n - j][tree];
        size += fabs(m->a[j] * c->weight[n - j][tree]);
    }
    return fabs(c->weight[n][tree] - sum) <= course_tolerance(c, tree, size);
}

bool memory_is_one_leg(const struct memory *m, const struct course *c) {
    bool is = !m->multistep.predicts && sigma_of(&m->multistep) != 0;
    for (int n = m->begun + 1; n <= COURSE_EQUAL; n++)
        for (int t = 0; t < c->forest.count && is; t++)
            is = holds(&m->multistep, c, n, t);
    return is;
}
