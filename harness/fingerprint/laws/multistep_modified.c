/* Predictors and correctors of order 4 on equal steps, as they are and modified. The differences
 * p_n - c_n of predicted and corrected values are about the same from step to step, so that with
 * the constants of both errors, w of the corrector and 1 - w of the predictor,
 *
 *     m_n = p_n - (1 - w) (p_{n-1} - c_{n-1}),   x_n = c_n + w (p_n - c_n),   c_n with F(t_n, m_n)
 *
 * (Hamming, J. ACM 6 (1959); Ralston, Math. Comp. 14 (1960)). As x_{n-1} - p_{n-1} is (1 - w)
 * (c_{n-1} - p_{n-1}), m_n = p_n + x_{n-1} - p_{n-1}, and both are linear in states and rates.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/laws/multistep.h"

enum { STEPS = 4 };

/* By j = 0 .. 4, in units of the divisors. */
struct pair {
    double q[STEPS + 1], p[STEPS + 1], of_p;
    double a[STEPS + 1], of_a, b[STEPS + 1], of_b;
    double share; /* w */
};

#define MILNE_PREDICTOR .q = {0, 0, 0, 0, 1}, .p = {0, 8, -4, 8, 0}, .of_p = 3

static const struct pair milne = {MILNE_PREDICTOR, .a = {0, 0, 1}, .of_a = 1,
                                  .b = {1, 4, 1},  .of_b = 3,      .share = 1.0 / 29};
static const struct pair hamming = {MILNE_PREDICTOR, .a = {0, 9, 0, -1},
                                    .of_a = 8,       .b = {3, 6, -3},
                                    .of_b = 8,       .share = 9.0 / 121};
static const struct pair moulton = {.q = {0, 1},
                                    .p = {0, 55, -59, 37, -9},
                                    .of_p = 24,
                                    .a = {0, 1},
                                    .of_a = 1,
                                    .b = {9, 19, -5, 1},
                                    .of_b = 24,
                                    .share = 19.0 / 270};

static void take(struct multistep *m, const struct pair *pair) {
    *m = (struct multistep){.steps = STEPS, .predicts = true};
    for (int j = 0; j <= STEPS; j++) {
        m->q[j] = pair->q[j];
        m->p[j] = pair->p[j] / pair->of_p;
        m->a[j] = pair->a[j] / pair->of_a;
        m->b[j] = pair->b[j] / pair->of_b;
    }
}

/* With the factors of p_{n-1} - c_{n-1} in m_n and of p_n - c_n in x_n: x_{n-1} - p_{n-1} is
 * (1 - share) (c_{n-1} - p_{n-1}). */
static void modify(struct multistep *m, double of_predictor, double share) {
    const double back = of_predictor / (1 - share);
    for (int j = 0; j <= STEPS; j++) {
        m->a[j] = (1 - share) * m->a[j] + share * m->q[j];
        m->b[j] = (1 - share) * m->b[j] + share * m->p[j];
    }
    for (int j = STEPS + 1; j > 0; j--) {
        m->q[j] -= back * m->q[j - 1];
        m->p[j] -= back * m->p[j - 1];
    }
    m->q[1] += back;
    m->steps = STEPS + 1;
}

static const struct pair *pair_of(enum multistep_family family) {
    const bool is_milne = family == MULTISTEP_MILNE || family == MULTISTEP_MILNE_MODIFIED;
    return is_milne ? &milne : family == MULTISTEP_MOULTON_MODIFIED ? &moulton : &hamming;
}

double multistep_share(enum multistep_family family) {
    return pair_of(family)->share;
}

void multistep_modified_by(struct multistep *m, enum multistep_family family,
                           double of_predictor, double share) {
    take(m, pair_of(family));
    modify(m, of_predictor, share);
}

void multistep_modified(struct multistep *m, enum multistep_family family) {
    const struct pair *pair = pair_of(family);
    take(m, pair);
    if (family != MULTISTEP_MILNE && family != MULTISTEP_HAMMING)
        modify(m, 1 - pair->share, pair->share);
}
