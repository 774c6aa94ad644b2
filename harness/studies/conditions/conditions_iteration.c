/* What an iteration may leave of a step.
 *
 * A Newton iteration for y = c + k F(y) ends where its residual r or its update d is small, at
 * y + e with
 *
 *     |e| <= |M^-1| |r|,   |e| <= rho / (1 - rho) |d|,   M = 1 - k dF/dy,                    (1)
 *
 * rho being its rate of contraction (Hairer, Wanner, Solving ODEs II, IV.8). Soft systems as
 * drawn have |M^-1| and rho / (1 - rho) near 1. What r and d are measured by, only the
 * integrator knows: by the motion or by the size of the state, |x| or 1 + |x|. So what it leaves
 * is measured on systems of modest magnitudes, as part of the motion and of max(1, |x|): the
 * quarter of them on which it leaves least, so that a fault which most of them show is not taken
 * for it. On others this is allowed many times over:
 *
 * - rounding: u |M^-1| becomes u |M^-1| g with the growth g of an elimination. It takes its
 * pivots by
 *     magnitude, and where components have other magnitudes takes h dF_i/dx_j for 1 - h dF_i/dx_i:
 *     0.011 times 0.05 to 0.4, or one thousandth. g is 1e3 for one of these, 1e6 for two. Where
 *     magnitudes are mixed there may be more, on one system of fifty; an iteration mends that, but
 *     a method that no law is known of may be a linear solve alone.
 *  -  the accuracy a that is asked for: up to sqrt(12) times that for norms that are means, of two
 *     solutions, over five steps: 32 a.
 * - an iteration that contracts leaves less than half of what it began with, which is the
 * motion; so
 *     a tolerance that is absolute excuses no more than that.
 *  -  stiff systems: stages as large as h |dF/dx| |x| are rounded.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/studies/conditions/conditions.h"
#include "problems/base/compare.h"

/* So many plain systems are measured, among so many drawn. */
enum { MEASURED = 15, TRIED = 300 };

static double find_quartile(double *number, int count) {
    qsort(number, (size_t)count, sizeof *number, compare_doubles);
    return count > 0 ? number[count / 4] : 0;
}

/* What is left on one system. False: a step fails. */
static bool measure_one(struct conditions *c, const struct draw *d,
                        enum conditions_level level) {
    struct law l;
    struct diagnostic why;
    bool is_measured = law_open(&l, c, d, level, &why) == 0;
    c->left = (struct conditions_rest){.is_known = true};
    if (is_measured) {
        law_compare(&l);
        symmetries_compare(&l);
    }
    is_measured = is_measured && !l.failed;
    law_close(&l);
    return is_measured;
}

void iteration_measure(struct conditions *c, enum conditions_level level) {
    struct conditions trial = *c; /* what is noted in it is not judged */
    double part[MEASURED], size[MEASURED];
    int count = 0;
    for (int i = 0; i < TRIED && count < MEASURED && !conditions_is_over(c, early_share);
         i++) {
        const struct draw d = draw_make(c->seed, i, false);
        if (!draw_is_modest(&d) || !measure_one(&trial, &d, level))
            continue;
        part[count] = trial.left.part;
        size[count++] = trial.left.size;
    }
    c->rest[level] = (struct conditions_rest){true, find_quartile(part, count),
                                              find_quartile(size, count)};
}
