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

    /* One attempt at a step of exactly h >= 0, without error control. */
    int (*step)(void *self, double h);

    /* One accepted step of at most h > 0 and no further than t_final: of exactly that size,
     * halved while it fails, or (under error control) of the size that the error allows.
     * Counters go on from call to call, whatever h is. */
    int (*advance)(void *self, double h, double t_final);

    /* The same again and again, once at least, until it is at exactly t_final. */
    int (*run)(void *self, double h, double t_final);

    /* x[nx]; valid until the next call of start, step, advance, run or free. */
    const double *(*state)(void *self);

    /* The last step's error estimate x[nx], computed minus true; NULL: the method has none. */
    const double *(*estimate)(void *self);

    double (*time)(void *self);

    /* Adds the counters to an object, by name; one that has not happened is null. */
    void (*statistics)(void *self, json_t *into);

    /* Has each decision told, as fast_listen does; a NULL listener ends that. NULL: the
     * integrator cannot. */
    void (*listen)(void *self,
                   void (*listener)(void *context, const struct fast_decision *decision),
                   void *context);

    /* The last failure in one sentence; valid until the next call. */
    const char *(*why)(void *self);

    void (*free)(void *self);
};

/* What the command line's --option may set, as in struct fast_options. */
struct subject_options {
    enum fast_method method;
    enum fast_mode mode;
    bool fixed_step; /* advance() and run() take fixed steps, without error control */
    double accuracy; /* NaN: the method's own default */
    double relative, absolute; /* NaN: unset */
    double max_step; /* NaN: the step of advance() and run(); under error control 0.1 */
    double min_step; /* >= 0 */
    double initial_step;    /* NaN: the longest step */
    bool throw_on_min_step; /* a step that would be shortened below min_step fails */
    enum fast_jacobian jacobian;
    enum fast_newton newton;
    int weights_v_count, weights_z_count; /* as many as the model has v and z */
    const double *weights_v, *weights_z;  /* NULL: all 1 */
    bool counts_calls; /* the statistics have rates_calls: what the model was asked */
    /* > 0: the first time that so many calls of the rates have been made since start(), this
     * one fails, or gives what is not a number (fails_by_nan). */
    long failing_call;
    bool fails_by_nan;
};

/* Velocity-implicit Euler in default mode, fixed steps; accuracy, tolerances, max_step and
 * initial_step unset, min_step 0, throw on min step, forward, reuse, weights 1, no call fails. */
struct subject_options subject_default_options(void);

/* The name of a method of fast on the command line; static text. */
const char *subject_method_name(enum fast_method method);

/* *method := the method of that name. Nonzero: there is none. */
int subject_method_find(enum fast_method *method, const char *name);

/* A method as the library fast has it, bound to the functions of a model, which must outlive
 * the subject: generated C when the build has it, else interpreted. The caller frees the
 * subject with s->free(s->self). On failure SUBJECT_REFUSED (the options do not fit together,
 * or not to the model) or SUBJECT_NO_MEMORY, and *d says why. */
enum { SUBJECT_REFUSED = -1, SUBJECT_NO_MEMORY = -2 };

int subject_open(struct subject *s, struct model *m,
                 const struct subject_options *options, struct diagnostic *d);

#endif
