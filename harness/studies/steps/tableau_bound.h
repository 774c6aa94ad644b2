/* Bounds on what rounding may make of one step of a method given by its tableau, when a
 * program in double forms its stages and results as sums in whatever order.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TABLEAU_BOUND_H
#define HARNESS_TABLEAU_BOUND_H

#include "harness/studies/steps/tableau_step.h"
#include "ref/mechanical.h"

struct tableau_step; /* harness/studies/steps/tableau_step.h */

struct tableau_bound {
    struct tableau_step *step;
    struct roundoff *roundoff;
    struct room room;
    double *rate_error;        /* of K_i, L_i (size stages nx), and as much room */
    double *point, *time;      /* arguments of all stages (sizes points nx, points) */
    const double **at;         /* where each is (size points) */
    gsl_matrix *inverse;       /* of an implicit method's matrix; else NULL */
    double size_error;         /* of h, which is often the difference of two times */
    double *result, *estimate; /* the bounds (size nx) */
    bool has_estimate;         /* otherwise it has no bound */
    ref_joints *joints;        /* where some follow from others; else NULL */
    mpfr_ptr time_there;
    mpfr_t *near; /* of an argument, on the joints (size nx) */
};

/* Whether joints follow from others, so that those do not say what the accelerations are off
 * them. */
bool tableau_joints_depend(const struct model *m);

/* *b refers to the step, which must outlive it. Freed with tableau_bound_clear in any case.
 * Nonzero: out of memory. */
int tableau_bound_init(struct tableau_bound *b, struct tableau_step *step);
void tableau_bound_clear(struct tableau_bound *b);

/* Fills in result and estimate for the step that has just been made. False: nothing can be said,
 * for a switching surface is near (reach[nx]), the stages' equations may have other solutions,
 * or the model does not say what the accelerations are at an argument: off joints that follow
 * from each other. */
bool tableau_bound_find(struct tableau_bound *b, double t, const double *x, double h,
                        const double *reach);

#endif
