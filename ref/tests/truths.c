/* SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/truths.h"

#include <criterion/criterion.h>
#include <math.h>

#include "problems/model.h"
#include "ref/vector.h"

enum { DOUBLE_BITS = 53, RATIO_BITS = 300 };

enum ref_status truths_try(ref_truth_function *solve, struct ref_truth **truth,
                           struct model *m, int digits, int times, const double *time) {
    struct ref_truth_options options = {.digits = digits};
    mpfr_t *t = vector_alloc(times, DOUBLE_BITS);
    cr_assert(t != NULL);
    for (int k = 0; k < times; k++)
        mpfr_set_d(t[k], time[k], MPFR_RNDN);
    enum ref_status status = solve(truth, m, times, vector_const(t), &options);
    cr_assert((status == REF_OK) == (*truth != NULL));
    return status;
}

struct ref_truth *truths_make(ref_truth_function *solve, struct model *m, int digits,
                              int times, const double *time) {
    struct ref_truth *truth;
    enum ref_status status = truths_try(solve, &truth, m, digits, times, time);
    cr_assert(status == REF_OK, "%s: %s", m->name, ref_status_text(status));
    for (int k = 0; k < times; k++)
        cr_assert(truth->digits[k] >= digits, "%s: %g of %d digits", m->name,
                  truth->digits[k], digits);
    return truth;
}

double truths_contradiction(const struct ref_truth *a, const struct ref_truth *b) {
    double worst = 0;
    mpfr_t difference, sum;
    mpfr_init2(difference, mpfr_get_prec(a->state[0]) + mpfr_get_prec(b->state[0]));
    mpfr_init2(sum, DOUBLE_BITS);
    for (int i = 0; i < a->times * a->nx; i++) {
        mpfr_sub(difference, a->state[i], b->state[i], MPFR_RNDN);
        mpfr_add(sum, a->component[i], b->component[i], MPFR_RNDU);
        if (mpfr_zero_p(difference))
            continue;
        mpfr_div(difference, difference, sum, MPFR_RNDN);
        double size = fabs(mpfr_get_d(difference, MPFR_RNDN));
        worst = size <= worst ? worst : isnan(size) ? INFINITY : size;
    }
    return worst;
}

bool truths_is_inside(const struct ref_truth *truth, int i, mpfr_srcptr exact) {
    mpfr_t off;
    mpfr_init2(off, RATIO_BITS);
    mpfr_sub(off, exact, truth->state[i], MPFR_RNDN);
    return mpfr_cmpabs(off, truth->component[i]) <= 0;
}

void truths_expect_ratio(const struct ref_truth *truth, int i, long numerator,
                         long denominator, const char *what) {
    mpfr_t x;
    mpfr_init2(x, RATIO_BITS);
    mpfr_set_si(x, numerator, MPFR_RNDN);
    mpfr_div_si(x, x, denominator, MPFR_RNDN);
    cr_expect(truths_is_inside(truth, i, x), "%s: %.20g instead of %.20g", what,
              mpfr_get_d(truth->state[i], MPFR_RNDN), mpfr_get_d(x, MPFR_RNDN));
}
