/* One step of form 2 minus one of gaming from the start, in MPFR and in double.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_GEOMETRY_GAMING_H
#define HARNESS_STUDY_GEOMETRY_GAMING_H

#include "harness/integrators/subject.h"
#include "problems/base/room.h"
#include "ref/mechanical.h"

struct gaming {
    const struct study *study;
    char arithmetic[32];
    int nq, ny;
    mpfr_prec_t bits;
    ref_step *form, *stand_in; /* form 2, gaming */
    struct subject in_double[2];
    bool opened[2];
    struct program *program; /* f, then f_y f, with the inputs (t | x) */
    struct eval_mpfr *eval;
    struct room room;
    mpfr_ptr t, h, term;
    mpfr_t *in, *out;      /* t, x at the start; f (ny), f_y f (ny) there */
    mpfr_t *x, *x2, *x1;   /* the start, steps of form 2 and of gaming */
    mpfr_t *difference;    /* of y (size ny) */
    double *start, *other; /* in double (size nx) */
    double begin, span;
    double unit; /* of steps: the span, halved until it is at most 64 |f| / |f_y f| */
    double size; /* of y at the start and of what the span makes of it */
    bool is_structural_zero; /* the rates use no velocities: f_y is zero */
    bool vanishes;           /* f_y f is zero at the start */
};

/* Whether a study has this part: semi-explicit Euler, no joints, no kinks, not too large. */
bool gaming_applies(const struct study *s);

/* Freed with gaming_clear in any case. Nonzero: *d says why. */
int gaming_init(struct gaming *g, const struct study *s, struct diagnostic *d);
void gaming_clear(struct gaming *g);

/* g->difference := of a step of h, which g->h is then; its largest magnitude. */
int gaming_difference(struct gaming *g, double h, struct diagnostic *d);
double gaming_norm(const struct gaming *g);

/* The norm in double, and what rounding may make of
 * it. */
int gaming_difference_in_double(struct gaming *g, double h, double *norm, double *floor,
                                struct diagnostic *d);

#endif
