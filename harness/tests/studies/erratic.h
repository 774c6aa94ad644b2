/* Our own integrator, spoilt in its manners: the steps are right, but what it does depends on
 * what has gone before, or a failure leaves something behind.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_ERRATIC_H
#define HARNESS_TESTS_ERRATIC_H

struct diagnostic;      /* problems/base/status.h */
struct model;           /* problems/model.h */
struct subject;         /* harness/integrators/subject.h */
struct subject_options; /* harness/integrators/subject_options.h */

#define ERRATIC_LIST(ENTRY)                                                              \
    ENTRY(ERRATIC_NOT, "nothing is wrong")                                               \
    ENTRY(ERRATIC_SECOND_START, "a start keeps something of the run before")             \
    ENTRY(ERRATIC_PROCESS, "states depend on how much the process has done")             \
    ENTRY(ERRATIC_SHARED, "integrators share a place between steps")                     \
    ENTRY(ERRATIC_SCRATCH, "integrators share a place within a step")                    \
    ENTRY(ERRATIC_COUNTER, "a counter goes on after a start")                            \
    ENTRY(ERRATIC_FAILURE_KEPT, "a start after a failed step keeps something of it")     \
    ENTRY(ERRATIC_TIME_LOST, "a failed step advances the time")                          \
    ENTRY(ERRATIC_STATE_LOST, "a failed step changes the state")                         \
    ENTRY(ERRATIC_ESTIMATE_LOST, "a failed step changes the error estimate")             \
    ENTRY(ERRATIC_NAN_STATE, "a start at NaN is accepted")                               \
    ENTRY(ERRATIC_NAN_STEP, "a step that is no number does nothing, and succeeds")       \
    ENTRY(ERRATIC_BACKWARDS, "a negative step does nothing, and succeeds")               \
    ENTRY(ERRATIC_ZERO_STEP, "a step of zero moves the state")                           \
    ENTRY(ERRATIC_NOT_FINITE, "a step that leads to infinity succeeds")                  \
    ENTRY(ERRATIC_DEAF, "a failure of the rates is not reported")                        \
    ENTRY(ERRATIC_NEXT_STEP, "the step after a failed one is another")

#define ERRATIC_ENUM(name, text) name,
enum erratic { ERRATIC_LIST(ERRATIC_ENUM) ERRATICS };
#undef ERRATIC_ENUM

/* Static text. */
const char *erratic_text(enum erratic fault);

/* A subject, of the type study_open_subject; `context` is an enum erratic. */
int erratic_open(void *context, struct model *m, const struct subject_options *options,
                 struct subject *s, struct diagnostic *d);

#endif
