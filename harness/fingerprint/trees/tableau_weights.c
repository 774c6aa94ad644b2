/* The weights of a tableau, tree after tree, as fractions, and as numbers of some bits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/fingerprint/trees/rationals.h"
#include "harness/fingerprint/trees/stage_weights.h"

/* The weights of an approximate tableau are within 2^-ACCURATE_BITS; a simpler fraction so
 * near is taken for the truth, as a number that is irrational has none below 2^128. */
enum { ACCURATE_BITS = 280, SIMPLE_BITS = 64 };

/* weight, whose parts are set, in lowest terms. */
static void reduce(mpq_ptr weight, bool is_approximate) {
    mpq_canonicalize(weight);
    if (is_approximate)
        rational_simplify(weight, ACCURATE_BITS, SIMPLE_BITS);
}

static int begin_weights(struct weights_q *w, const struct tableau *t, int count) {
    *w = (struct weights_q){.count = count};
    w->result = rationals_alloc((size_t)count);
    if (t->ev != NULL)
        w->estimate = rationals_alloc((size_t)count);
    return w->result == NULL || (t->ev != NULL && w->estimate == NULL);
}

int tableau_weights(struct weights_q *w, const struct tableau *t,
                    const struct forest *f) {
    struct stage_weights g;
    int failed = stage_weights_init(&g, t, f);
    failed = begin_weights(w, t, f->count) || failed;
    for (int k = 0; k < f->count && !failed; k++) {
        const struct tree *tree = &f->tree[k];
        mpq_t *const weight[] = {w->result, w->estimate};
        const enum outer_part part[] = {stage_weights_result(tree),
                                        stage_weights_estimate(tree)};
        stage_weights_find(&g, f, k);
        for (int i = 0; i < 2; i++)
            if (weight[i] != NULL) {
                stage_weights_sum(mpq_numref(weight[i][k]), mpq_denref(weight[i][k]), &g,
                                  part[i], k);
                reduce(weight[i][k], t->approximate);
            }
    }
    stage_weights_free(&g);
    return failed ? -1 : 0;
}

void weights_q_free(struct weights_q *w) {
    rationals_free(w->result, (size_t)w->count);
    rationals_free(w->estimate, (size_t)w->count);
    *w = (struct weights_q){.count = 0};
}

/* x := number / divisor, rounded to nearest once: both are taken as they are. */
static void divide(mpfr_ptr x, mpz_srcptr number, mpz_srcptr divisor) {
    mpfr_t above, below;
    mpfr_init2(above, (mpfr_prec_t)mpz_sizeinbase(number, 2) + 1);
    mpfr_init2(below, (mpfr_prec_t)mpz_sizeinbase(divisor, 2) + 1);
    mpfr_set_z(above, number, MPFR_RNDN);
    mpfr_set_z(below, divisor, MPFR_RNDN);
    mpfr_div(x, above, below, MPFR_RNDN);
    mpfr_clears(above, below, (mpfr_ptr)NULL);
}

/* x := what all numbers within 2^-ACCURATE_BITS of number / divisor round to, if that is one: then
 * it is no matter which of them is the weight. */
static bool round_all(mpfr_ptr x, mpz_srcptr number, mpz_srcptr divisor) {
    enum { radius = 2 }; /* in units of the quotient; its own error is below 1 of them */
    mpz_t quotient;
    mpfr_t least;
    mpz_init(quotient);
    mpfr_init2(least, mpfr_get_prec(x));
    mpz_mul_2exp(quotient, number, ACCURATE_BITS);
    mpz_fdiv_q(quotient, quotient, divisor);
    mpz_sub_ui(quotient, quotient, radius);
    mpfr_set_z_2exp(least, quotient, -ACCURATE_BITS, MPFR_RNDN);
    mpz_add_ui(quotient, quotient, 2 * radius);
    mpfr_set_z_2exp(x, quotient, -ACCURATE_BITS, MPFR_RNDN);
    const bool is_one = mpfr_equal_p(least, x) != 0;
    mpz_clear(quotient);
    mpfr_clear(least);
    return is_one;
}

/* What tableau_weights gives, rounded to nearest. */
static void round_weight(mpfr_ptr x, mpq_ptr weight, bool is_approximate) {
    if (!is_approximate) {
        divide(x, mpq_numref(weight), mpq_denref(weight));
    } else if (!round_all(x, mpq_numref(weight), mpq_denref(weight))) {
        reduce(weight, true);
        mpfr_set_q(x, weight, MPFR_RNDN);
    }
}

int tableau_numbers(mpfr_t *result, mpfr_t *estimate, const struct tableau *t,
                    const struct forest *f) {
    struct stage_weights g;
    mpq_t weight;
    mpq_init(weight);
    int failed = stage_weights_init(&g, t, f);
    for (int k = 0; k < f->count && !failed; k++) {
        mpfr_t *const number[] = {result, estimate};
        const enum outer_part part[] = {stage_weights_result(&f->tree[k]),
                                        stage_weights_estimate(&f->tree[k])};
        stage_weights_find(&g, f, k);
        for (int i = 0; i < 2; i++)
            if (number[i] != NULL) {
                stage_weights_sum(mpq_numref(weight), mpq_denref(weight), &g, part[i], k);
                round_weight(number[i][k], weight, t->approximate);
            }
    }
    stage_weights_free(&g);
    mpq_clear(weight);
    return failed ? -1 : 0;
}
