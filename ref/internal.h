/* What the files of ref share: vectors and linear systems of MPFR numbers, polynomials on
 * [0, 1], and the pieces of the two solvers.
 *
 * A vector is an array of initialised mpfr_t. Rounding is to nearest everywhere.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_INTERNAL_H
#define REF_INTERNAL_H

#include <arb.h>

#include "problems/readers/eval_jet.h"
#include "problems/readers/mpfr_dot.h"
#include "ref/truth.h"

/* ---- vector.c */

/* n numbers of the given precision, all zero; freed with ref_vector_free (which takes
 * NULL); NULL when memory runs out. */
mpfr_t *ref_vector_alloc(int n, mpfr_prec_t bits);
void ref_vector_free(mpfr_t *x, int n);

/* x := a, each rounded to its own precision. */
void ref_vector_set(mpfr_t *x, const mpfr_t *a, int n);

/* norm := max |x_i|, 0 for n = 0. */
void ref_vector_norm(mpfr_ptr norm, const mpfr_t *x, int n);

bool ref_vector_is_finite(const mpfr_t *x, int n);

/* The same pointer for reading. (C11 has no implicit conversion from a pointer to an
 * array to a pointer to a constant array.) */
const mpfr_t *ref_vector_const(mpfr_t *x);

/* The number of coordinates of the state. */
int ref_state_size(const struct model *m);

/* REF_OK for PROBLEM_OK, REF_NO_MEMORY or REF_BAD_ARGUMENT for what can go wrong. */
enum ref_status ref_from_problem_status(enum problem_status status);

/* value := a constant expression, rounded once, or to double and then again (initial.c). */
enum problem_status ref_constant(const graph *g, expr e, enum eval_constants constants,
                                 mpfr_ptr value);

/* Whether a precision is one that MPFR can work with after guard bits are added. */
bool ref_precision_is_usable(mpfr_prec_t bits);

/* floor(log2 |x|) + 1 as a number; LONG_MIN for zero. x is finite. */
long ref_exponent(mpfr_srcptr x);

/* ---- kept.c: REF_JOINT_BROKEN if a joint of the model does not hold at a time of the truth;
 * what goes wrong with looking. */
enum ref_status ref_truth_joints_kept(const struct ref_truth *truth, struct model *m,
                                      enum eval_constants constants);

/* ---- linear.c: A x = b by Gaussian elimination with partial pivoting. */
struct ref_linear;

enum ref_status ref_linear_alloc(struct ref_linear **l, int n, mpfr_prec_t bits);
void ref_linear_free(struct ref_linear *l); /* takes NULL */

/* A := identity; A_ij, to be set before factoring. */
void ref_linear_identity(struct ref_linear *l);
mpfr_ptr ref_linear_entry(struct ref_linear *l, int i, int j);

/* A is overwritten with its factors. REF_SINGULAR: a column without a pivot.
 * REF_NOT_FINITE: an entry is no number. */
enum ref_status ref_linear_factor(struct ref_linear *l);

/* b := A^-1 b, with the factors; b's numbers have the precision of l. */
void ref_linear_solve(struct ref_linear *l, mpfr_t *b);

/* ---- equation.c: the equation x = x0 + h F(t1, x) of an implicit Euler step, in the
 * result's precision and EQUATION_GUARD_BITS more. */
struct ref_equation {
    int nx;
    mpfr_prec_t bits; /* of the result */
    struct program *field_program, *jacobian_program;
    struct expr_matrix pattern; /* of dF/dx */
    struct eval_mpfr *field, *jacobian;
    struct ref_linear *matrix; /* I - h dF/dx, or its factors */
    mpfr_t *in;                /* (t1, x) (size 1 + nx) */
    mpfr_t *x;                 /* in + 1: the iterate (size nx) */
    mpfr_t *start;             /* x0 (size nx) */
    mpfr_t *update;            /* the residual, then the update of x (size nx) */
    mpfr_t *entry;             /* of dF/dx (size pattern.count) */
    mpfr_t *base, *step;       /* damping: a point and the update there (size nx) */
    mpfr_t h, product, norm, step_norm;
    struct ref_nearby *nearby; /* NULL: the model has no values in double */
    long iterations;           /* made so far */
};

enum ref_status ref_equation_init(struct ref_equation *e, struct model *m,
                                  mpfr_prec_t bits, enum eval_constants constants);
void ref_equation_clear(struct ref_equation *e);

/* The precision of its numbers. */
mpfr_prec_t ref_equation_bits(mpfr_prec_t bits);

/* update := x0 + h F(t1, x) - x. REF_NOT_FINITE: it has no value there. */
enum ref_status ref_equation_residual(struct ref_equation *e);

/* matrix := the factors of I - h dF/dx at x. */
enum ref_status ref_equation_factor(struct ref_equation *e);

/* update := matrix^-1 update; counted as an iteration. */
void ref_equation_correct(struct ref_equation *e);

/* ---- nearby.c: the neighbourhood of a solution by iterations in double. */

/* The programs (of F and dF/dx) and the pattern are the equation's, and outlive it; *nearby is
 * NULL without a failure where the model's constants have no values in double. */
enum ref_status ref_nearby_alloc(struct ref_nearby **nearby, struct model *m,
                                 const struct program *field,
                                 const struct program *jacobian,
                                 const struct expr_matrix *pattern);
void ref_nearby_free(struct ref_nearby *n); /* takes NULL */

/* From e's guess to the neighbourhood of the solution, and the matrix there; e is left as it is.
 * False: that way does not lead there quickly. */
bool ref_nearby_approach(struct ref_nearby *n, const struct ref_equation *e);

/* Component i of the place that was reached. */
double ref_nearby_component(const struct ref_nearby *n, int i);

/* b := matrix^-1 b, to some 40 bits (size nx). */
void ref_nearby_correct(struct ref_nearby *n, mpfr_t *b);

/* ---- newton.c */

/* Solves the equation, from the guess in x, to the last bit of e->bits. */
enum ref_status ref_newton_solve(struct ref_equation *e);

/* ---- damping.c */

/* Brings x from a guess at which Newton's method fails to where it converges, if it
 * can. */
enum ref_status ref_damping_approach(struct ref_equation *e);

/* ---- continuation.c */

/* Brings x near the solution to which the start leads as h grows from 0.
 * REF_NOT_CONVERGED: the path turns back before. */
enum ref_status ref_continuation_approach(struct ref_equation *e);

/* ---- series.c, expansion.c */
enum ref_expansion { FLOW_SERIES, LARGE_SERIES, HALF_SERIES, SMALL_SERIES, EXPANSIONS };

struct ref_series {
    int nx, order;
    mpfr_prec_t bits;
    struct program *program;         /* of F */
    struct eval_jet *jet;            /* used for one expansion after the other */
    mpfr_t *coefficient[EXPANSIONS]; /* x_i's of h^k at i (order + 1) + k */
    mpfr_t *sum, *scratch;           /* (size nx, a few) */
};

/* ---- zeros.c: zeros of a polynomial a_0 + a_1 u + .. + a_n u^n in (0, 1], one after the
 * other from the left. */
struct ref_zeros;

enum ref_zero {
    REF_NO_ZERO,       /* none is left */
    REF_CROSSING,      /* the sign changes at a simple zero */
    REF_FLAT_CROSSING, /* the sign changes, with a slope that is lost in rounding */
    REF_TOUCH          /* zero to rounding, the sign the same before and after */
};

enum ref_status ref_zeros_alloc(struct ref_zeros **z, int order, mpfr_prec_t bits);
void ref_zeros_free(struct ref_zeros *z); /* takes NULL */

/* a_0 .. a_order, for the caller to set; a_0 is not zero. */
mpfr_t *ref_zeros_polynomial(struct ref_zeros *z);

/* Begins at 0. */
void ref_zeros_start(struct ref_zeros *z);

/* u := the next zero. After a crossing the search is over. */
enum ref_zero ref_zeros_next(struct ref_zeros *z, mpfr_ptr u);

/* ---- switching.c, crossing.c, jump.c: which branch of each select is in force, and
 * until when. */
struct ref_switching {
    int selects, nx, order;
    mpfr_prec_t bits;     /* to which the solution is followed; the arithmetic has more */
    struct eval_jet *jet; /* the flow's: the series of the switching functions */
    struct eval_jet *point; /* F at one point, to see whether it jumps */
    signed char *branch; /* +1, -1, 0 for a function that is no number (size selects) */
    bool *on_surface;    /* the switching function is zero now (size selects) */
    mpfr_t *place;       /* of the first crossing, 0 .. 1 in the step (size selects) */
    mpfr_t *size;        /* the largest term of the function so far (size selects) */
    double *scaled;      /* terms of the step over that (size selects (order + 1)) */
    mpfr_t *rate;        /* F on one side (size nx) */
    struct ref_zeros *zeros;
    mpfr_t largest, term, power, tau, first;
    mpfr_t begin; /* zero */
};

enum ref_status ref_switching_init(struct ref_switching *s, struct model *m,
                                   const struct program *program, struct eval_jet *jet,
                                   int order, mpfr_prec_t bits, mpfr_prec_t work,
                                   enum eval_constants constants);
void ref_switching_clear(struct ref_switching *s);

/* Takes the branches that hold at (t, x). */
void ref_switching_start(struct ref_switching *s, mpfr_srcptr t, const mpfr_t *x);

/* With the series expanded for the branches in force: do those hold just after the start
 * of a step of h? If not, some are changed, and *changed is set. On the attempt 0 all
 * that are wrong are changed, later the first one only. */
enum ref_status ref_switching_settle(struct ref_switching *s, mpfr_srcptr h, int attempt,
                                     bool *changed);

/* Shortens h until the switching functions' series are as exact as the solution's; takes
 * note of how large they are. */
void ref_switching_limit_step(struct ref_switching *s, mpfr_ptr h);

/* The coefficient of (tau/h)^k with which the switching function of select i begins at
 * the start of the step: k = 0 off the surface; on it the first that does not vanish to
 * rounding, -1 when all do. *dropped: the ones before it are not exactly zero. */
int ref_switching_leading(struct ref_switching *s, int i, mpfr_srcptr h, bool *dropped);

/* Whether F jumps across the surface of select i at tau after the start of a step of
 * h. */
bool ref_switching_jumps(struct ref_switching *s, int i, mpfr_srcptr tau, mpfr_srcptr h);

/* Finds the first crossing within the step of h: then *found is set, h is shortened to it
 * and the surfaces that are crossed there are marked. */
enum ref_status ref_switching_cross(struct ref_switching *s, mpfr_ptr h, bool *found);

/* ---- flow_sums.c: sums of the terms x_k h^k of a step h, and at places u h in it. */
enum { REF_FLOW_PLACES = 8 }; /* at u = 1/8, 2/8, .. 1 */

struct ref_flow_sums {
    int order;
    mpfr_prec_t bits;
    mpfr_t *number; /* the powers of each place u, then what follows */
    mpfr_t *power;  /* of h (size order + 1) */
    mpfr_t *term;   /* x_ik h^k at i (order + 1) + k */
    mpfr_t *slope;  /* (k + 1) x_i,k+1 h^(k + 1), likewise */
    struct mpfr_dot dot;
};

enum ref_status ref_flow_sums_init(struct ref_flow_sums *s, int nx, mpfr_prec_t work,
                                   int order);
void ref_flow_sums_clear(struct ref_flow_sums *s);

/* The powers of h. What follows is about the last h that was set. */
void ref_flow_sums_step(struct ref_flow_sums *s, mpfr_srcptr h);

/* value := x(h), from a component's coefficients, which are an eval_jet's. */
void ref_flow_sums_end(mpfr_ptr value, struct ref_flow_sums *s, mpfr_t *coefficient);

/* The terms of component i; then its value at a place 1 .. REF_FLOW_PLACES, and its slope
 * times h. */
void ref_flow_sums_terms(struct ref_flow_sums *s, int i, mpfr_t *coefficient);
void ref_flow_sums_at(mpfr_ptr value, mpfr_ptr slope, struct ref_flow_sums *s, int i,
                      int place);

/* ---- taper.c: to how many bits the next order of the series is computed. The terms
 * x_k h^k of a step as long as the last one fall to 2^-bits of the largest; the smaller a term,
 * the fewer of its bits count. */
struct ref_taper {
    int nx;
    mpfr_prec_t bits; /* to which the solution is followed */
    double pace;      /* log2 of the last step that its series suggested; NaN: none yet */
    double *largest;  /* log2 of the largest term so far, by excess (size nx) */
    double
        recent[4]; /* the largest term of the last orders over its component's largest */
    bool off;      /* all coefficients have all bits from here on */
};

enum ref_status ref_taper_init(struct ref_taper *t, int nx, mpfr_prec_t bits);
void ref_taper_clear(struct ref_taper *t);

/* The bits for order k, called with k = 0, 1, .. in turn; exponent(context, i, k) is log2 of
 * |coefficient k of component i|, by excess, -inf where it vanishes. All bits that there are:
 * LONG_MAX. */
long ref_taper_bits(struct ref_taper *t, int k,
                    double (*exponent)(void *context, int i, int k), void *context);

/* log2 of the longest step for which these bits suffice; infinite while there is no pace. */
double ref_taper_limit(const struct ref_taper *t);

/* Takes note of log2 of the step that the series suggests, infinite for any. False: it is so
 * much longer than the last one that the coefficients have too few bits for it, and too long to
 * be cut; there is no pace then, and they are to be computed again. */
bool ref_taper_accept(struct ref_taper *t, double suggested);

/* ---- flow.c, flow_step.c, defect.c */

/* The order that a precision asks for (A. Jorba, M. Zou (2005), (11)). */
int ref_taylor_order(mpfr_prec_t bits);

/* A state below 2^-(4 bits) is none. */
enum { REF_FLOOR_FACTOR = 4 };

/* step := that of Taylor's method of an order, where measure(context, k) is log2 of the largest
 * coefficient of order k, -inf where all vanish (flow_step.c, section 3.2.1), and `least` that
 * of the least state that counts. False: a polynomial, and step is 0. */
bool ref_taylor_step(mpfr_ptr step, int order, double least,
                     double (*measure)(void *context, int k), void *context);
double ref_taylor_size(mpfr_srcptr largest); /* log2 of it, -inf for zero */

struct ref_flow {
    int nx, order;
    mpfr_prec_t bits;
    struct program *program; /* of F */
    struct program *shared;  /* of F, with less to compute; NULL if F has selects */
    struct eval_jet *jet;    /* its inputs are the series of (t, x) */
    struct ref_switching switching;
    struct ref_flow_sums sums;
    struct ref_taper taper;
    struct ref_alternatives *others; /* NULL: F has no selects */
    mpfr_t *x;                       /* the state (size nx) */
    mpfr_t time, target, step, scratch;
    bool started, shortened; /* by its defect: the last step that was prepared */
    long steps, crossings;
    int creeping;         /* so many steps that were shortened lie behind, in a row */
    mpfr_t creeping_from; /* where they began */
    struct ref_proving *proving; /* flow_proof.c; NULL: steps are not proved */
};

/* Aims at t1 >= time; one step towards it; whether it has been reached. */
enum ref_status ref_flow_aim(ref_flow *f, mpfr_srcptr t1);
enum ref_status ref_flow_step(ref_flow *f);
bool ref_flow_arrived(const ref_flow *f);

/* The series of x, and the switching functions to the same order, for the branches in force; the
 * highest order of x that is finite, which is f->order if all are. */
int ref_flow_expand(ref_flow *f);

/* alternatives.c: REF_EITHER_SIDE if other branches of the surfaces on which the step begins lead to
 * another motion; REF_TOGETHER if they are too many to look at. For f->switching, whose branches hold. */
enum ref_status ref_flow_look_for_others(ref_flow *f);
enum ref_status ref_alternatives_init(ref_flow *f);
void ref_alternatives_free(struct ref_alternatives *w); /* takes NULL */

/* flow_proof.c: from here on each step is proved (range/range.h), or shortened, or refused with
 * REF_UNPROVED. */
enum ref_status ref_flow_prove(ref_flow *f, struct model *m,
                               enum eval_constants constants);
void ref_flow_prove_end(ref_flow *f);

/* Proves the step of f->step, which ends at a crossing where *crossed; that is changed where
 * the step is shortened. starts_on_surface: some switching function is zero at its start. */
enum ref_status ref_flow_prove_step(ref_flow *f, bool starts_on_surface, bool *crossed);

/* What the steps were proved for, and what could not be proved. */
struct ref_proving {
    struct ref_range *range;
    struct ref_proof proof;
    struct ref_unproved unproved;
    mpfr_t disturbance; /* sum of h times the bounds on |x' - F| */
    mpfr_t reached, scale, term, power;
    bool *watched; /* (size selects) */
};

/* defect.c: shortens the step until the series solves the equation in all of it; whether that
 * was necessary. */
bool ref_flow_limit_defect(ref_flow *f);

/* ---- touch.c: contacts whose force begins with a power that is no integer. */
struct ref_touch;

/* For the flow of m, of which `field` is the program, followed to `bits`. */
enum ref_status ref_touch_alloc(struct ref_touch **touch, struct model *m,
                                const struct program *field, mpfr_prec_t bits,
                                enum eval_constants constants);
void ref_touch_free(struct ref_touch *touch); /* takes NULL */

/* Whether steps were made into or out of contacts, which are not proved; *since: the time of the
 * first one. */
bool ref_touch_marched(const struct ref_touch *touch, double *since);

/* After a step that failed for want of a series: into the contact on whose surface the flow
 * stands, if that is the reason; `failure` if not. */
enum ref_status ref_touch_begin(struct ref_touch *touch, ref_flow *f,
                                enum ref_status failure);

/* After a step: out of a contact whose end is near, unless another switching function
 * changes its sign before. */
enum ref_status ref_touch_end(struct ref_touch *touch, ref_flow *f);

/* Of collocation/: a component is resolved relative to itself, or to 2^-56 of the largest
 * one. */
enum { REF_STAGES_FLOOR_BITS = 56 };

/* ---- truth.c, truth_run.c */

struct ref_truth_task;
struct ref_truth_run;

/* *run := the states from one run, followed to `bits`; run->state is NULL on failure. Asks
 * task->options->stop in each step. */
typedef enum ref_status ref_truth_run_function(const struct ref_truth_task *task,
                                               mpfr_prec_t bits,
                                               struct ref_truth_run *run);

/* What is to be solved. */
struct ref_truth_task {
    struct model *m;
    int times, nx;
    const mpfr_t *time; /* (size times) */
    const struct ref_truth_options *options;
    enum ref_way way;
    ref_truth_run_function *run;
    bool proves; /* whether this run is to prove its steps */
    int attempts;
    double done, share; /* of the whole work: before this run, and this run's */
};

struct ref_truth_run {
    mpfr_prec_t bits;
    mpfr_t *state; /* state[k*nx + i] (size times*nx) */
    /* What is proved of its steps, and a bound on the sum of their defects up to each time, 0
     * where they are not proved (size times). */
    struct ref_proof proof;
    mpfr_t *disturbance;
    struct ref_flow_info info;
};

/* record.c: whether there are times, all finite, none before the one that precedes it. */
bool ref_truth_times_ascend(int times, const mpfr_t *time);

/* The truth on which two runs of a way agree. */
enum ref_status ref_truth_by_agreement(struct ref_truth **truth, struct model *m,
                                       int times, const mpfr_t *time,
                                       const struct ref_truth_options *options,
                                       enum ref_way way, ref_truth_run_function *follow);

/* Taylor's method. */
ref_truth_run_function ref_truth_run;
void ref_truth_run_clear(const struct ref_truth_task *task, struct ref_truth_run *run);

/* Storage for the states and disturbances of a run of run->bits. */
enum ref_status ref_truth_run_alloc(const struct ref_truth_task *task,
                                    struct ref_truth_run *run);

/* Whether the work is to end, or REF_OK; tells how much of the task is done when a run that
 * began at `begin` has come to `time`. */
enum ref_status ref_truth_continue(const struct ref_truth_task *task, double begin,
                                   mpfr_srcptr time);

/* Component i, times and all, from a finite ball: its middle rounded, and a radius that
 * covers the ball. */
void ref_truth_set_ball(struct ref_truth *truth, int i, const arb_t x);

#endif
