/* The longest stable step on x'' = -k x - c x', by bisection on a step's matrix.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_STABILITY_PROBE_H
#define HARNESS_STUDY_STABILITY_PROBE_H

#include "harness/integrators/subject.h"
#include "harness/studies/stability/study_stability.h"
#include "ref/mechanical.h"

/* k, in all of them. */
static const double probe_stiffness = 3.7;

/* An integrator and the reference on one spring. The caller sets study, form and bits. */
struct probe {
    const struct study *study;
    const struct projected_traits *form;
    struct model *model;
    struct subject subject;
    bool opened;
    ref_step *step;
    mpfr_prec_t bits;
    struct room room;
    mpfr_ptr t, h, low, high, trace, determinant, limit;
    mpfr_t *x, *x1, *D;
};

/* With a damper c; freed with probe_close in any case. Nonzero: *d says why. */
int probe_open(struct probe *p, double c, struct diagnostic *d);
void probe_close(struct probe *p);

/* In double; 0: no step is stable. */
double probe_limit(const struct probe *p);

/* p->low := the same by the reference's derivatives, near to the one in double. */
void probe_limit_exactly(struct probe *p, double near);

/* p->limit := the formula in MPFR; false: it has one in double only. */
bool probe_formula(struct probe *p, double c);

#endif
