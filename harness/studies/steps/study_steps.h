/* What the files of the step comparison share: single steps of the integrator under test
 * against the reference's exact ones from the same doubles.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_STEPS_H
#define HARNESS_STUDY_STEPS_H

#include <gsl/gsl_linalg.h>

#include "harness/integrators/subject.h"
#include "harness/results/result.h"
#include "harness/studies/common/roundoff.h"
#include "problems/graph/expr_matrix.h"
#include "problems/readers/eval_double.h"
#include "ref/ref.h"

/* An implicit Euler sub-step of size k from x to y, which ends at time t. */
struct sub_step {
    double t, k;
    const double *x, *y;
};

/* Bounds on what rounding may make of one step. */
struct step_bound {
    struct model *model;
    /* A map N(q) is taken at the iterate before; false unless the user sets it. */
    bool lags;
    int nx;
    struct roundoff *roundoff;
    struct program *jacobian_program;
    struct expr_matrix pattern;
    struct eval_double *jacobian;
    gsl_matrix *iteration, *inverse; /* I - k dF/dx, and |its inverse| */
    gsl_permutation *permutation;
    struct room room;
    double *entry, *entry_at_x; /* of dF/dx (size pattern.count) */
    double *in;                 /* (size 1 + nx) */
    double *residual, *lag;     /* (size nx) */
    double *follow, *shift;     /* of positions, see (3) (size nx) */
    double *contraction;        /* (size nx) */
};

/* Freed with step_bound_clear in any case. Nonzero: out of memory. */
int step_bound_init(struct step_bound *b, struct model *m);
void step_bound_clear(struct step_bound *b);

/* bound[nx] := how far the computed y may be from the exact one, when the computed x is
 * within x_error[nx] of the exact one and Newton's updates end at rounding; `accuracy` is
 * the Newton accuracy in use. False: nothing can be said, for the equations may have other
 * solutions near, the matrix is singular, or a switching surface is too near. */
bool step_bound_sub_step(struct step_bound *b, const struct sub_step *step,
                         const double *x_error, double accuracy, double *bound);

/* What Drake's stop rule leaves of the accuracy: kappa = 0.05 of it, expected from two updates,
 * an estimate that is trusted to a factor of 2. */
static const double step_bound_left = 2 * 0.05;

/* Row i of |(I - k dF/dx)^-1| times the residual. */
double step_bound_carry(const struct step_bound *b, int i);

/* ---- study_steps_bound_lag.c; dF/dx at y and at x are in entry and entry_at_x. */

/* lag := what a map that lags an iteration behind leaves. */
void step_bound_find_lag(struct step_bound *b, const struct sub_step *step,
                         double accuracy);

/* residual += (3), by |(I - k G)^-1 - I| w <= |k G| (w + |k G| |w| / (1 - |k G|)) in maximum
 * norms. False: |k G| is not below 1. */
bool step_bound_add_neglected(struct step_bound *b, const struct sub_step *step,
                              double accuracy);

/* The reference's pair for one step. */
struct exact_step {
    int nx;
    ref_pair *pair;
    struct room room;
    mpfr_ptr t, h;
    mpfr_t *x, *large, *half, *small;            /* (size nx) */
    double *near_large, *near_half, *near_small; /* rounded to double (size nx) */
};

/* Freed with exact_step_clear in any case. Nonzero: out of memory. */
int exact_step_init(struct exact_step *e, struct model *m);
void exact_step_clear(struct exact_step *e);

/* One step from the doubles (t, x[nx], h), with the model's constants rounded to double. */
enum ref_status exact_step_make(struct exact_step *e, double t, const double *x,
                                double h);

/* The difference of a double from an exact number, rounded to double. */
double exact_difference(double value, mpfr_srcptr exact);

/* The integrator under test, with Newton's method run to rounding at the first of several
 * accuracies with which a step succeeds. */
enum { TIGHT_ACCURACIES = 3 };

struct tight_subject {
    struct subject subject[TIGHT_ACCURACIES];
    int open;        /* how many of them are */
    int used;        /* which one made the last step */
    double accuracy; /* that one's */
};

/* Freed with tight_subject_clear in any case. Nonzero: *d says why. */
int tight_subject_init(struct tight_subject *g, const struct study *s,
                       struct diagnostic *d);
void tight_subject_clear(struct tight_subject *g);

/* A step after a fresh start; another one from there. Nonzero: it failed with every
 * accuracy; with the one in use. tight_subject_last is the integrator that made it. */
int tight_subject_first(struct tight_subject *g, double t, const double *x, double h);
int tight_subject_next(struct tight_subject *g, double h);
struct subject *tight_subject_last(struct tight_subject *g);

/* What is compared: the result of a step, its error estimate. */
enum step_quantity { STEP_RESULT, STEP_ESTIMATE, STEP_QUANTITIES };

/* The component of a step that is furthest from the reference in units of its bound. */
struct step_finding {
    double ratio; /* |difference| / bound; negative: nothing was compared */
    double t, h, difference, bound;
    double magnitude; /* of the component over the step; negative: not measured */
    int component;    /* negative: the time */
};

/* *worst := a difference with its bound, if its ratio is larger or no number; that of the time
 * after a step of h from t, which has no bound, if it is late: then true. */
void step_finding_take(struct step_finding *worst, double difference, double bound,
                       double magnitude, int component);
bool step_finding_take_time(struct step_finding *worst, const struct subject *s, double t,
                            double h);

/* A change of a state by this part of its scale should take no select to another branch; of two
 * steps that are compared the second is this part of the first. */
static const double step_kink_reach = 1e-9;
static const double step_second_part = 0.83;

/* What all steps of an integrator come to. */
struct step_tally {
    struct step_finding worst[STEP_QUANTITIES];
    json_t *points[STEP_QUANTITIES];
    long compared, unclear, failed; /* unclear: no bound could be given */
    struct diagnostic why;          /* of the last that has failed */
};

/* Nothing yet. Freed with step_tally_clear in any case. */
void step_tally_init(struct step_tally *t);
void step_tally_clear(struct step_tally *t);

/* What one step is off by; one that the integrator has failed in. */
void step_tally_note(struct step_tally *t, enum step_quantity q, const struct model *m,
                     const struct step_finding *found);
void step_tally_fail(struct step_tally *t, const struct subject *s);

/* A result in double with the points of a quantity. */
struct result step_tally_begin(const struct step_tally *t, const struct study *s,
                               enum step_quantity q, const char *quantity);

/* Appends that nothing could be compared, with a step of what (NULL: nothing is said), and
 * `more` about it; what was, beside `other` words about what it was compared with, whose verdict
 * is to be no worse. Nonzero: out of memory. */
int step_tally_append_none(const struct step_tally *t, const struct study *s,
                           struct result *r, const char *with, const char *more,
                           struct results *results);
int step_tally_append(const struct step_tally *t, const struct study *s,
                      enum step_quantity q, struct result *r, enum verdict other_verdict,
                      const char *other, struct results *results);

struct step_comparison {
    struct model *model;
    int nx;
    struct room room;
    double *scale; /* the largest magnitude of each component (size nx) */
    struct exact_step exact;
    struct step_bound bound;
    double *zero, *reach, *large, *half, *small; /* bounds (size nx) */
    struct step_tally tally;
};

/* Freed with step_comparison_clear in any case. Nonzero: out of memory. */
int step_comparison_init(struct step_comparison *c, struct model *m);
void step_comparison_clear(struct step_comparison *c);

/* Whether the reference's step from (t, x) is in no doubt and has a bound; c->exact is that step
 * then. False is counted as unclear. */
bool step_is_clear(struct step_comparison *c, double accuracy, double t, const double *x,
                   double h);

/* Compares a step that *s has made from (t, x) with size h at a Newton accuracy. False: no
 * bound could be given. */
bool step_compare(struct step_comparison *c, struct subject *s, double accuracy, double t,
                  const double *x, double h);

/* What a step under the user's options differs by from one whose iteration was run to
 * rounding, in its result or its estimate, and that one's estimate, as maximum norms. */
struct step_residual {
    double ratio; /* to the estimate, but for rounding; negative: nothing was compared */
    double t, h, change, estimate;
};

/* The whole comparison, in one mode of the method. */
enum { STEPS_MOST_STATES = 30 };

struct steps {
    const struct study *study;
    struct step_comparison comparison;
    struct tight_subject tight;
    struct subject own; /* with the user's options */
    bool own_open;
    double span;
    int states;                    /* found */
    double *time, *state;          /* of each (sizes states, states nx) */
    double *from;                  /* (size nx) */
    struct step_residual residual; /* the largest */
    json_t *residuals;
};

/* Fills in span, states, time, state and the comparison's scale. Nonzero: *d says why. */
int steps_find_states(struct steps *p, int wanted, struct diagnostic *d);

/* Appends the results. Nonzero: out of memory. */
int steps_results(struct steps *p, struct results *results);

/* Steps of a foreign integrator against those of the known method that it is; nothing where
 * that is not known. */
int study_steps_tableau(const struct study *s, struct results *results,
                        struct diagnostic *d);

/* The same of a linear multistep method, against its law from its own earlier states; nothing of
 * others. */
int study_steps_law(const struct study *s, struct results *results, struct diagnostic *d);

/* Steps of one form of semi-explicit Euler or its relatives, in both modes, against ref_step's:
 * appends "step-roundoff" and, where the method has one, "step-estimate". Nonzero: it could not
 * be carried out, and *d says why. */
struct projected_traits;
int study_steps_projected(const struct study *s, const struct projected_traits *traits,
                          struct results *results, struct diagnostic *d);

/* The comparison of all steps; appends "step-roundoff", "step-estimate", "newton-residual",
 * in each mode that a method of fast has. Nonzero: it could not be carried out, and *d says why. */
int study_steps(const struct study *s, struct results *results, struct diagnostic *d);

#endif
