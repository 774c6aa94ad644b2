/* SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/random/chebyshev.h"

#include <stdlib.h>

#include "ref/tests/random/numbers.h"

/* cosine[i] = cos(pi i/n), 0 <= i <= 2 n. */
static mpfr_t *list_cosines(int n, mpfr_prec_t bits) {
    mpfr_t *cosine = numbers_make(2 * n + 1, bits);
    for (int i = 0; i <= 2 * n; i++) {
        mpfr_const_pi(cosine[i], MPFR_RNDN);
        mpfr_mul_si(cosine[i], cosine[i], i, MPFR_RNDN);
        mpfr_div_si(cosine[i], cosine[i], n, MPFR_RNDN);
        mpfr_cos(cosine[i], cosine[i], MPFR_RNDN);
    }
    return cosine;
}

/* T_m at s_j, x_j = 2 s_j - 1 = cos(pi (n - j)/n): cos(pi m (n - j)/n). */
static mpfr_srcptr term(const mpfr_t *cosine, int n, int m, int j) {
    return cosine[m * (n - j) % (2 * n)];
}

/* transform_mj = (2/n) T_m(x_j), half as much for m or j at either end. */
static void fill_transform(struct chebyshev *c, const mpfr_t *cosine) {
    const int n = c->degree;
    for (int m = 0; m <= n; m++)
        for (int j = 0; j <= n; j++) {
            mpfr_ptr entry = c->transform[m * (n + 1) + j];
            mpfr_mul_ui(entry, term(cosine, n, m, j), 2, MPFR_RNDN);
            mpfr_div_ui(entry, entry, (unsigned long)n, MPFR_RNDN);
            if (m == 0 || m == n)
                mpfr_div_2ui(entry, entry, 1, MPFR_RNDN);
            if (j == 0 || j == n)
                mpfr_div_2ui(entry, entry, 1, MPFR_RNDN);
        }
}

/* value := int_0^s_j T_m(2 s - 1) ds: a half of T_{m+1}/(2(m+1)) - T_{m-1}/(2(m-1)) and its
 * like for m = 0, 1, from -1. */
static void integrate_term(mpfr_ptr value, const mpfr_t *cosine, int n, int m, int j,
                           mpfr_ptr work) {
    const long sign = m % 2 == 0 ? 1 : -1; /* T_m(-1) */
    mpfr_sub_si(value, term(cosine, n, m + 1, j), -sign, MPFR_RNDN);
    mpfr_div_si(value, value, 4L * (m + 1), MPFR_RNDN);
    if (m == 0)
        mpfr_mul_2ui(value, value, 1, MPFR_RNDN);
    if (m < 2)
        return;
    mpfr_sub_si(work, term(cosine, n, m - 1, j), -sign, MPFR_RNDN);
    mpfr_div_si(work, work, 4L * (m - 1), MPFR_RNDN);
    mpfr_sub(value, value, work, MPFR_RNDN);
}

static void fill_integral(struct chebyshev *c, const mpfr_t *cosine) {
    const int n = c->degree;
    mpfr_t part, work;
    mpfr_inits2(c->bits, part, work, (mpfr_ptr)NULL);
    for (int j = 0; j <= n; j++)
        for (int m = 0; m <= n; m++) {
            integrate_term(part, cosine, n, m, j, work);
            for (int k = 0; k <= n; k++) {
                mpfr_mul(work, part, c->transform[m * (n + 1) + k], MPFR_RNDN);
                mpfr_add(c->integral[j * (n + 1) + k], c->integral[j * (n + 1) + k], work,
                         MPFR_RNDN);
            }
        }
    mpfr_clears(part, work, (mpfr_ptr)NULL);
}

static double *round_all(const mpfr_t *x, int n) {
    double *near = numbers_need(malloc((size_t)n * sizeof *near));
    for (int i = 0; i < n; i++)
        near[i] = mpfr_get_d(x[i], MPFR_RNDN);
    return near;
}

struct chebyshev *chebyshev_make(int degree, mpfr_prec_t bits) {
    struct chebyshev *c = numbers_need(malloc(sizeof *c));
    const int count = degree + 1;
    *c = (struct chebyshev){.degree = degree, .bits = bits};
    c->node = numbers_make(count, bits);
    c->transform = numbers_make(count * count, bits);
    c->integral = numbers_make(count * count, bits);
    mpfr_t *cosine = list_cosines(degree, bits);
    for (int j = 0; j < count; j++) {
        mpfr_add_ui(c->node[j], term(numbers_read(cosine), degree, 1, j), 1, MPFR_RNDN);
        mpfr_div_2ui(c->node[j], c->node[j], 1, MPFR_RNDN);
    }
    fill_transform(c, numbers_read(cosine));
    fill_integral(c, numbers_read(cosine));
    numbers_free(cosine, 2 * degree + 1);
    c->near_node = round_all(numbers_read(c->node), count);
    c->near_transform = round_all(numbers_read(c->transform), count * count);
    c->near_integral = round_all(numbers_read(c->integral), count * count);
    return c;
}

void chebyshev_free(struct chebyshev *c) {
    const int count = c->degree + 1;
    numbers_free(c->node, count);
    numbers_free(c->transform, count * count);
    numbers_free(c->integral, count * count);
    free(c->near_node);
    free(c->near_transform);
    free(c->near_integral);
    free(c);
}

void chebyshev_value(const struct chebyshev *c, mpfr_ptr value, const mpfr_t *coefficient,
                     int stride, mpfr_srcptr s) {
    mpfr_t twice, before, next;
    mpfr_inits2(c->bits, twice, before, next, (mpfr_ptr)NULL);
    mpfr_mul_2ui(twice, s, 2, MPFR_RNDN);
    mpfr_sub_ui(twice, twice, 2, MPFR_RNDN); /* 2 x = 4 s - 2 */
    mpfr_set_zero(before, 1);
    mpfr_set(value, coefficient[c->degree * stride], MPFR_RNDN);
    for (int m = c->degree - 1; m >= 0; m--) {
        mpfr_mul(next, twice, value, MPFR_RNDN);
        if (m == 0)
            mpfr_div_2ui(next, next, 1, MPFR_RNDN);
        mpfr_sub(next, next, before, MPFR_RNDN);
        mpfr_set(before, value, MPFR_RNDN);
        mpfr_add(value, next, coefficient[m * stride], MPFR_RNDN);
    }
    mpfr_clears(twice, before, next, (mpfr_ptr)NULL);
}

double chebyshev_near_value(const struct chebyshev *c, const double *coefficient,
                            int stride, double s) {
    const double x = 2 * s - 1;
    double value = coefficient[c->degree * stride], before = 0;
    for (int m = c->degree - 1; m >= 0; m--) {
        const double next =
            (m > 0 ? 2 : 1) * x * value - before + coefficient[m * stride];
        before = value;
        value = next;
    }
    return value;
}

/* T_m' = m U_{m-1}, dx/ds = 2. */
double chebyshev_near_slope(const struct chebyshev *c, const double *coefficient,
                            int stride, double s) {
    const double x = 2 * s - 1;
    double slope = 0, U = 1, before = 0;
    for (int m = 1; m <= c->degree; m++) {
        slope += 2 * m * U * coefficient[m * stride];
        const double next = 2 * x * U - before;
        before = U;
        U = next;
    }
    return slope;
}
