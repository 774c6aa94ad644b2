/* A log of steps: what the originals record of each, as objects
 *
 *     {t, h, next, code, state, solves}
 *
 * the end, the size, the size proposed for the next one (null: none is), how it came out
 * ("advanced"; "max-step": as far as that lets it; "reached-end"; "failed": the state is then that
 * before it), and of models with contacts every solve on the way.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SOLVE_STEPS_H
#define HARNESS_SOLVE_STEPS_H

#include <stdio.h>

#include <jansson.h>

#include "fast/contact.h"

struct model;   /* problems/model.h */
struct subject; /* harness/integrators/subject.h */

struct step_log {
    struct subject *subject; /* NULL: nothing is logged */
    const struct model *model;
    double t; /* of the step before */
    double until, max_step;
    json_t *steps, *solves;
};

/* Logs what *s, which stands at its start, does from here on, until step_log_end, which returns
 * the list. Ending a log that has not begun gives NULL. */
void step_log_begin(struct step_log *log, struct subject *s, const struct model *m,
                    double until, double max_step);
void step_log_note(struct step_log *log, bool failed);
json_t *step_log_end(struct step_log *log);

/* For a person. */
void step_log_print(const json_t *steps, FILE *out);

#endif
