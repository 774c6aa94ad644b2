/* What the integrators of fast share as integrators under test: struct subject over
 * fast/integrator.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SUBJECT_NATIVE_H
#define HARNESS_SUBJECT_NATIVE_H

#include "fast/integrator.h"
#include "harness/integrators/counted.h"
#include "harness/integrators/subject_parts.h"

struct subject_native {
    struct model *model;
    struct integrator integrator; /* class NULL: none yet */
    void *binding;
    void (*free_binding)(void *binding);
    double memory; /* bytes that the integrator has allocated */
    bool counts_calls;
    struct counted counted; /* the binding's system, if it does: calls since the start */
    long start_calls;       /* at the start */
    int max_impacts;        /* of a stepper with contacts */
    double *room;           /* of such a one: [contacts + joints] */
    struct diagnostic why;
    /* Nonzero, and why the last call has failed; x[nx]: it was a start at (t, x). */
    int (*explain)(struct subject_native *native, enum fast_status status, double t,
                   const double *x);
};

/* *native for a model and options, to be given a binding and an integrator; NULL: out of memory. */
struct subject_native *subject_native_alloc(struct model *m,
                                            const struct subject_options *options);

/* native->integrator made by `make` for a system; for the binding's system. */
typedef enum fast_status subject_make(struct integrator *integrator,
                                      const struct integrator_system *system,
                                      const struct integrator_options *options);
enum fast_status subject_native_make(struct subject_native *native, subject_make *make,
                                     const struct integrator_system *system,
                                     const struct integrator_options *options);
int subject_native_make_joined(struct subject_native *native,
                               const struct subject_options *o, bool with_jacobian,
                               subject_make *make, struct diagnostic *d);

/* *s over *native if `failure` is 0; else frees *native, which may be NULL. Returns `failure`. */
int subject_native_open(struct subject *s, struct subject_native *native,
                        const struct subject_options *options, int failure);

#endif
