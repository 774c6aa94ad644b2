/* Backward Euler as Gear's DIFSUB begins with it (Comm. ACM 14 (1971), algorithm 407): predicted as
 * p = x + h F(t, x), corrected by a,
 *
 *     h F(t + h, p + a) = h F(t, x) + a,
 *
 * until an update is 1e-13 of the state. p is as large as h |dF/dx| |x|, and rounding of it
 * keeps the updates of a stiff system above that: such steps fail.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/corpus/textbook/textbook.h"

enum { ITERATIONS = 60, RATE = 0, CORRECTION, UPDATE };
static const double enough = 1e-13;

/* b->vector[UPDATE] := the update of a, with p + a in b->next. */
static int find_update(struct textbook *b, double h) {
    const int n = b->n;
    double *update = b->vector[UPDATE];
    if (textbook_derivative(b, b->t + h, b->next, update) ||
        textbook_jacobian(b, b->t + h, b->next, b->matrix))
        return -1;
    for (int i = 0; i < n * n; i++)
        b->matrix[i] = (i % (n + 1) == 0) - h * b->matrix[i];
    for (int i = 0; i < n; i++)
        update[i] = h * update[i] - (h * b->vector[RATE][i] + b->vector[CORRECTION][i]);
    return textbook_factor_and_solve(b, n, update);
}

static void correct(struct textbook *b, double h) {
    for (int i = 0; i < b->n; i++)
        b->next[i] = b->x[i] + h * b->vector[RATE][i] + b->vector[CORRECTION][i];
}

static int attempt_gear(struct textbook *b, double h) {
    double *a = b->vector[CORRECTION];
    if (textbook_derivative(b, b->t, b->x, b->vector[RATE]))
        return -1;
    for (int i = 0; i < b->n; i++)
        a[i] = 0;
    correct(b, h);
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
        double largest = 0, size = 0;
        if (find_update(b, h))
            return -1;
        for (int i = 0; i < b->n; i++) {
            a[i] += b->vector[UPDATE][i];
            largest = fmax(largest, fabs(b->vector[UPDATE][i]));
            size = fmax(size, fabs(b->next[i]));
        }
        correct(b, h);
        if (largest <= enough * size)
            return 0;
    }
    return textbook_fail(b, "the iteration does not converge");
}

const struct textbook_method textbook_gear = {
    .name = "gear-1", .known = "backward-euler", .attempt = attempt_gear};
