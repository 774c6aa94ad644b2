/* The table of an adapter's functions, and those that only read its place.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "adapter.h"

#include <stdlib.h>
#include <string.h>

int adapter_fail(struct adapter_place *place, const char *why) {
    place->why = why;
    return -1;
}

int adapter_read_positive(double *number, const char *text) {
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value > 0))
        return -1;
    *number = value;
    return 0;
}

static void state(void *self, double *t, double *x) {
    const struct adapter_place *place = self;
    *t = place->t;
    memcpy(x, place->x, place->nx * sizeof *x);
}

static int estimate(void *self, double *error) {
    const struct adapter_place *place = self;
    memcpy(error, place->error, place->nx * sizeof *error);
    return place->has_no_estimate ? -1 : 0;
}

static const char *why(void *self) {
    const struct adapter_place *place = self;
    return place->why;
}

const struct halfstep_integrator *halfstep_integrator(void) {
    static const struct halfstep_integrator ADAPTER = {
        .interface_version = HALFSTEP_INTERFACE,
        .name = adapter_name,
        .create = adapter_create,
        .destroy = adapter_destroy,
        .start = adapter_start,
        .step = adapter_step,
        .state = state,
        .estimate = estimate,
        .advance = adapter_advance,
        .set_option = adapter_set_option,
        .statistic = adapter_statistic,
        .why = why,
    };
    return &ADAPTER;
}
