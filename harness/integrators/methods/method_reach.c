/* In which arithmetic the options of methods have a meaning.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/integrators/methods/method.h"
#include "harness/methods/method_row.h"

/* By family, names between spaces: the options of the discrete equations, and those that a
 * replay in MPFR heeds besides. */
static const struct reach {
    const char *of_equations, *of_replay;
} reaches[] = {
    [INTEGRATOR_PAIR] = {" mode ",
                         " accuracy jacobian newton max-step min-step initial-step "
                         "throw-on-min-step weights-v weights-z "},
    [INTEGRATOR_PROJECTED] = {" mode form projection ",
                              " interpolate accuracy max-step min-step initial-step "
                              "constraint-tolerance norm "},
    [INTEGRATOR_BDF] = {" projection ", " accuracy max-step min-step initial-step "
                                        "constraint-tolerance norm "},
    [INTEGRATOR_CONTACT] = {" mode restitution induced max-induced projection update "
                            "locate-impacts constraint-tolerance capture-velocity "
                            "min-cor-velocity friction-transition-velocity ",
                            " "},
};

static bool names(const char *list, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = strstr(list, name); at != NULL; at = strstr(at + 1, name))
        if (at[-1] == ' ' && at[length] == ' ')
            return true;
    return false;
}

enum method_reach method_reach(const struct method *method,
                               const struct integrator_option *option) {
    if (option->methods == 0)
        return METHOD_EVERYWHERE;
    const struct reach *reach = &reaches[integrator_family(method->method)];
    if (names(reach->of_equations, option->name))
        return METHOD_EVERYWHERE;
    return names(reach->of_replay, option->name) ? METHOD_REPLAYED : METHOD_IN_DOUBLE;
}
