/* What the files of steps against a law with memory share: the states that the integrator has been
 * in, and the law's next step from them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_STEPS_LAW_H
#define HARNESS_STUDY_STEPS_LAW_H

#include "harness/fingerprint/laws/law.h"
#include "harness/studies/steps/study_steps_tableau.h"

enum { LAW_STEPS_PAST = MULTISTEP_MOST + 1 };

struct law_steps {
    struct tableau_comparison *c;
    struct room room;
    const struct law_row *row;      /* of a multistep method, or NULL: */
    struct generalized_alpha alpha; /* of one with an acceleration of its own */
    bool varies;
    int begun;                                      /* steps that begin it */
    double t[LAW_STEPS_PAST], size[LAW_STEPS_PAST]; /* of the step that led there */
    double *x[LAW_STEPS_PAST],
        *rate_error[LAW_STEPS_PAST]; /* the latest first (size nx) */
    mpfr_t *rate[LAW_STEPS_PAST];
    mpfr_t *sum; /* of known terms (size nx) */
    double *error, *from;
    /* The latest, and how far off it may be (size nv). */
    double *acceleration, *acceleration_error;
};

/* c->step.result, c->bound.result := what the law makes of the states before and a step of h that
 * has just been made, to t. False: it has no bound. */
bool law_steps_make_multistep(struct law_steps *l, double t, double h);

/* The same of a generalised-alpha method for q' = v without other states, as what is left of its
 * equations at the state t, x[nx] that was reached; the acceleration goes on to that state. */
void law_steps_make_alpha(struct law_steps *l, double t, const double *x, double h);

/* The acceleration at the start, which is the rate. */
void law_steps_begin_alpha(struct law_steps *l);

#endif
