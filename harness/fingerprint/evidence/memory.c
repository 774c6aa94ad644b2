/* Memory, its law, and what that comes to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/evidence/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gmp.h>

#include "harness/fingerprint/laws/fraction.h"

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

static double error_at(const struct course *c, int n, int tree) {
    return c->weight[n][tree] - exact_weight(c, n, tree);
}

/* The power of the number of steps with which the error of a tree's weight grows in the last equal
 * ones: 1, as what each adds does; 2, where it adds to a velocity that is summed once more; 0, what
 * comes to rest. */
static int find_growth(const struct course *c, int tree) {
    const int last = COURSE_EQUAL, middle = COURSE_EQUAL / 2, third = COURSE_EQUAL / 3;
    const double late = error_at(c, last, tree);
    const double bent =
        late - 2 * error_at(c, last - third, tree) + error_at(c, last - 2 * third, tree);
    if (fabs(bent) > steady_growth * third * third)
        return 2;
    return fabs(late - error_at(c, middle, tree)) > steady_growth * (last - middle);
}

/* Of steps in a row, by the trees of so many nodes at most: an error of h^m in each of T/h steps
 * comes to h^(m-1), and summed twice to h^(m-2). */
static int find_run_order(const struct course *c, int nodes) {
    int order = nodes;
    for (int t = 0; t < c->forest.count; t++) {
        const int size = c->forest.tree[t].order;
        const int growth = size <= nodes ? find_growth(c, t) : 0;
        if (growth > 0 && size - growth < order)
            order = size - growth;
    }
    return order > 0 ? order : 0;
}

/* Whether the first step of another size errs in a tree of 2 nodes, which equal ones do not: with
 * the coefficients b_j of these it leaves (h - h') h'/2 of t^2/2, as sum b_j j = 1/2. */
static bool loses_order(const struct course *c) {
    static const double kept = 1e-6;
    enum { LAST = COURSE_EQUAL, CHANGED };
    for (int t = 0; t < c->forest.count && c->steps >= CHANGED; t++) {
        const double error = error_at(c, LAST, t);
        if (c->forest.tree[t].order == 2 &&
            fabs(error - error_at(c, LAST - 1, t)) <= kept &&
            fabs(error_at(c, CHANGED, t) - error) > steady_growth)
            return !course_is_fresh(c, CHANGED);
    }
    return false;
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

/* Of positions that follow another law no more is known than their run shows, and the whole has no
 * name. Of order 1 nobody wants them beside velocities of order 3. */
static void take_positions(struct memory *m, const struct course *c) {
    enum { LEAST_LOSS = 2 };
    if (!m->has_other_positions)
        return;
    m->row = NULL;
    m->key[0] = '\0';
    const int order = find_run_order(c, m->order + COURSE_AHEAD);
    const int lost = m->order - order;
    if (lost <= 0)
        return;
    const size_t length = strlen(m->fault);
    m->order = order;
    m->is_wrong = order == 0 || (order == 1 && lost >= LEAST_LOSS);
    snprintf(m->fault + length, sizeof m->fault - length,
             order == 0 ? ", which is not consistent" : ", of order %d", order);
}

/* Whether the first step, made once more, is another. */
static bool differs(struct memory *m, const struct course *c, const double *others) {
    const int tree = course_differs_first(c, others);
    if (tree < 0)
        return false;
    char *name = forest_text(&c->forest, tree);
    const int digits = fraction_digits(c->weight[1][tree], others[tree]);
    snprintf(m->repeated, sizeof m->repeated, "a weight of %s of %.*g, and of %.*g",
             name != NULL ? name : "", digits, c->weight[1][tree], digits, others[tree]);
    free(name);
    return true;
}

int memory_find(struct memory *m, const struct course *c) {
    int tree, n = c->steps >= COURSE_EQUAL ? course_memory(c, &tree) : 0;
    *m = (struct memory){.pace = 1, .first_acceleration = 1, .ratio = RATIO_UNTRIED};
    if (c->steps >= COURSE_EQUAL) {
        m->is_random = differs(m, c, c->fresh[1]);
        m->survives_start = !m->is_random && differs(m, c, c->again);
    }
    if (n == 0 || m->is_random)
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
    m->run_order = find_run_order(c, COURSE_ORDER);
    m->begins_anew = c->steps > COURSE_EQUAL && course_is_fresh(c, COURSE_EQUAL + 1);
    if (m->kind == MEMORY_UNKNOWN && loses_order(c))
        m->ratio = RATIO_IGNORED;
    if (m->kind != MEMORY_MULTISTEP && find_run_order(c, 2) <= 1)
        m->order = 1;
    if (m->kind == MEMORY_MULTISTEP && m->begun > 0 && m->start_order + 1 < m->order)
        m->order = m->start_order + 1;
    take_positions(m, c);
    return 0;
}
