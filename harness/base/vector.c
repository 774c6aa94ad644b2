/* Arrays of MPFR numbers. Rounding is to nearest.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/vector.h"

#include <math.h>
#include <stdlib.h>

mpfr_t *vector_alloc(int n, mpfr_prec_t bits) {
    mpfr_t *x = calloc((size_t)n + 1, sizeof *x);
    for (int i = 0; i < n && x != NULL; i++) {
        mpfr_init2(x[i], bits);
        mpfr_set_zero(x[i], 1);
    }
    return x;
}

void vector_free(mpfr_t *x, int n) {
    if (x == NULL)
        return;
    for (int i = 0; i < n; i++)
        mpfr_clear(x[i]);
    free(x);
}

void vector_set_doubles(mpfr_t *x, const double *a, int n) {
    for (int i = 0; i < n; i++)
        mpfr_set_d(x[i], a[i], MPFR_RNDN);
}

void vector_get_doubles(double *x, const mpfr_t *a, int n) {
    for (int i = 0; i < n; i++)
        x[i] = mpfr_get_d(a[i], MPFR_RNDN);
}

void vector_set(mpfr_t *x, const mpfr_t *a, int n) {
    for (int i = 0; i < n; i++)
        mpfr_set(x[i], a[i], MPFR_RNDN);
}

void vector_swap(mpfr_t **x, mpfr_t **y) {
    mpfr_t *kept = *x;
    *x = *y;
    *y = kept;
}

const mpfr_t *vector_const(mpfr_t *x) {
    return (const mpfr_t *)x;
}

bool vector_is_finite(const double *x, int n) {
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}
