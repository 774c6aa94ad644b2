/* A formula without kinks is analytic where it is defined, and so it is zero everywhere if it
 * is zero around a point. A few random points of the box (1/2, 2)^n stand for a neighbourhood
 * (for polynomials: Schwartz, J. ACM 27 (1980) 701). At a point, a value that is only what
 * rounding has left of zero shrinks with the unit of rounding; any other, however small,
 * stays.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/vanishing.h"

#include <stdint.h>
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"

/* From the coarse to the fine precision roundings shrink by 2^-200; half of it is enough. */
enum { COARSE_BITS = 200, FINE_BITS = 400, SHRINKING_BITS = 100, TEST_POINTS = 4 };

/* A program at two precisions. */
struct trial {
    int inputs, outputs;
    struct eval_mpfr *coarse_run, *fine_run;
    mpfr_t *in, *coarse, *fine; /* one array; coarse and fine are what comes out */
};

static void close_trial(struct trial *t) {
    eval_mpfr_free(t->coarse_run);
    eval_mpfr_free(t->fine_run);
    for (int i = 0; i < t->inputs + 2 * t->outputs && t->in; i++)
        mpfr_clear(t->in[i]);
    free(t->in);
}

/* To be closed, also after a failure. */
static enum problem_status open_trial(struct trial *t, const graph *g,
                                      const struct program *p) {
    *t = (struct trial){.inputs = p->inputs, .outputs = p->outputs};
    enum problem_status status =
        eval_mpfr_alloc(&t->coarse_run, g, p, COARSE_BITS, EVAL_EXACT_CONSTANTS);
    if (status == PROBLEM_OK)
        status = eval_mpfr_alloc(&t->fine_run, g, p, FINE_BITS, EVAL_EXACT_CONSTANTS);
    if (status != PROBLEM_OK)
        return status;
    t->in = malloc(((size_t)t->inputs + 2 * (size_t)t->outputs + 1) * sizeof *t->in);
    if (!t->in)
        return PROBLEM_NO_MEMORY;
    t->coarse = t->in + t->inputs;
    t->fine = t->coarse + t->outputs;
    for (int i = 0; i < t->inputs + 2 * t->outputs; i++)
        mpfr_init2(t->in[i], FINE_BITS);
    return PROBLEM_OK;
}

/* A number between 1/2 and 2, from a linear congruential generator (Knuth's MMIX). */
static void draw(mpfr_ptr x, uint64_t *seed) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    mpfr_set_ui(x, (unsigned long)(*seed >> 40), MPFR_RNDN);
    mpfr_div_2ui(x, x, 24, MPFR_RNDN); /* 24 random bits: 0 to 1 */
    mpfr_mul_ui(x, x, 3, MPFR_RNDN);
    mpfr_div_2ui(x, x, 1, MPFR_RNDN);
    mpfr_add_d(x, x, 0.5, MPFR_RNDN);
}

/* Where the coarse value is zero by chance, its roundings are taken to be those of numbers
 * of size one. */
static bool is_zero(mpfr_srcptr coarse, mpfr_srcptr fine) {
    if (!mpfr_number_p(coarse) || !mpfr_number_p(fine))
        return false;
    if (mpfr_zero_p(fine))
        return true;
    mpfr_exp_t size = mpfr_zero_p(coarse) ? -COARSE_BITS : mpfr_get_exp(coarse);
    return mpfr_get_exp(fine) < size - SHRINKING_BITS;
}

static bool is_zero_at_points(struct trial *t) {
    uint64_t seed = 20060101; /* fixed, so that a model is always judged alike */
    bool zero = true;
    for (int point = 0; point < TEST_POINTS && zero; point++) {
        for (int i = 0; i < t->inputs; i++)
            draw(t->in[i], &seed);
        eval_mpfr_run(t->coarse_run, (const mpfr_t *)t->in, t->coarse);
        eval_mpfr_run(t->fine_run, (const mpfr_t *)t->in, t->fine);
        for (int i = 0; i < t->outputs && zero; i++)
            zero = is_zero(t->coarse[i], t->fine[i]);
    }
    return zero;
}

static enum problem_status test_points(const graph *g, const struct program *p,
                                       bool *zero) {
    struct trial t;
    enum problem_status status = open_trial(&t, g, p);
    if (status == PROBLEM_OK)
        *zero = is_zero_at_points(&t);
    close_trial(&t);
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
