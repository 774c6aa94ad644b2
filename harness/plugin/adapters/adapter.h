/* What the adapters of other libraries' integrators share: the table of an integrator, and
 * the answers that need nothing of the library.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef ADAPTERS_ADAPTER_H
#define ADAPTERS_ADAPTER_H

#include <stdbool.h>
#include <stddef.h>

#include "halfstep_integrator.h"

/* Where an adapter is. What its create returns begins with one. */
struct adapter_place {
    size_t nx;
    double t;
    double *x, *error; /* state and estimate of its error (size nx), of the adapter's */
    bool has_no_estimate;
    const char *why; /* the last failure; static text, or NULL */
};

/* Defined by each adapter, as halfstep_integrator.h says of the members of these names. */
extern const char adapter_name[];
void *adapter_create(const struct halfstep_system *system);
void adapter_destroy(void *self);
int adapter_start(void *self, double t, const double *x);
int adapter_step(void *self, double h);
int adapter_advance(void *self, double t_final);
int adapter_set_option(void *self, const char *name, const char *value);
int adapter_statistic(void *self, int i, const char **name, double *value);

/* Keeps the reason, static text, of a failure; -1. */
int adapter_fail(struct adapter_place *place, const char *why);

/* The number that the text is, if it is one > 0. Nonzero: it is not. */
int adapter_read_positive(double *number, const char *text);

#endif
