/* Gauss-Newton in one number x: with the residuals r_t(x) = measured - weight(x), over all
 * trees, x += sum r_t w_t' / sum w_t' w_t'; the derivative by a difference so small that it
 * is exact beyond what was measured. Weights are polynomials in x.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fault/fault.h"

#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/laws/fraction.h"
#include "ref/vector.h"

enum { most_iterations = 12, derivative_bits = 40 };

/* Steps are this long at most, and numbers this large: others are no fault, but divergence. */
static const double longest_step = 0.5, largest_number = 100;
/* What is left of a step when it has converged, in units of the arithmetic. */
static const double converged_units = 1.0 / 64;

/* Weights at x, kept while those at x + delta are computed. */
struct fit {
    const struct evidence *evidence;
    const struct fault_curve *curve;
    mpfr_t *here[2]; /* result, estimate */
    mpfr_t slope, residual, above, below, moved;
};

static int keep_weights(struct fit *f, mpfr_srcptr number) {
    const mpfr_t *w[2];
    if (f->curve->weights(f->curve->context, number, &w[0], &w[1]))
        return -1;
    for (int k = 0; k < 1 + f->curve->with_estimate; k++)
        vector_set(f->here[k], w[k], f->evidence->forest.count);
    return 0;
}

/* above += residual slope, below += slope^2 for all trees of result or estimate. */
static void add_trees(struct fit *f, const mpfr_t *measured, const mpfr_t *here,
                      const mpfr_t *there) {
    for (int i = 0; i < f->evidence->forest.count; i++) {
        mpfr_sub(f->slope, there[i], here[i], MPFR_RNDN);
        mpfr_mul_2ui(f->slope, f->slope, derivative_bits, MPFR_RNDN);
        mpfr_sub(f->residual, measured[i], here[i], MPFR_RNDN);
        mpfr_mul(f->residual, f->residual, f->slope, MPFR_RNDN);
        mpfr_add(f->above, f->above, f->residual, MPFR_RNDN);
        mpfr_sqr(f->slope, f->slope, MPFR_RNDN);
        mpfr_add(f->below, f->below, f->slope, MPFR_RNDN);
    }
}

/* *step := how far the number was moved; 0 when there is nowhere to go. */
static int improve(struct fit *f, mpfr_ptr number, double *step) {
    const mpfr_t *w[2];
    if (keep_weights(f, number))
        return -1;
    mpfr_set_ui_2exp(f->moved, 1, -derivative_bits, MPFR_RNDN);
    mpfr_add(f->moved, f->moved, number, MPFR_RNDN);
    if (f->curve->weights(f->curve->context, f->moved, &w[0], &w[1]))
        return -1;
    mpfr_set_zero(f->above, 0);
    mpfr_set_zero(f->below, 0);
    add_trees(f, evidence_result(f->evidence), vector_const(f->here[0]), w[0]);
    if (f->curve->with_estimate)
        add_trees(f, evidence_estimate(f->evidence), vector_const(f->here[1]), w[1]);
    *step = 0;
    if (mpfr_zero_p(f->below))
        return 0;
    mpfr_div(f->above, f->above, f->below, MPFR_RNDN);
    *step = mpfr_get_d(f->above, MPFR_RNDN);
    if (fabs(*step) > longest_step)
        mpfr_set_d(f->above, copysign(longest_step, *step), MPFR_RNDN);
    mpfr_add(number, number, f->above, MPFR_RNDN);
    return 0;
}

int fault_fit(mpfr_ptr number, const struct evidence *e,
              const struct fault_curve *curve) {
    struct fit f = {.evidence = e, .curve = curve};
    const mpfr_prec_t bits = e->judge.bits;
    double step = 1;
    f.here[0] = vector_alloc(e->forest.count, bits);
    f.here[1] = vector_alloc(e->forest.count, bits);
    int failed = f.here[0] == NULL || f.here[1] == NULL;
    mpfr_inits2(bits, f.slope, f.residual, f.above, f.below, f.moved, (mpfr_ptr)NULL);
    for (int k = 0; k < most_iterations && !failed &&
                    !(fabs(step) < converged_units * e->judge.unit);
         k++) {
        failed = improve(&f, number, &step);
        if (!(fabs(mpfr_get_d(number, MPFR_RNDN)) < largest_number))
            break;
    }
    mpfr_clears(f.slope, f.residual, f.above, f.below, f.moved, (mpfr_ptr)NULL);
    vector_free(f.here[0], e->forest.count);
    vector_free(f.here[1], e->forest.count);
    return failed;
}

void fault_number_text(char *text, size_t room, double *off, bool *is_fraction,
                       mpfr_srcptr number, double nominal, double unit) {
    struct fraction f;
    char value[FRACTION_TEXT];
    mpfr_t difference;
    mpfr_init2(difference, mpfr_get_prec(number));
    mpfr_sub_d(difference, number, nominal, MPFR_RNDN);
    *off = mpfr_get_d(difference, MPFR_RNDN);
    mpfr_clear(difference);
    *is_fraction = fraction_find(&f, number, FRACTION_UNITS * unit, 16) == 0;
    if (*is_fraction)
        fraction_print(value, number, unit);
    else if (fabs(*off) < 5e-8)
        snprintf(value, sizeof value, "%g%+.1e", nominal, *off);
    else
        snprintf(value, sizeof value, "%.9g", mpfr_get_d(number, MPFR_RNDN));
    if (*is_fraction)
        snprintf(text, room, "%s", value);
    else
        snprintf(text, room, "%s, off by %.1e", value, *off);
}
