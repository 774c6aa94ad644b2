/* A solution: what solve prints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SOLUTION_H
#define HARNESS_SOLUTION_H

#include "fast/contact.h"
#include "harness/integrators/contacts_told.h"

/* A state at a time of --at. */
struct solution_sample {
    struct decimal t;
    struct state_numbers state;
    bool impact; /* in its step: it is on the line between the ends */
};
extern const struct record solution_sample_record;

/* A solve of a step with contacts, fast/contact.h's event. */
struct solution_solve {
    enum contact_phase phase;
    long round, iterations;
    double t, h, *impulse, *expansion, *before, *after; /* [rows] */
    int rows, imposed;                                  /* of expansion: rows, or 0 */
    const char *verdict;
    double residual;
};
extern const struct record solution_solve_record;
extern const char *const solution_phases[];

/* A step of --steps: its end, its size, the size proposed for the next one (not a number: none is),
 * how it came out ("advanced"; "max-step": as far as that lets it; "reached-end"; "failed": the
 * state is then that before it), and with contacts every solve on the way. */
struct solution_step {
    double t, h, next;
    const char *code;
    struct state_numbers state;
    bool has_solves;
    struct solution_solve *solve;
    int solves;
};
extern const struct record solution_step_record;

struct solution_errors {
    struct decimal position, velocity;
};

struct solution {
    const char *model, *method, *arithmetic;
    json_t *settings;
    enum { SOLUTION_OK, SOLUTION_FAILED } status;
    const char *why; /* it failed */
    struct decimal t;
    struct state_numbers state, estimate;
    bool has_estimate;

    bool has_multipliers, has_errors, are_errors_known;
    struct named_numbers multipliers;
    struct solution_errors error;
    bool has_contacts, has_verdicts; /* verdicts: all that contacts_told has */
    struct contacts_told contacts;

    struct named_numbers statistics;
    struct solution_sample *sample;
    int samples;
    bool logs_steps;
    struct solution_step *step;
    int steps;
    const char *remark; /* what rounding hides */
};

/* What solve --json prints, described. */
extern const struct record solution_record;

#endif
