/* The reference: implicit Euler's pair and the exact solution in MPFR, at any precision.
 *
 *     x' = F(t, x) = (N(q) v, f(t, q, y)),   x = (q, v, z),   y = (v, z)
 *
 * Plain text of the mathematics, dense, one formula after the other. It shares the
 * model's expressions with the code under test, and nothing else.
 *
 * State vectors are arrays of nx initialised mpfr_t; results are rounded to the precision
 * of the variables that receive them. Inputs and outputs may overlap unless said
 * otherwise. (To pass an mpfr_t * as a const mpfr_t *, C11 wants a cast.) Nothing here
 * prints, exits or keeps global state beyond MPFR's own caches; what runs once allocated
 * allocates nothing more.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_REF_H
#define REF_REF_H

#include <stdbool.h>

#include <mpfr.h>

#include "problems/eval_mpfr.h"
#include "problems/model.h"

/* Outcomes. On anything but REF_OK the outputs are as they were. */
#define REF_STATUS_LIST(ENTRY)                                                           \
    ENTRY(REF_OK, "success")                                                             \
    ENTRY(REF_NO_MEMORY, "out of memory")                                                \
    ENTRY(REF_BAD_ARGUMENT, "an argument is out of its range")                           \
    ENTRY(REF_NOT_FINITE, "the solution or a rate is not finite")                        \
    ENTRY(REF_NOT_CONVERGED, "the discrete equations could not be solved")               \
    ENTRY(REF_SINGULAR, "the iteration matrix is singular")                              \
    ENTRY(REF_STEP_TOO_SMALL, "the solution seems to end: the steps shrink to nothing")  \
    ENTRY(REF_TANGENT_KINK, "a switching surface is met without being crossed")          \
    ENTRY(REF_TOO_LONG, "more steps than allowed")                                       \
    ENTRY(REF_UNABLE, "the digits asked for were not reached at the highest precision")

#define REF_STATUS_ENUM(name, text) name,
enum ref_status { REF_STATUS_LIST(REF_STATUS_ENUM) };
#undef REF_STATUS_ENUM

/* One sentence for a status; a static string. */
const char *ref_status_text(enum ref_status status);

/* ---- The pair, exact form: one step of h and two of h/2 of implicit Euler,
 *
 *     x1 = x0 + h F(t0 + h, x1),
 *
 * each solved by Newton's method to the last bit of the working precision, so that the
 * result does not depend on how it was found (Drake's class text, equations (3), (4)). */
typedef struct ref_pair ref_pair;

/* *p refers to m, which must outlive it; freed with ref_pair_free. On failure NULL. */
enum ref_status ref_pair_alloc(ref_pair **p, struct model *m, mpfr_prec_t bits,
                               enum eval_constants constants);
void ref_pair_free(ref_pair *p); /* takes NULL */

/* One implicit Euler step from (t, x[nx]): x1[nx], found from the guess in x1, which is
 * finite. h may be negative. REF_SINGULAR, REF_NOT_CONVERGED: no solution was found from
 * that guess; there may be none. */
enum ref_status ref_euler_step(ref_pair *p, mpfr_srcptr t, const mpfr_t *x, mpfr_srcptr h,
                               mpfr_t *x1);

/* large := one step of h, half := the first step of h/2, small := the second one, all
 * from (t, x). The error estimate is large - small. The second half step goes on from
 * the first one's result before that is rounded. The three outputs do not overlap each
 * other. */
enum ref_status ref_pair_step(ref_pair *p, mpfr_srcptr t, const mpfr_t *x, mpfr_srcptr h,
                              mpfr_t *large, mpfr_t *half, mpfr_t *small);

/* Newton iterations made since ref_pair_alloc. */
long ref_pair_iterations(const ref_pair *p);

/* ---- Power series in h at one point: the exact flow x(t0 + h), and what the pair makes
 * of it, each as coefficients of h^0 .. h^order.
 *
 *     flow:   (k+1) x_{k+1} = F(t0 + h, x(h))_k
 *     large:  X_{k+1} = F(t0 + h, X(h))_k
 *     half:   M_{k+1} = (1/2) F(t0 + h/2, M(h))_k
 *     small:  S_{k+1} = M_{k+1} + (1/2) F(t0 + h, S(h))_k */
typedef struct ref_series ref_series;

enum ref_status ref_series_alloc(ref_series **s, struct model *m, mpfr_prec_t bits,
                                 int order, enum eval_constants constants);
void ref_series_free(ref_series *s); /* takes NULL */

/* Expands all four at (t, x[nx]). At a kink the branch is that of the point itself. After
 * a failure the coefficients mean nothing. */
enum ref_status ref_series_expand(ref_series *s, mpfr_srcptr t, const mpfr_t *x);

/* Coefficients 0 .. order of component i, valid until the next expansion. */
const mpfr_t *ref_series_flow(const ref_series *s, int i);
const mpfr_t *ref_series_large(const ref_series *s, int i);
const mpfr_t *ref_series_half(const ref_series *s, int i);
const mpfr_t *ref_series_small(const ref_series *s, int i);

/* x(t + h) from the flow's series, with the last two terms as a check: REF_NOT_CONVERGED
 * when they are not below 2^-bits of the sum. */
enum ref_status ref_series_flow_at(const ref_series *s, mpfr_srcptr h, mpfr_t *x);

/* ---- The exact solution by Taylor's method: order and step follow from the precision
 * (A. Jorba, M. Zou, Experimental Mathematics 14 (2005), sections 3.1, 3.2). Switching
 * surfaces are located on the series to working precision and the series restarted
 * there. */
typedef struct ref_flow ref_flow;

/* order 0: the one that the precision asks for. */
enum ref_status ref_flow_alloc(ref_flow **f, struct model *m, mpfr_prec_t bits, int order,
                               enum eval_constants constants);
void ref_flow_free(ref_flow *f); /* takes NULL */

/* Begins at (t, x[nx]). */
enum ref_status ref_flow_start(ref_flow *f, mpfr_srcptr t, const mpfr_t *x);

/* Goes to t1 >= t in at most max_steps steps. On failure it stays where its last whole
 * step led: ref_flow_time and ref_flow_state tell, and after REF_TOO_LONG it can go
 * on. */
enum ref_status ref_flow_to(ref_flow *f, mpfr_srcptr t1, long max_steps);

const mpfr_t *ref_flow_state(const ref_flow *f);
mpfr_srcptr ref_flow_time(const ref_flow *f);

struct ref_flow_info {
    long steps;    /* Taylor steps made */
    int order;     /* of the series */
    long switches; /* times at which switching surfaces were crossed */
};
struct ref_flow_info ref_flow_info(const ref_flow *f);

/* ---- Truth: the solution at some times with a measure of its error. Two runs of
 * different precision and order must agree; the precision is raised until they agree to
 * the digits asked for. Grade "converged". The state is that of the better run; radius =
 * 2 (max |difference| + 2^-bits[0] max |x|): see truth.c for why. */
struct ref_truth_options {
    int digits; /* correct decimal digits wanted, relative to |x|_inf */
    enum eval_constants constants;
    long max_steps;       /* of each run; 0: a generous default */
    mpfr_prec_t max_bits; /* highest working precision tried; 0: a default */
    void (*progress)(void *context, double fraction); /* may be NULL */
    void *context;
};

struct ref_truth {
    int times, nx;
    mpfr_t *time;        /* (size times); exactly the times given */
    mpfr_t *state;       /* state[k*nx + i] = x_i at time k; precision as needed */
    mpfr_t *radius;      /* radius[k] >= the difference of the two runs, max over i */
    double *digits;      /* digits[k]: -log10(radius / |x|_inf); where x vanishes: none */
    mpfr_prec_t bits[2]; /* the two runs' precisions and orders */
    int order[2];
    long steps[2];
    long switches;
};

/* Solves m from its initial state at its span_begin to the given times (ascending, none
 * before the start). The caller frees *truth with ref_truth_free; on failure it is
 * NULL. */
enum ref_status ref_truth_alloc(struct ref_truth **truth, struct model *m, int times,
                                const mpfr_t *time,
                                const struct ref_truth_options *options);
void ref_truth_free(struct ref_truth *truth); /* takes NULL */

/* The model's initial state and time, rounded to the precision of x[nx] and t, or to
 * double first when constants says so. */
enum ref_status ref_initial(struct model *m, enum eval_constants constants, mpfr_ptr t,
                            mpfr_t *x);

#endif
