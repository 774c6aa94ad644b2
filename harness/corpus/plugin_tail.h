/* What ends a file with an integrator behind halfstep_integrator.h: the struct of its static
 * functions, which have the members' names, and the reading of numbers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CORPUS_PLUGIN_TAIL_H
#define HARNESS_CORPUS_PLUGIN_TAIL_H

#include <stdlib.h>

#include "harness/plugin/halfstep_integrator.h"

/* *number := the text, if it is a number above 0; nonzero: it is not. */
static inline int corpus_set_number(double *number, const char *text) {
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value > 0))
        return -1;
    *number = value;
    return 0;
}

/* One with dense output defines this as its function. */
#ifndef CORPUS_INTERPOLATE
#define CORPUS_INTERPOLATE NULL
#endif

#define CORPUS_INTEGRATOR(text)                                                          \
    const struct halfstep_integrator *halfstep_integrator(void) {                        \
        static const struct halfstep_integrator it = {                                   \
            .interface_version = HALFSTEP_INTERFACE,                                     \
            .name = text,                                                                \
            .create = create,                                                            \
            .destroy = destroy,                                                          \
            .start = start,                                                              \
            .step = step,                                                                \
            .state = state,                                                              \
            .estimate = estimate,                                                        \
            .advance = advance,                                                          \
            .set_option = set_option,                                                    \
            .statistic = statistic,                                                      \
            .why = why,                                                                  \
            .interpolate = CORPUS_INTERPOLATE,                                           \
        };                                                                               \
        return &it;                                                                      \
    }

#endif
