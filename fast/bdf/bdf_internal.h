/* What the files of the backward differentiation formulas share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_BDF_INTERNAL_H
#define FAST_BDF_INTERNAL_H

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "fast/bdf.h"
#include "fast/constraint/constraint.h"

struct bdf {
    struct integrator_system system;
    int nx;
    constraint *constraint;
    struct constraint_request request; /* of projections within a run */
    bool is_projecting;

    SUNContext environment;
    void *memory; /* CVODE's */
    N_Vector x, weight;
    SUNMatrix matrix;
    SUNLinearSolver solver;

    double relative, absolute; /* of the error weights */
    double *unit;              /* u_i (size nx) */
    bool *is_relative;         /* r_i (size nx) */
    double initial_step, min_step, max_step;

    bool is_started;
    double t;
    double *state;           /* at t (size nx) */
    double *multiplier;      /* at t (size rows) */
    double *rate, *lambda;   /* (v', z'), multipliers: scratch (size nv + nz, rows) */
    double *projected;       /* scratch (size nx) */
    enum fast_status status; /* of the callback that ran last */
    struct projected_statistics statistics;
    struct projected_statistics kept; /* what CVODE does not count, or no longer */
};

/* CVODE's callbacks; `integrator` is a bdf. They give 0, 1 where a shorter step may help, -1
 * where nothing does, and leave the reason in status. */
int bdf_field(sunrealtype t, N_Vector x, N_Vector xdot, void *integrator);
int bdf_weights(N_Vector x, N_Vector weight, void *integrator);
int bdf_project(sunrealtype t, N_Vector x, N_Vector correction, sunrealtype tolerance,
                N_Vector error, void *integrator);

/* The outcome that a code of CVODE stands for. */
enum fast_status bdf_outcome(const bdf *integrator, int code);

/* Fills the counters from CVODE's own and those of the projections. */
void bdf_count(bdf *integrator);

#endif
