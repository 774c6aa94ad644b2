/* An explicit method of order 2 that no book has:
 *
 *     0    |
 *     0.37 | 0.37
 *     0.71 | 0.2   0.51
 *          | 0.2   0.2   0.6
 *
 * What is known of it is what holds of any method.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/corpus/textbook/textbook.h"

enum { UNNAMED_STAGES = 3, POINT = UNNAMED_STAGES };

/* The sum of the first stages, so many. */
static double weigh(const struct textbook *b, const double *weight, int stages, int k) {
    double sum = 0;
    for (int j = 0; j < stages; j++)
        sum += weight[j] * b->vector[j][k];
    return sum;
}

static int attempt_unnamed(struct textbook *b, double h) {
    static const double a[UNNAMED_STAGES][UNNAMED_STAGES] = {{0}, {0.37}, {0.2, 0.51}};
    static const double weight[] = {0.2, 0.2, 0.6}, node[] = {0, 0.37, 0.71};
    double *point = b->vector[POINT];
    for (int i = 0; i < UNNAMED_STAGES; i++) {
        for (int k = 0; k < b->n; k++)
            point[k] = b->x[k] + h * weigh(b, a[i], i, k);
        const bool is_old = i == 1 && textbook_has(b, FAULT_UNNAMED_OLD_TIME);
        if (textbook_derivative(b, b->t + (is_old ? 0 : node[i] * h), point,
                                b->vector[i]))
            return -1;
    }
    for (int k = 0; k < b->n; k++)
        b->next[k] = b->x[k] + h * weigh(b, weight, UNNAMED_STAGES, k);
    return 0;
}

const struct textbook_method textbook_unnamed = {
    .name = "unnamed", .known = "", .attempt = attempt_unnamed};
