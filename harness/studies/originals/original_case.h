/* What Drake's VelocityImplicitEulerIntegrator and ImplicitEulerIntegrator did on recorded
 * problems, to be done again by an integrator under test in faithful mode: single steps,
 * runs of fixed steps and runs under error control.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_ORIGINAL_CASE_H
#define HARNESS_ORIGINAL_CASE_H

#include <stdbool.h>

#include <jansson.h>

#include "harness/integrators/subject_options.h"
#include "problems/base/status.h"

struct study; /* harness/results/study.h */

/* The recorded problem of that name; NULL: there is none. */
const json_t *original_problem(const json_t *records, const char *name);

/* A text of a case's settings; `otherwise` when it has none of that name. */
const char *original_word(const json_t *config, const char *key, const char *otherwise);

/* Whether a case ran under error control; whether a second build of the original counts the
 * same, or none is recorded; what was recorded on the way: arrays that begin with a time and
 * end with a state. */
bool original_is_controlled(const json_t *record);
bool original_is_robust(const json_t *record);
json_t *original_states(const json_t *record);

/* How far states may be from the recorded ones, relative to max(1, max |x|): 1e-12 or, where
 * that is more, the difference between two builds of the original; under error control, where
 * each step's size carries on the rounding errors of those before, 1e-7 or ten times that
 * difference. Where the two builds count differently they are but a sample of what rounding
 * can do: ten times their difference, too. */
double original_tolerance(const json_t *record);

/* When a case ends, from the start at t = 0. */
double original_end(const json_t *record);

enum { ORIGINAL_MOST_STATES = 32 };

/* A case's settings as options for a subject; the weights are in the struct. */
struct original_settings {
    struct subject_options options;
    double max_step; /* of each call of advance() */
    double weights_v[ORIGINAL_MOST_STATES], weights_z[ORIGINAL_MOST_STATES];
};
void original_read_settings(struct original_settings *settings, const json_t *records,
                            const json_t *record);

/* What came of a case. */
struct original_outcome {
    bool same;       /* as far as it was recorded and is not for rounding to decide */
    double distance; /* the largest of any state, in units of the tolerance */
    struct diagnostic first; /* the first deviation, "id: what"; "" */
};

/* Is told each. */
typedef void original_counted(void *context, const char *id,
                              const struct original_outcome *o);

/* Whether the i-th of some cases is in the share: those at which floor((i + 1) share) has
 * risen, and so the last of them. */
bool original_is_in_share(size_t i, double share);

/* Carries a case out with s->open_subject. Nonzero: no integrator could be had, as *d
 * says. */
int original_repeat(struct original_outcome *o, const struct study *s,
                    const json_t *records, const json_t *record, struct diagnostic *d);

#endif
