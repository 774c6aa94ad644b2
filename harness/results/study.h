/* Studies of an integrator: from a model and an integrator under test to verdicts.
 *
 * Which there are, and what is known of each, stands in studies.def.
 *
 * A study adds its results to a list (result_list.h); it runs in a process of its own, which hands
 * them on. How a verdict is formed is told in VERDICTS.md.
 * Nothing here prints. GSL's
 * error handler must be off (gsl_set_error_handler_off), as it would end the program.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_H
#define HARNESS_STUDY_H

#include <stdbool.h>

#include <jansson.h>
#include <mpfr.h>

#include "harness/results/study_open.h"

struct fingerprint; /* harness/fingerprint/fingerprint_record.h */
struct results;     /* harness/results/result_list.h */
struct truth_store; /* harness/truth/truth_store.h */

enum study_effort {
    STUDY_GATE,  /* quick: for continuous integration */
    STUDY_REPORT /* fuller ladders and more points, for a person */
};

struct study {
    struct model *model;        /* read with the user's settings; outlives the study */
    const char *method;         /* "velocity-implicit-euler" */
    const char *const *methods; /* several, the first being `method`, which solve the same
                                   discrete equations; ends with NULL. NULL: only that */
    study_open_subject *open_subject;
    void *context;                         /* handed to open_subject */
    study_open_peer *open_peer;            /* NULL: without peers */
    const struct subject_options *options; /* the user's. A study that needs the discrete
                                              equations solved changes accuracy and newton
                                              in a copy. NULL: the defaults */
    enum study_effort effort;
    unsigned long seed;    /* of the systems that the study of conditions draws, and */
    int systems;           /* how many; 0: the study's own choice */
    double seconds_limit;  /* after which the study is ended from outside; 0: never */
    double (*clock)(void); /* whose seconds these are; NULL: stopwatch_seconds */
    mpfr_prec_t bits; /* working precision of the gap study; 0: the study's own choice */
    const struct truth_store *truths; /* those found before; NULL: none */

    /* An integrator that is not ours: what halfstep fingerprint found out about it (NULL: not
     * known), and what it was declared to be. */
    bool foreign;
    const struct fingerprint *fingerprint;
    int declared_order;             /* 0: not declared; the fingerprint's is expected */
    const json_t *declared_control; /* its rule of error control; NULL: not declared */
    bool declared_memory; /* its steps go on from earlier ones, by whatever law */
    bool declared_robust; /* incidents are to leave it as it was, as our own methods */

    /* Two integrators at once in two threads, where that is not for the study to arrange;
     * NULL: the study makes its own. *differing := states that are not those of a run
     * alone; nonzero: *d says why there is no answer. */
    int (*threads_agree)(void *context, struct model *m,
                         const struct subject_options *options, long *differing,
                         struct diagnostic *d);

    /* The same of one beside which another goes on with another model. */
    int (*agrees_beside)(void *context, struct model *m,
                         const struct subject_options *options, long *differing,
                         struct diagnostic *d);
};

/* The user's options, or the defaults. */
struct subject_options study_options(const struct study *s);

/* The same of the study's method; and in fixed steps, of the sizes that step() is asked for. */
struct subject_options study_method_options(const struct study *s);
struct subject_options study_fixed_options(const struct study *s);

/* Each adds results, method by method, and returns 0; nonzero when the study could not be
 * carried out at all: then *d says why, and results that were added before stay. An empty *d is
 * study_unsaid: a result could not be kept. */
extern const char study_unsaid[];
typedef int study_function(const struct study *s, struct results *results,
                           struct diagnostic *d);
int study_order(const struct study *s, struct results *results, struct diagnostic *d);

/* Slopes and constants in MPFR, then the integrator's steps (study_steps). */
int study_gap(const struct study *s, struct results *results, struct diagnostic *d);

/* Counters of runs and what must hold among them, the replay of the algorithm, work against
 * precision in both modes and with peers. One method, s->method. */
int study_statistics(const struct study *s, struct results *results,
                     struct diagnostic *d);

/* Whether the same input gives the same bits. One method, s->method. */
int study_determinism(const struct study *s, struct results *results,
                      struct diagnostic *d);

/* Whether a step is the method's under all conditions: systems of 1 to 12 components of any
 * magnitude, late and early, near time 0 and far from it, against the method's law in multiple
 * precision where it is known, and against each other (s->model is not used). Before
 * s->seconds_limit has passed it ends with what it has, and tells what it has left out. One
 * method, s->method. */
int study_conditions(const struct study *s, struct results *results,
                     struct diagnostic *d);

/* How the model's invariants drift; nothing where it has none. */
int study_invariants(const struct study *s, struct results *results,
                     struct diagnostic *d);

/* Wrong input, failing rates and steps that cannot succeed leave the integrator as it was.
 * One method, s->method. */
int study_robustness(const struct study *s, struct results *results,
                     struct diagnostic *d);

/* The energy over many spans; nothing but at STUDY_REPORT, and on models that are smooth, not
 * stiff, and have an invariant "energy". One method, s->method. */
int study_long_run(const struct study *s, struct results *results, struct diagnostic *d);

/* Whether steps of semi-explicit Euler and its relatives are symplectic, the energy in long
 * runs, how far the gaming form is from form 2; nothing for other methods. One method,
 * s->method. */
int study_geometry(const struct study *s, struct results *results, struct diagnostic *d);

/* Limits of stability of the same methods on problems of its own (s->model is not used). */
int study_stability(const struct study *s, struct results *results, struct diagnostic *d);

/* Errors of the joints of a model along runs of methods that project, and of the same without
 * projection; nothing for other models and methods. One method, s->method. */
int study_drift(const struct study *s, struct results *results, struct diagnostic *d);

/* Energy, momentum and the laws of contact in each solve of each step; stacks (of size `n`) at
 * rest; the laws of impact at the first impact. Of the stepper for contacts and models
 * with contacts, nothing for others. One method, s->method. */
int study_budget(const struct study *s, struct results *results, struct diagnostic *d);
int study_settling(const struct study *s, struct results *results, struct diagnostic *d);
int study_restitution(const struct study *s, struct results *results,
                      struct diagnostic *d);

/* Appends what all models' results of study_statistics come to. Nonzero: out of memory. */
int study_statistics_summary(struct results *results);

#endif
