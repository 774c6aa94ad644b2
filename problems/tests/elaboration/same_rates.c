/* Rates at random states.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/elaboration/same_rates.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "problems/model.h"
#include "problems/tests/reading.h"
#include "problems/tests/sample.h"

enum { STATES = 5, MOST_STATES = 64, TEXT_SIZE = 8192 };

/* Rounding to double, and what 200 bits lose. */
static const double LIMIT = 4e-16;

static struct model *read_joined(const char *states, const char *rest,
                                 const char *settings) {
    static char text[TEXT_SIZE];
    cr_assert(snprintf(text, sizeof text, "%s%s", states, rest) < TEXT_SIZE);
    return reading_model(text, settings);
}

void expect_same_rates(const char *states, const char *bodies, const char *formulas,
                       const char *settings) {
    struct model *a = read_joined(states, bodies, settings);
    struct model *b = read_joined(states, formulas, settings);
    struct sample s = sample_begin();
    double x[MOST_STATES];
    const int nx = a->nq + a->nv + a->nz;
    cr_assert(nx <= MOST_STATES && b->nq == a->nq && b->nv == a->nv);
    for (int k = 0; k < STATES; k++) {
        for (int i = 0; i < nx; i++)
            x[i] = sample_uniform(&s, -2, 2);
        for (int i = 0; i < a->nq + a->nv; i++) {
            const bool is_position = i < a->nq;
            expr one = is_position ? a->position_rates[i] : a->rates[i - a->nq];
            expr other = is_position ? b->position_rates[i] : b->rates[i - a->nq];
            double p = reading_value(a, one, 0.3, x), q = reading_value(b, other, 0.3, x);
            cr_expect(fabs(p - q) <= LIMIT * fabs(p), "seed %llu: %s' is %.17g and %.17g",
                      (unsigned long long)s.seed, a->state[i], p, q);
        }
    }
}
