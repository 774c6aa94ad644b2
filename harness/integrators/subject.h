/* An integrator under test, in double precision, as the studies see it: begin at a state,
 * make one step, make many, and tell the state, the error estimate and the counters.
 *
 * State vectors are contiguous, x = (q, v, z), nx = nq + nv + nz. Units are the model's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SUBJECT_H
#define HARNESS_SUBJECT_H

#include <stdbool.h>

#include "fast/status.h"
#include "harness/base/record/numbers.h"

struct contact_event;   /* fast/contact.h */
struct contacts_told;   /* harness/integrators/contacts_told.h */
struct pair_decision;   /* fast/pair.h */
struct subject_options; /* harness/integrators/subject_options.h */
struct diagnostic;      /* problems/base/status.h */
struct model;           /* problems/model.h */

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

    /* So many of them, one after another, until one fails. NULL: they are asked for one by one
     * (subject_steps). */
    int (*steps)(void *self, double h, int count);

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

    /* Goes on by one accepted step towards t_final, which a step ends at exactly, or to the
     * time `report`, from the time told last up to t_final, when the state there is known:
     * then *told is true, and time() and state() are those at `report`, interpolated as the
     * method does it; the next step goes on from where the steps have got to. Sizes of
     * steps are the options'. NULL: the integrator does not interpolate. */
    int (*tell)(void *self, double report, double t_final, bool *told);

    /* Of models with joints: how many; the multipliers lambda[joints] where the steps have got
     * to, in M v' + G^T lambda = force; norms of the joints' errors in position and velocity
     * at the state told. NULL: the integrator takes no joints, or has no multipliers. */
    int joints;
    const double *(*multipliers)(void *self);
    void (*constraint_errors)(void *self, double *position, double *velocity);

    /* Of models with contacts: how many; at the end of the last step the gaps[contacts], of the
     * step the impulses [rows] (each contact's normal one, then those along its slides) of
     * impacts and load together, and of the load alone; every solve told, as contact_listen
     * does it. NULL: the integrator takes no contacts; a plug-in tells only impulses, NULL or NaN
     * where they are not known. */
    int contacts;
    const double *(*gaps)(void *self);
    const double *(*impulses)(void *self);
    const double *(*load_impulses)(void *self);
    void (*listen_contacts)(void *self,
                            void (*listener)(void *context,
                                             const struct contact_event *event),
                            void *context);

    /* Of a plug-in: the energy of its bodies, and what its steps since start have taken on its own
     * clock, s; NaN: not known. NULL: neither is. */
    double (*energy)(void *self);
    double (*own_time)(void *self);

    /* Of a plug-in: x[nx] := the state at t within the last step; nonzero: it is not known. NULL:
     * it does not interpolate. */
    int (*interpolate)(void *self, double t, double *x);

    /* Sets those options to what is in use where that is not what has been asked for; fills in
     * what is empty with what there is to tell of the last step and of contacts. NULL:
     * nothing. */
    void (*in_use)(void *self, struct subject_options *options);
    void (*describe)(void *self, struct contacts_told *told);

    /* The calls of the rates that the last start, step or advance has made: *call [2 + nx] each,
     * as call_log.h (harness/plugin) has them; how many. NULL: they are not recorded. Valid until
     * the next call of any function. */
    int (*calls)(void *self, const double **call);

    /* Whether the last call failed because a step was accepted whose state or estimate is not
     * finite. NULL: that cannot be. */
    bool (*was_not_finite)(void *self);

    /* Whether the last failure was the end of it: it crashed, hung, or broke another promise. NULL:
     * that cannot be. */
    bool (*is_broken)(void *self);

    /* Bytes that one of ours has allocated, without the model's functions. */
    double memory;
    bool takes_max_step; /* it was told max_step, and has taken it */

    /* Adds the counters; one that has not happened is not a number. NULL: it has none. */
    void (*statistics)(void *self, struct named_numbers *into);

    /* Has each decision told, as pair_listen does; a NULL listener ends that. NULL: the
     * integrator cannot. */
    void (*listen)(void *self,
                   void (*listener)(void *context, const struct pair_decision *decision),
                   void *context);

    /* The last failure in one sentence; valid until the next call. */
    const char *(*why)(void *self);

    void (*free)(void *self);
};

/* A method as the library fast has it, bound to the functions of a model, which must outlive
 * the subject: generated C when the build has it, else interpreted. The caller frees the
 * subject with s->free(s->self). On failure SUBJECT_REFUSED (the options do not fit together,
 * or not to the model), SUBJECT_NO_MEMORY, or SUBJECT_MISSING (this build lacks the method),
 * and *d says why. */
enum { SUBJECT_REFUSED = -1, SUBJECT_NO_MEMORY = -2, SUBJECT_MISSING = -3 };

int subject_open(struct subject *s, struct model *m,
                 const struct subject_options *options, struct diagnostic *d);

/* `count` steps of exactly h, as s->steps has it, for integrators without it as well. */
int subject_steps(const struct subject *s, double h, int count);

/* All its counters, to be cleared; by name the one of them, not a number where it tells none. */
struct named_numbers subject_counters(const struct subject *s);
double subject_counter(const struct subject *s, const char *name);
json_t *subject_counters_tell(const struct subject *s); /* as a new object */

/* Whether an integrator called `method` can be given a model: one with contacts, and one with
 * joints, only those that take them. Nonzero: *d says why not. */
int subject_check_model(const struct model *m, const char *method, bool takes_joints,
                        bool takes_contacts, struct diagnostic *d);

/* Whether the options of a method of ours fit a model that the method takes: Simbody's stepper
 * for contacts, in faithful mode, has no joints. Nonzero: *d says why not. */
int subject_check_mode(const struct model *m, const struct subject_options *options,
                       struct diagnostic *d);

/* Nonzero, and a failure in one sentence, which names the joint that it is about (row -1:
 * none) and the time. */
int subject_name_failure(struct diagnostic *why, const struct model *m,
                         enum fast_status status, int row, double t);

#endif
