/* An integrator under test, in double precision, as the studies see it: begin at a state,
 * make one step, make many, and tell the state, the error estimate and the counters.
 *
 * State vectors are contiguous, x = (q, v, z), nx = nq + nv + nz. Units are the model's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SUBJECT_H
#define HARNESS_SUBJECT_H

#include <stdbool.h>

#include <jansson.h>

#include "fast/fast.h"
#include "problems/model.h"

/* Functions that return int give 0, or nonzero and a sentence from why(). A failed step or
 * run leaves time, state and estimate at the last step that succeeded. */
struct subject {
    void *self;
    int nq, nv, nz;
    const char *method; /* its name on the command line; lives as long as the subject */

    /* Begins anew at (t, x[nx]): counters zero, nothing kept of earlier steps. */
    int (*start)(void *self, double t, const double *x);

    /* One attempt at a step of exactly h >= 0. */
    int (*step)(void *self, double h);

    /* Steps of at most h > 0 to exactly t_final, each halved while it fails. Repeated calls
     * with the same h go on with the same counters; another h begins them anew. */
    int (*run)(void *self, double h, double t_final);

    /* x[nx]; valid until the next call of start, step, run or free. */
    const double *(*state)(void *self);

    /* The last step's error estimate x[nx], computed minus true; NULL: the method has none. */
    const double *(*estimate)(void *self);

    double (*time)(void *self);

    /* Adds the counters to an object, by name; one that has not happened is null. */
    void (*statistics)(void *self, json_t *into);

    /* The last failure in one sentence; valid until the next call. */
    const char *(*why)(void *self);

    void (*free)(void *self);
};

/* What the command line's --option may set. */
struct subject_options {
    double accuracy;        /* of the Newton iteration; NaN: the method's own default */
    double max_step;        /* NaN: the method's own default, or the step of run() */
    double min_step;        /* >= 0 */
    bool throw_on_min_step; /* a step that would be halved below min_step fails */
    enum fast_jacobian jacobian;
    enum fast_newton newton;
};

/* Accuracy and max_step unset, min_step 0, throw on min step, forward, reuse. */
struct subject_options subject_default_options(void);

/* Velocity-implicit Euler, as the library fast has it, bound to the functions of a model,
 * which must outlive the subject: generated C when the build has it, else interpreted. The
 * caller frees the subject with s->free(s->self). On failure SUBJECT_REFUSED (the options do
 * not fit together) or SUBJECT_NO_MEMORY, and *d says why. */
enum { SUBJECT_REFUSED = -1, SUBJECT_NO_MEMORY = -2 };

int subject_open(struct subject *s, struct model *m,
                 const struct subject_options *options, struct diagnostic *d);

#endif
