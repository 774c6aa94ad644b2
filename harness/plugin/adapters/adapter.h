/* What the adapters of other libraries' integrators share: the table of an integrator, and
 * the answers that need nothing of the library.
 *
 * An adapter defines a table, adapter_NAME. As a plug-in it is a shared library of its own, whose
 * halfstep_integrator() is adapter_entry.c, compiled with -DADAPTER=adapter_NAME; linked into a
 * program it is called through the table.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef ADAPTERS_ADAPTER_H
#define ADAPTERS_ADAPTER_H

#include <stdbool.h>
#include <stddef.h>

#include "halfstep_integrator.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where an adapter is. What its create returns begins with one. */
struct adapter_place {
    size_t nx;
    double t;
    double *x, *error; /* state and estimate of its error (size nx), of the adapter's */
    bool has_no_estimate; /* then error may be NULL */
    const char *why;      /* the last failure; static text, or NULL */
};

/* An integrator, and what a program that it is linked into can ask of it besides. */
struct adapter_table {
    struct halfstep_integrator integrator;

    /* "2.7.1": the library's. Static. */
    const char *(*version)(void);

    /* As advance, by a step no longer than this. NULL: it cannot. */
    int (*advance_by)(void *self, double longest, double t_final);

    /* From a start to exactly t_final in the library's own loop: by steps of h > 0 without error
     * control, or under it (h = 0). Implicit equations of steps of h are solved to within
     * accuracy (1 + |x_i|), as the library does it. NULL: it cannot. */
    int (*run)(void *self, double h, double t_final);
};

/* The integrator of a file whose functions have its members' names. */
#define ADAPTER_INTEGRATOR(title)                                                        \
    {                                                                                    \
        .interface_version = HALFSTEP_INTERFACE, .name = title, .create = create,        \
        .destroy = destroy, .start = start, .step = step, .state = adapter_state,        \
        .estimate = adapter_estimate, .advance = advance, .set_option = set_option,      \
        .statistic = statistic, .why = adapter_why                                       \
    }

extern const struct adapter_table adapter_gsl, adapter_cvode, adapter_arkode, adapter_ida,
    adapter_simbody, adapter_simbody_stack;

/* Members of the table that only read the place. */
void adapter_state(void *self, double *t, double *x);
int adapter_estimate(void *self, double *error);
const char *adapter_why(void *self);

/* Keeps the reason, static text, of a failure; -1. */
int adapter_fail(struct adapter_place *place, const char *why);

/* The number that the text is, if it is one > 0. Nonzero: it is not. */
int adapter_read_positive(double *number, const char *text);

/* How a library controls errors: the options "relative", "absolute", "initial-step", "max-step",
 * and "accuracy" for the first two. */
struct adapter_control {
    double relative, absolute, initial_step, max_step;
};

/* Nonzero: it is none of these options, or the text is no number that it may have. */
int adapter_read_control(struct adapter_control *control, const char *name,
                         const char *text);

#ifdef __cplusplus
}
#endif
#endif
