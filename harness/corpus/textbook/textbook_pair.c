/* Implicit Euler in two half steps, with step doubling (Hairer, Norsett, Wanner, Solving ODEs I,
 * II.4 (4.4)):
 *
 *     X = x + h F(t + h, X),   y = x + h/2 F(t + h/2, y),   x1 = y + h/2 F(t + h, x1),
 *     error = X - x1
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/corpus/textbook/textbook.h"

enum { LARGE, MIDDLE, UPDATE };

static int solve_from(struct textbook *b, double t, double h, const double *from,
                      double *to) {
    memcpy(to, from, (size_t)b->n * sizeof *to);
    return textbook_solve(b, t + h, h, from, b->vector[UPDATE], to);
}

static int attempt_pair(struct textbook *b, double h) {
    double *large = b->vector[LARGE], *middle = b->vector[MIDDLE];
    if (solve_from(b, b->t, h, b->x, large) || solve_from(b, b->t, h / 2, b->x, middle) ||
        solve_from(b, b->t + h / 2, h / 2, middle, b->next))
        return -1;
    for (int i = 0; i < b->n; i++)
        b->error[i] = large[i] - b->next[i];
    return 0;
}

const struct textbook_method textbook_pair = {
    .name = "pair",
    .known = "velocity-implicit-euler",
    .rule = {.norm = {.relative = 0},
             .order = 2,
             .safety = 0.9,
             .most_growth = 4,
             .most_shrinkage = 0.1},
    .has_estimate = true,
    .attempt = attempt_pair,
};
