/* A model evaluates to the same bits as the program it will be compared with, and starts at
 * the same doubles.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "problems/tests/models/models.h"
#include "problems/tests/sample.h"
#include "problems/tests/models/written_order.h"

enum { STATES = 3000 };

static double constant_double(const struct model *m, expr e) {
    mpfr_t x;
    mpfr_init2(x, 53);
    cr_assert_eq(expr_constant(m->graph, e, x), PROBLEM_OK);
    return mpfr_get_d(x, MPFR_RNDN);
}

Test(written_order, a_model_starts_at_the_same_doubles) {
    for (int i = 0; i < written_problem_count; i++) {
        const struct written_problem *w = written_problems + i;
        struct model *m = models_from_catalogue(w->name);
        cr_assert(m->nq == w->nq && m->nv == w->nv && m->nz == w->nz, "%s", w->name);
        for (int k = 0; k < w->nq + w->nv + w->nz; k++) {
            double start = constant_double(m, m->initial[k]);
            cr_expect(start == w->start[k], "%s: %s is %a, not %a", w->name, m->state[k],
                      start, w->start[k]);
        }
    }
}

/* Random states, every other one near the start, where balls touch and time is small. */
static void choose_state(const struct written_problem *w, struct sample *s, double *tx) {
    int nx = w->nq + w->nv + w->nz;
    sample_biased(s, 1 + nx, tx);
    if (sample_choice(s, 2))
        for (int i = 0; i < nx; i++)
            tx[1 + i] = w->start[i] + 0.1 * tx[1 + i] * tx[1 + i] * tx[1 + i];
}

/* Not compared are states where the other program finds no number: a body without gravity
 * has there 0 times the vertical, which a quaternion of length 0 does not have. */
static bool same_bits(const struct written_problem *w, struct model *m,
                      struct program *program, bool rates, struct sample *s) {
    double tx[1 + WRITTEN_STATES], expected[WRITTEN_STATES], value[WRITTEN_STATES];
    struct eval_double *e = NULL;
    bool same = true;
    cr_assert_eq(eval_double_alloc(&e, m->graph, program), PROBLEM_OK);
    for (int k = 0; k < STATES; k++) {
        choose_state(w, s, tx);
        if (rates)
            w->rates(tx[0], tx + 1, expected);
        else
            w->map(tx + 1, expected);
        eval_double_run(e, rates ? tx : tx + 1, value);
        for (int i = 0; i < program->outputs; i++)
            same = same && (value[i] == expected[i] || !isfinite(expected[i]));
    }
    return same;
}

Test(written_order, the_rates_have_the_same_bits) {
    struct sample s = sample_begin();
    for (int i = 0; i < written_problem_count; i++) {
        struct model *m = models_from_catalogue(written_problems[i].name);
        cr_expect(same_bits(written_problems + i, m, model_rates_program(m), true, &s),
                  "%s, TEST_SEED=%llu", written_problems[i].name,
                  (unsigned long long)s.seed);
    }
}

Test(written_order, the_rates_of_the_positions_have_the_same_bits) {
    struct sample s = sample_begin();
    for (int i = 0; i < written_problem_count; i++) {
        if (!written_problems[i].map)
            continue;
        struct model *m = models_from_catalogue(written_problems[i].name);
        cr_expect(same_bits(written_problems + i, m, model_map_program(m), false, &s),
                  "%s, TEST_SEED=%llu", written_problems[i].name,
                  (unsigned long long)s.seed);
    }
}
