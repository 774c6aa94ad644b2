/* What the time stepper for contacts is as an integrator under test, and what it tells.
 * Shared by its sources.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SUBJECT_CONTACT_OWN_H
#define HARNESS_SUBJECT_CONTACT_OWN_H

#include "harness/integrators/subject.h"

struct subject_contact {
    struct model *model;
    struct bind_contacts *binding;
    struct contact_options options;
    bool is_fixed;
    double max_step; /* the caller's limit; infinite: none */
    contact_stepper *stepper;
    /* Steps of grid_step (NaN: none yet) from grid_begin on, grid_count of them made. */
    double grid_begin, grid_step;
    long grid_count;
    double *room; /* [contacts + joints] */
    struct diagnostic why;
};

/* Of struct subject. */
void subject_contact_statistics(void *self, json_t *into);
void subject_contact_in_use(void *self, struct subject_options *options);
void subject_contact_describe(void *self, json_t *document);
void subject_contact_errors(void *self, double *position, double *velocity);

#endif
