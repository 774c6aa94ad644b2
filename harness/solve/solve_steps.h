/* A log of steps, for a solution.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SOLVE_STEPS_H
#define HARNESS_SOLVE_STEPS_H

#include "harness/solve/solution.h"

struct model;   /* problems/model.h */
struct subject; /* harness/integrators/subject.h */

struct step_log {
    struct subject *subject; /* NULL: nothing is logged */
    const struct model *model;
    double until, max_step;
    double t; /* of the step before */
    struct solution *solution;
    struct solution_step step; /* that is made now */
};

/* Adds to the solution what log->subject, which stands at its start, does from here on until
 * step_log_end; all but t and step are the user's to set. */
void step_log_begin(struct step_log *log);
void step_log_note(struct step_log *log, bool failed);
void step_log_end(struct step_log *log);

#endif
