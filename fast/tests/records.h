/* What Drake's own integrators did, read from data/, and the same to be done again by fast.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_RECORDS_H
#define FAST_TESTS_RECORDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "fast/tests/systems.h"

/* The whole file; records_close gives it back. Ends the test when it cannot be read. */
json_t *records_open(void);
void records_close(json_t *records);
size_t records_count(const json_t *records);

enum { most_evaluations = 64 };

enum kind { SINGLE_STEP, FIXED_RUN, ERROR_CONTROLLED };

/* One recorded case and the integrator that is to repeat it. */
struct repetition {
    const json_t *record;
    const char *id;
    enum kind kind;
    bool is_robust;    /* another build of the original counts the same */
    double h, t_final; /* of a single step, and of all others */
    double max_step;
    double tolerance; /* for states, relative to max(1, |x|) */
    int nx;
    double start[most_states];
    double weights_v[most_states], weights_z[most_states];
    struct parameters parameters;
    /* The problem; the integrator sees it through a recorder. */
    struct integrator_system inner;
    int evaluations;
    double trace[most_evaluations][1 + most_states]; /* t, x of each evaluation */
    struct pair *integrator;
};

/* Prepares case number i; ends the test when that fails. */
void repetition_open(struct repetition *repetition, const json_t *records, size_t i);
void repetition_close(struct repetition *repetition);

/* Where another call of the integrator may get: t + max_step, or the end if that is nearer. */
double repetition_boundary(const struct repetition *repetition);

/* What is recorded under a name; a number there, NaN if there is none. */
const json_t *recorded(const struct repetition *repetition, const char *name);
double recorded_number(const struct repetition *repetition, const char *name);

/* How far x[nx] is from a recorded array that starts with its entry `from`, as max |dx| over
 * max(1, max |x|). */
double distance_to_record(const struct repetition *repetition, const double *x,
                          const json_t *array, size_t from);

#endif
