/* Running rolls in double: a loop for each operation.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "problems/program/rolls.h"
#include "problems/program/row_operations.h"

/* Where the values stand. */
struct memory {
    const double *first, *second; /* inputs */
    double *value;                /* the rest */
};

static const double *place_of(const struct rolls *r, const struct memory *m, int number) {
    if (number < r->leading)
        return m->first + number;
    return number < r->inputs ? m->second + (number - r->leading)
                              : m->value + (number - r->inputs);
}

static void run_roll(const struct rolls *r, const struct roll *roll,
                     const struct memory *m) {
    const struct progression *argument = roll->argument;
    run_operation(roll->operation,
                  (struct operands){.n = roll->count,
                                    .r = m->value + (roll->result - r->inputs),
                                    .a = place_of(r, m, argument[0].first),
                                    .b = place_of(r, m, argument[1].first),
                                    .c = place_of(r, m, argument[2].first),
                                    .da = argument[0].stride,
                                    .db = argument[1].stride,
                                    .dc = argument[2].stride});
}

static void run_copy(const struct rolls *r, const struct roll_copy *copy,
                     const struct memory *m, double *out) {
    const double *from = place_of(r, m, copy->from.first);
    double *to = out + copy->to.first;
    const ptrdiff_t n = copy->count, df = copy->from.stride, dt = copy->to.stride;
    if (df == 1 && dt == 1)
        memcpy(to, from, (size_t)n * sizeof *to);
    else
        for (ptrdiff_t i = 0; i < n; i++)
            to[i * dt] = from[i * df];
}

void rolls_run(const struct rolls *r, const double *first, const double *second,
               double *value, double *out) {
    const struct memory m = {first, second, value};
    for (int s = 0, i = 0, k = 0; s < r->stages; s++) {
        for (; i < r->stage[s].rolls; i++)
            run_roll(r, &r->roll[i], &m);
        for (; k < r->stage[s].copies; k++)
            run_copy(r, &r->copy[k], &m, out);
    }
}
