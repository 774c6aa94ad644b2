/* Which coefficients no number in their place explains: where a tree's weight is linear in the
 * coefficient,
 *
 *     w(x) = w(x0) + (x - x0) s,   s = w(x0 + 1) - w(x0),
 *
 * what was measured leaves an interval for x, and of several trees what these have in common.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fault/fault_coefficient.h"

#include <math.h>
#include <stdlib.h>

/* A weight is compared with more than judge.h allows it: that goes by the size of what is expected,
 * and this by what was measured, which may differ; and all here is rounded. */
static const double allowance = 4;

/* Where a difference is allowed that is no small part of a weight, nothing is ruled out. */
static const double largest_part = 0.125;

/* x - x0. */
struct range {
    mpfr_t low, high, end, slope;
    bool is_empty;
};

static void range_init(struct range *r, mpfr_prec_t bits) {
    r->is_empty = false;
    mpfr_inits2(bits, r->low, r->high, r->end, r->slope, (mpfr_ptr)NULL);
    mpfr_set_inf(r->low, -1);
    mpfr_set_inf(r->high, 1);
}

static void range_clear(struct range *r) {
    mpfr_clears(r->low, r->high, r->end, r->slope, (mpfr_ptr)NULL);
}

/* end := (measured - here + allowed) / slope, which is not 0. */
static void find_end(struct range *r, mpfr_srcptr measured, mpfr_srcptr here,
                     double allowed) {
    mpfr_sub(r->end, measured, here, MPFR_RNDN);
    mpfr_add_d(r->end, r->end, allowed, MPFR_RNDN);
    mpfr_div(r->end, r->end, r->slope, MPFR_RNDN);
}

static void narrow(struct range *r, mpfr_srcptr measured, mpfr_srcptr here,
                   mpfr_srcptr there, double allowed) {
    mpfr_sub(r->slope, there, here, MPFR_RNDN);
    if (mpfr_zero_p(r->slope)) {
        mpfr_sub(r->end, measured, here, MPFR_RNDN);
        r->is_empty = r->is_empty || mpfr_cmp_d(r->end, allowed) > 0 ||
                      mpfr_cmp_d(r->end, -allowed) < 0;
        return;
    }
    const double upward = copysign(allowed, mpfr_get_d(r->slope, MPFR_RNDN));
    find_end(r, measured, here, -upward);
    mpfr_max(r->low, r->low, r->end, MPFR_RNDN);
    find_end(r, measured, here, upward);
    mpfr_min(r->high, r->high, r->end, MPFR_RNDN);
    r->is_empty = r->is_empty || mpfr_cmp(r->low, r->high) > 0;
}

static void narrow_by_all(struct range *r, const struct judge *j, const int *degree,
                          const mpfr_t *measured, const mpfr_t *here,
                          const mpfr_t *there) {
    for (int k = 0; k < j->forest->count && !r->is_empty; k++) {
        const double allowed =
            allowance * judge_tolerance(j, k, mpfr_get_d(measured[k], MPFR_RNDN));
        if (degree[k] <= 1 && judge_tolerance(j, k, 1) < largest_part)
            narrow(r, measured[k], here[k], there[k], allowed);
    }
}

int coefficient_is_possible(bool *is, const struct evidence *e, const struct tableau *t,
                            const struct coefficient_place *place,
                            const struct judge_weights *here,
                            const struct judge_weights *there) {
    const int count = e->forest.count;
    const bool has_estimate = e->has_estimate && here->estimate != NULL;
    int *const degree = calloc((size_t)count * 2 + 1, sizeof *degree);
    struct range r;
    if (degree == NULL ||
        coefficient_degrees(degree, degree + count, t, place, &e->forest)) {
        free(degree);
        return -1;
    }
    range_init(&r, e->judge.bits);
    narrow_by_all(&r, &e->judge, degree, evidence_result(e), (const mpfr_t *)here->result,
                  (const mpfr_t *)there->result);
    if (has_estimate)
        narrow_by_all(&r, &e->judge, degree + count, evidence_estimate(e),
                      (const mpfr_t *)here->estimate, (const mpfr_t *)there->estimate);
    *is = !r.is_empty && (!has_estimate || e->estimate == EVIDENCE_SAME);
    range_clear(&r);
    free(degree);
    return 0;
}
