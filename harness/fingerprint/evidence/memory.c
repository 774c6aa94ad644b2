/* Memory, its law, and what that comes to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/evidence/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gmp.h>

/* The error of a weight grows by this in each step, or it does not grow. */
static const double steady_growth = 0.01;

static double exact_weight(const struct course *c, int n, int tree) {
    mpz_t density;
    mpz_init(density);
    forest_density(density, &c->forest, tree);
    double weight = pow(c->time[n], c->forest.tree[tree].order) / mpz_get_d(density);
    mpz_clear(density);
    return weight;
}

/* The order of the steps that begin it: that of the smallest tree which is not the exact
 * solution's, less one. Beyond the trees of the forest only chains are looked at. */
static void find_start_order(struct memory *m, const struct course *c) {
    m->start_order = COURSE_CHAINS;
    for (int n = 1; n <= m->begun; n++)
        for (int t = 0; t < c->forest.count; t++) {
            double exact = exact_weight(c, n, t);
            int order = c->forest.tree[t].order;
            if (fabs(c->weight[n][t] - exact) > course_tolerance(c, t, fabs(exact)) &&
                order <= m->start_order)
                m->start_order = order - 1;
        }
}

static void tell_memory(struct memory *m, const struct course *c, int n, int tree) {
    char *name = forest_text(&c->forest, tree);
    snprintf(m->why, sizeof m->why,
             "step %d leads to the weight %.7g of %s, the same step after a new start to "
             "%.7g",
             n, c->weight[n][tree], name != NULL ? name : "", c->fresh[n][tree]);
    free(name);
}

/* Whether the error of some tree of so many nodes grows with each step, as it does at one order
 * less: by the slope of the last equal steps. Of a method of that order it comes to rest. */
static bool grows_steadily(const struct course *c, int order) {
    const int last = COURSE_EQUAL, middle = COURSE_EQUAL / 2;
    for (int t = 0; t < c->forest.count; t++) {
        double late = c->weight[last][t] - exact_weight(c, last, t);
        double early = c->weight[middle][t] - exact_weight(c, middle, t);
        if (c->forest.tree[t].order == order &&
            fabs(late - early) > steady_growth * (last - middle))
            return true;
    }
    return false;
}

static int find_run_order(const struct course *c) {
    int order = 0;
    while (order < COURSE_ORDER && !grows_steadily(c, order + 1))
        order++;
    return order;
}

/* By the slope of the last equal steps, of that tree of one node which is furthest from 1. */
static double find_pace(const struct course *c) {
    const int last = COURSE_EQUAL, middle = COURSE_EQUAL / 2;
    const double time = c->time[last] - c->time[middle];
    double pace = 1;
    for (int t = 0; t < c->forest.count; t++) {
        const double one = (c->weight[last][t] - c->weight[middle][t]) / time;
        if (c->forest.tree[t].order == 1 && fabs(one - 1) > fabs(pace - 1))
            pace = one;
    }
    return pace;
}

int memory_find(struct memory *m, const struct course *c) {
    int tree, n = c->steps >= COURSE_EQUAL ? course_memory(c, &tree) : 0;
    *m = (struct memory){.pace = 1, .first_acceleration = 1, .ratio = RATIO_UNTRIED};
    if (n == 0)
        return 0;
    m->has_memory = true;
    m->first = n;
    m->pace = find_pace(c);
    tell_memory(m, c, n, tree);
    if (memory_find_verlet(m, c) ||
        (m->kind == MEMORY_UNKNOWN && memory_find_alpha(m, c)) ||
        (m->kind == MEMORY_UNKNOWN && memory_find_multistep(m, c)))
        return -1;
    find_start_order(m, c);
    m->run_order = find_run_order(c);
    if (m->kind != MEMORY_MULTISTEP && grows_steadily(c, 2))
        m->order = 1;
    if (m->kind == MEMORY_MULTISTEP && m->begun > 0 && m->start_order + 1 < m->order)
        m->order = m->start_order + 1;
    return 0;
}
