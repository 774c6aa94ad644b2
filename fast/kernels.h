/* The kernels of a step, one at a time, to measure what a step costs beyond them:
 *
 *     f(t, x),   N(q) v,   the Jacobian J,   the factors of I - h J,   (I - h J)^-1 b
 *
 * J, and how many unknowns there are, are those of the integrator's method and mode. Each
 * works at the integrator's present time and with its options, uses and changes its matrices,
 * work space and counters, and leaves time and state. Steps may go on after pair_start.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_KERNELS_H
#define FAST_KERNELS_H

#include "fast/pair.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The order of J. */
int pair_kernel_unknowns(const struct pair *integrator);

/* ydot[ny] := f(t, x[nx]). */
enum fast_status pair_kernel_rates(struct pair *integrator, const double *x,
                                   double *ydot);

/* qdot[nq] := N(q[nq]) v[nv]. */
enum fast_status pair_kernel_map(struct pair *integrator, const double *q,
                                 const double *v, double *qdot);

/* J for a step of h from the present state, where f is rates[ny]: default mode has that from
 * the step before, and does not evaluate it again. */
enum fast_status pair_kernel_jacobian(struct pair *integrator, double h,
                                      const double *rates);

/* The factors of I - h J; J must have been formed. */
enum fast_status pair_kernel_factor(struct pair *integrator, double h);

/* x[unknowns] := (I - h J)^-1 b[unknowns], from the factors; x is not b. */
void pair_kernel_solve(struct pair *integrator, const double *b, double *x);

/* ydot[ny] := df/dq dq[nq], as default mode's linear model has it, of the J that has been
 * formed; dq is not ydot. FAST_BAD_OPTION in faithful mode, which has no such model, and of a
 * system whose balances are used. */
enum fast_status pair_kernel_product(struct pair *integrator, const double *dq,
                                     double *ydot);

/* How often steps have taken that product, since pair_alloc. */
long pair_kernel_products(const struct pair *integrator);

/* How often steps and kernels have solved so; since pair_alloc, or, in faithful mode, since the
 * statistics were reset. */
long pair_kernel_solves(const struct pair *integrator);

/* How often factors have been made. Since pair_alloc or the statistics were reset; less than
 * the statistics say where factors that are still there are taken again. */
long pair_kernel_factorizations(const struct pair *integrator);

#ifdef __cplusplus
}
#endif

#endif
