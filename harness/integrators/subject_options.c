/* What an integrator under test is set to when nobody says otherwise, and what the methods
 * of fast are called.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/integrators/subject.h"

static const char *const names[] = {
    [FAST_VELOCITY_IMPLICIT_EULER] = "velocity-implicit-euler",
    [FAST_IMPLICIT_EULER] = "implicit-euler",
};
enum { methods = sizeof names / sizeof *names };

struct subject_options subject_default_options(void) {
    struct subject_options options = {
        .method = FAST_VELOCITY_IMPLICIT_EULER,
        .mode = FAST_DEFAULT,
        .fixed_step = true,
        .accuracy = NAN,
        .relative = NAN,
        .absolute = NAN,
        .max_step = NAN,
        .min_step = 0,
        .initial_step = NAN,
        .throw_on_min_step = true,
        .jacobian = FAST_FORWARD,
        .newton = FAST_REUSE,
    };
    return options;
}

const char *subject_method_name(enum fast_method method) {
    return names[method];
}

int subject_method_find(enum fast_method *method, const char *name) {
    for (int i = 0; i < methods; i++)
        if (strcmp(names[i], name) == 0) {
            *method = (enum fast_method)i;
            return 0;
        }
    return -1;
}
