/* What the time stepper for contacts tells as an integrator under test. Shared by its sources.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SUBJECT_CONTACT_OWN_H
#define HARNESS_SUBJECT_CONTACT_OWN_H

#include "harness/integrators/subject_own.h"

static inline contact_stepper *stepper_of(const struct subject_own *own) {
    return own->integrator.self;
}

/* Of struct subject. */
void subject_contact_describe(void *self, json_t *document);

#endif
