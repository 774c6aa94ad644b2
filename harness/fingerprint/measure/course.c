/* What a course of steps shows.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/measure/course.h"

#include <math.h>

/* Two steps may differ twice as much as one from its expectation; sums inside the step are
 * larger than its result. */
static const double two_measured = 2, inside = 8;
static const double unit = 0x1p-53;

/* For a step that is made twice, and would be the same to the last bit but for threads. */
static const double repeated_units = 16;

double course_rate(const struct course *c, const double *weight, double time, int tree) {
    const struct tree *root = &c->forest.tree[tree];
    double rate = 1;
    for (int i = 0; i < root->children; i++)
        rate *= weight[root->child[i]];
    for (int i = 0; i < root->time_leaves; i++)
        rate *= time;
    return rate;
}

double course_tolerance(const struct course *c, int tree, double size) {
    const struct probe p = probe_standard('A', 0);
    return two_measured * inside * c->units * unit * fmax(1, size) *
           (1 + judge_time_leaves(&c->forest, tree) * fabs(p.t0) / p.h);
}

int course_differs_first(const struct course *c, const double *others) {
    struct course tight = *c;
    tight.units = repeated_units;
    for (int t = 0; t < c->forest.count && others != NULL; t++)
        if (!(fabs(c->weight[1][t] - others[t]) <=
              course_tolerance(&tight, t, fabs(c->weight[1][t]))))
            return t;
    return -1;
}

int course_memory(const struct course *c, int *tree) {
    for (int n = 1; n <= c->steps; n++)
        for (int t = 0; t < c->forest.count && c->fresh[n] != NULL; t++) {
            double size = fabs(c->weight[n][t]) + fabs(c->weight[n - 1][t]);
            if (judge_time_leaves(&c->forest, t) > 0 ||
                fabs(c->weight[n][t] - c->fresh[n][t]) <= course_tolerance(c, t, size))
                continue;
            *tree = t;
            return n;
        }
    return 0;
}

bool course_is_fresh(const struct course *c, int n) {
    for (int t = 0; c->fresh[n] != NULL && t < c->forest.count; t++)
        if (fabs(c->weight[n][t] - c->fresh[n][t]) >
            course_tolerance(c, t, fabs(c->weight[n][t]) + fabs(c->weight[n - 1][t])))
            return false;
    return c->fresh[n] != NULL;
}
