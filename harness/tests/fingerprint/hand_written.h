/* Small explicit integrators written out by hand, some with a fault, as subjects to measure.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_HAND_WRITTEN_H
#define HARNESS_TESTS_HAND_WRITTEN_H

struct diagnostic;      /* problems/base/status.h */
struct model;           /* problems/model.h */
struct subject;         /* harness/integrators/subject.h */
struct subject_options; /* harness/integrators/subject_options.h */

enum hand_method { HAND_MIDPOINT, HAND_RUNGE_KUTTA_4, HAND_MERSON, HAND_GAMING };

enum hand_fault {
    HAND_SOUND,
    HAND_TIME_LAGS,     /* all evaluations at the beginning of the step */
    HAND_ELAPSED_TIME,  /* f sees c h instead of t0 + c h */
    HAND_COEFFICIENT,   /* one coefficient is off by 1e-14 of itself */
    HAND_ABSOLUTE,      /* the estimate is made absolute */
    HAND_STEPS_INSIDE,  /* makes steps of 1/64 s, however long the step is */
    HAND_CLIPPED,       /* no component moves by more than 1/5 */
    HAND_SHORT_ONLY,    /* steps fail from S h > 1/4 on */
    HAND_NEVER,         /* steps always fail */
    HAND_NOT_A_NUMBER,  /* the state is NaN */
    HAND_ESTIMATE_LOST, /* a component of the estimate is NaN */
    HAND_NO_ESTIMATE,   /* all of it is: there is none for this step */
    HAND_STOPS_SHORT,   /* makes half of the step */
    HAND_IN_SPACE,      /* a quaternion turns about axes of space, not of the body */
    HAND_THRESHOLD,     /* changes of less than 1e-4 count for nothing */
    HAND_KEEPS,         /* the first step is a tenth longer once others were made */
    HAND_RANDOM,        /* so it is in each second integrator */
    HAND_REFUSES        /* cannot be opened */
};

struct hand_choice {
    enum hand_method method;
    enum hand_fault fault;
};

/* A study_open_subject whose context is a const struct hand_choice *. Merson has an
 * estimate, computed minus true; the others have none. */
int hand_open(void *context, struct model *m, const struct subject_options *options,
              struct subject *s, struct diagnostic *d);

#endif
