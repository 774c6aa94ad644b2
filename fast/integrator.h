/* One interface to the integrators of this library, whichever family a method is of: the pair
 * of implicit Euler (pair.h), the projected methods (projected.h), backward differentiation
 * formulas (bdf.h), the stepper with impulses (contact.h).
 *
 *     struct integrator i;
 *     if (integrator_of_pair(&i, &system, &options) == FAST_OK) {
 *         i.type->start(i.self, 0, x);
 *         i.type->run(i.self, h, t_final);
 *         i.type->free(i.self);
 *     }
 *
 * State vectors are x[nx] = (q, v, z), as in system.h. Nothing allocates but integrator_of_*.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_INTEGRATOR_H
#define FAST_INTEGRATOR_H

#include <stddef.h>

#include "fast/contact.h"
#include "fast/pair.h"
#include "fast/projected.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A counter of a class's statistics: a long, or (a measure) a double, `offset` bytes from where
 * the integrator's `self` begins. */
struct integrator_counter {
    const char *name; /* NULL: the end of a list */
    bool is_measure;
    size_t offset;
};

/* What a class can; `self` is the integrator's, and what its family's own header takes. What
 * returns a status has, if that is not FAST_OK, left time, state and estimate at the last step
 * that succeeded. */
struct integrator_class {
    const char *name;
    const struct integrator_counter *counters;

    /* Begins anew at (t, x[nx]): counters zero, nothing kept of earlier steps. */
    enum fast_status (*start)(void *self, double t, const double *x);

    /* One attempt at a step of exactly h, without error control. NULL: its steps are its own. */
    enum fast_status (*step)(void *self, double h);

    /* One accepted step of at most h > 0 and of the options' max_step, and no further than
     * t_final: of just that size where steps are fixed, else as the error allows. Where
     * h and max_step are infinite one step of fixed size goes to t_final. An initial step of
     * the pair's options that is longer than h is h. FAST_BAD_TIME: h is not positive, t_final
     * lies in the past (of bdf: not ahead), one is NaN, or a step would have no end;
     * FAST_BELOW_MIN_STEP: h is too short to change t. */
    enum fast_status (*advance)(void *self, double h, double t_final);

    /* The same again and again, once at least, until it is at exactly t_final. */
    enum fast_status (*run)(void *self, double h, double t_final);

    /* Goes on by one accepted step towards t_final, or to the time `report`: then *told is
     * true, and time and state are those at `report`, interpolated where the method does that.
     * NULL: it is not told between steps. */
    enum fast_status (*tell)(void *self, double report, double t_final, bool *told);

    double (*time)(const void *self);          /* that is told */
    double (*advanced_time)(const void *self); /* where the steps have got to */
    const double *(*state)(const void *self);  /* x[nx], until the next call */
    /* Of the last step x[nx], computed minus true. NULL: none. */
    const double *(*estimate)(void *self);

    /* lambda[rows] in M v' + G^T lambda = f, and the joints' errors as norms. NULL: none. */
    const double *(*multipliers)(const void *self);
    void (*constraint_errors)(void *self, double *position, double *velocity);

    /* Sets the options that are not in use as asked for to what is: defaults, thresholds.
     * NULL: not told. */
    void (*in_use)(const void *self, struct integrator_options *options);

    /* Why: the row, or as contact_failed() has it, that the last failure is about; -1: none.
     * NULL: never one. */
    int (*failed)(const void *self);

    void (*free)(void *self);
};

struct integrator {
    const struct integrator_class *type;
    void *self; /* a pair, projected, contact_stepper or bdf */
};

/* *integrator for a system and options, both copied; unset options get their defaults
 * (integrator_complete_options). Fails as the families' own *_alloc do. The caller frees it
 * with integrator->type->free(integrator->self). The one of bdf is in the library fast_bdf. */
enum fast_status integrator_of_pair(struct integrator *integrator,
                                    const struct integrator_system *system,
                                    const struct integrator_options *options);
enum fast_status integrator_of_projected(struct integrator *integrator,
                                         const struct integrator_system *system,
                                         const struct integrator_options *options);
enum fast_status integrator_of_bdf(struct integrator *integrator,
                                   const struct integrator_system *system,
                                   const struct integrator_options *options);
enum fast_status integrator_of_contact(struct integrator *integrator,
                                       const struct integrator_system *system,
                                       const struct integrator_options *options);

#ifdef __cplusplus
}
#endif

#endif
