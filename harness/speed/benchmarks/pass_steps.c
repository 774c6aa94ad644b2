/* The steps of a method of ours, or of somebody else's integrator: from the model's start,
 * begun anew in each pass.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/allocations.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/speed/benchmarks/benchmark_peer.h"
#include "harness/speed/benchmarks/counters.h"
#include "harness/speed/benchmarks/pass.h"

struct steps {
    struct subject subject; /* free NULL: not open */
    const double *start;    /* the workload's */
    double begin, end, h;
    bool counts_memory;
};

static int run(void *self) {
    const struct steps *s = self;
    void *integrator = s->subject.self;
    return s->subject.start(integrator, s->begin, s->start) != 0 ||
           s->subject.run(integrator, s->h, s->end) != 0;
}

static int count(void *self, json_t *into, struct diagnostic *d) {
    struct steps *s = self;
    const struct subject *subject = &s->subject;
    const struct allocations before = allocations_so_far();
    const int failed = run(s);
    const struct allocations after = allocations_so_far();
    if (failed)
        return message_set(d, "%s", subject->why(subject->self));
    json_t *statistics = json_object();
    subject->statistics(subject->self, statistics);
    counters_add(into, statistics);
    json_decref(statistics);
    json_object_set_new(into, "allocations", json_integer(after.calls - before.calls));
    json_object_set_new(into, "allocated_bytes",
                        json_integer((json_int_t)(after.bytes - before.bytes)));
    if (s->counts_memory)
        json_object_set_new(into, "memory", json_integer((json_int_t)subject->memory));
    json_object_set_new(into, "end",
                        json_numbers(subject->state(subject->self),
                                     subject->nq + subject->nv + subject->nz));
    return 0;
}

static void close(void *self) {
    struct steps *s = self;
    if (s->subject.free != NULL)
        s->subject.free(s->subject.self);
    free(s);
}

static int open_subject(struct steps *s, const struct workload *workload,
                        struct diagnostic *d) {
    if (benchmark_peer_is(workload->method))
        return benchmark_peer_open(&s->subject, workload->model, workload->document, d);
    struct method_settings settings;
    int failed = workload_settings(&settings, workload, d);
    if (!failed)
        failed = subject_check_model(workload->model, workload->method,
                                     subject_takes_joints(&settings.subject),
                                     subject_takes_contacts(&settings.subject), d) ||
                 subject_check_mode(workload->model, &settings.subject, d) ||
                 subject_open(&s->subject, workload->model, &settings.subject, d);
    method_settings_clear(&settings);
    return failed;
}

int pass_open_steps(struct pass *p, const struct workload *workload,
                    struct diagnostic *d) {
    struct steps *s = calloc(1, sizeof *s);
    if (s == NULL)
        return message_set(d, "out of memory");
    s->start = workload->start;
    s->begin = workload->begin;
    s->counts_memory = workload->counts_memory;
    s->end = workload->begin + workload->length;
    s->h = isnan(workload->step) ? INFINITY : workload->step;
    if (open_subject(s, workload, d)) {
        close(s);
        return -1;
    }
    *p = (struct pass){s, run, count, close};
    return 0;
}
