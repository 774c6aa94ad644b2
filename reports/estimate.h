/* Error and error estimate of single steps, paired.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_ESTIMATE_H
#define REPORTS_ESTIMATE_H

#include "reports/curve.h"

struct estimate_pair {
    double error, estimate; /* log10 */
};

struct estimate_pairs {
    int count;
    struct estimate_pair *pair; /* by estimate over error, ascending */
};

/* Those of a model's points of the gap study that are used and have the same start and
 * step, in double where there are such, else in multiple precision, of its discrete
 * equations. False: out of memory. The caller frees with estimate_free. */
bool estimate_read(struct estimate_pairs *pairs, const struct results *r, int model);
void estimate_free(struct estimate_pairs *pairs);

/* log10 of estimate over error at a share of the pairs, 0 to 1; NaN when there are
 * none. */
double estimate_quantile(const struct estimate_pairs *pairs, double share);

#endif
