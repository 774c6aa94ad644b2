/* What Drake's own VelocityImplicitEulerIntegrator did, read from data/, and the same done
 * again by fast.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_RECORDS_H
#define FAST_TESTS_RECORDS_H

#include <jansson.h>
#include <stddef.h>

#include "systems.h"

/* The whole file; records_close gives it back. Ends the test when it cannot be read. */
json_t *records_open(void);
void records_close(json_t *records);
size_t records_count(const json_t *records);

enum { most_evaluations = 64 };

/* One recorded case and the integrator that is to repeat it. */
struct repetition {
    const json_t *record;
    const char *id;
    bool is_run;       /* else a single step */
    bool is_robust;    /* another build of the original counts the same */
    bool is_algebraic; /* f has only operations whose every bit IEEE 754 fixes */
    double h, t_final;
    double tolerance; /* for states, relative to max(1, |x|) */
    int nx;
    double start[most_states];
    struct parameters parameters;
    struct fast_system inner; /* the problem; the integrator sees it through a recorder */
    int evaluations;
    double trace[most_evaluations][1 + most_states]; /* t, x of each evaluation */
    fast *integrator;
};

/* Prepares case number i; ends the test when that fails. */
void repetition_open(struct repetition *repetition, const json_t *records, size_t i);
void repetition_close(struct repetition *repetition);

/* How far x[nx] is from a recorded array that starts with its entry `from`, as max |dx| over
 * max(1, max |x|). */
double distance_to_record(const struct repetition *repetition, const double *x,
                          const json_t *array, size_t from);

#endif
