/* What the files of the comparison with a known method's steps share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_STEPS_TABLEAU_H
#define HARNESS_STUDY_STEPS_TABLEAU_H

#include "harness/studies/steps/study_steps.h"
#include "harness/studies/steps/tableau_bound.h"
#include "ref/mechanical.h"

struct tableau_comparison {
    const struct study *study;
    struct tableau_step step;
    struct tableau_bound bound;
    /* Of our own methods: makes the steps that are compared with, and the tableau's must agree;
     * NULL: the tableau's are. */
    ref_step *reference;
    int reference_sign; /* of its estimate, to be computed minus true */
    bool is_absolute;   /* the integrator gives its estimate's absolute value */
    double allowance;   /* bounds are multiplied by it */
    /* Of tableau and reference, the largest, in parts of the scale. */
    double disagreement;
    struct room room;
    mpfr_ptr exact_t, exact_h;
    mpfr_t *exact_x, *exact_estimate; /* (size nx) */
    struct subject subject;
    bool is_open, judges_estimate;
    double t, span;
    double *x, *from, *scale, *reach; /* (size nx) */
    struct step_tally tally;
    double worst_part; /* of what a step has changed; of the result */
};

/* The accuracy that is asked of an integrator's iteration where its steps are to be the
 * method's. */
#define TABLEAU_ACCURACY 1e-14

/* Opens the integrator at an accuracy, and the steps of the known method of that name; t and x
 * are the start. Freed with tableau_comparison_clear in any case. Nonzero: *d says why. */
int tableau_comparison_init(struct tableau_comparison *c, const struct study *s,
                            const char *name, double accuracy, struct diagnostic *d);

/* The same at TABLEAU_ACCURACY for one form of our own methods, whose steps are ref_step's. */
struct projected_traits;
int tableau_comparison_init_own(struct tableau_comparison *c, const struct study *s,
                                const struct projected_traits *traits,
                                struct diagnostic *d);

/* Steps of all sizes from states along the trajectory. */
void tableau_comparison_make_all(struct tableau_comparison *c);
void tableau_comparison_clear(struct tableau_comparison *c);

/* Whether the method's step of h from (t, x) is known, and has a bound: then it is c->step's. */
bool tableau_comparison_has_step(struct tableau_comparison *c, double t, const double *x,
                                 double h);

/* Compares the step of h that the integrator has just made from (t, x) with it. False: there is
 * none. */
bool tableau_comparison_judge(struct tableau_comparison *c, double t, const double *x,
                              double h);

/* On to the next of so many states along the trajectory: c->t, c->x. False: a step fails. */
bool tableau_comparison_go_on(struct tableau_comparison *c, int states);

/* Holds the step of h from (t, x) that the integrator has made against c->step.result and
 * c->bound.result; appends the result of a quantity, of steps of what has that name. Nonzero: out
 * of memory. */
void tableau_comparison_hold(struct tableau_comparison *c, double t, const double *x,
                             double h);
int tableau_comparison_append(const struct tableau_comparison *c, enum step_quantity q,
                              const char *quantity, const char *name,
                              struct results *results);

/* A step of h from the present state after a fresh start, and one that goes on from there:
 * both are compared. */
void tableau_comparison_make(struct tableau_comparison *c, double h);

#endif
