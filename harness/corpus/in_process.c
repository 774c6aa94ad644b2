/* The faulty integrator, through the interface of halfstep_integrator.h but without a
 * library or a process of its own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/corpus/in_process.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/plugin/guest/guest_system.h"
#include "harness/plugin/halfstep_integrator.h"
#include "problems/model.h"

struct held {
    struct guest_system system;
    struct activity activity;
    const struct halfstep_integrator *it;
    void *integrator;
    bool fixed_step;
    double t, *x, *estimate;
};

struct in_process in_process_with(const char *name, const char *value) {
    return (struct in_process){.option = {{name, value}}};
}

static void look(struct held *h) {
    h->it->state(h->integrator, &h->t, h->x);
    const struct halfstep_system *s = &h->system.system;
    if (h->it->estimate(h->integrator, h->estimate))
        for (int i = 0; i < s->nq + s->nv + s->nz; i++)
            h->estimate[i] = NAN;
}

static int start(void *self, double t, const double *x) {
    struct held *h = self;
    h->system.log.kept = 0;
    memset(h->system.calls, 0, sizeof h->system.calls);
    int failed = h->it->start(h->integrator, t, x);
    look(h);
    return failed;
}

static int step(void *self, double size) {
    struct held *h = self;
    h->system.log.kept = 0;
    int failed = h->it->step(h->integrator, size);
    look(h);
    return failed;
}

static int advance(void *self, double size, double t_final) {
    struct held *h = self;
    if (h->fixed_step)
        return step(self, fmin(size, t_final - h->t));
    h->system.log.kept = 0;
    int failed = h->it->advance(h->integrator, t_final);
    look(h);
    return failed;
}

static int run(void *self, double size, double t_final) {
    struct held *h = self;
    do {
        if (advance(self, size, t_final))
            return -1;
    } while (h->t < t_final);
    return 0;
}

static const double *state(void *self) {
    return ((struct held *)self)->x;
}

static const double *estimate(void *self) {
    return ((struct held *)self)->estimate;
}

static double time_now(void *self) {
    return ((struct held *)self)->t;
}

static int interpolate(void *self, double t, double *x) {
    struct held *h = self;
    return h->it->interpolate(h->integrator, t, x);
}

static int calls(void *self, const double **call) {
    struct held *h = self;
    *call = h->system.log.number;
    return h->system.log.kept;
}

static void statistics(void *self, struct named_numbers *into) {
    struct held *h = self;
    const long *made = h->system.calls;
    named_add_count(into, "derivative_calls", made[CALLBACK_DERIVATIVE]);
    named_add_count(into, "rates_calls", made[CALLBACK_RATES]);
    named_add_count(into, "jacobian_calls", made[CALLBACK_JACOBIAN]);
    const char *name;
    double value;
    for (int i = 0; h->it->statistic(h->integrator, i, &name, &value) == 0; i++)
        named_add_measure(into, name, value);
}

static const char *why(void *self) {
    struct held *h = self;
    return h->it->why(h->integrator);
}

static void free_all(void *self) {
    struct held *h = self;
    h->it->destroy(h->integrator);
    guest_system_clear(&h->system);
    free(h->x);
    free(h->estimate);
    free(h);
}

static int set_number(struct held *h, const char *name, double value) {
    char text[32];
    if (!(value > 0) || !isfinite(value))
        return 0;
    snprintf(text, sizeof text, "%.17g", value);
    return h->it->set_option(h->integrator, name, text);
}

static int set_options(struct held *h, const struct in_process *with,
                       const struct subject_options *options) {
    int failed = 0;
    for (int i = 0; i < 3 && with->option[i][0] != NULL; i++)
        failed |=
            h->it->set_option(h->integrator, with->option[i][0], with->option[i][1]);
    h->fixed_step = options == NULL || options->integrator.fixed_step;
    if (options != NULL) {
        h->system.failing_call = options->failing_call;
        h->system.fails_by_nan = options->fails_by_nan;
        h->system.log.is_kept = options->records_calls;
        failed |= set_number(h, "accuracy", options->integrator.accuracy);
        failed |= set_number(h, "max-step", options->integrator.max_step);
    }
    return failed;
}

int in_process_open(void *context, struct model *m, const struct subject_options *options,
                    struct subject *s, struct diagnostic *d) {
    struct held *h = calloc(1, sizeof *h);
    const size_t n = (size_t)(m->nq + m->nv + m->nz);
    if (h == NULL)
        return message_set(d, "out of memory");
    modes_keep(&h->activity.modes);
    h->it = halfstep_integrator();
    h->x = calloc(n, sizeof *h->x);
    h->estimate = calloc(n, sizeof *h->estimate);
    int failed = guest_system_init(&h->system, m, &h->activity, d);
    h->integrator = failed ? NULL : h->it->create(&h->system.system);
    if (h->integrator == NULL || h->x == NULL || h->estimate == NULL ||
        set_options(h, context, options)) {
        free_all(h);
        return message_set(d, "no such faulty integrator");
    }
    const bool keeps_calls = h->system.log.is_kept;
    *s = (struct subject){.self = h,
                          .nq = m->nq,
                          .nv = m->nv,
                          .nz = m->nz,
                          .method = "velocity-implicit-euler",
                          .start = start,
                          .step = step,
                          .advance = advance,
                          .run = run,
                          .state = state,
                          .estimate = estimate,
                          .time = time_now,
                          .calls = keeps_calls ? calls : NULL,
                          .takes_max_step =
                              options != NULL && isfinite(options->integrator.max_step),
                          .interpolate = h->it->interpolate != NULL ? interpolate : NULL,
                          .statistics = statistics,
                          .why = why,
                          .free = free_all};
    return 0;
}
