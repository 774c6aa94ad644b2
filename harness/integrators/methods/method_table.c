/* The options of each method.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "harness/integrators/methods/method.h"
#include "harness/methods/method_row.h"

/* Of a run. */
#define OF_RUN(member) 0, offsetof(struct method_settings, member), 0, INTEGRATOR_OF_V
#define END                                                                              \
    { NULL, INTEGRATOR_WORD, NULL, NULL, NAN, NULL, 0, 0, 0, INTEGRATOR_OF_V }

static const struct integrator_option driver_options[] = {
    {"driver", INTEGRATOR_WORD, "multiple|single", "multiple", NAN,
     "multiple: steps to --until; single: one attempt at a step from the start to "
     "--until, without error control",
     OF_RUN(driver)},
    END};

static const struct integrator_option limit_options[] = {
    {"step-limit", INTEGRATOR_COUNT, NULL, "0", 0,
     "fail after so many steps between two times of --at, or on the way to --until; 0: "
     "no limit",
     OF_RUN(step_limit)},
    {"time-limit", INTEGRATOR_POSITIVE, NULL, "none", NAN,
     "fail when so many seconds have passed; checked between steps", OF_RUN(time_limit)},
    END};

static const struct method limits = {
    .name = "--integrator", .title = "", .source = "", .method = INTEGRATOR_METHODS};

const struct method *method_table(void) {
    return method_rows;
}

/* The option *i of a list that a method takes, or NULL, and *i is less by how many it takes. */
static const struct integrator_option *find_option(const struct integrator_option *o,
                                                   const struct method *method, int *i) {
    const unsigned bit = 1u << method->method;
    for (; o->name != NULL; o++)
        if ((o->methods == 0 || (o->methods & bit) != 0) && (*i)-- == 0)
            return o;
    return NULL;
}

const struct integrator_option *method_option(const struct method *method, int i) {
    const struct integrator_option *o =
        find_option(integrator_option_table(), method, &i);
    if (o == NULL && method->method <= FAST_IMPLICIT_EULER)
        o = find_option(driver_options, method, &i);
    return o != NULL ? o : find_option(limit_options, method, &i);
}

const char *method_option_type(const struct integrator_option *option) {
    switch (option->kind) {
    case INTEGRATOR_BOOL:
        return strcmp(option->words, "yes|no") == 0 ? "yes or no" : "one of";
    case INTEGRATOR_WORD:
    case INTEGRATOR_CHOICE: return "one of";
    case INTEGRATOR_POSITIVE:
    case INTEGRATOR_ZERO_TOO: return "number";
    case INTEGRATOR_COUNT:
    case INTEGRATOR_FROM_ONE: return "whole number";
    case INTEGRATOR_WEIGHTS:
    case INTEGRATOR_UNITS: return "numbers";
    case INTEGRATOR_FLAGS: break;
    }
    return "yes or no, each";
}

size_t method_option_place(const struct integrator_option *option) {
    const size_t in_options = offsetof(struct method_settings, subject.integrator);
    return (option->methods == 0 ? 0 : in_options) + option->place;
}

size_t method_option_count(const struct integrator_option *option) {
    return offsetof(struct method_settings, subject.integrator) + option->count;
}

const struct method *method_of_limits(void) {
    return &limits;
}

bool method_is_limit(const char *assignment) {
    const size_t length = strcspn(assignment, "=");
    for (const struct integrator_option *o = limit_options; o->name != NULL; o++)
        if (strlen(o->name) == length && strncmp(o->name, assignment, length) == 0)
            return true;
    return false;
}
