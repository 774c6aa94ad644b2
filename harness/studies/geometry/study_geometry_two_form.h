/* The two-form of a step's derivative.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_GEOMETRY_TWO_FORM_H
#define HARNESS_STUDY_GEOMETRY_TWO_FORM_H

#include "harness/studies/geometry/study_geometry.h"
#include "ref/mechanical.h"

struct two_form {
    const struct study *study;
    const struct projected_traits *form;
    struct separable *w;
    ref_step *step;
    int n;                   /* rows of D */
    mpfr_prec_t bits, spare; /* asked for, and what D's size costs in addition */
    struct room room;
    mpfr_ptr t, h, sum, term;
    mpfr_t *x, *x1;
    mpfr_t *D, *WD;                   /* by columns */
    double span, defect, determinant; /* the largest seen, relative */
    double largest;                   /* entry of D that was seen */
};

/* The largest entry of D^T W D - W, with M as last evaluated; *scale := the largest sum of
 * magnitudes in the product. */
double two_form_defect(struct two_form *f, double *scale);

/* |det D - 1|; overwrites D. */
double two_form_determinant(struct two_form *f);

#endif
