/* The implicit midpoint rule (Hairer, Norsett, Wanner, Solving ODEs I, II.7):
 *
 *     X = x + h/2 F(t + h/2, X),   x1 = 2 X - x
 *
 * SPDX-License-Identifier: BSD-2-Clause */
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

const struct textbook_method textbook_midpoint = {.name = "implicit-midpoint",
                                                  .known = "implicit-midpoint",
                                                  .attempt = attempt_midpoint};
