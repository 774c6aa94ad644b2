/* Truth: the solution of a model at some times, with a bound on its error, or a measure of
 * it, and the grade that says which.
 *
 *   closed-form  the model file's formulas, evaluated in balls: the radius is a bound
 *   certified    an enclosure: the radius is a bound
 *   converged    two runs of different precision and order agree: the radius measures
 *
 * Each way to a truth is a function of one form; ref_best_truth tries them in turn. Nothing
 * here prints or reads a clock.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TRUTH_H
#define REF_TRUTH_H

#include <stdbool.h>

#include <mpfr.h>

#include "problems/program/eval_constants.h"
#include "ref/status.h"

struct model; /* problems/model.h */

enum ref_grade { REF_GRADE_CONVERGED, REF_GRADE_CERTIFIED, REF_GRADE_CLOSED_FORM };

/* The ways, in the order in which ref_best_truth tries them. */
enum ref_way {
    REF_BY_FORMULA,     /* closed-form: the model's own formulas */
    REF_BY_EXPONENTIAL, /* certified: the exponential of a linear model's matrix */
    REF_BY_ENCLOSURE, /* certified: Taylor's method with proved remainders, and events */
    REF_BY_TAYLOR,    /* converged: two runs of Taylor's method */
    REF_BY_COLLOCATION, /* converged: two runs of an implicit method, for stiff models */
    REF_BY_EVENTS, /* converged: two runs from event to event, for models with contacts */
    REF_WAYS
};

/* "closed-form", "certified", "converged"; "formula", "exponential", "enclosure", "taylor",
 * "collocation", "events": static strings. */
const char *ref_grade_name(enum ref_grade grade);
const char *ref_way_name(enum ref_way way);

/* What two runs that agree do not prove, as a sum of these. */
enum ref_assumption {
    REF_ASSUMED_RADIUS =
        1, /* that the two runs' errors are no larger than they differ by */
    REF_ASSUMED_BETWEEN = 2,   /* that nothing was stepped over, from `unproved` on */
    REF_ASSUMED_VANISHING = 4, /* that what is zero to the margin for a while is zero */
    REF_ASSUMED_IMPACTS = 8 /* that impacts slower than can be told from rounding are the
                               last of infinitely many */
};

/* What is proved of the second of two runs (ref/range/theory.md): its polynomials obey the
 * equations but for `defect`, in all of each step, and what is watched changes its sign at the
 * run's events only. */
struct ref_proof {
    bool made;        /* false: nothing is known of what lies between the steps' places */
    double defect;    /* log10 of the bound on |x' - F|, over max(|x'|, |x|/h) */
    int switching;    /* switching functions that were watched */
    int gaps;         /* contacts' gaps */
    int forces;       /* their normal forces, friction cones and slips */
    long parts;       /* of steps, in balls */
    unsigned assumed; /* what is not proved */
    double unproved;  /* the first time of REF_ASSUMED_BETWEEN */
};

/* What a step could not be proved for. */
enum ref_subject {
    REF_OF_EQUATION, /* component `index` of x' = F */
    REF_OF_SWITCH,   /* switching function `index` of F, in the order of evaluation */
    REF_OF_GAP,      /* of contact `index`; so are those that follow */
    REF_OF_FORCE,
    REF_OF_CONE,
    REF_OF_SLIP,
    REF_OF_ROW /* the velocity of a constraint */
};

struct ref_unproved {
    enum ref_way way;
    double time, length; /* of the part that could not be proved */
    double step;         /* of which it is a part */
    enum ref_subject subject;
    int index;
};

/* "the equation of component" and so on: static strings. */
const char *ref_subject_name(enum ref_subject subject);

/* Where an enclosure ended on the way. */
struct ref_end {
    double time; /* up to here the solution is certified; -infinity: it did not begin */
    bool known;  /* what follows is: what was looked at there */
    enum ref_subject subject;
    int index;
};

struct ref_truth_options {
    int digits; /* correct decimal digits wanted, relative to |x|_inf */
    enum eval_constants constants;
    long max_steps;       /* of each run; 0: a generous default */
    mpfr_prec_t max_bits; /* highest working precision tried; 0: a default */
    /* Times that take all of so many bits may be rounded to them, of which the radii of an
     * enclosure with contacts take account; 0: all times are meant as they are. */
    mpfr_prec_t time_bits;
    void (*progress)(void *context, double fraction); /* may be NULL */
    /* Asked in each step: true ends the work with REF_OUT_OF_TIME. May be NULL. */
    bool (*stop)(void *context, enum ref_way way);
    void *context;
    /* Of ref_best_truth: the ways it may try, a sum of 1 << way (0: all), and where it tells
     * what each one came to that did not succeed (NULL: nowhere). */
    unsigned ways;
    void (*tried)(void *context, enum ref_way way, enum ref_status status);
    /* Told where the enclosure fails on the way, before that. NULL: nobody. */
    void (*reached)(void *context, enum ref_way way, const struct ref_end *end);
    /* Told where a way ends with REF_UNPROVED, before that. NULL: nobody. */
    void (*unproved)(void *context, const struct ref_unproved *unproved);
};

struct ref_truth {
    enum ref_grade grade;
    enum ref_way way;
    int times, nx;
    mpfr_t *time;      /* (size times); exactly the times given */
    mpfr_t *state;     /* state[k*nx + i] = x_i at time k; precision as needed */
    mpfr_t *component; /* component[k*nx + i] >= |error of state[k*nx + i]| (radii) */
    mpfr_t *radius;    /* radius[k]: the largest component's radius at time k */
    /* digits[k]: -log10(radius / |x|_inf); where x vanishes: none, unless its radius is below
     * the last bit of 1: then as many as the state is stored with. */
    double *digits;
    /* What it took. Of one run, the second entries are zero. */
    mpfr_prec_t bits[2]; /* working precisions */
    int order[2];        /* of the series, or stages; 0 where there is none */
    long steps[2];
    long switches; /* times at which switching surfaces were crossed */
    int attempts;  /* precisions tried, the last one included */
    /* Of an enclosure: log2 of how much errors of the start grow; else 0. */
    double growth;
    struct ref_proof proof; /* of grade converged */
};

/* Solves m from its initial state at its span_begin to the given times (ascending, none
 * before the start: else REF_BAD_ARGUMENT). The caller frees *truth with ref_truth_free;
 * on failure it is NULL.
 * The first one is for the ways that have two runs; the precision is raised until they
 * agree to the digits asked for: radius = 2 (max |difference| + 2^-bits[0] max |x|), see
 * truth/truth.c for why. */
typedef enum ref_status ref_truth_function(struct ref_truth **truth, struct model *m,
                                           int times, const mpfr_t *time,
                                           const struct ref_truth_options *options);

ref_truth_function ref_truth_alloc;       /* REF_BY_TAYLOR */
ref_truth_function ref_collocation_truth; /* REF_BY_COLLOCATION */
/* REF_BY_EVENTS: between impacts, changes of slip and stick, lift-off and touch-down the motion
 * is smooth and followed by Taylor's method; events are located to full precision (ref/contact).
 * Impacts are Poisson's, all contacts at once. REF_NOT_APPLICABLE: no contacts, or kinks;
 * REF_NO_MODE, REF_GRAZED: which contacts are open, slide or stick cannot be told. Taylor's
 * method and collocation know nothing of contacts, and ref_best_truth does not ask them about
 * models that have some. */
ref_truth_function ref_event_truth;

/* REF_BY_ENCLOSURE: through kinks and contacts' events as far as they are proved to be crossed
 * (ref/crossing): REF_TANGENT_KINK, REF_GRAZED, REF_TOGETHER, REF_AT_IMPACT, REF_UNDECIDED,
 * REF_ACCUMULATES, REF_NO_MODE, REF_KINKED_CONTACT and REF_NOT_SMOOTH are said in
 * ref/crossing/theory.md. */
ref_truth_function ref_enclosure_truth;

/* The order of an enclosure's series with so many bits. */
int ref_enclosure_order(long bits);

/* What goes with the state of a model with contacts at a time behind the start, by the
 * enclosure: v' and z'; the forces of the contacts' rows (of each the normal one, then those
 * along its slides); the impulses, in the same order, of an impact at the time, where state and
 * forces are those behind it. Each is a truth of one time, to be freed with ref_truth_free,
 * without digits measured; NULL: it is not determined (forces that several contacts share;
 * anything where friction or a force begins or ends at the time), or no memory. Statuses are
 * those of ref_enclosure_truth; REF_NOT_APPLICABLE: no contacts. All are NULL then. */
enum ref_beside { REF_ACCELERATIONS, REF_FORCES, REF_IMPULSES, REF_BESIDES };
enum ref_status ref_contact_truth(struct ref_truth *beside[REF_BESIDES], struct model *m,
                                  mpfr_srcptr time,
                                  const struct ref_truth_options *options);

/* REF_NOT_APPLICABLE: the model is not linear with constant coefficients, or too large. */
ref_truth_function ref_exponential_truth;

/* REF_NOT_APPLICABLE: the model has no closed form, or constants are doubles (a formula has the
 * exact constants' solution), or the balls of the formula do not begin at the initial state or,
 * at one of the times or on the way, contradict the equations, or the formula is not proved to
 * be continuous up to the last time. REF_NOT_UNIQUE: nor to be the only solution, as F's
 * derivatives by the state have no bound around it. Where F jumps: the status with which
 * Taylor's method ends before that time. REF_NOT_FINITE: the formula is not defined at a time. */
ref_truth_function ref_formula_truth;

/* The best grade that can be had: the ways in turn until one succeeds (truth/best.c); the
 * status of the last one that failed for another reason than not to apply. A way that is
 * stopped falls to the next one. */
ref_truth_function ref_best_truth;

void ref_truth_free(struct ref_truth *truth); /* takes NULL */

/* Storage for a truth, all values zero, the times copied; for those who make one. NULL when
 * memory runs out. ref_truth_measure then fills radius and digits from state and component;
 * the fewest digits are returned. */
struct ref_truth *ref_truth_create(int times, int nx, const mpfr_t *time,
                                   mpfr_prec_t bits);
double ref_truth_measure(struct ref_truth *truth);

#endif
