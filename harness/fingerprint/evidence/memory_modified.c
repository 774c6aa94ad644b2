/* The factors of a modified predictor and corrector from the course of its chains,
 *
 *     m_n = p_n - A (p_{n-1} - c_{n-1}),  x_n = c_n + B (p_n - c_n),  c_n with F(t_n, m_n).
 *
 * Both p and c are of order 4, so that of chains those of four nodes are exact in all three; in
 * that of five m_n does not stand, and B follows; then A from that of six.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/evidence/memory.h"
#include "harness/fingerprint/laws/fraction.h"

struct factors {
    double of_predictor, of_corrector;
};

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

static bool fit(struct factors *found, const struct course *c,
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

/* Factors that were fitted are equal to this. */
static const double fitted = 1e-10;

/* The right one, or 0 where it is left out by choice. */
static bool may_be_chosen(double factor, double right) {
    return fabs(factor - right) <= fitted || fabs(factor) <= fitted;
}

static void describe(struct memory *m, const struct law_row *row,
                     const struct factors *found) {
    const double share = multistep_share(row->family);
    char number[2][FRACTION_TEXT], right[2][FRACTION_TEXT];
    fraction_print_rough(number[0], found->of_predictor, fitted);
    fraction_print_rough(number[1], found->of_corrector, fitted);
    fraction_print_rough(right[0], 1 - share, fitted);
    fraction_print_rough(right[1], share, fitted);
    const bool is_chosen = may_be_chosen(found->of_predictor, 1 - share) &&
                           may_be_chosen(found->of_corrector, share);
    m->order = fabs(found->of_corrector - share) <= fitted ? row->order : row->order - 1;
    m->is_wrong = !is_chosen;
    snprintf(m->title, sizeof m->title, "%s%s", row->title,
             !is_chosen                            ? ""
             : fabs(found->of_predictor) <= fitted ? ", the predicted value not modified"
             : fabs(found->of_corrector) <= fitted ? ", the corrected value not modified"
                                                   : "");
    if (is_chosen)
        return;
    snprintf(m->fault, sizeof m->fault,
             "it is modified by %s in the predictor and %s in the corrector, not by %s "
             "and %s",
             number[0], number[1], right[0], right[1]);
}

static bool follows(struct memory *m, const struct course *c, const struct law_row *row,
                    const struct factors *found) {
    multistep_modified_by(&m->multistep, row->family, found->of_predictor,
                          found->of_corrector);
    m->begun = memory_begin(&m->multistep, c, MEMORY_LATEST_NAMED);
    if (m->begun < 0)
        return false;
    describe(m, row, found);
    return true;
}

/* The one of the two right factors that a fitted one is but for the digits that A loses where B is
 * near 1, as it is if they are interchanged. */
static double settle(double factor, double share) {
    static const double lost = 1e-7;
    const double other = 1 - share;
    return fabs(factor - share) <= lost   ? share
           : fabs(factor - other) <= lost ? other
                                          : factor;
}

static bool is_modified(enum multistep_family family) {
    return family == MULTISTEP_MILNE_MODIFIED || family == MULTISTEP_HAMMING_MODIFIED ||
           family == MULTISTEP_MOULTON_MODIFIED;
}

bool memory_take_modified(struct memory *m, const struct course *c) {
    for (const struct law_row *row = law_rows(); row->name != NULL; row++) {
        struct factors found;
        if (!is_modified(row->family) || !fit(&found, c, row->family))
            continue;
        const double share = multistep_share(row->family);
        const struct factors settled = {settle(found.of_predictor, share),
                                        settle(found.of_corrector, share)};
        if (follows(m, c, row, &found) || follows(m, c, row, &settled))
            return true;
    }
    return false;
}
