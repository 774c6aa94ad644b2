/* An adapter (plugin/adapters/adapter.h) that is linked in, or loaded into this process, on a model
 * as a subject: nothing is between it and the functions that our own integrators run but the
 * callbacks of halfstep_integrator.h, which count.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_LINKED_H
#define HARNESS_PLUGIN_LINKED_H

#include <stdbool.h>

#include "harness/integrators/peers/peer_system.h"

struct adapter_table;

/* What the adapter is asked for besides the model. */
struct linked_options {
    const char *name;       /* of the subject; lives as long as it */
    const char *word, *its; /* one option by name and value; NULL: none */
    double relative, absolute;
    double initial_step; /* NaN: the library's own choice */
    long most_evaluations;
    /* A run is the library's own loop, and there is nothing but runs. */
    bool has_own_loop;
    double step; /* of fixed steps in that loop; NaN: it is under error control */
};

/* *s: the caller frees it with s->free(s->self); the model must outlive it. estimate is NULL; where
 * it has its own loop, step and advance are, too; else step refuses any size. Counters:
 * steps_taken, derivative_evals (calls of x' = F(t, x); of f alone where the adapter asks for
 * that), jacobian_evals. Nonzero: SUBJECT_REFUSED or SUBJECT_NO_MEMORY, and *d says why. */
int linked_open(struct subject *s, const struct adapter_table *its, struct model *m,
                const struct linked_options *options, struct diagnostic *d);

#endif
