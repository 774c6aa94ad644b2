/* Functions of an adapter's table that only read its place.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "adapter.h"

#include <stdlib.h>
#include <string.h>

int adapter_fail(struct adapter_place *place, const char *why) {
    place->why = why;
    return -1;
}

/* The number that the text is, if it is one >= 0. Nonzero: it is not. */
static int read_number(double *number, const char *text) {
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= 0))
        return -1;
    *number = value;
    return 0;
}

int adapter_read_positive(double *number, const char *text) {
    double value;
    if (read_number(&value, text) || !(value > 0))
        return -1;
    *number = value;
    return 0;
}

int adapter_read_control(struct adapter_control *control, const char *name,
                         const char *text) {
    if (strcmp(name, "accuracy") == 0)
        return adapter_read_positive(&control->relative, text) ||
               adapter_read_positive(&control->absolute, text);
    if (strcmp(name, "relative") == 0)
        return read_number(&control->relative, text);
    if (strcmp(name, "absolute") == 0)
        return adapter_read_positive(&control->absolute, text);
    if (strcmp(name, "initial-step") == 0)
        return adapter_read_positive(&control->initial_step, text);
    return strcmp(name, "max-step") != 0 ||
           adapter_read_positive(&control->max_step, text);
}

void adapter_state(void *self, double *t, double *x) {
    const struct adapter_place *place = self;
    *t = place->t;
    memcpy(x, place->x, place->nx * sizeof *x);
}

int adapter_estimate(void *self, double *error) {
    const struct adapter_place *place = self;
    if (place->has_no_estimate)
        return -1;
    memcpy(error, place->error, place->nx * sizeof *error);
    return 0;
}

const char *adapter_why(void *self) {
    const struct adapter_place *place = self;
    return place->why;
}
