/* A formula without kinks is analytic where it is defined, and so it is zero everywhere if it
 * is zero around a point. A few random points of the box (1/2, 2)^n stand for a neighbourhood
 * (for polynomials: Schwartz, J. ACM 27 (1980) 701), and a small number for zero.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/vanishing.h"

#include <stdint.h>
#include <stdlib.h>

#include "problems/eval_mpfr.h"

/* Half of the bits may be lost to cancellation before a zero is no longer recognised. */
enum { TEST_BITS = 200, ZERO_BITS = 100, TEST_POINTS = 4 };

/* A number between 1/2 and 2, from a linear congruential generator (Knuth's MMIX). */
static void draw(mpfr_ptr x, uint64_t *seed) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    mpfr_set_ui(x, (unsigned long)(*seed >> 40), MPFR_RNDN);
    mpfr_div_2ui(x, x, 24, MPFR_RNDN); /* 24 random bits: 0 to 1 */
    mpfr_mul_ui(x, x, 3, MPFR_RNDN);
    mpfr_div_2ui(x, x, 1, MPFR_RNDN);
    mpfr_add_d(x, x, 0.5, MPFR_RNDN);
}

static bool is_zero(mpfr_srcptr x) {
    return mpfr_zero_p(x) || (mpfr_regular_p(x) && mpfr_get_exp(x) < -ZERO_BITS);
}

/* Whether a program gives zeros at random points; value[] are its inputs and outputs. */
static bool is_zero_at_points(struct eval_mpfr *run, const struct program *p,
                              mpfr_t *value) {
    uint64_t seed = 20060101; /* fixed, so that a model is always judged alike */
    bool zero = true;
    for (int point = 0; point < TEST_POINTS && zero; point++) {
        for (int i = 0; i < p->inputs; i++)
            draw(value[i], &seed);
        eval_mpfr_run(run, (const mpfr_t *)value, value + p->inputs);
        for (int i = 0; i < p->outputs && zero; i++)
            zero = is_zero(value[p->inputs + i]);
    }
    return zero;
}

static enum problem_status test_points(const graph *g, const struct program *p,
                                       bool *zero) {
    const int values = p->inputs + p->outputs;
    mpfr_t *value = malloc(((size_t)values + 1) * sizeof *value);
    struct eval_mpfr *run = NULL;
    enum problem_status status = PROBLEM_NO_MEMORY;
    if (value)
        status = eval_mpfr_alloc(&run, g, p, TEST_BITS, EVAL_EXACT_CONSTANTS);
    if (status == PROBLEM_OK) {
        for (int i = 0; i < values; i++)
            mpfr_init2(value[i], TEST_BITS);
        *zero = is_zero_at_points(run, p, value);
        for (int i = 0; i < values; i++)
            mpfr_clear(value[i]);
    }
    eval_mpfr_free(run);
    free(value);
    return status;
}

enum problem_status expr_vanish(graph *g, int count, const expr *value, bool *zero) {
    int *variable, inputs = expr_variables_of(g, count, value, &variable);
    struct program *p =
        inputs < 0 ? NULL : program_alloc(g, inputs, variable, count, value);
    enum problem_status status = PROBLEM_NO_MEMORY;
    *zero = false;
    if (p)
        status = p->switches > 0 ? PROBLEM_OK : test_points(g, p, zero);
    program_free(p);
    free(variable);
    return status;
}
