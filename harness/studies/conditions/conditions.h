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
 * them. One that iterates ends at tolerances of its own: what it leaves is measured on plain
 * systems, and a multiple of that is allowed on the others (conditions_iteration.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CONDITIONS_H
#define HARNESS_CONDITIONS_H

#include "harness/integrators/subject_options.h"
#include "harness/results/study.h"
#include "harness/studies/conditions/conditions_draw.h"
#include "harness/studies/steps/study_steps.h"
#include "harness/studies/steps/study_steps_tableau.h"

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

/* Roundings that a few operations in another order make. */
#define CONDITIONS_ROUNDINGS (64 * ROUNDOFF_UNIT)

/* How many systems are drawn where the gate does not run; a macro, as help tells it. */
#define CONDITIONS_SYSTEMS 420

/* Steps of a run that another one is compared with: methods with memory have some by then. */
enum { CONDITIONS_STEPS = 5 };

enum { CONDITIONS_TEXT = 512 };

/* The accuracy that is asked of an iteration: that of rounding; and others for systems of modest
 * magnitudes on which it gives up then, some of them at the last alone (GSL's msbdf has three
 * iterations). */
enum conditions_level {
    CONDITIONS_TIGHT,
    CONDITIONS_SLACK,
    CONDITIONS_SLACKEST,
    CONDITIONS_LEVELS
};
double conditions_accuracy(enum conditions_level level);

/* The study's options for a run in steps of h: of an integrator of others one that has to halve its
 * steps again and again is none. */
struct subject_options conditions_options(const struct study *s, double h);

/* What an iteration leaves of a step: as a part of what the step changes, and of the largest
 * component (of 1, where all are smaller). */
struct conditions_rest {
    bool is_known;
    double part, size;
};

/* The largest difference, in units of what is allowed of a method that only adds and multiplies, or
 * (loose) of one that iterates. */
struct conditions_worst {
    double ratio; /* negative: nothing was compared */
    char where[CONDITIONS_TEXT];
};
struct conditions_finding {
    long compared;
    int systems, last; /* on how many systems; the last of them */
    struct conditions_worst exact, loose;
};

/* What has been done: steps, and evaluations of the model where they are counted. */
struct conditions_meter {
    double spent;
    double began;       /* of conditions_now */
    bool is_over_clock; /* the clock has ended it, before the work did */
};

/* The study of a method in one mode. */
struct conditions {
    const struct study *study;
    const struct projected_traits *traits; /* of semi-explicit Euler and its relatives */
    const char *known; /* of the table of known methods; NULL: it has no law of its own */
    bool makes_pair;   /* ours, or one like it: its law is ref's pair */
    bool is_explicit;  /* the known method is */
    bool has_memory;   /* a step depends on those before it */
    bool is_found_to;  /* nobody has said so: conditions_memory.c has found it */
    bool chooses; /* it remembers by no law that is known: it may choose among several */
    unsigned long seed;
    int systems;
    int system; /* in hand; -1: one that is counted already, or none */
    struct conditions_meter *meter; /* what has been done; copies share it */
    struct conditions_finding finding[CONDITIONS_CHECKS];
    /* Evaluations of CONDITIONS_STEPS steps; 0: none counted yet, or not known. */
    long work;
    bool differs; /* their number depends on the system */
    bool varies;  /* that, or a Jacobian is asked for: it iterates */
    /* A Jacobian is asked for, and always as many evaluations, by a method of no known law: it may
     * be a Rosenbrock method, which takes difference quotients by time. */
    bool may_be_linear;
    struct conditions_rest rest[CONDITIONS_LEVELS];
    struct conditions_rest left; /* the most of the system in hand */
    long refused, failed, unclear;
    long slackened; /* systems that are not judged at the tight accuracy */
    long lost;      /* systems on which an elimination may have lost digits */
    enum conditions_check check_lost; /* the last difference of that kind */
    char where_lost[CONDITIONS_TEXT];
    /* Systems of modest magnitudes on which an iteration ends at no accuracy. */
    long gave_up;
    char where_gave_up[CONDITIONS_TEXT]; /* the last of them */
    struct diagnostic why;               /* of the first refusal or failure */
    int runs_failed;                     /* to late steps, at the tight accuracy */
    int systems_left_out, runs_left_out; /* for want of time */
    bool late_left_out;                  /* the system with a drive: no time for it, */
    bool late_refused;                   /* it is refused */
    bool late_chose;                     /* another of its formulas has made a period */
};

/* Shares of the work in which it is found out whether it remembers, systems are compared, then
 * the run that is in step with a drive, then late steps. */
static const double memory_share = 0.15;
static const double early_share = 0.5;
static const double driven_share = 0.7;
static const double late_share = 1.0;

/* Seconds by the clock that the study's limit is about. */
double conditions_now(const struct study *s);

/* Whether this share of the work is done that the time limit stands for, or of the time itself. The
 * same input ends at the same work; what the clock has ended is not judged. */
bool conditions_is_over(const struct conditions *c, double share);

/* Counts so many steps of *s, and its evaluations since the start but for `before` of them. Returns
 * the evaluations since the start; 0: they are not counted. */
double conditions_count(const struct conditions *c, const struct subject *s, long steps,
                        double before);

/* On to t0 + to h from t0 + from h in steps of h. */
enum run_outcome {
    RUN_DONE,
    RUN_FAILED,
    RUN_OVER /* the share of the time has passed */
};
enum run_outcome conditions_run(const struct conditions *c, const struct subject *s,
                                double t0, double h, long from, long to, double share);

/* Notes a difference; its place is what the printf format says. */
void conditions_note(struct conditions *c, enum conditions_check check, double exact,
                     double loose, const char *where, ...);

/* Notes that an integrator has not begun: the system is not one for it. */
void conditions_note_refusal(struct conditions *c, const struct subject *s);

/* c->why := why, if it is the first of them. */
void conditions_tell_why(struct conditions *c, const char *why);

/* Whether the method is held to the bits. */
bool conditions_is_exact(const struct conditions *c);

/* Whether steps go on from earlier ones and are the better for it, so that none can be made
 * again by a new start: of an integrator of which nobody has said so. */
bool conditions_find_memory(const struct conditions *c);

/* Steps of a run that the same run of a scaled system is compared with. One that chooses among
 * several laws by tolerances of its own may choose another one there, but for the first step. */
int conditions_steps(const struct conditions *c);

/* Appends the results. Nonzero: out of memory. */
int conditions_results(const struct conditions *c, struct results *results);

/* The integrator on one system, beside its law if there is one. */
struct law {
    struct conditions *c;
    const struct draw *draw;
    enum conditions_level level;
    struct model *model;
    struct study study; /* the same with the model */
    struct subject_options options;
    struct subject *subject;
    bool failed;   /* a step did, of a system of modest magnitudes */
    bool has_lost; /* the elimination may have lost digits, see conditions_iteration.c */
    struct subject alone; /* without a law */
    bool is_alone;
    struct step_comparison comparison; /* of the pair */
    struct tight_subject tight;
    struct tableau_comparison tableau;
};

/* Freed with law_close in any case. Nonzero: it cannot be had for the system, and *why says why. */
int law_open(struct law *l, struct conditions *c, const struct draw *d,
             enum conditions_level level, struct diagnostic *why);
void law_close(struct law *l);

/* Whether a step has failed that is to be tried at the next accuracy. */
bool law_is_retried(const struct law *l);

/* Notes that a step of *s has failed: a fault of a method that only adds and multiplies; an
 * iteration may give up at large numbers, and at an accuracy that is too tight for it. */
void law_note_failure(struct law *l, const struct subject *s, enum conditions_check check,
                      const char *what);

/* The size of the steps of runs. */
double law_late_step(const struct draw *d);

/* Notes that a step of *s has failed that no other is to be compared with: it is to be tried at
 * the next accuracy, and is left out at the last. */
void law_note_impossible(struct law *l, const struct subject *s);

/* Early steps of a system against the law; one late in a run. */
void law_compare(struct law *l);
void law_compare_late(struct law *l);

/* The size that component i of the system has when the plain system's is `size`. */
double law_scaled(const struct law *l, double size, int i);

/* Steps of a system against those of the plain one, and against each other. */
void symmetries_compare(struct law *l);

/* A difference in units of what is allowed: 1 or less passes, infinite where it is no number. */
double conditions_ratio(double difference, double allowed);

/* max |x_i|; infinite where one is not a number. */
double conditions_largest(const double *x, int n);

/* Of a component: what it is off by, what rounding would be allowed of a method that does not
 * iterate, what components of its scale change by over the steps, its scale, and the largest of
 * the state. */
struct difference {
    double value, rounding, motion, unit, largest;
};

/* What a difference quotient by time may leave of a step of h at t, as a part of what the step
 * changes, where rates change in a time T; 0: the method takes none. */
double conditions_quotient(const struct conditions *c, double t, double h, double T);

/* The same of an iteration; notes what it has left, and sets *is_lost where an elimination that
 * has lost digits is what makes it pass. */
double iteration_ratio(const struct law *l, enum conditions_check check,
                       const struct difference *d, bool *is_lost);

/* The same of a state in step with a drive (conditions_late.c), which was off by `settled` over
 * the period before. */
double iteration_late_ratio(double accuracy, double difference, double rounding,
                            double settled);

/* What it may leave late in a run, by what it was measured to leave of values of size one. */
double iteration_late_rest(const struct conditions *c);

/* Measures what the method's iteration leaves on plain systems: c->rest[level]. */
void iteration_measure(struct conditions *c, enum conditions_level level);

/* Steps late in a run against those early in it, and what is fit to bear the results: a model of
 * the study's own, which the caller frees. Nonzero: *why says why. */
int late_model(struct model **m, struct diagnostic *why);
void late_compare(struct conditions *c);

#endif
