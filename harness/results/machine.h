/* What the results were obtained with: processor, system, compiler, libraries; and how busy the
 * machine is: what a measurement of time says beside its figures.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_MACHINE_H
#define HARNESS_MACHINE_H

#include <jansson.h>

/* A flat object of texts and numbers; what cannot be found out is left out. */
json_t *machine_describe(void);

struct load {
    /* Processes that want a processor, over the last minute; NaN: unknown. */
    double average;
    /* Time that others on the host took, and all time, since the start of the machine, of all
     * processors; in the system's unit. */
    double stolen, whole;
};

struct load load_now(void);

/* {"before", "after": averages, "steal": part of the time in between that was stolen}; null
 * where the system does not tell. NULL: out of memory. */
json_t *load_describe(const struct load *before, const struct load *after);

#endif
