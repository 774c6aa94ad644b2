/* What the files of the settling study share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_SETTLING_H
#define HARNESS_STUDY_SETTLING_H

#include <jansson.h>

#include "harness/studies/contact/contact_stack.h"
#include "problems/model.h"

struct diagnostic; /* problems/base/status.h */
struct results;    /* harness/results/result_list.h */
struct study;      /* harness/results/study.h */

enum { SETTLING_SETTINGS = 2 };

/* A way to pile a stack up. */
struct settling_case {
    const char *label;
    struct setting setting[SETTLING_SETTINGS]; /* name NULL: none */
    bool of_points; /* only stacks with several contacts a level */
    bool of_lines;  /* only stacks with one */
    bool in_gate;
};

/* A run at rest over so many seconds. */
struct settling_run {
    double kinetic, drift,
        force;              /* at the end: T, |q - q0|, the largest relative error */
    long steps, unverified; /* steps with a solve that could not be verified */
    bool tells_impulses;    /* else there are no forces */
    double h, tolerance;    /* of `force` */
    struct diagnostic why;  /* why it ended early; "" */
    json_t *levels;         /* level, force, expected; or NULL */
};

/* Runs a model from its start: at rest; and with random velocities, some times. Nonzero: *d says
 * why there is nothing. */
int settling_rest(const struct study *s, struct model *m, struct settling_run *run,
                  struct diagnostic *d);
int settling_violent(const struct study *s, struct model *m, struct results *results,
                     struct diagnostic *d);

#endif
