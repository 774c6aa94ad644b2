/* Other people's integrators on the same models: peers, seen as integrators under test.
 *
 *     gsl-rk1imp   GSL's implicit Euler, whose error is estimated by step doubling
 *     gsl-msbdf    GSL's backward differentiation formulas, orders 1 to 5
 *     cvode-bdf    SUNDIALS' CVODE, backward differentiation formulas, orders 1 to 5
 *
 * They solve for all of x = (q, v, z) with the model's exact Jacobian, control the error
 * of every component alike, and count what they ask of the model by its calls.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PEER_H
#define HARNESS_PEER_H

struct diagnostic; /* problems/base/status.h */
struct model;      /* problems/model.h */
struct subject;    /* harness/integrators/subject.h */

enum peer { PEER_GSL_RK1IMP, PEER_GSL_MSBDF, PEER_CVODE_BDF, PEERS };

const char *peer_name(int peer);

struct peer_options {
    double relative, absolute; /* what a component's error in a step is held to:
                                  relative |x_i| + absolute */
    double initial_step;       /* of the first step; > 0 */
    long most_evaluations;     /* a run that asks for more is given up */
};

/* In plugin/linked/peers.c. *s: the peer (one of enum peer) for a model, which must outlive it;
 * the caller frees it with s->free(s->self). Its advance and run are under error control, step
 * is refused, estimate and listen are NULL. Counters: steps_taken, derivative_evals (calls of x'
 * = F(t, x) by the integrator), jacobian_evals (calls of dF/dx). SUBJECT_MISSING: the peer is
 * not built in (*d says how it can be had); SUBJECT_REFUSED: the model cannot be evaluated;
 * SUBJECT_NO_MEMORY; *d says why. */
int peer_open(struct subject *s, int peer, struct model *m,
              const struct peer_options *options, struct diagnostic *d);

#endif
