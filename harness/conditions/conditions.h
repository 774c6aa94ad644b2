/* What the files of the study of conditions share.
 *
 * Steps of systems drawn at random (conditions_draw.h) are held to two kinds of law:
 *
 *     step, estimate     the method's own step in multiple precision from the same doubles, where
 *                        the method is known: the difference is rounding, within a bound
 *     scaling, copies, translation, linearity, restart, late
 *                        what holds of any method that does the same under all conditions: a step
 *                        here is a step there
 *
 * A method that only adds and multiplies is held to the bits, or to what a few roundings make of
 * them. One that iterates ends at tolerances of its own: what is off by less than PART of what the step has
 * changed, or by less than ABSOLUTE, is taken to be theirs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CONDITIONS_H
#define HARNESS_CONDITIONS_H

#include "harness/conditions/conditions_draw.h"
#include "harness/studies/study_steps.h"
#include "harness/studies/study_steps_tableau.h"

enum conditions_check {
    CONDITIONS_STEP,
    CONDITIONS_ESTIMATE,
    CONDITIONS_SCALING,
    CONDITIONS_COPIES,
    CONDITIONS_TRANSLATION,
    CONDITIONS_LINEARITY,
    CONDITIONS_RESTART,
    CONDITIONS_LATE,
    CONDITIONS_CHECKS
};

#define CONDITIONS_PART 1e-5
#define CONDITIONS_ABSOLUTE 1e-9

/* Steps of a run that another one is compared with: methods with memory have some by then. */
enum { CONDITIONS_STEPS = 5 };

enum { CONDITIONS_TEXT = 512 };

/* The largest difference, in units of what is allowed of a method that only adds and multiplies, or
 * (loose) of one that iterates. */
struct conditions_worst {
    double ratio; /* negative: nothing was compared */
    char where[CONDITIONS_TEXT];
};
struct conditions_finding {
    long compared;
    struct conditions_worst exact, loose;
};

/* The study of a method in one mode. */
struct conditions {
    const struct study *study;
    const struct mechanical_traits *traits; /* of semi-explicit Euler and its relatives */
    const char *known; /* of the table of known methods; NULL: it has no law of its own */
    bool makes_pair;   /* ours, or one like it: its law is ref's pair */
    bool is_explicit;  /* the known method is */
    bool has_memory;   /* a step depends on those before it */
    unsigned long seed;
    int systems;
    struct conditions_finding finding[CONDITIONS_CHECKS];
    long
        work; /* evaluations of CONDITIONS_STEPS steps; 0: none counted yet, or not known */
    bool varies; /* their number depends on the system: it iterates */
    long refused, failed, unclear;
    long gave_up; /* systems of modest magnitudes on which an iteration did not end */
    char where_gave_up[CONDITIONS_TEXT]; /* the last of them */
    struct diagnostic why;               /* of the first refusal or failure */
};

/* Notes a difference; its place is what the printf format says. */
void conditions_note(struct conditions *c, enum conditions_check check, double exact,
                     double loose, const char *where, ...);

/* Notes that an integrator has not begun: the system is not one for it. */
void conditions_note_refusal(struct conditions *c, const struct subject *s);

/* Whether the method is held to the bits. */
bool conditions_is_exact(const struct conditions *c);

/* The integrator on one system, beside its law if there is one. */
struct law {
    struct conditions *c;
    const struct draw *draw;
    struct model *model;
    struct study study; /* the same with the model */
    struct subject *subject;
    bool gave_up;
    struct subject alone; /* without a law */
    bool is_alone;
    struct step_comparison comparison; /* of the pair */
    struct tight_subject tight;
    struct tableau_comparison tableau;
};

/* Freed with law_close in any case. Nonzero: it cannot be had for the system, and *why says why. */
int law_open(struct law *l, struct conditions *c, const struct draw *d,
             struct diagnostic *why);
void law_close(struct law *l);

/* Notes that a step has failed: a fault of a method that only adds and multiplies; an iteration may
 * give up at large numbers, and now and then elsewhere. */
void law_note_failure(struct law *l, enum conditions_check check, const char *what);

/* All steps of a system against the law. */
void law_compare(struct law *l);

/* Steps of a system against those of the plain one, and against each other. */
void twins_compare(struct law *l);

/* Steps late in a run against those early in it, and what is fit to bear the results: a model of
 * the study's own, which the caller frees. Nonzero: *why says why. */
int late_model(struct model **m, struct diagnostic *why);
int late_compare(struct conditions *c, struct diagnostic *why);

#endif
