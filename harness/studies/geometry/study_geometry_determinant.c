/* D^T W D - W and the determinant of a step's derivative D, W = (0 M; -M 0).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/studies/geometry/study_geometry_two_form.h"

/* M_ij of the last evaluation. */
static mpfr_srcptr mass(const struct separable *w, int i, int j) {
    return w->out[SEPARABLE_MATRICES + i * w->n + j];
}

/* WD := W D. */
static void multiply_by_form(struct two_form *f) {
    int n = f->w->n;
    for (int c = 0; c < f->n; c++) {
        for (int i = 0; i < f->n; i++) {
            mpfr_ptr to = f->WD[c * f->n + i];
            mpfr_set_zero(to, 1);
            for (int j = 0; j < n; j++) {
                mpfr_srcptr other = f->D[c * f->n + (i < n ? n + j : j)];
                mpfr_mul(f->term, mass(f->w, i % n, j), other, MPFR_RNDN);
                (i < n ? mpfr_add : mpfr_sub)(to, to, f->term, MPFR_RNDN);
            }
        }
    }
}

double two_form_defect(struct two_form *f, double *scale) {
    int n = f->w->n;
    double largest = 0;
    *scale = 0;
    multiply_by_form(f);
    for (int r = 0; r < f->n; r++) {
        for (int c = 0; c < f->n; c++) {
            double magnitude = 0;
            mpfr_set_zero(f->sum, 1);
            for (int k = 0; k < f->n; k++) {
                mpfr_mul(f->term, f->D[r * f->n + k], f->WD[c * f->n + k], MPFR_RNDN);
                mpfr_add(f->sum, f->sum, f->term, MPFR_RNDN);
                magnitude += fabs(mpfr_get_d(f->term, MPFR_RNDN));
            }
            if (r < n && c >= n)
                mpfr_sub(f->sum, f->sum, mass(f->w, r, c - n), MPFR_RNDN);
            if (r >= n && c < n)
                mpfr_add(f->sum, f->sum, mass(f->w, r - n, c), MPFR_RNDN);
            largest = fmax(largest, fabs(mpfr_get_d(f->sum, MPFR_RNDN)));
            *scale = fmax(*scale, magnitude);
        }
    }
    return largest;
}

/* The row, from k on, with the largest entry in column k of D. */
static int find_pivot(const struct two_form *f, int k) {
    int pivot = k;
    for (int i = k + 1; i < f->n; i++)
        if (mpfr_cmpabs(f->D[k * f->n + i], f->D[k * f->n + pivot]) > 0)
            pivot = i;
    return pivot;
}

/* By elimination. */
double two_form_determinant(struct two_form *f) {
    int n = f->n;
    mpfr_set_ui(f->sum, 1, MPFR_RNDN);
    for (int k = 0; k < n; k++) {
        int pivot = find_pivot(f, k);
        for (int c = 0; c < n && pivot != k; c++)
            mpfr_swap(f->D[c * n + k], f->D[c * n + pivot]);
        if (pivot != k)
            mpfr_neg(f->sum, f->sum, MPFR_RNDN);
        mpfr_mul(f->sum, f->sum, f->D[k * n + k], MPFR_RNDN);
        for (int i = k + 1; i < n && mpfr_sgn(f->D[k * n + k]) != 0; i++) {
            mpfr_div(f->D[k * n + i], f->D[k * n + i], f->D[k * n + k], MPFR_RNDN);
            for (int c = k + 1; c < n; c++) {
                mpfr_mul(f->term, f->D[k * n + i], f->D[c * n + k], MPFR_RNDN);
                mpfr_sub(f->D[c * n + i], f->D[c * n + i], f->term, MPFR_RNDN);
            }
        }
    }
    mpfr_sub_ui(f->sum, f->sum, 1, MPFR_RNDN);
    return fabs(mpfr_get_d(f->sum, MPFR_RNDN));
}
