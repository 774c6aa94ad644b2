/* The factors of a modified predictor and corrector from the course of its chains,
 *
 *     m_n = p_n - A (p_{n-1} - c_{n-1}),  x_n = c_n + B (p_n - c_n),  c_n with F(t_n, m_n).
 *
 * Both p and c are of order 4, so that of chains those of four nodes are exact in all three; in
 * that of five m_n does not stand, and B follows; then A from that of six.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/fingerprint/evidence/memory.h"

enum { STEPS = 4, FIVE = 4, SIX = 5 }; /* chain[k] has k + 1 nodes */

/* The first state that is of a modified step behind another: later ones are larger, and their
 * differences as much less exact. */
enum { MEASURED = STEPS + 2 };

/* sum_j x_j x_{n-j} + h f_j f_{n-j} of a chain, without f_n. */
static double combine(const struct course *c, int n, int chain, const double *of_x,
                      const double *of_f) {
    double sum = 0;
    for (int j = 1; j <= STEPS; j++)
        sum += of_x[j] * c->weight[n - j][c->chain[chain]] +
               c->size[n] * of_f[j] *
                   course_rate(c, c->weight[n - j], c->time[n - j], c->chain[chain]);
    return sum;
}

bool memory_fit_modified(struct memory_modified *found, const struct course *c,
                         enum multistep_family family) {
    const int n = MEASURED;
    struct multistep m; /* A = B = 0 */
    double p[2], corrected[2];
    multistep_modified_by(&m, family, 0, 0);
    for (int k = 0; k < 2; k++)
        p[k] = combine(c, n, FIVE + k, m.q, m.p);
    const double before = combine(c, n - 1, FIVE, m.q, m.p);
    const double exact = c->weight[n][c->chain[FIVE - 1]];
    for (int k = 0; k < 2; k++)
        corrected[k] = combine(c, n, FIVE + k, m.a, m.b) +
                       c->size[n] * m.b[0] * (k == 0 ? exact : p[0]);
    found->of_corrector =
        (c->weight[n][c->chain[FIVE]] - corrected[0]) / (p[0] - corrected[0]);
    const double rest = 1 - found->of_corrector;
    /* what m_n adds to p_n of five nodes is -A (p_{n-1} - c_{n-1}) */
    const double added =
        (c->weight[n][c->chain[SIX]] - rest * corrected[1] - found->of_corrector * p[1]) /
        (rest * c->size[n] * m.b[0]);
    found->of_predictor = added * rest / (c->weight[n - 1][c->chain[FIVE]] - before);
    return isfinite(found->of_corrector) && isfinite(found->of_predictor);
}
