/* Whether a course follows a generalised-alpha method: its accelerations are found from what its
 * numbers would be, and all velocities and positions compared with them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/fingerprint/evidence/memory.h"
#include "harness/fingerprint/laws/fraction.h"

/* Fitted numbers are known to this, and weights are then the law's to that. */
static const double fitted = 1e-9;

/* The accelerations of all states and trees, [steps + 1] of [trees]. */
struct accelerations {
    const struct course *course;
    const struct generalized_alpha *method;
    double *of[COURSE_STEPS + 1];
};

/* That with which the step to state 1 began, from where it ended; NaN: that does not tell. */
static double first_acceleration(const struct course *c,
                                 const struct generalized_alpha *m, int tree) {
    const double keep = 1 - m->alpha_m;
    double v = c->weight[1][tree] / c->size[1], f = memory_alpha_rate(c, m, 1, tree);
    double share = 1 - m->gamma - m->gamma * m->alpha_m / keep;
    return fabs(share) < fitted ? NAN : (v - m->gamma * f / keep) / share;
}

static double find_first(const struct course *c, const struct generalized_alpha *m) {
    double first = first_acceleration(c, m, c->chain[0]);
    return isnan(first) || fabs(first - 1) <= fitted ? 1 : first;
}

static void find_accelerations(struct accelerations *a, double first) {
    const struct course *c = a->course;
    const struct generalized_alpha *m = a->method;
    for (int t = 0; t < c->forest.count; t++) {
        const struct tree *root = &c->forest.tree[t];
        a->of[0][t] = root->children == 0 && root->time_leaves == 0 ? first : 0;
        for (int n = 1; n <= c->steps; n++)
            a->of[n][t] = (memory_alpha_rate(c, m, n, t) - m->alpha_m * a->of[n - 1][t]) /
                          (1 - m->alpha_m);
    }
}

static bool is_near(const struct course *c, int tree, double difference, double size) {
    return fabs(difference) <= fitted * fmax(1, size) + course_tolerance(c, tree, size);
}

/* Whether all velocities follow, those with the time in them or the others; *tree := the first
 * that does not. */
static bool velocities_follow(const struct accelerations *a, bool timed, int *tree) {
    const struct course *c = a->course;
    const double gamma = a->method->gamma;
    for (int n = 1; n <= c->steps; n++)
        for (int t = 0; t < c->forest.count; t++) {
            double rise =
                c->size[n] * ((1 - gamma) * a->of[n - 1][t] + gamma * a->of[n][t]);
            if (c->forest.tree[t].colour != TREE_V ||
                (judge_time_leaves(&c->forest, t) > 0) != timed ||
                is_near(c, t, c->weight[n][t] - c->weight[n - 1][t] - rise,
                        fabs(c->weight[n][t])))
                continue;
            *tree = t;
            return false;
        }
    return true;
}

/* beta, by least squares; whether all such positions follow. */
static bool positions_follow(const struct accelerations *a, double *beta) {
    const struct course *c = a->course;
    double product = 0, square = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int n = 1; n <= c->steps; n++)
            for (int t = 0; t < c->forest.count; t++) {
                const double s = c->size[n];
                if (!memory_is_plain_position(c, t))
                    continue;
                int v = c->forest.tree[t].child[0];
                double rest = c->weight[n][t] - c->weight[n - 1][t] -
                              s * c->weight[n - 1][v] - s * s / 2 * a->of[n - 1][v];
                double by = s * s * (a->of[n][v] - a->of[n - 1][v]);
                if (pass == 0) {
                    product += rest * by;
                    square += by * by;
                } else if (!is_near(c, t, rest - product / square * by,
                                    fabs(c->weight[n][t]))) {
                    return false;
                }
            }
    *beta = product / square;
    return square > 0;
}

static bool has_positions(const struct course *c) {
    for (int t = 0; t < c->forest.count; t++)
        if (memory_is_plain_position(c, t))
            return true;
    return false;
}

/* Does the course follow this one, with some beta? */
static bool try_guess(struct memory *m, struct accelerations *a,
                      const struct generalized_alpha *tried) {
    int tree;
    a->method = tried;
    m->first_acceleration = find_first(a->course, tried);
    find_accelerations(a, m->first_acceleration);
    m->alpha = *tried;
    return velocities_follow(a, false, &tree) && positions_follow(a, &m->alpha.beta);
}

/* The states follow; do the times at which forces are taken? */
static void judge_times(struct memory *m, struct accelerations *a) {
    int tree;
    a->method = &m->alpha;
    if (velocities_follow(a, true, &tree))
        return;
    char *name = forest_text(&a->course->forest, tree);
    snprintf(m->fault, sizeof m->fault,
             "forces are told another time than that of the states (%s)",
             name != NULL ? name : "");
    m->is_wrong = true;
    free(name);
}

static void describe(struct memory *m) {
    char first[FRACTION_TEXT];
    alpha_classify(&m->finding, &m->alpha, 10 * fitted);
    m->kind = MEMORY_ALPHA;
    m->order = m->finding.order;
    m->is_wrong = m->finding.is_wrong;
    snprintf(m->title, sizeof m->title, "%s", m->finding.title);
    snprintf(m->fault, sizeof m->fault, "%s", m->finding.fault);
    if (m->finding.is_member)
        law_alpha_key(m->key, &m->finding);
    if (m->first_acceleration == 1)
        return;
    fraction_print_rough(first, m->first_acceleration, fitted);
    snprintf(m->fault, sizeof m->fault, "it begins with %s f for the acceleration",
             first);
    m->is_wrong = true;
}

int memory_find_alpha(struct memory *m, const struct course *c) {
    struct accelerations a = {.course = c};
    struct generalized_alpha guess[ALPHA_GUESSES];
    const int guesses = has_positions(c) ? memory_guess_alpha(guess, c) : 0;
    int failed = 0;
    bool follows = false;
    if (guesses == 0)
        return 0;
    for (int n = 0; n <= COURSE_STEPS; n++)
        failed |= (a.of[n] = calloc((size_t)c->forest.count, sizeof(double))) == NULL;
    for (int i = 0; i < guesses && !failed && !follows; i++)
        follows = try_guess(m, &a, &guess[i]);
    if (follows) {
        describe(m);
        judge_times(m, &a);
    }
    for (int n = 0; n <= COURSE_STEPS; n++)
        free(a.of[n]);
    return failed;
}
