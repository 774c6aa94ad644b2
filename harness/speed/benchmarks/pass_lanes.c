/* The steps of a method of ours with EVAL_LANES runs side by side, each from the model's start.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/bind/bind_lanes.h"
#include "harness/integrators/methods/method.h"
#include "harness/speed/benchmarks/pass.h"
#include "problems/model.h"

struct lanes_pass {
    const struct workload *workload;
    struct bind_lanes *bound;
    struct lanes *lanes;
    int nx;
    double *x; /* [nx][EVAL_LANES] */
    long steps[EVAL_LANES];
};

static int run(void *self) {
    struct lanes_pass *p = self;
    const struct workload *w = p->workload;
    bool done[EVAL_LANES];
    for (int i = 0; i < p->nx; i++)
        for (int k = 0; k < EVAL_LANES; k++)
            p->x[i * EVAL_LANES + k] = w->start[i];
    return lanes_run(p->lanes, w->begin, w->begin + w->length, p->x, done, p->steps) !=
               FAST_OK ||
           !done[0];
}

static void why(void *self, struct diagnostic *d) {
    (void)self;
    message_set(d, "the lanes' run has failed");
}

static int tell(void *self, json_t *into) {
    const struct lanes_pass *p = self;
    json_t *end = json_array();
    for (int i = 0; i < p->nx; i++)
        json_array_append_new(end, json_number(p->x[i * EVAL_LANES]));
    long steps = 0, evaluations = 0, iterations = 0;
    for (int k = 0; k < EVAL_LANES; k++) {
        const struct pair_statistics *s = lanes_statistics(p->lanes, k);
        steps += p->steps[k];
        evaluations += s != NULL ? s->derivative_evals : 0;
        iterations += s != NULL ? s->newton_iters : 0;
    }
    json_object_set_new(into, "steps", json_integer(steps));
    if (evaluations > 0) { /* of the pair */
        json_object_set_new(into, "evaluations", json_integer(evaluations));
        json_object_set_new(into, "iterations", json_integer(iterations));
    }
    return json_object_set_new(into, "end", end);
}

static void close(void *self) {
    struct lanes_pass *p = self;
    lanes_free(p->lanes);
    bind_lanes_free(p->bound);
    free(p->x);
}

static int open_lanes(struct lanes_pass *p, struct diagnostic *d) {
    const struct workload *w = p->workload;
    struct method_settings settings;
    bool fits = true;
    int failed = workload_settings(&settings, w, d);
    struct integrator_options options = settings.subject.integrator;
    options.step = w->step;
    const struct model *m = w->model;
    if (!failed && (m->joints > 0 || m->contacts > 0 || isnan(w->step) ||
                    !lanes_take(&options, m->nq, m->nv, m->nz, !m->map_is_identity)))
        failed = message_set(
            d, "lanes take fixed steps of explicit methods, and of the pair in "
               "default mode on a small model, without joints and contacts");
    if (!failed)
        failed = bind_lanes_alloc(&p->bound, w->model, &options) != PROBLEM_OK;
    for (int k = 0; k < EVAL_LANES && !failed; k++)
        failed = bind_lanes_set(p->bound, k, w->model, &fits) != PROBLEM_OK;
    if (!failed)
        failed = lanes_alloc(&p->lanes, bind_lanes_system(p->bound), &options) != FAST_OK;
    method_settings_clear(&settings);
    if (failed && d->text[0] == '\0')
        message_set(d, "out of memory");
    return failed;
}

static int open(void *self, const struct workload *workload, struct diagnostic *d) {
    struct lanes_pass *p = self;
    p->workload = workload;
    p->nx = workload->model->nq + workload->model->nv + workload->model->nz;
    p->x = calloc((size_t)p->nx * EVAL_LANES + 1, sizeof *p->x);
    d->text[0] = '\0';
    return p->x == NULL ? message_set(d, "out of memory") : open_lanes(p, d);
}

const struct pass_kind pass_of_lanes = {
    sizeof(struct lanes_pass), open, close, run, why, tell, NULL};
