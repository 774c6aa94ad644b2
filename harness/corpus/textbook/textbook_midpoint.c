/* The implicit midpoint rule (Hairer, Norsett, Wanner, Solving ODEs I, II.7):
 *
 *     X = x + h/2 F(t + h/2, X),   x1 = 2 X - x
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <string.h>

#include "harness/corpus/textbook/textbook.h"

static int attempt_midpoint(struct textbook *b, double h) {
    double *middle = b->vector[0], *update = b->vector[1];
    memcpy(middle, b->x, (size_t)b->n * sizeof *middle);
    if (textbook_solve(b, b->t + h / 2, h / 2, b->x, update, middle))
        return -1;
    for (int i = 0; i < b->n; i++)
        b->next[i] = 2 * middle[i] - b->x[i];
    return 0;
}

enum { MOST_SWEEPS = 100 };

/* X by functional iteration, which does not contract on stiff systems: such steps fail. */
static int attempt_sweeps(struct textbook *b, double h) {
    double *middle = b->vector[0], *rate = b->vector[1];
    double before = INFINITY;
    memcpy(b->next, b->x, (size_t)b->n * sizeof *b->next);
    for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
        double change = 0, size = 0;
        for (int i = 0; i < b->n; i++)
            middle[i] = (b->x[i] + b->next[i]) / 2;
        if (textbook_derivative(b, b->t + h / 2, middle, rate))
            return -1;
        for (int i = 0; i < b->n; i++) {
            const double next = b->x[i] + h * rate[i];
            change = fmax(change, fabs(next - b->next[i]));
            size = fmax(size, fabs(next));
            b->next[i] = next;
        }
        if (change <= 2 * DBL_EPSILON * size ||
            (change <= 1e-14 * size && change >= before))
            return 0;
        before = change;
    }
    return textbook_fail(b, "the iteration does not converge");
}

const struct textbook_method textbook_swept_midpoint = {
    .name = "swept-midpoint", .known = "implicit-midpoint", .attempt = attempt_sweeps};

const struct textbook_method textbook_midpoint = {.name = "implicit-midpoint",
                                                  .known = "implicit-midpoint",
                                                  .attempt = attempt_midpoint};
