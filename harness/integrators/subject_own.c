/* An integrator of fast as an integrator under test.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/subject_own.h"

#include <stdlib.h>

#include "harness/base/allocations.h"
#include "harness/base/message.h"

static int report(struct subject_own *own, enum fast_status status) {
    const struct integrator *i = &own->integrator;
    return status == FAST_OK
               ? 0
               : own->explain(own, status, i->type->advanced_time(i->self), NULL);
}

static int explain_by_row(struct subject_own *own, enum fast_status status, double t,
                          const double *x) {
    const struct integrator *i = &own->integrator;
    if (x != NULL)
        t = i->type->advanced_time(i->self);
    const int row = i->type->failed != NULL ? i->type->failed(i->self) : -1;
    return subject_name_failure(&own->why, own->model, status, row, t);
}

static int start(void *self, double t, const double *x) {
    struct subject_own *own = self;
    const long before = own->counted.calls;
    enum fast_status status = own->integrator.type->start(own->integrator.self, t, x);
    if (status != FAST_OK)
        return own->explain(own, status, t, x);
    own->start_calls = own->counted.calls - before;
    own->counted.calls = 0;
    return 0;
}

static int step(void *self, double h) {
    struct subject_own *own = self;
    if (own->integrator.type->step == NULL)
        return message_set(&own->why, "%s makes no single steps: their sizes are its own",
                           own->integrator.type->name);
    return report(own, own->integrator.type->step(own->integrator.self, h));
}

static int advance(void *self, double h, double t_final) {
    struct subject_own *own = self;
    return report(own, own->integrator.type->advance(own->integrator.self, h, t_final));
}

static int run(void *self, double h, double t_final) {
    struct subject_own *own = self;
    return report(own, own->integrator.type->run(own->integrator.self, h, t_final));
}

static int tell(void *self, double wanted, double t_final, bool *told) {
    struct subject_own *own = self;
    return report(
        own, own->integrator.type->tell(own->integrator.self, wanted, t_final, told));
}

static const double *state(void *self) {
    const struct subject_own *own = self;
    return own->integrator.type->state(own->integrator.self);
}

static const double *estimate(void *self) {
    const struct subject_own *own = self;
    return own->integrator.type->estimate(own->integrator.self);
}

static double time_now(void *self) {
    const struct subject_own *own = self;
    return own->integrator.type->time(own->integrator.self);
}

static const double *multipliers(void *self) {
    const struct subject_own *own = self;
    return own->integrator.type->multipliers(own->integrator.self);
}

static void constraint_errors(void *self, double *position, double *velocity) {
    const struct subject_own *own = self;
    own->integrator.type->constraint_errors(own->integrator.self, position, velocity);
}

static void statistics(void *self, json_t *into) {
    const struct subject_own *own = self;
    const struct integrator_class *class = own->integrator.type;
    const char *from = own->integrator.self;
    for (const struct integrator_counter *c = class->counters; c->name != NULL; c++) {
        if (c->is_measure)
            subject_add_measure(into, c->name, *(const double *)(from + c->offset));
        else
            json_object_set_new(into, c->name,
                                json_integer(*(const long *)(from + c->offset)));
    }
    if (own->counts_calls)
        json_object_set_new(into, "rates_calls",
                            json_integer(own->counted.calls + own->start_calls));
}

static void in_use(void *self, struct subject_options *options) {
    const struct subject_own *own = self;
    own->integrator.type->in_use(own->integrator.self, &options->integrator);
}

static const char *why(void *self) {
    const struct subject_own *own = self;
    return own->why.text;
}

struct subject_own *subject_own_alloc(struct model *m,
                                      const struct subject_options *options) {
    struct subject_own *own = calloc(1, sizeof *own);
    if (own == NULL)
        return NULL;
    own->model = m;
    own->counts_calls = options->counts_calls;
    own->explain = explain_by_row;
    return own;
}

enum fast_status subject_own_make(struct subject_own *own, subject_make *make,
                                  const struct integrator_system *system,
                                  const struct integrator_options *options) {
    const double before = allocations_so_far().bytes;
    const enum fast_status status = make(&own->integrator, system, options);
    own->memory = allocations_so_far().bytes - before;
    return status;
}

static void subject_own_free(void *self) {
    struct subject_own *own = self;
    if (own == NULL)
        return;
    if (own->integrator.type != NULL)
        own->integrator.type->free(own->integrator.self);
    if (own->free_binding != NULL)
        own->free_binding(own->binding);
    free(own->room);
    free(own);
}

int subject_own_open(struct subject *s, struct subject_own *own,
                     const struct subject_options *options, int failure) {
    if (failure != 0) {
        subject_own_free(own);
        return failure;
    }
    const struct integrator_class *class = own->integrator.type;
    *s = (struct subject){
        .self = own,
        .nq = own->model->nq,
        .nv = own->model->nv,
        .nz = own->model->nz,
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
        .free = subject_own_free,
        .memory = own->memory,
    };
    s->joints = class->constraint_errors != NULL ? own->model->joints : 0;
    return 0;
}
