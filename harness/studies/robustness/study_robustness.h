/* What the files of the robustness study share.
 *
 * An incident is something that should fail, or may. It happens to an integrator that has
 * made some steps; beside it a control goes the same way without the incident.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_ROBUSTNESS_H
#define HARNESS_STUDY_ROBUSTNESS_H

#include "harness/integrators/subject_options.h"
#include "problems/base/room.h"

struct diagnostic; /* problems/base/status.h */
struct study;      /* harness/results/study.h */
struct subject;    /* harness/integrators/subject.h */

/* Steps before an incident; after it. */
enum { STEPS_BEFORE = 3, STEPS_AFTER = 3 };

/* A run from the model's start. */
struct interrupted_run {
    const struct study *study;
    struct subject_options options;
    int nx;
    struct room room;
    double begin, step;
    double *initial; /* (size nx) */
    double *wrong;   /* a state for incidents (size nx) */
    /* What is to be seen, rows of time, state and estimate (size STEPS_AFTER + 1 of width
     * each): before the incident, and after each step that follows it; the same of an
     * integrator that is started anew instead. */
    int width;
    double *control, *anew, *seen;
    /* What follows is the same bits; else within the iteration's accuracy. */
    bool to_the_bit;
    long calls; /* of the rates before the incident; negative: not known */
    /* That follow; fewer than STEPS_AFTER where the control fails. */
    int steps, steps_anew;
};

/* Freed with interrupted_run_clear in any case. Nonzero: the control could not be brought to the
 * incident, and *d says why. */
int interrupted_run_init(struct interrupted_run *w, const struct study *s,
                         enum fast_mode mode, struct diagnostic *d);
void interrupted_run_clear(struct interrupted_run *w);

/* What can be wrong about an incident. */
enum violation {
    VIOLATION_NONE,
    VIOLATION_ACCEPTED,    /* it should have failed */
    VIOLATION_NOT_FINITE,  /* it succeeded with a state that is not finite */
    VIOLATION_CHANGED,     /* it failed, or its size is zero, and it changed something */
    VIOLATION_AFTERWARDS,  /* the next steps fail, or are not the same */
    VIOLATION_ANEW,        /* started anew it fails, or does not make the same bits */
    VIOLATION_NOT_BROUGHT, /* nothing happened: the incident could not be brought about */
    VIOLATION_UNABLE       /* no integrator, or it did not get as far */
};
const char *violation_text(enum violation violation);

/* What happens: returns what the integrator's function has returned. */
typedef int interrupted_run_incident(const struct interrupted_run *w,
                                     const struct subject *s, double size);

struct incident {
    const char *group; /* "step-negative": the result it belongs to */
    const char *name;  /* in one word or a few */
    interrupted_run_incident *happen;
    double size;      /* of a step, in units of the run's; or a value */
    bool may_succeed; /* with a finite state */
    int failing_call; /* after `calls`; 0: none */
    bool fails_by_nan;
};

/* Lets it happen to an integrator on the way. */
enum violation interrupted_run_try(struct interrupted_run *w,
                                   const struct incident *incident);

#endif
