/* What an integrator under test is set to when nobody says otherwise.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/subject.h"

struct subject_options subject_default_options(void) {
    struct subject_options options = {
        .accuracy = NAN,
        .max_step = NAN,
        .min_step = 0,
        .throw_on_min_step = true,
        .jacobian = FAST_FORWARD,
        .newton = FAST_REUSE,
    };
    return options;
}
