/* The stepper's options in default and in faithful mode.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/contact.h"

struct integrator_options contact_default_options(void) {
    struct integrator_options options = integrator_default_options(CONTACT_STEPPER);
    integrator_complete_options(&options);
    return options;
}

struct integrator_options contact_faithful_options(double h) {
    struct integrator_options options = integrator_default_options(CONTACT_STEPPER);
    options.mode = FAST_FAITHFUL;
    integrator_complete_options(&options);
    options.fixed_step = true, options.step = h;
    return options;
}
