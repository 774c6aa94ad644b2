/* What the files of the order study share.
 *
 * The problem is studied from its start over a horizon, the span or its first part, with the
 * model's constants and initial state rounded to double, as code in double sees it. Errors
 * are taken at ORDER_TIMES equally spaced times t_j, so that an accidental zero at one of
 * them does not rule; a level of the ladder makes n steps between two of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_ORDER_H
#define HARNESS_STUDY_ORDER_H

#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/results/study_projected.h"
#include "harness/studies/common/asymptotic.h"
#include "harness/studies/common/roundoff.h"
#include "problems/base/status.h"

struct ref_truth; /* ref/truth.h */

enum { ORDER_TIMES = 4, ORDER_MAX_LEVELS = 32 };

/* What is expected of a method, and how the reference makes its steps. */
struct order_law {
    int order;                             /* 0: not known before a fingerprint */
    struct local_error local;              /* of one step */
    const struct projected_traits *traits; /* NULL: the pair's steps */
    bool projects; /* each step is followed by a projection onto the model's joints */
};

/* That of implicit Euler's pair: two half steps with x''/4. */
extern const struct order_law order_law_of_pair;

struct order_truth {
    struct model *model;
    const struct truth_store *truths; /* those found before; NULL: none */
    int nx;
    double begin, horizon, span;
    bool shortened; /* since no range showed over a longer horizon */
    struct room room;
    double *initial;         /* (size nx) */
    struct ref_truth *truth; /* at begin + horizon j/ORDER_TIMES, j = 1 .. ORDER_TIMES */
    double radius;           /* the largest error of the truth */
    double *scale;           /* the size of each component, for norms (size nx) */
    /* What rounding the state once makes of its rate (size nx); the same where velocities are
     * off by theirs over the horizon. */
    double *rate_error, *moving_error;
    /* At [j nx + i] the c of the error c h + O(h^2) of component i at time j, of one law;
     * NULL: not known. */
    double *leading;
};

/* Finds the truth over horizon = span 2^-halvings or, where that cannot be had, over a
 * shorter one. *o is freed with order_truth_clear in any case. Nonzero: *d says why. */
int order_truth_init(struct order_truth *o, struct model *m,
                     const struct truth_store *truths, int halvings,
                     struct diagnostic *d);
void order_truth_clear(struct order_truth *o);

/* From one horizon to the next a quarter is left: the halvings of the one after *o. */
enum { ORDER_HALVINGS = 2 };
int order_more_halvings(const struct order_truth *o);

/* Fills in `leading` by the variational equation; leaves NULL when that cannot be solved, and
 * where the law has no term of first order, or kinks or projections disturb it. */
void order_variation(struct order_truth *o, const struct order_law *law);

/* Forgets it: a search for a horizon must not take another law's term for a prediction. */
void order_variation_clear(struct order_truth *o);

/* Signed errors of one integrator. */
struct order_ladder {
    const struct order_truth *truth;
    const struct order_law *law;
    char order_name[64], constant_name[80]; /* the quantities */
    const char *arithmetic;
    const char *mode; /* of the method; NULL: none */
    int levels;
    int steps[ORDER_MAX_LEVELS]; /* between two times; rising */
    double unit;                 /* relative rounding error of the arithmetic */
    double slack;                /* absolute: what Newton's tolerance may add in a step */
    double shift;                /* absolute: of the start, projected onto the joints */
    double tolerance, accept; /* of the order; half-width at which a range is accepted */
    bool lowered; /* kinks lower the order of the reference, too, over every horizon */
    double least; /* then: to this at least, in the norm; NaN: not known */
    int corrections;
    double *error; /* [(level ORDER_TIMES + j) nx + i]; NaN: none */
    /* The last failure of the integrator; "" when there was none. */
    struct diagnostic why;
};

/* Ladders with the errors of the reference's exact pair and of the subject. Freed with
 * order_ladder_clear in any case. Nonzero: *d says why. */
int order_reference(struct order_ladder *l, const struct order_truth *o,
                    const struct order_law *law, enum study_effort effort,
                    struct diagnostic *d);

/* Truths over falling horizons, each a quarter of the one before, found when they are needed. */
enum { ORDER_HORIZONS = 5 };
struct order_horizons {
    struct order_truth truth[ORDER_HORIZONS];
    bool is_known[ORDER_HORIZONS];
};
void order_horizons_clear(struct order_horizons *all);

typedef int order_measure(struct order_ladder *l, const struct order_truth *o,
                          const struct order_law *law, const struct study *s,
                          struct diagnostic *d);

/* *l := the ladder that is measured over the longest of the horizons first .. last that shows
 * its asymptotic range, or the last; *o := its truth. Freed with order_ladder_clear in any case.
 * Nonzero: *d says why. */
int order_find_horizon(struct order_horizons *all, int first, int last,
                       order_measure *measure, const struct study *s,
                       const struct order_law *law, struct order_truth **o,
                       struct order_ladder *l, struct diagnostic *d);

/* Whether a ladder shows its asymptotic range, or is exact. Where errors follow another power of
 * h than the law's, as do those that are as large as the solution, the steps are still too long. */
bool order_shows_range(const struct order_ladder *l);

/* Adds finer steps to the reference's ladder as long as it is open, and there are any. Nonzero:
 * *d says why. */
int order_refine(struct order_ladder *l, struct diagnostic *d);
int order_subject(struct order_ladder *l, const struct order_truth *o,
                  const struct order_law *law, const struct study *s,
                  struct diagnostic *d);

/* Room for the errors of all levels, none of them known; sets accept and the names of
 * quantities, and widens the tolerance where the model has kinks. Nonzero: out of memory. */
int order_ladder_alloc(struct order_ladder *l);
void order_ladder_clear(struct order_ladder *l);

/* Makes all errors unknown. */
void order_ladder_forget(struct order_ladder *l);

/* The step size of a level; its error in component i at time j; what rounding, Newton's
 * tolerance and the error of the truth may add to that. */
double order_step(const struct order_ladder *l, int level);
double order_error(const struct order_ladder *l, int level, int j, int i);
double order_floor(const struct order_ladder *l, int level, int i);
double order_rounded_floor(const struct order_ladder *l, int level, int i);

/* The magnitude that errors of component i are divided by in a norm. */
double order_size(const struct order_ladder *l, int i);

/* Whether every error of component i, or (i < 0) of all, is no more than rounding to double and
 * Newton's tolerance explain, and none is predicted: the method is exact there. Levels at
 * which the integrator fails say nothing; as many as a fit needs must be left. The whole is
 * not exact where its errors may be hidden. */
bool order_is_exact(const struct order_ladder *l, int i);

/* Whether steps may be so short that they hide the errors: a longer horizon showed some, and
 * nothing predicts them. */
bool order_may_be_hidden(const struct order_ladder *l);

/* The longest step's level from which on component i's are so; l->levels: fewer than a fit
 * needs. */
int order_exact_from(const struct order_ladder *l, int i);

/* Fits the order of the norm sqrt(mean over i, j of (error/size)^2), and fills in
 * point[levels]. */
struct ladder_order order_of_norm(const struct order_ladder *l,
                                  struct ladder_point *point);

/* The same for the signed error of component i at time j. */
struct ladder_order order_of_component(const struct order_ladder *l, int i, int j,
                                       struct ladder_point *point);

/* The time j at which component i's error is largest at the finest level that has one: of those
 * at which it has an asymptotic range, if there are any. */
int order_best_time(const struct order_ladder *l, int i);

/* What a component's errors are judged by: by the order, or by another thing. */
enum order_kind {
    ORDER_JUDGED,
    ORDER_EXACT,           /* all are rounding */
    ORDER_EXACT_FROM,      /* those of shorter steps are, longer ones meet a kink */
    ORDER_WITHOUT_TERM,    /* no leading term is predicted, so no order is expected */
    ORDER_SUPERCONVERGENT, /* they fall faster than those of the whole state */
    ORDER_AS_LARGE /* they are as large as the solution at every step that is used */
};

/* That of component i, the norm's order being `whole`. */
enum order_kind order_kind(const struct order_ladder *l, int i,
                           const struct ladder_order *whole);

/* Whether the ladder leaves an order undecided, the norm's or that of a component which is
 * judged by it. */
bool order_is_open(const struct order_ladder *l);

/* How many levels at most a constant is extrapolated from, the finest: more would multiply rounding
 * more than they help. The first of them of first .. last. */
enum { ORDER_MOST_NODES = 7 };
int order_constant_first(int first, int last);

/* The largest modulus of an eigenvalue of dF/dx at the truth's times: what is fastest there; 0: not
 * known, of more than 100 states. */
double order_fastest(const struct order_truth *o);

/* Whether a constant of this verdict is undecided, because steps are too long beside the fastest
 * motion: *reach := the longest step from which the constant is extrapolated, times
 * order_fastest(o), o being the states' truth. Beyond 1 errors are no power series in h; from
 * 1/8 on the series is slow, and what it leaves undecided is no failure. */
bool order_is_beyond_series(const struct order_ladder *l, const struct order_truth *o,
                            const struct ladder_order *order, enum verdict verdict,
                            double *reach);

#define ORDER_BEYOND_SERIES                                                              \
    "undecided, because steps are up to %.3g times the time in which the fastest "       \
    "motion "                                                                            \
    "changes: errors are no power series in h beyond 1, and one that converges slowly "  \
    "before"

/* Errors above this part of a solution's size follow no order. */
static const double order_lost = 0.1;

/* The study through events, of a model with contacts: one result. */
int order_events(const struct study *s, struct results *results, struct diagnostic *d);

/* The study of an integrator whose law is not known before its fingerprint: the order that this
 * shows, or that was declared, against the global errors. */
int order_unknown(struct order_horizons *all, const struct study *s,
                  struct results *results, struct diagnostic *d);

/* r, about the relative difference between the measured constants, extrapolated to h = 0 over an
 * order's levels, and the predicted ones, in the norm: its value, an interval (the
 * extrapolation's uncertainty above, `caution` times it below), its tolerance and its verdict.
 * False: order_is_beyond_series, and it is undecided. */
bool order_hold_constant(struct result *r, const struct order_ladder *l,
                         const struct order_truth *o, const struct ladder_order *order,
                         double caution, double *uncertainty, double *reach);

/* The constant of component i at time j, extrapolated from the levels first .. last. */
double order_constant(const struct order_ladder *l, int first, int last, int j, int i);

/* Whether the difference that is found may be what rounding in double makes of the constants, while
 * the components whose constants it leaves alone agree with the prediction to the tolerance (to
 * *known). */
bool order_constant_is_rounded(const struct order_ladder *l,
                               const struct ladder_order *order, double tolerance,
                               double *known);

/* Whether an undecided order is so for want of digits, or for joints that contradict each other:
 * it is not required then. */
bool order_is_out_of_reach(const struct order_ladder *l, enum verdict verdict,
                           const struct ladder_point *point);

/* What keeps an order that fails from being a failure, of component i at one of the times (i <
 * 0: of the norm); NULL: nothing. */
const char *order_excuse(const struct order_ladder *l, int i, int time,
                         const struct ladder_order *order);

/* What is common to all results of a ladder. */
struct result order_begin_result(const struct order_ladder *l, const char *quantity);

/* Appends the result about the constant, if there is one to tell. */
int order_append_constant(const struct order_ladder *l, const struct study *s,
                          struct results *results, const struct ladder_order *order);

/* Appends all results about one ladder. */
int order_results(const struct order_ladder *l, const struct study *s,
                  struct results *results);

#endif
