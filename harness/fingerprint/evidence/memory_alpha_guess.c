/* The numbers that a generalised-alpha method would have, from a course. On x' = z x its
 * velocities obey
 *
 *     v_n = (1 - mu) v_{n-1} + mu v_{n-2} + sum_j b_j f_{n-j},      mu = alpha_m/(1 - alpha_m),
 *     (1 - alpha_m) (b_0, b_2) = (gamma (1 - alpha_f), (1 - gamma) alpha_f),
 *
 * so that gamma is a root of g^2 - (1 + D) g + P, P = gamma (1 - alpha_f), D = gamma - alpha_f;
 * the other root is 1 - alpha_f. Positions tell which is which.
 *
 * Where the acceleration's own root, -mu, is one of the forces, too, velocities go as those of one
 * step, v_n = v_{n-1} + h (g f_n + (1 - g) f_{n-1}), and either of two holds:
 *
 *     alpha_m = alpha_f, gamma = g:      v[q^2] is gamma (1 - alpha_f) after a step of 1;
 *     gamma = 1 - alpha_m, alpha_f = 1 - g:  with p = (q_n - q_{n-1} - h v_{n-1})/h^2 positions obey
 *         p_n = alpha_m (p_n - p_{n-1}) + beta (F_n - F_{n-1}) + F_{n-1}/2,
 *
 * F_n what the step to n takes f for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/fingerprint/evidence/memory.h"
#include "harness/fingerprint/trees/composition.h"

/* Fitted numbers are known to this. */
static const double fitted = 1e-9;

/* Of what stands in this proportion to what was taken off it too many digits are lost. */
static const double parallel = 1e-7;

enum { FIRST = 3 }; /* the first state that a fit uses */

double memory_alpha_rate(const struct course *c, const struct generalized_alpha *m, int n,
                         int tree) {
    const double new = 1 - m->alpha_f, old = m->alpha_f;
    const struct tree *root = &c->forest.tree[tree];
    if (m->mixes_forces)
        return new *course_rate(c, c->weight[n], c->time[n], tree) +
               old *course_rate(c, c->weight[n - 1], c->time[n - 1], tree);
    double rate = pow(new * c->time[n] + old * c->time[n - 1], root->time_leaves);
    for (int i = 0; i < root->children; i++)
        rate *=
            new * c->weight[n][root->child[i]] + old * c->weight[n - 1][root->child[i]];
    return rate;
}

bool memory_is_plain_position(const struct course *c, int tree) {
    const struct tree *root = &c->forest.tree[tree];
    return root->colour == TREE_Q && root->children == 1 &&
           c->forest.tree[root->child[0]].colour == TREE_V &&
           judge_time_leaves(&c->forest, tree) == 0;
}

/* By two steps: two readings of gamma, with forces or states mixed. */
static int guess_by_two_steps(struct generalized_alpha *guess,
                              const struct multistep *law) {
    const double alpha_m = law->a[2] / (1 + law->a[2]);
    const double p = law->b[0] * (1 - alpha_m), d = p - law->b[2] * (1 - alpha_m);
    const double root = sqrt(fmax(0, (1 + d) * (1 + d) / 4 - p));
    for (int i = 0; i < 4; i++) {
        double gamma = (1 + d) / 2 + (i % 2 == 0 ? root : -root);
        guess[i] = (struct generalized_alpha){.alpha_m = alpha_m,
                                              .alpha_f = gamma - d,
                                              .gamma = gamma,
                                              .mixes_forces = i >= 2};
    }
    return 4;
}

/* p of the step to state n. */
static double position_rest(const struct course *c, int n, int tree) {
    const int v = c->forest.tree[tree].child[0];
    return (c->weight[n][tree] - c->weight[n - 1][tree] -
            c->size[n] * c->weight[n - 1][v]) /
           (c->size[n] * c->size[n]);
}

/* One of the equations for alpha_m (p_n - p_{n-1}) + beta (F_n - F_{n-1}). */
struct equation {
    double p, f, right;
};

static struct equation equation_of(const struct course *c,
                                   const struct generalized_alpha *m, int n, int tree) {
    const int v = c->forest.tree[tree].child[0];
    const double before = memory_alpha_rate(c, m, n - 1, v);
    const double rest = position_rest(c, n, tree);
    return (struct equation){.p = rest - position_rest(c, n - 1, tree),
                             .f = memory_alpha_rate(c, m, n, v) - before,
                             .right = rest - before / 2};
}

/* alpha_m by least squares with beta over all such positions, the p made orthogonal to the f first,
 * which they are nearly parallel to; NaN: they do not tell. */
static double fit_alpha_m(const struct course *c, const struct generalized_alpha *m) {
    double pf = 0, ff = 0, pp = 0, uu = 0, ur = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int n = 2; n <= c->steps; n++)
            for (int t = 0; t < c->forest.count; t++) {
                if (!memory_is_plain_position(c, t))
                    continue;
                const struct equation e = equation_of(c, m, n, t);
                const double u = pass == 0 ? 0 : e.p - pf / ff * e.f;
                pf += pass == 0 ? e.p * e.f : 0;
                ff += pass == 0 ? e.f * e.f : 0;
                pp += e.p * e.p;
                uu += u * u;
                ur += u * e.right;
            }
    return uu > parallel * parallel * pp ? ur / uu : NAN;
}

/* Of alpha_m = alpha_f, from v[q^2] of the first step; NaN: there is no such tree. */
static double find_common_alpha(const struct course *c, double gamma) {
    const int q = composition_lookup(&c->forest, TREE_Q, 0, 0, NULL);
    const int pair[2] = {q, q};
    const int tree = q < 0 ? -1 : composition_lookup(&c->forest, TREE_V, 0, 2, pair);
    if (tree < 0)
        return NAN;
    return 1 - c->weight[1][tree] / (c->size[1] * gamma * pow(c->weight[1][q], 2));
}

static int guess_by_one_step(struct generalized_alpha *guess, const struct course *c,
                             double g) {
    const double common = find_common_alpha(c, g);
    int count = 0;
    if (isfinite(common))
        guess[count++] =
            (struct generalized_alpha){.alpha_m = common, .alpha_f = common, .gamma = g};
    for (int mixes_forces = 0; mixes_forces < 2; mixes_forces++) {
        struct generalized_alpha m = {.alpha_f = 1 - g, .mixes_forces = mixes_forces};
        m.alpha_m = fit_alpha_m(c, &m);
        m.gamma = 1 - m.alpha_m;
        if (isfinite(m.alpha_m))
            guess[count++] = m;
    }
    return count;
}

int memory_guess_alpha(struct generalized_alpha *guess, const struct course *c) {
    struct multistep law;
    if (memory_fit(&law, c, 1, FIRST) <= 1 && fabs(law.a[1] - 1) <= fitted)
        return guess_by_one_step(guess, c, law.b[0]);
    if (memory_fit(&law, c, 2, FIRST) <= 1 && fabs(law.a[1] + law.a[2] - 1) <= fitted)
        return guess_by_two_steps(guess, &law);
    return 0;
}
