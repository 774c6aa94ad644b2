/* What the time stepper for contacts tells as an integrator under test. Shared by its sources.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SUBJECT_CONTACT_NATIVE_H
#define HARNESS_SUBJECT_CONTACT_NATIVE_H

#include "harness/integrators/subject_native.h"

static inline contact_stepper *stepper_of(const struct subject_native *native) {
    return native->integrator.self;
}

/* Of struct subject. */
void subject_contact_describe(void *self, struct contacts_told *told);

#endif
