/* The coefficients of a quantity from its values at eight step sizes.
 *
 * A quantity divided by its first power of h, h^2 as a rule, is a power series in h. The
 * polynomial through its values at h_0 > h_1 > .. > h_7 (Newton's divided differences) has
 * coefficients that differ from the series' by the product of all h_j but the smallest ones: for
 * h^m by about h_0 h_1 .. h_(7-m) / tau^(8-m), which is 2^-304 for m = 0 and 2^-160 for m = 3.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/gap/study_gap.h"
#include "ref/vector.h"

/* value[0 .. GAP_LEVELS-1] := the coefficients of the polynomial through (h[k], value[k]). */
static void interpolate(const mpfr_t *h, mpfr_t *value, mpfr_ptr scratch) {
    for (int width = 1; width < GAP_LEVELS; width++) {
        for (int k = GAP_LEVELS - 1; k >= width; k--) {
            mpfr_sub(value[k], value[k], value[k - 1], MPFR_RNDN);
            mpfr_sub(scratch, h[k], h[k - width], MPFR_RNDN);
            mpfr_div(value[k], value[k], scratch, MPFR_RNDN);
        }
    }
    for (int start = GAP_LEVELS - 2; start >= 0; start--) {
        for (int k = start; k < GAP_LEVELS - 1; k++) {
            mpfr_mul(scratch, h[start], value[k + 1], MPFR_RNDN);
            mpfr_sub(value[k], value[k], scratch, MPFR_RNDN);
        }
    }
}

void gap_extract(const struct gap_problem *g, const struct gap_point *p,
                 enum gap_kind kind, int i, mpfr_t *coefficient, mpfr_ptr scratch) {
    for (int level = 0; level < GAP_LEVELS; level++) {
        mpfr_pow_si(scratch, p->h[level], g->first, MPFR_RNDN);
        mpfr_div(coefficient[level], p->measured[kind][level * g->nx + i], scratch,
                 MPFR_RNDN);
    }
    interpolate(vector_const(p->h), coefficient, scratch);
}
