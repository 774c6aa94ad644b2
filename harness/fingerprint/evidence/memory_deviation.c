/* How far a step of a course is from what a linear multistep method makes of those before it, and
 * from which step on it is none.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/fingerprint/evidence/memory.h"

/* sum over j >= 1 of of_x_j x_{n-j} + h of_f_j f_{n-j} */
static double from_before(const struct course *c, int steps, const double *of_x,
                          const double *of_f, int n, int tree) {
    double x = 0;
    for (int j = 1; j <= steps; j++)
        x +=
            of_x[j] * c->weight[n - j][tree] +
            c->size[n] * of_f[j] * course_rate(c, c->weight[n - j], c->time[n - j], tree);
    return x;
}

/* The weight at state n after so many corrections of what was predicted. */
static double corrected(const struct multistep *m, const struct course *c, int n,
                        int tree, int times) {
    const struct tree *root = &c->forest.tree[tree];
    if (times == 0)
        return from_before(c, m->steps, m->q, m->p, n, tree);
    double rate = pow(c->time[n], root->time_leaves);
    for (int i = 0; i < root->children; i++)
        rate *= corrected(m, c, n, root->child[i], times - 1);
    return from_before(c, m->steps, m->a, m->b, n, tree) + c->size[n] * m->b[0] * rate;
}

/* The rate of a tree at state n; of one that predicts, at what was corrected before the last
 * time. */
static double rate_at(const struct multistep *m, const struct course *c, int n,
                      int tree) {
    const struct tree *root = &c->forest.tree[tree];
    if (!m->predicts)
        return course_rate(c, c->weight[n], c->time[n], tree);
    double rate = pow(c->time[n], root->time_leaves);
    for (int i = 0; i < root->children; i++)
        rate *= corrected(m, c, n, root->child[i], m->more);
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

static bool holds_on_chains(const struct multistep *m, const struct course *c, int n) {
    for (int k = 0; k < COURSE_CHAINS; k++)
        if (!(memory_deviation(m, c, n, c->chain[k]) <= 1))
            return false;
    return true;
}

int memory_begin(const struct multistep *m, const struct course *c, int latest) {
    int n = COURSE_EQUAL;
    while (n >= m->steps && holds_on_chains(m, c, n))
        n--;
    return n <= latest ? n : -1;
}
