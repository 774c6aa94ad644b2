/* An integrator of fast as an integrator under test.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/subject_native.h"

#include <stdlib.h>

#include "harness/base/allocations.h"
#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "problems/model.h"

static int report(struct subject_native *native, enum fast_status status) {
    const struct integrator *i = &native->integrator;
    return status == FAST_OK
               ? 0
               : native->explain(native, status, i->type->advanced_time(i->self), NULL);
}

static int explain_by_row(struct subject_native *native, enum fast_status status,
                          double t, const double *x) {
    const struct integrator *i = &native->integrator;
    if (x != NULL)
        t = i->type->advanced_time(i->self);
    const int row = i->type->failed != NULL ? i->type->failed(i->self) : -1;
    return subject_name_failure(&native->why, native->model, status, row, t);
}

static int start(void *self, double t, const double *x) {
    struct subject_native *native = self;
    const long before = native->counted.calls;
    enum fast_status status =
        native->integrator.type->start(native->integrator.self, t, x);
    if (status != FAST_OK)
        return native->explain(native, status, t, x);
    native->start_calls = native->counted.calls - before;
    native->counted.calls = 0;
    return 0;
}

static int step(void *self, double h) {
    struct subject_native *native = self;
    if (native->integrator.type->step == NULL)
        return message_set(&native->why,
                           "%s makes no single steps: their sizes are its own",
                           native->integrator.type->name);
    return report(native, native->integrator.type->step(native->integrator.self, h));
}

static int advance(void *self, double h, double t_final) {
    struct subject_native *native = self;
    return report(native,
                  native->integrator.type->advance(native->integrator.self, h, t_final));
}

static int run(void *self, double h, double t_final) {
    struct subject_native *native = self;
    return report(native,
                  native->integrator.type->run(native->integrator.self, h, t_final));
}

static int tell(void *self, double wanted, double t_final, bool *told) {
    struct subject_native *native = self;
    return report(native, native->integrator.type->tell(native->integrator.self, wanted,
                                                        t_final, told));
}

static const double *state(void *self) {
    const struct subject_native *native = self;
    return native->integrator.type->state(native->integrator.self);
}

static const double *estimate(void *self) {
    const struct subject_native *native = self;
    return native->integrator.type->estimate(native->integrator.self);
}

static double time_now(void *self) {
    const struct subject_native *native = self;
    return native->integrator.type->time(native->integrator.self);
}

static const double *multipliers(void *self) {
    const struct subject_native *native = self;
    return native->integrator.type->multipliers(native->integrator.self);
}

static void constraint_errors(void *self, double *position, double *velocity) {
    const struct subject_native *native = self;
    native->integrator.type->constraint_errors(native->integrator.self, position,
                                               velocity);
}

static void statistics(void *self, struct named_numbers *into) {
    const struct subject_native *native = self;
    const struct integrator_class *class = native->integrator.type;
    const char *from = native->integrator.self;
    for (const struct integrator_counter *c = class->counters; c->name != NULL; c++) {
        if (c->is_measure)
            named_add_measure(into, c->name, *(const double *)(from + c->offset));
        else
            named_add_count(into, c->name, *(const long *)(from + c->offset));
    }
    if (native->counts_calls)
        named_add_count(into, "rates_calls", native->counted.calls + native->start_calls);
}

static void in_use(void *self, struct subject_options *options) {
    const struct subject_native *native = self;
    native->integrator.type->in_use(native->integrator.self, &options->integrator);
}

static const char *why(void *self) {
    const struct subject_native *native = self;
    return native->why.text;
}

struct subject_native *subject_native_alloc(struct model *m,
                                            const struct subject_options *options) {
    struct subject_native *native = calloc(1, sizeof *native);
    if (native == NULL)
        return NULL;
    native->model = m;
    native->counts_calls = options->counts_calls;
    native->explain = explain_by_row;
    return native;
}

enum fast_status subject_native_make(struct subject_native *native, subject_make *make,
                                     const struct integrator_system *system,
                                     const struct integrator_options *options) {
    const double before = allocations_so_far().bytes;
    const enum fast_status status = make(&native->integrator, system, options);
    native->memory = allocations_so_far().bytes - before;
    return status;
}

static void subject_native_free(void *self) {
    struct subject_native *native = self;
    if (native == NULL)
        return;
    if (native->integrator.type != NULL)
        native->integrator.type->free(native->integrator.self);
    if (native->free_binding != NULL)
        native->free_binding(native->binding);
    free(native->room);
    free(native);
}

int subject_native_open(struct subject *s, struct subject_native *native,
                        const struct subject_options *options, int failure) {
    if (failure != 0) {
        subject_native_free(native);
        return failure;
    }
    const struct integrator_class *class = native->integrator.type;
    *s = (struct subject){
        .self = native,
        .nq = native->model->nq,
        .nv = native->model->nv,
        .nz = native->model->nz,
        .method = subject_name(options),
        .start = start,
        .step = step,
        .advance = advance,
        .run = run,
        .state = state,
        .estimate = class->estimate != NULL ? estimate : NULL,
        .time = time_now,
        .tell = class->tell != NULL ? tell : NULL,
        .multipliers = class->multipliers != NULL ? multipliers : NULL,
        .constraint_errors = class->constraint_errors != NULL ? constraint_errors : NULL,
        .in_use = class->in_use != NULL ? in_use : NULL,
        .statistics = statistics,
        .why = why,
        .free = subject_native_free,
        .memory = native->memory,
    };
    s->joints = class->constraint_errors != NULL ? native->model->joints : 0;
    return 0;
}
