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

/* Whether a program with one output gives zero at random points. */
static bool is_zero_at_points(struct eval_mpfr *run, int inputs, mpfr_t *in) {
    uint64_t seed = 20060101; /* fixed, so that a model is always judged alike */
    bool zero = true;
    for (int point = 0; point < TEST_POINTS && zero; point++) {
        for (int i = 0; i < inputs; i++)
            draw(in[i], &seed);
        eval_mpfr_run(run, (const mpfr_t *)in, &in[inputs]);
        zero = mpfr_zero_p(in[inputs]) ||
               (mpfr_regular_p(in[inputs]) && mpfr_get_exp(in[inputs]) < -ZERO_BITS);
    }
    return zero;
}

static enum problem_status test_points(const graph *g, const struct program *p,
                                       bool *zero) {
    const int inputs = p->inputs;
    mpfr_t *in = malloc(((size_t)inputs + 1) * sizeof *in);
    struct eval_mpfr *run = NULL;
    enum problem_status status = PROBLEM_NO_MEMORY;
    if (in)
        status = eval_mpfr_alloc(&run, g, p, TEST_BITS, EVAL_EXACT_CONSTANTS);
    if (status == PROBLEM_OK) {
        for (int i = 0; i <= inputs; i++)
            mpfr_init2(in[i], TEST_BITS);
        *zero = is_zero_at_points(run, inputs, in);
        for (int i = 0; i <= inputs; i++)
            mpfr_clear(in[i]);
    }
    eval_mpfr_free(run);
    free(in);
    return status;
}

enum problem_status expr_vanishes(graph *g, expr value, bool *zero) {
    int *variable, inputs = expr_variables(g, value, &variable);
    struct program *p = inputs < 0 ? NULL : program_alloc(g, inputs, variable, 1, &value);
    enum problem_status status = PROBLEM_NO_MEMORY;
    *zero = false;
    if (p)
        status = p->switches > 0 ? PROBLEM_OK : test_points(g, p, zero);
    program_free(p);
    free(variable);
    return status;
}
