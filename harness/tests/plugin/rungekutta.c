/* Heun's method as a foreign integrator.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/plugin/rungekutta.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"

enum { MOST = 64 };

struct heun {
    struct heun_options options;
    int nx;
    struct program *program;
    struct eval_double *field;
    double t, x[MOST], estimate[MOST];
    long steps, calls;
};

static int start(void *self, double t, const double *x) {
    struct heun *s = self;
    s->t = t;
    memcpy(s->x, x, (size_t)s->nx * sizeof *x);
    s->calls = 0;
    if (s->options.fault != HEUN_COUNTER)
        s->steps = 0;
    return 0;
}

static void evaluate(struct heun *s, double t, const double *x, double *rate) {
    double in[1 + MOST];
    in[0] = t;
    memcpy(in + 1, x, (size_t)s->nx * sizeof *x);
    eval_double_run(s->field, in, rate);
    for (int i = 0; i < s->nx && s->options.fault == HEUN_FORCE; i++)
        rate[i] *= 1 + 1e-4;
    s->calls++;
}

static double first_weight(const struct heun *s) {
    bool off = s->options.fault == HEUN_COEFFICIENT ||
               (s->options.fault == HEUN_SECOND_STEP && s->steps > 0);
    return off ? 0.5 + 1e-9 : 0.5;
}

static double estimate_factor(enum heun_fault fault) {
    return fault == HEUN_ESTIMATE ? 1 + 1e-6 : fault == HEUN_ESTIMATE_SIGN ? -1 : 1;
}

static int step(void *self, double h) {
    struct heun *s = self;
    double k1[MOST], k2[MOST], next[MOST];
    evaluate(s, s->t, s->x, k1);
    for (int i = 0; i < s->nx; i++)
        next[i] = s->x[i] + h * k1[i];
    evaluate(s, s->options.fault == HEUN_OLD_TIME ? s->t : s->t + h, next, k2);
    for (int i = 0; i < s->nx; i++) {
        s->x[i] += h * (first_weight(s) * k1[i] + 0.5 * k2[i]);
        s->estimate[i] = estimate_factor(s->options.fault) * (s->x[i] - next[i]);
        if (s->options.fault == HEUN_EULER)
            s->x[i] = next[i];
    }
    s->t += h;
    s->steps++;
    return 0;
}

/* Fixed steps only. */
static int advance(void *self, double h, double t_final) {
    struct heun *s = self;
    double rest = t_final - s->t;
    int failed = step(self, fmin(h, rest));
    if (h >= rest)
        s->t = t_final;
    return failed;
}

static const double *state(void *self) {
    return ((struct heun *)self)->x;
}

static const double *estimate(void *self) {
    return ((struct heun *)self)->estimate;
}

static double time_now(void *self) {
    return ((struct heun *)self)->t;
}

static void statistics(void *self, struct named_numbers *into) {
    const struct heun *s = self;
    named_add_count(into, "steps_made", s->steps);
    named_add_count(into, "derivative_calls", s->calls);
}

static const char *why(void *self) {
    (void)self;
    return "it never fails";
}

static void free_all(void *self) {
    struct heun *s = self;
    eval_double_free(s->field);
    program_free(s->program);
    free(s);
}

int heun_open(void *context, struct model *m, const struct subject_options *options,
              struct subject *s, struct diagnostic *d) {
    struct heun *h = calloc(1, sizeof *h);
    (void)d;
    if (h == NULL || !options->integrator.fixed_step) {
        return -1;
    }
    h->options = *(const struct heun_options *)context;
    h->nx = m->nq + m->nv + m->nz;
    h->program = model_field_program(m);
    if (h->nx > MOST || h->program == NULL ||
        eval_double_alloc(&h->field, m->graph, h->program) != PROBLEM_OK) {
        free_all(h);
        return -1;
    }
    *s = (struct subject){.self = h,
                          .nq = m->nq,
                          .nv = m->nv,
                          .nz = m->nz,
                          .method = "heun",
                          .start = start,
                          .step = step,
                          .advance = advance,
                          .state = state,
                          .estimate = h->options.without_estimate ? NULL : estimate,
                          .time = time_now,
                          .statistics = statistics,
                          .why = why,
                          .free = free_all};
    return 0;
}
