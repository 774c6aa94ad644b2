/* The kernels of a step, one at a time, to measure what a step costs beyond them:
 *
 *     f(t, x),   N(q) v,   the Jacobian J,   the factors of I - h J,   (I - h J)^-1 b
 *
 * J, and how many unknowns there are, are those of the integrator's method and mode. Each
 * works at the integrator's present time and with its options, uses and changes its matrices,
 * work space and counters, and leaves time and state. Steps may go on after fast_start.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_KERNELS_H
#define FAST_KERNELS_H

#include "fast/fast.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The order of J. */
int fast_kernel_unknowns(const fast *integrator);

/* ydot[ny] := f(t, x[nx]). */
enum fast_status fast_kernel_rates(fast *integrator, const double *x, double *ydot);

/* qdot[nq] := N(q[nq]) v[nv]. */
enum fast_status fast_kernel_map(fast *integrator, const double *q, const double *v,
                                 double *qdot);

/* J for a step of h from the present state, where f is rates[ny]: default mode has that from
 * the step before, and does not evaluate it again. */
enum fast_status fast_kernel_jacobian(fast *integrator, double h, const double *rates);

/* The factors of I - h J; J must have been formed. */
enum fast_status fast_kernel_factor(fast *integrator, double h);

/* x[unknowns] := (I - h J)^-1 b[unknowns], from the factors; x is not b. */
void fast_kernel_solve(fast *integrator, const double *b, double *x);

/* How often steps and kernels have solved so; since fast_alloc, or, in faithful mode, since the
 * statistics were reset. */
long fast_kernel_solves(const fast *integrator);

/* How often factors have been made. Since fast_alloc or the statistics were reset; less than
 * the statistics say where factors that are still there are taken again. */
long fast_kernel_factorizations(const fast *integrator);

#ifdef __cplusplus
}
#endif

#endif
