/* The reference for semi-explicit Euler and its relatives, and for coordinate projection, in
 * MPFR: plain text of the mathematics, dense, one formula after the other. It shares the
 * model's expressions with the code under test, and nothing else.
 *
 *     q' = N(q) v,   v' = a - R lambda,   R = M^-1 G^T,   G R lambda = G a + bias
 *
 * Conventions are those of ref.h. Constants that the original has as doubles are those doubles
 * at any precision.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_MECHANICAL_H
#define REF_MECHANICAL_H

#include "ref/ref.h"

enum ref_mechanical_method {
    REF_SEMI_EXPLICIT_EULER_POSITION_IMPLICIT, /* q1 = q0 + h N(q1) v0, v1 = v0 + h v'(q1, v0) */
    REF_SEMI_EXPLICIT_EULER_VELOCITY_IMPLICIT, /* v1 = v0 + h v'(q0, v1), q1 = q0 + h N(q0) v1 */
    REF_SEMI_EXPLICIT_EULER_GAMING, /* v1 = v0 + h v'(q0, v0), q1 = q0 + h N(q0) v1 */
    REF_SEMI_EXPLICIT_EULER_2, /* gaming in two half steps; estimate: minus one whole step */
    REF_EXPLICIT_EULER,
    REF_RUNGE_KUTTA_MERSON
};

/* ---- Exact form: one step without projection, implicit equations solved to the last bit. */
typedef struct ref_step ref_step;

/* *s refers to m, which must outlive it; freed with ref_step_free. On failure NULL. */
enum ref_status ref_step_alloc(ref_step **s, struct model *m,
                               enum ref_mechanical_method method, mpfr_prec_t bits,
                               enum eval_constants constants);
void ref_step_free(ref_step *s); /* takes NULL */

/* x1[nx] := a step of h from (t, x[nx]); estimate[nx] (not NULL) := the method's error
 * estimate, signed as x1 minus the comparison (Merson: y1 minus stage 5, times 1/5; explicit
 * Euler: -h/2 (F(t1, x1) - F(t, x))); zero where it has none. */
enum ref_status ref_step_take(ref_step *s, mpfr_srcptr t, const mpfr_t *x, mpfr_srcptr h,
                              mpfr_t *x1, mpfr_t *estimate);

/* The same, and D[nx*nx] := d x1 / d x, by columns, by exact derivatives of the step's
 * equations. Its matrices are allocated at the first call: REF_NO_MEMORY. */
enum ref_status ref_step_tangent(ref_step *s, mpfr_srcptr t, const mpfr_t *x,
                                 mpfr_srcptr h, mpfr_t *x1, mpfr_t *D);

/* ---- Power series in h of one step at a point: coefficients h^0 .. h^order of x1 and of
 * the estimate; the exact flow's are in ref_series_flow. */
typedef struct ref_step_series ref_step_series;

enum ref_status ref_step_series_alloc(ref_step_series **s, struct model *m,
                                      enum ref_mechanical_method method, mpfr_prec_t bits,
                                      int order, enum eval_constants constants);
void ref_step_series_free(ref_step_series *s); /* takes NULL */
/* REF_NOT_FINITE: the coefficients mean nothing. */
enum ref_status ref_step_series_expand(ref_step_series *s, mpfr_srcptr t,
                                       const mpfr_t *x);
const mpfr_t *ref_step_series_result(const ref_step_series *s, int i);   /* [order + 1] */
const mpfr_t *ref_step_series_estimate(const ref_step_series *s, int i); /* [order + 1] */

/* ---- Constraints. */
typedef struct ref_joints ref_joints;

enum ref_status ref_joints_alloc(ref_joints **j, struct model *m, mpfr_prec_t bits,
                                 enum eval_constants constants);
void ref_joints_free(ref_joints *j); /* takes NULL */

/* xdot[nx] := (N v, v', z') and lambda[joints] (not NULL), by Cholesky's factorisation of
 * G R with pivots, which takes redundant rows: minimum norm. rank (not NULL): of G R.
 * REF_CONTRADICTORY: the rows ask for what contradicts itself. */
enum ref_status ref_joints_field(ref_joints *j, mpfr_srcptr t, const mpfr_t *x,
                                 mpfr_t *xdot, mpfr_t *lambda, int *rank);

/* x[nx] := a consistent state nearby: positions by Newton's method, q := q + N dn with dn of
 * minimum norm, then velocities by the change of minimum norm, to the last bits of the result.
 * REF_NOT_CONVERGED, REF_SINGULAR. */
enum ref_status ref_joints_project(ref_joints *j, mpfr_srcptr t, mpfr_t *x);

/* error[joints] := g (holonomic ones; zero for the others), rate[joints] := G v + g_t.
 * REF_NOT_FINITE. */
enum ref_status ref_joints_errors(ref_joints *j, mpfr_srcptr t, const mpfr_t *x,
                                  mpfr_t *error, mpfr_t *rate);

/* ---- Replay: the algorithm of Simbody 3.7 with its step control, its projections and their
 * tolerances, so that rounding is the only difference to an implementation in double. */
enum ref_mechanical_projection { REF_LAZY, REF_EVERY_STEP, REF_OFF };

/* What projecting every step does with a constraint's error below eps^(7/8), which is zero or
 * rounding. As the original: nothing where it is zero to the last bit, else a projection, which
 * may count, and the estimate, where there is one, loses what lies along the constraints' rows;
 * that is, one bit decides. The others decide always alike. */
enum ref_mechanical_negligible {
    REF_NEGLIGIBLE_AS_FOUND,
    REF_NEGLIGIBLE_IGNORED,
    REF_NEGLIGIBLE_PROJECTED
};

struct ref_mechanical_options {
    enum ref_mechanical_method method;
    double fixed_step;           /* NaN: error control */
    double accuracy;             /* 1e-3 */
    double constraint_tolerance; /* NaN: accuracy / 10 */
    enum ref_mechanical_projection projection;
    bool infinity_norm;                      /* rather than root mean square */
    double initial_step, min_step, max_step; /* NaN: 0.01, 0, infinity */
    double final_time;                       /* infinity: none */
    enum eval_constants constants;
    enum ref_mechanical_negligible negligible;
    /* No guard bits in the constraints' errors, G, and the multipliers' equations, and rank is
     * told in what is left. */
    bool rounds_joints;
    /* Called before each step: what is not REF_OK ends the run so. NULL: nothing is. */
    enum ref_status (*check)(void *context);
    void *context;
};

/* Semi-explicit Euler 2, accuracy 1e-3, lazy, root mean square, doubles as constants. */
struct ref_mechanical_options ref_mechanical_default_options(void);

#define REF_MECHANICAL_COUNTER_LIST(ENTRY)                                               \
    ENTRY(steps_attempted)                                                               \
    ENTRY(steps_taken)                                                                   \
    ENTRY(error_test_failures)                                                           \
    ENTRY(convergence_failures)                                                          \
    ENTRY(realizations)                                                                  \
    ENTRY(q_projections)                                                                 \
    ENTRY(u_projections)                                                                 \
    ENTRY(projection_failures)                                                           \
    ENTRY(iterations)

struct ref_mechanical_statistics {
#define REF_MECHANICAL_COUNTER_FIELD(name) long name;
    REF_MECHANICAL_COUNTER_LIST(REF_MECHANICAL_COUNTER_FIELD)
#undef REF_MECHANICAL_COUNTER_FIELD
    double first_step, last_step, next_step;
};

typedef struct ref_mechanical ref_mechanical;

/* *r refers to m, which must outlive it; freed with ref_mechanical_free. */
enum ref_status ref_mechanical_alloc(ref_mechanical **r, struct model *m,
                                     const struct ref_mechanical_options *options,
                                     mpfr_prec_t bits);
void ref_mechanical_free(ref_mechanical *r); /* takes NULL */

/* Begins at (t, x[nx]), projected; NULL: the model's own start. On failure nothing has begun,
 * and what is told is what it was. REF_NOT_CONVERGED: it cannot be projected;
 * REF_CONTRADICTORY: its constraints contradict each other there. */
enum ref_status ref_mechanical_start(ref_mechanical *r, mpfr_srcptr t, const mpfr_t *x);

/* Steps until `until` is reached: by a step that ends there (interpolate false), or by a step
 * beyond it and interpolation back, as Simbody's stepTo delivers a report. On failure the last
 * whole step's end is told; where a report cannot be projected the step's start, and a second one
 * in a step as it has become. REF_BAD_ARGUMENT: not begun, until lies before what is told or
 * after the final time. Where no step that is long enough is good enough: REF_NOT_CONVERGED,
 * REF_NOT_FINITE, REF_CONTRADICTORY: why the last attempt was none; REF_BELOW_MIN_STEP: its
 * error. */
enum ref_status ref_mechanical_run(ref_mechanical *r, mpfr_srcptr until,
                                   bool interpolate);

/* The row that the last failure is about; -1: none. */
int ref_mechanical_failed_row(const ref_mechanical *r);

mpfr_srcptr ref_mechanical_time(const ref_mechanical *r);
mpfr_srcptr ref_mechanical_advanced_time(const ref_mechanical *r); /* of its steps */
const mpfr_t *ref_mechanical_state(const ref_mechanical *r);       /* [nx] */
struct ref_mechanical_statistics ref_mechanical_statistics(const ref_mechanical *r);

#endif
