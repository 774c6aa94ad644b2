/* What the sources of fast/projected share.
 *
 * x = (q, v, z) is contiguous, y = (v, z) is its tail. A slope is x' = (N(q) v, v', z'),
 * of which the first part is filled in only where a method needs it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_MECHANICAL_INTERNAL_H
#define FAST_MECHANICAL_INTERNAL_H

#include <math.h>

#include "fast/constraint/constraint.h"
#include "fast/linear/layout.h"
#include "fast/projected.h"
#include "fast/projected/rows.h"

/* One attempt at a step from (t, state) to t1 > t: writes trial, deviation (the error
 * estimate, signed as trial minus what it is compared with) and next_slope_is_known. */
typedef enum fast_status projected_attempt(struct projected *m, double t1);

struct projected_formula {
    projected_attempt *attempt;
    bool has_estimate;
    bool is_linear;   /* reports are interpolated linearly, else by the cubic */
    bool needs_slope; /* at the start of a step */
    bool pumps;       /* of first order: its energy balance is watched */
    int order;        /* p: the estimate behaves as h^p */
};

struct projected_newton; /* newton.c: what an implicit form solves with */

/* How much of the speed is an artefact (power.c). */
struct projected_power {
    double absolute;  /* v^T S v / 2 of speeds 1/w */
    double speed, t;  /* v^T S v / 2, when it was last known */
    double artefact;  /* what speed has grown by and no work explains */
    double plausible; /* the largest speed minus artefact so far */
    bool is_known;
};

struct projected {
    struct integrator_system system;
    struct integrator_options options; /* whose arrays are copies of the caller's */
    struct projected_formula formula;
    struct projected_statistics statistics;
    struct projected_newton *newton; /* NULL: nothing to iterate */
    constraint *constraint;          /* NULL: nothing to satisfy */
    int nq, nv, nz, ny, nx;          /* ny = nv + nz, nx = nq + ny */
    bool weights_are_one;
    bool is_fixed;   /* the present step: without error control */
    bool is_retried; /* the present attempt: one was rejected before it */
    bool is_plain;   /* y' = f, q' = v, nothing to project, nothing to iterate */

    bool is_started, is_at_start, is_pending, is_over;
    double t, told_t, previous_t; /* advanced, told, start of the last step */
    double next_step;             /* nominal size of the next attempt */
    bool slope_is_known;          /* slope holds y' at (t, state) */
    bool next_slope_is_known;     /* next_slope holds y' at the trial */
    struct projected_power power;

    /* Within the library; these trade places as steps are accepted. */
    double *state, *trial, *previous;            /* [nx] */
    double *slope, *next_slope, *previous_slope; /* [nx] */
    double *deviation, *accepted_deviation;      /* [nx] */
    /* What the caller sees; these stay where they are. */
    double *told, *advanced, *estimate, *signed_estimate; /* [nx] */
    double *multipliers;                                  /* [joints] */
    double *middle, *large, *qdot;                        /* [nx] within attempts */
    double *stage[3];           /* [nx] slopes within attempts */
    double *velocity, *columns; /* [nv], N and its triangle */
    double *scale;              /* [ny] frozen scales of errors */
    double *inertia;            /* [nv] the diagonal of S */
    double *weights_v, *weights_z, *units, *joint_units;
    bool *is_relative;
    double storage[]; /* the arrays above */
};

/* 0 x is 0 for a finite x and NaN for any other. */
static inline bool projected_is_finite(int n, const double *x) {
    double zero = 0;
    if (n >= ROWS_LONG)
        return rows_are_finite(n, x);
    for (int i = 0; i < n; i++)
        zero += 0 * x[i];
    return zero == 0;
}

static inline void projected_copy(int n, double *to, const double *from) {
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

static inline void projected_swap(double **a, double **b) {
    double *other = *a;
    *a = *b;
    *b = other;
}

/* A step that would end this near t_max, in units of its size, ends there; one that would
 * have to be this much shorter for that is no measure for the next. */
#define PROJECTED_STRETCH_HIGH 1.001
#define PROJECTED_STRETCH_LOW 0.95

/* Where a step of nominal size h from t ends. */
static inline double projected_end_of_step(double t, double h, double t_max,
                                           bool *is_limited) {
    *is_limited = t_max < t + PROJECTED_STRETCH_LOW * h;
    return t_max > t + PROJECTED_STRETCH_HIGH * h ? t + h : t_max;
}

/* family_options.c */
enum fast_status projected_check_options(const struct integrator_options *options,
                                         const struct integrator_system *system);
enum fast_status projected_check_system(const struct integrator_system *system);
double projected_tolerance(const struct integrator_options *options);
double projected_first_step(const struct integrator_options *options);

/* formula.c: what the options' method is. */
struct projected_formula projected_find_formula(const struct integrator_options *options);

/* realize.c. Counted; y' with the constraints.
 * FAST_CALLBACK, FAST_NOT_FINITE, FAST_CONTRADICTORY. */
enum fast_status projected_realize(struct projected *m, double t, const double *x,
                                   double *ydot);
/* slope's tail := y' at (t, state), unless it is known. */
enum fast_status projected_know_slope(struct projected *m);
/* qdot[nq] := N(q) v. */
enum fast_status projected_map(const struct projected *m, const double *q,
                               const double *v, double *qdot);
/* q1[nq] := q0 + h N(q) v; q1 may be q0. Uses qdot. */
enum fast_status projected_move(struct projected *m, double h, const double *q0,
                                const double *q, const double *v, double *q1);

/* semi_explicit.c, symplectic.c, explicit_euler.c, merson.c */
projected_attempt projected_attempt_gaming, projected_attempt_gaming_2,
    projected_attempt_position_implicit, projected_attempt_velocity_implicit,
    projected_attempt_explicit_euler, projected_attempt_merson;

/* newton.c */
enum fast_status projected_newton_alloc(struct projected *m);
void projected_newton_free(struct projected_newton *newton); /* takes NULL */
/* y1[ny] := y0 + h y'(t, q, y1), and q1[nq] := q0 + h N(q1) v0, to round-off, starting
 * where y1 and q1 are. x[nx] is room with q in it. FAST_NOT_CONVERGED. */
enum fast_status projected_solve_velocity(struct projected *m, double t, double h,
                                          const double *y0, double *x);
enum fast_status projected_solve_position(struct projected *m, double h, const double *q0,
                                          const double *v0, double *q1);

/* onto.c: projection at the end of an attempt. */
/* Of semi-explicit Euler, which has no limit and leaves the estimate alone. */
enum fast_status projected_project_trial(struct projected *m, double t1);
/* Of the others: only if the error is worth it, with the estimate. */
enum fast_status projected_project_if_promising(struct projected *m, double t1);
/* The same of a result without an estimate so far: none is hopeless. */
enum fast_status projected_project_early(struct projected *m, double t1);
/* The start, in place; what is told between steps, in place. */
enum fast_status projected_project_start(struct projected *m, double t, double *x);
enum fast_status projected_project_told(struct projected *m, double t, double *x);

/* scaled_norm.c */
/* scale := those of errors in y, from state. */
void projected_freeze_scales(struct projected *m);
/* The norm of dx[nx]; NaN if it has no value. N is that of the trial, as the original has it, in
 * faithful mode, and of the start of the step in default mode. */
double projected_error_norm(struct projected *m, const double *dx);
/* v[nv] := N+(q) dq, in faithful mode with the original's N+; false: a callback failed. Uses
 * qdot. */
bool projected_unmap(struct projected *m, const double *q, const double *dq, double *v);
/* What W is for velocity i. */
double projected_weight_of_velocity(const struct projected *m, int i);
/* Up to which it is accepted. */
double projected_accepted_error(const struct projected *m);

/* power.c */
/* In which measure speed is judged; masses[nv], or NULL. */
void projected_measure_speed(struct projected *m, const double *masses);
void projected_watch_power(struct projected *m);

/* resize.c: the next step's size, after one of nominal size h with an error err. */
double projected_resize(const struct projected *m, double err, double h, bool is_limited);

/* internal_step.c: one step that is accepted, no further than t_max; of nominal size h,
 * whatever the error is, unless h is NaN. */
enum fast_status projected_take_step(struct projected *m, double h, double t_max);

/* plain_run.c: fixed steps of h of the gaming form to t_max, for a system that is
 * plain. */
enum fast_status projected_run_plainly(struct projected *m, double h, double t_max);

/* between.c: told := the last step at t, previous_t <= t <= this. */
enum fast_status projected_tell_between(struct projected *m, double t);
void projected_tell_advanced(struct projected *m);

#endif
