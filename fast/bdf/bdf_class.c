/* Backward differentiation formulas as a class of integrator.h. Their steps are their own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/bdf.h"
#include "fast/integrator.h"

static enum fast_status start(void *self, double t, const double *x) {
    return bdf_start(self, t, x);
}

static enum fast_status advance(void *self, double h, double t_final) {
    return bdf_advance(self, h, t_final);
}

static enum fast_status run(void *self, double h, double t_final) {
    enum fast_status status;
    do {
        status = bdf_advance(self, h, t_final);
    } while (status == FAST_OK && bdf_time(self) < t_final);
    return status;
}

static enum fast_status tell(void *self, double report, double t_final, bool *told) {
    const double end = fmin(report, t_final);
    enum fast_status status =
        bdf_time(self) < end ? bdf_advance(self, INFINITY, end) : FAST_OK;
    *told = status == FAST_OK && bdf_time(self) >= report;
    return status;
}

static double time_now(const void *self) {
    return bdf_time(self);
}

static const double *state(const void *self) {
    return bdf_state(self);
}

static const double *multipliers(const void *self) {
    return bdf_multipliers(self);
}

static void constraint_errors(void *self, double *position, double *velocity) {
    *position = bdf_position_error(self);
    *velocity = bdf_velocity_error(self);
}

static const void *statistics(const void *self) {
    return bdf_statistics(self);
}

static int failed(const void *self) {
    return bdf_failed_row(self);
}

static void *inside(void *self) {
    return self;
}

static void free_bdf(void *self) {
    bdf_free(self);
}

static const struct integrator_counter counters[] = {
#define ADD_COUNTER(name) {#name, false, offsetof(struct mechanical_statistics, name)},
    MECHANICAL_COUNTER_LIST(ADD_COUNTER)
#undef ADD_COUNTER
#define ADD_MEASURE(name) {#name, true, offsetof(struct mechanical_statistics, name)},
        MECHANICAL_MEASURE_LIST(ADD_MEASURE)
#undef ADD_MEASURE
            {NULL, false, 0}};

static const struct integrator_class bdf_class = {
    .name = "bdf",
    .counters = counters,
    .start = start,
    .advance = advance,
    .run = run,
    .tell = tell,
    .time = time_now,
    .advanced_time = time_now,
    .state = state,
    .multipliers = multipliers,
    .constraint_errors = constraint_errors,
    .statistics = statistics,
    .failed = failed,
    .inside = inside,
    .free = free_bdf,
};

enum fast_status integrator_of_bdf(struct integrator *integrator,
                                   const struct mechanical_system *system,
                                   const struct mechanical_options *options) {
    bdf *made;
    enum fast_status status = bdf_alloc(&made, system, options);
    if (status == FAST_OK)
        *integrator = (struct integrator){&bdf_class, made};
    return status;
}
