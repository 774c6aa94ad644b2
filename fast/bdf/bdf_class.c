/* Backward differentiation formulas as a class of integrator.h. Their steps are their own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stddef.h>

#include "fast/bdf/bdf_internal.h"
#include "fast/integrator.h"

static enum fast_status run_bdf(void *self, double h, double t_final) {
    enum fast_status status;
    do {
        status = bdf_advance(self, h, t_final);
    } while (status == FAST_OK && bdf_time(self) < t_final);
    return status;
}

static enum fast_status tell_bdf(void *self, double report, double t_final, bool *told) {
    const double end = fmin(report, t_final);
    enum fast_status status =
        bdf_time(self) < end ? bdf_advance(self, INFINITY, end) : FAST_OK;
    *told = status == FAST_OK && bdf_time(self) >= report;
    return status;
}

static void errors_of_bdf(void *self, double *position, double *velocity) {
    *position = bdf_position_error(self);
    *velocity = bdf_velocity_error(self);
}

static const struct integrator_counter counters[] = {
#define ADD_COUNTER(name) {#name, false, offsetof(struct bdf, statistics.name)},
    PROJECTED_COUNTER_LIST(ADD_COUNTER)
#undef ADD_COUNTER
#define ADD_MEASURE(name) {#name, true, offsetof(struct bdf, statistics.name)},
        PROJECTED_MEASURE_LIST(ADD_MEASURE)
#undef ADD_MEASURE
            {NULL, false, 0}};

static const struct integrator_class bdf_class = {
    .name = "bdf",
    .counters = counters,
    .start = bdf_start,
    .advance = bdf_advance,
    .run = run_bdf,
    .tell = tell_bdf,
    .time = bdf_time,
    .advanced_time = bdf_time,
    .state = bdf_state,
    .multipliers = bdf_multipliers,
    .constraint_errors = errors_of_bdf,
    .failed = bdf_failed_row,
    .free = bdf_free,
};

enum fast_status integrator_of_bdf(struct integrator *integrator,
                                   const struct integrator_system *system,
                                   const struct integrator_options *options) {
    bdf *made;
    struct integrator_options completed = *options;
    integrator_complete_options(&completed);
    enum fast_status status = bdf_alloc(&made, system, &completed);
    if (status == FAST_OK)
        *integrator = (struct integrator){&bdf_class, made};
    return status;
}
